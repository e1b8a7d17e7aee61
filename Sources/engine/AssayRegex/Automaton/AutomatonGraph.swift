// SPDX-License-Identifier: Apache-2.0

/// A nondeterministic automaton over bytes, made from a pattern's branches.
///
/// It is built from its end to its beginning, so that every part knows what follows it.
struct AutomatonGraph {
    /// A way to another state that reads one byte.
    struct Edge {
        let bytes: ClosedRange<UInt8>
        let target: Int
    }

    /// A state; it is left without reading, for a state in `silent`, or by reading a byte.
    struct State {
        /// The range of the state's edges among all edges of the graph.
        var edges = 0..<0
        /// The range in `silent` of the states that are reached from this one without reading.
        var silent = 0..<0
    }

    /// Most states, and most steps of construction: counted repetition multiplies.
    private static let mostStates = 4_000
    private static let mostSteps = 20_000

    // The lists of all states, one after the other: making small ones would take longer than
    // following them.
    private(set) var states: [State] = [State(), State()]
    private(set) var edges: [Edge] = []
    private(set) var silent: [Int] = []
    private(set) var start = 0
    private var steps = 0
    /// The entries of choices that are being made.
    private var entries: [Int] = []
    /// The last set and what encodes it: counted repetition asks for the same one again and again.
    private var lastEncoding: (set: ScalarSet, sequences: [UTF8Sequence])?

    /// True if the first byte of a code point decides what the pattern does with it.
    ///
    /// As subjects are valid UTF-8, continuation bytes then leave every state as it is.
    let skipsContinuationBytes: Bool

    /// Reached if the pattern matches whatever follows.
    static let matched = 0
    /// Reached if the pattern matches provided that the subject ends here.
    static let matchedAtEnd = 1

    /// Builds the automaton of a search for any of the branches, and adds to `work` what that took
    /// in edges: a state costs as much as following a few.
    init(_ branches: [AutomatonBranch], work: inout Int) throws(NotRegular) {
        skipsContinuationBytes = branches.allSatisfy(\.node.treatsNonASCIIAlike)
        var anywhere: [Int] = []
        var atStart: [Int] = []
        defer { work += steps + 8 * states.count }
        for branch in branches {
            let end = branch.endsAtEnd ? Self.matchedAtEnd : Self.matched
            let entry = try add(branch.node, followedBy: end)
            if branch.startsAtStart { atStart.append(entry) } else { anywhere.append(entry) }
        }
        if !anywhere.isEmpty {
            let loop = try addState(silent: anywhere[...])
            addEdges(CollectionOfOne(Edge(bytes: 0...255, target: loop)), to: loop)
            atStart.append(loop)
        }
        start = try addState(silent: atStart[...])
    }

    private mutating func addState(silent others: ArraySlice<Int> = []) throws(NotRegular) -> Int {
        guard states.count < Self.mostStates else { throw NotRegular() }
        states.append(State(silent: silent.count..<(silent.count + others.count)))
        silent += others
        return states.count - 1
    }

    /// Adds all edges of a state.
    private mutating func addEdges(_ others: some Collection<Edge>, to state: Int) {
        states[state].edges = edges.count..<(edges.count + others.count)
        edges += others
    }

    private mutating func add(
        _ node: AutomatonNode, followedBy next: Int
    ) throws(NotRegular) -> Int {
        steps += 1
        guard steps <= Self.mostSteps else { throw NotRegular() }
        switch node {
        case .set(let set): return try add(set, followedBy: next)
        case .sequence(let parts):
            var entry = next
            for part in parts.reversed() { entry = try add(part, followedBy: entry) }
            return entry
        case .choice(let parts):
            let first = entries.count
            for part in parts { entries.append(try add(part, followedBy: next)) }
            let state = try addState(silent: entries[first...])
            entries.removeSubrange(first...)
            return state
        case .repetition(let part, let least, let most):
            return try add(part, least: least, most: most, followedBy: next)
        }
    }

    private mutating func add(_ set: ScalarSet, followedBy next: Int) throws(NotRegular) -> Int {
        let entry = try addState()
        if skipsContinuationBytes {
            let first = edges.count
            for range in set.ranges { addFirstBytes(of: range, to: next) }
            states[entry].edges = first..<edges.count
            return entry
        }
        var leaving: [Edge] = []
        for sequence in encoding(of: set) {
            var target = next
            for bytes in sequence.dropFirst().reversed() {
                let state = try addState()
                addEdges(CollectionOfOne(Edge(bytes: bytes, target: target)), to: state)
                target = state
            }
            guard let first = sequence.first else { continue }
            leaving.append(Edge(bytes: first, target: target))
        }
        addEdges(leaving, to: entry)
        return entry
    }

    /// Adds edges for a range of a set that has all code points beyond ASCII or none of them, which
    /// stand for them by their first byte.
    private mutating func addFirstBytes(of range: ClosedRange<UInt32>, to target: Int) {
        if range.lowerBound < 0x80 {
            let last = UInt8(min(range.upperBound, 0x7F))
            edges.append(Edge(bytes: UInt8(range.lowerBound)...last, target: target))
        }
        if range.upperBound > 0x7F { edges.append(Edge(bytes: 0xC0...0xFF, target: target)) }
    }

    private mutating func encoding(of set: ScalarSet) -> [UTF8Sequence] {
        if let lastEncoding, lastEncoding.set == set { return lastEncoding.sequences }
        let sequences = UTF8Sequences.encoding(set)
        lastEncoding = (set, sequences)
        return sequences
    }

    private mutating func add(
        _ part: AutomatonNode, least: Int, most: Int?, followedBy next: Int
    ) throws(NotRegular) -> Int {
        var entry = next
        if let most {
            for _ in least..<most {
                let taken = try add(part, followedBy: entry)
                entry = try addState()
                addSilent(taken, next, to: entry)
            }
        } else {
            entry = try addState()
            addSilent(try add(part, followedBy: entry), next, to: entry)
        }
        for _ in 0..<least { entry = try add(part, followedBy: entry) }
        return entry
    }
    /// Adds the two states that a state is left for without reading.
    private mutating func addSilent(_ first: Int, _ second: Int, to state: Int) {
        states[state].silent = silent.count..<(silent.count + 2)
        silent.append(first)
        silent.append(second)
    }
}
