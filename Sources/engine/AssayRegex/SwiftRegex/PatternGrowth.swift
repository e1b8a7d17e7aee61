// SPDX-License-Identifier: Apache-2.0

/// The greatest possible growth of the steps of a backtracking search with the length of the text.
///
/// Swift's `Regex` has no limit of steps, so that what a search can cost has to be known before. The
/// tree is turned into an automaton of positions; two paths from a state to itself over one text are
/// exponential growth, and each pair of loops that one text can pass in two ways adds a power. Where
/// this cannot tell, it says more than there is, never less.
struct PatternGrowth {
    /// The power of the length, or `nil` if the growth is exponential or not known.
    let degree: Int?

    /// The most edges between pairs of states that are followed.
    private static let mostWork = 3_000_000

    /// - Parameters:
    ///   - pattern: The pattern.
    ///   - isAnchored: A search begins at the subject's start only.
    init(of pattern: PatternReader.Pattern, isAnchored: Bool) {
        degree = Self.degree(of: pattern.node, groups: pattern.groups).map {
            $0 + (isAnchored ? 0 : 1)
        }
    }

    private static func degree(of node: PatternNode, groups: [Int: PatternNode]) -> Int? {
        guard var automaton = PositionAutomaton(of: node, groups: groups),
            let own = automaton.degree(work: mostWork)
        else { return nil }
        var most = 0
        for inner in automaton.lookaheads {
            guard let degree = degree(of: inner, groups: groups) else { return nil }
            most = max(most, degree)
        }
        return own + most + (automaton.refersToLoops ? 1 : 0)
    }
}

/// The states of a search: one for each class in the tree, and the start.
private struct PositionAutomaton {
    /// The contribution of a part of the tree to the automaton.
    ///
    /// It is the number of ways in which the part takes no text, 2 if there are several, and the
    /// classes that it can begin and end with.
    private struct Part {
        var emptyWays = 1
        var first: [Int] = []
        var last: [Int] = []
    }

    private(set) var lookaheads: [PatternNode] = []
    private(set) var refersToLoops = false
    private var sets: [ScalarSet] = [ScalarSet([])]
    private var next: [[Int]] = [[]]
    /// Edges that there are twice.
    private var repeated: Set<[Int]> = []
    private var isTooLarge = false
    private var hasEmptyLoop = false
    private var openReferences: Set<Int> = []
    private let groups: [Int: PatternNode]
    private static let mostStates = 240

    /// Nil for a tree with too many classes, or with a loop whose turns can take no text.
    init?(of node: PatternNode, groups: [Int: PatternNode]) {
        self.groups = groups
        let whole = add(node)
        connect([0], to: whole.first)
        if isTooLarge || hasEmptyLoop { return nil }
    }

    private mutating func add(_ node: PatternNode) -> Part {
        switch node {
        case .set(let set): return state(set.bounds)
        case .sequence(let parts):
            return parts.reduce(into: Part()) { whole, part in
                append(add(part), to: &whole)
            }
        case .choice(let parts):
            var whole = Part(emptyWays: 0)
            for part in parts.map({ add($0) }) {
                whole.emptyWays = min(2, whole.emptyWays + part.emptyWays)
                whole.first += part.first
                whole.last += part.last
            }
            return whole
        case .repetition(let part, let least, let most, _):
            return repetition(of: part, least: least, most: most)
        case .capture(let part, _), .atomic(let part): return add(part)
        case .lookahead(let part, _):
            lookaheads.append(part)
            return Part()
        case .reference(let number): return reference(to: number)
        case .subjectStart, .subjectEnd, .lineStart, .wordBoundary: return Part()
        }
    }

    private mutating func append(_ part: Part, to whole: inout Part) {
        connect(whole.last, to: part.first)
        whole = Part(
            emptyWays: min(2, whole.emptyWays * part.emptyWays),
            first: whole.first + (whole.emptyWays > 0 ? part.first : []),
            last: part.last + (part.emptyWays > 0 ? whole.last : []))
    }

