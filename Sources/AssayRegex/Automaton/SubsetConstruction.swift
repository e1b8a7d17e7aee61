// SPDX-License-Identifier: Apache-2.0

/// A deterministic automaton over classes of bytes, before it is laid out for matching.
struct TransitionTable {
    /// The class of each of the 256 bytes.
    var classOfByte: [UInt8]
    /// The next state, by state and class.
    var rows: [[Int]]
    /// Whether a subject that ends in a state matches.
    var isAccepting: [Bool]
    /// Where matching begins.
    var start: Int

    /// From here there is no way to a match.
    static let dead = 0
    /// From here every continuation matches.
    static let matched = 1
}

/// Makes a nondeterministic automaton deterministic: each new state stands for a set of old ones.
struct SubsetConstruction {
    /// Most states of the outcome.
    private static let mostStates = 2_000
    /// Most entries of the outcome's table.
    private static let mostEntries = 32_768
    /// Most edges followed: what bounds the time of construction.
    private static let mostSteps = 400_000

    private let graph: AutomatonGraph
    private let classes: ByteClasses
    /// The states of the outcome, by the sets that they stand for.
    private var sets = NumberedLists()
    /// The lists from which sets were reached, with the state that each led to and the steps that took:
    /// most of them come again and again.
    private var origins = NumberedLists()
    private var outcomes: [(state: Int, steps: Int)] = []
    private var rows: [[Int]] = []
    private var steps = 0
    /// The targets of the edges of a set, by class; kept, as every state needs them.
    private var targets: [[Int]]
    /// The states of the graph that a search has reached, and those that it has yet to look at.
    private var reached: [Int] = []
    private var pending: [Int] = []
    /// The search in which a state of the graph was last reached.
    private var reachedIn: [Int]
    private var currentSearch = 0

    private init(of graph: AutomatonGraph) {
        self.graph = graph
        classes = ByteClasses(of: graph)
        targets = Array(repeating: [], count: classes.count)
        reachedIn = Array(repeating: 0, count: graph.states.count)
        _ = sets.number(of: [])
        _ = sets.number(of: [AutomatonGraph.matched])
    }

    /// Builds the deterministic automaton and adds the edges followed and the entries made to
    /// `work`.
    static func table(
        of graph: AutomatonGraph, work: inout Int
    ) throws(NotRegular) -> TransitionTable {
        var construction = SubsetConstruction(of: graph)
        defer { work += construction.steps + construction.rows.count * construction.classes.count }
        let start = try construction.state(for: [graph.start])
        let count = construction.classes.count
        construction.rows = [0, 1].map { Array(repeating: $0, count: count) }
        while construction.rows.count < construction.sets.count {
            let row = try construction.row(ofState: construction.rows.count)
            construction.rows.append(row)
        }
        return TransitionTable(
            classOfByte: construction.classes.classOfByte, rows: construction.rows,
            isAccepting: (0..<construction.sets.count).map { state in
                construction.sets[state].contains { $0 <= AutomatonGraph.matchedAtEnd }
            }, start: start)
    }

    /// The next states of a state, by class.
    private mutating func row(ofState state: Int) throws(NotRegular) -> [Int] {
        var row: [Int] = []
        row.reserveCapacity(classes.count)
        try findTargets(of: state)
        for index in targets.indices {
            // Most classes lead nowhere, or where the one before leads.
            if targets[index].isEmpty {
                row.append(TransitionTable.dead)
            } else {
                let isRepeat = index > 0 && targets[index] == targets[index - 1]
                row.append(isRepeat ? row[index - 1] : try self.state(for: targets[index]))
            }
        }
        if graph.skipsContinuationBytes {
            for index in classes.classes(of: ByteClasses.continuation) { row[index] = state }
        }
        return row
    }

    /// Finds the targets of the edges of a state's set.
    private mutating func findTargets(of state: Int) throws(NotRegular) {
        for index in targets.indices { targets[index].removeAll(keepingCapacity: true) }
        for member in sets[state] {
            for edge in graph.states[member].edges {
                let span = classes.classes(of: edge.bytes)
                steps += span.count
                guard steps <= Self.mostSteps else { throw NotRegular() }
                for byteClass in span { targets[byteClass].append(edge.target) }
            }
        }
    }

    /// The state that stands for all that can be reached from a list of states without reading.
    private mutating func state(for list: [Int]) throws(NotRegular) -> Int {
        let (place, isNew) = origins.number(of: list)
        if !isNew {
            // As many as it took before: they are a limit, and part of what patterns may cost together.
            steps = min(steps + outcomes[place].steps, Self.mostSteps + 1)
            guard steps <= Self.mostSteps else { throw NotRegular() }
            return outcomes[place].state
        }
        let before = steps
        try findClosure(of: list)
        let (state, isState) = sets.number(of: reached)
        if isState, state >= Self.mostStates || state * classes.count >= Self.mostEntries {
            throw NotRegular()
        }
        outcomes.append((state, steps - before))
        return state
    }

    /// Finds the states that read or that match among those reached without reading, in order.
    private mutating func findClosure(of origins: [Int]) throws(NotRegular) {
        currentSearch += 1
        pending.removeAll(keepingCapacity: true)
        pending.append(contentsOf: origins)
        reached.removeAll(keepingCapacity: true)
        while let next = pending.popLast() {
            guard reachedIn[next] != currentSearch else { continue }
            reachedIn[next] = currentSearch
            steps += 1
            guard steps <= Self.mostSteps else { throw NotRegular() }
            if next == AutomatonGraph.matched {
                reached = [next]
                return
            }
            let state = graph.states[next]
            if !state.edges.isEmpty || next == AutomatonGraph.matchedAtEnd {
                reached.append(next)
            }
            for silent in state.silent { pending.append(silent) }
        }
        if reached.count > 1 { reached.sort() }
    }
}

/// Lists of small numbers, one after the other; equal ones are one list, with one number.
private struct NumberedLists {
    private var elements: [Int] = []
    /// Where each list begins in `elements`, and where the last one ends.
    private var bounds = [0]
    private var hashes: [UInt] = []
    /// The numbers of the lists at the places of their hashes, or after these; -1: none.
    private var places = Array(repeating: -1, count: 64)

    var count: Int { hashes.count }

    /// The list with a number.
    subscript(number: Int) -> ArraySlice<Int> { elements[bounds[number]..<bounds[number + 1]] }

    /// The number of a list, which is the next one if the list is new.
    mutating func number(of list: [Int]) -> (number: Int, isNew: Bool) {
        var hash = UInt(bitPattern: list.count)
        for element in list {
            hash = (hash ^ UInt(bitPattern: element)) &* 0x9E37_79B9_7F4A_7C15
            hash ^= hash >> 29
        }
        let known = place(of: hash) { self.hashes[$0] == hash && self[$0].elementsEqual(list) }
        if places[known] >= 0 { return (places[known], false) }
        places[known] = count
        hashes.append(hash)
        elements += list
        bounds.append(elements.count)
        if 2 * count > places.count { grow() }
        return (count - 1, true)
    }

    /// The place of the list for which `isEqual`, or the free one for a list with this hash.
    private func place(of hash: UInt, _ isEqual: (Int) -> Bool) -> Int {
        var place = Int(truncatingIfNeeded: hash) & (places.count - 1)
        while places[place] >= 0, !isEqual(places[place]) {
            place = (place + 1) & (places.count - 1)
        }
        return place
    }

    private mutating func grow() {
        places = Array(repeating: -1, count: 2 * places.count)
        for (number, hash) in hashes.enumerated() {
            places[place(of: hash) { _ in false }] = number
        }
    }
}