    private mutating func state(_ set: ScalarSet) -> Part {
        guard sets.count < Self.mostStates else {
            isTooLarge = true
            return Part()
        }
        sets.append(set)
        next.append([])
        return Part(emptyWays: 0, first: [sets.count - 1], last: [sets.count - 1])
    }

    /// Turns of one class are counted; of anything else, any number of them may follow each other.
    private mutating func repetition(of node: PatternNode, least: Int, most: Int?) -> Part {
        if most == 0 { return Part() }
        if case .set = node, least == most, least <= 16 {
            return (0..<least).reduce(into: Part()) { whole, _ in append(add(node), to: &whole) }
        }
        var part = add(node)
        if most != 1 {
            if part.emptyWays > 0 { hasEmptyLoop = true }
            connect(part.last, to: part.first)
        }
        if least == 0 { part.emptyWays = min(2, part.emptyWays + 1) }
        return part
    }

    /// A text that the group can match, whichever it has matched.
    private mutating func reference(to number: Int) -> Part {
        guard let group = groups[number], !openReferences.contains(number) else {
            isTooLarge = true
            return Part()
        }
        openReferences.insert(number)
        defer { openReferences.remove(number) }
        if group.hasLoop { refersToLoops = true }
        return add(group)
    }

    private mutating func connect(_ from: [Int], to: [Int]) {
        for source in from {
            for target in to {
                if next[source].contains(target) {
                    repeated.insert([source, target])
                } else {
                    next[source].append(target)
                }
            }
        }
    }

    // MARK: - The power

    mutating func degree(work: Int) -> Int? {
        let count = sets.count
        let components = Components(of: next)
        let loops = (0..<count).map { components.isLoop($0, in: next) }
        guard loops.contains(true) else {
            return finiteWays(work: work) ? 0 : nil
        }
        // An edge that there is twice inside a loop doubles the paths with each turn.
        for edge in repeated where components.of[edge[0]] == components.of[edge[1]] { return nil }
        guard let pairs = pairs(work: work) else { return nil }
        let pairComponents = Components(of: pairs)
        var hasDiagonal: Set<Int> = []
        for state in 0..<count { hasDiagonal.insert(pairComponents.of[state * count + state]) }
        for first in 0..<count {
            for second in 0..<count where first != second {
                let pair = first * count + second
                let isInLoop = pairComponents.isLoop(pair, in: pairs)
                if isInLoop, hasDiagonal.contains(pairComponents.of[pair]) { return nil }
            }
        }
        guard finiteWays(work: work) else { return nil }
        let more = chain(components, loops, pairs, pairComponents)
        return 1 + more
    }

    /// The edges between pairs of states that one text can be in; nil where there are too many.
    private func pairs(work: Int) -> [[Int]]? {
        let count = sets.count
        var overlaps = [Bool](repeating: false, count: count * count)
        for first in 0..<count {
            for second in 0..<count {
                overlaps[first * count + second] = sets[first].overlaps(sets[second])
            }
        }
        var edges = [[Int]](repeating: [], count: count * count)
        var spent = 0
        for first in 0..<count {
            for second in 0..<count {
                spent += next[first].count * next[second].count
                guard spent <= work else { return nil }
                for a in next[first] {
                    for b in next[second] where overlaps[a * count + b] {
                        edges[first * count + second].append(a * count + b)
                    }
                }
            }
        }
        return edges
    }

    /// False where choices outside of loops can multiply to many paths.
    private func finiteWays(work: Int) -> Bool {
        guard let pairs = pairs(work: work) else { return false }
        let count = sets.count
        var seen = [Bool](repeating: false, count: count * count)
        var open = [0]
        var merges = Set(repeated.map { $0[1] })
        seen[0] = true
        while let pair = open.popLast() {
            for target in pairs[pair] {
                if target / count == target % count, pair / count != pair % count {
                    merges.insert(target / count)
                }
                if !seen[target] {
                    seen[target] = true
                    open.append(target)
                }
            }
        }
        return merges.count <= 16
    }

    /// The most pairs of loops, one after the other, such that one text can leave the first for the
    /// second at any of its turns.
    private func chain(
        _ components: Components, _ loops: [Bool], _ pairs: [[Int]], _ pairComponents: Components
    ) -> Int {
        let count = sets.count
        var follows: [Int: Set<Int>] = [:]
        for first in 0..<count where loops[first] {
            let reached = Self.reached(from: first * count + first, in: pairs)
            for second in 0..<count where second != first && loops[second] {
                let pair = first * count + second
                if reached[pair], pairComponents.isLoop(pair, in: pairs) {
                    follows[components.of[first], default: []].insert(components.of[second])
                }
            }
        }
        // A component has a smaller number than those that lead to it.
        var longest = [Int](repeating: 0, count: components.count)
        for component in 0..<components.count {
            for state in 0..<count where components.of[state] == component {
                for target in next[state] {
                    longest[component] = max(longest[component], longest[components.of[target]])
                }
            }
            for target in follows[component] ?? [] where target != component {
                longest[component] = max(longest[component], 1 + longest[target])
            }
            if follows[component]?.contains(component) == true { longest[component] += 1 }
        }
        return longest.max() ?? 0
    }

    private static func reached(from start: Int, in edges: [[Int]]) -> [Bool] {
        var seen = [Bool](repeating: false, count: edges.count)
        var open = [start]
        while let node = open.popLast() {
            for target in edges[node] where !seen[target] {
                seen[target] = true
                open.append(target)
            }
        }
        return seen
    }
}

/// The strongly connected components of a graph (Tarjan 1972), without recursion.
private struct Components {
    /// The component of each node; one has a smaller number than those that lead to it.
    private(set) var of: [Int]
    private(set) var count = 0
    private var sizes: [Int] = []

    init(of edges: [[Int]]) {
        of = [Int](repeating: -1, count: edges.count)
        var number = [Int](repeating: -1, count: edges.count)
        var low = [Int](repeating: 0, count: edges.count)
        var isOpen = [Bool](repeating: false, count: edges.count)
        var open: [Int] = []
        var clock = 0
        for root in edges.indices where number[root] < 0 {
            var path: [(node: Int, edge: Int)] = [(root, 0)]
            while let (node, edge) = path.last {
                if edge == 0, number[node] < 0 {
                    (number[node], low[node]) = (clock, clock)
                    clock += 1
                    open.append(node)
                    isOpen[node] = true
                }
                if edge < edges[node].count {
                    path[path.count - 1].edge += 1
                    let target = edges[node][edge]
                    if number[target] < 0 {
                        path.append((target, 0))
                    } else if isOpen[target] {
                        low[node] = min(low[node], number[target])
                    }
                    continue
                }
                path.removeLast()
                if let parent = path.last?.node { low[parent] = min(low[parent], low[node]) }
                guard low[node] == number[node] else { continue }
                var size = 0
                while let member = open.popLast() {
                    isOpen[member] = false
                    of[member] = count
                    size += 1
                    if member == node { break }
                }
                sizes.append(size)
                count += 1
            }
        }
    }

    /// True for a node with a path to itself.
    func isLoop(_ node: Int, in edges: [[Int]]) -> Bool {
        sizes[of[node]] > 1 || edges[node].contains(node)
    }
}

extension ScalarSet {
    /// True if both have a code point.
    fileprivate func overlaps(_ other: ScalarSet) -> Bool {
        ranges.contains { range in other.ranges.contains { $0.overlaps(range) } }
    }
}

extension PatternNode {
    fileprivate var hasLoop: Bool {
        switch self {
        case .set, .reference, .subjectStart, .subjectEnd, .lineStart, .wordBoundary: false
        case .sequence(let parts), .choice(let parts): parts.contains(where: \.hasLoop)
        case .repetition(let part, _, let most, _): (most ?? 2) > 1 || part.hasLoop
        case .capture(let part, _), .atomic(let part), .lookahead(let part, _): part.hasLoop
        }
    }
}
