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
    private var indexOfSet: [[Int]: Int] = [[]: 0, [AutomatonGraph.matched]: 1]
    private var sets: [[Int]] = [[], [AutomatonGraph.matched]]
    private var rows: [[Int]] = []
    private var steps = 0
    /// The targets of the edges of a set, by class; kept, as every state needs them.
    private var targets: [[Int]]
    /// The search in which a state of the graph was last reached.
    private var reachedIn: [Int]
    private var currentSearch = 0

    private init(of graph: AutomatonGraph) {
        self.graph = graph
        classes = ByteClasses(of: graph)
        targets = Array(repeating: [], count: classes.count)
        reachedIn = Array(repeating: 0, count: graph.states.count)
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
            isAccepting: construction.sets.map {
                $0.contains { $0 <= AutomatonGraph.matchedAtEnd }
            }, start: start)
    }

    /// The next states of a state, by class.
    private mutating func row(ofState state: Int) throws(NotRegular) -> [Int] {
        var row: [Int] = []
        row.reserveCapacity(classes.count)
        try findTargets(of: sets[state])
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

    /// Finds the targets of a set's edges.
    private mutating func findTargets(of set: [Int]) throws(NotRegular) {
        for index in targets.indices { targets[index].removeAll(keepingCapacity: true) }
        for state in set {
            for edge in graph.states[state].edges {
                let span = classes.classes(of: edge.bytes)
                steps += span.count
                guard steps <= Self.mostSteps else { throw NotRegular() }
                for byteClass in span { targets[byteClass].append(edge.target) }
            }
        }
    }

    /// The state that stands for all that can be reached from `origins` without reading.
    private mutating func state(for origins: [Int]) throws(NotRegular) -> Int {
        let set = try closure(of: origins)
        if let known = indexOfSet[set] { return known }
        guard sets.count < Self.mostStates, sets.count * classes.count < Self.mostEntries else {
            throw NotRegular()
        }
        indexOfSet[set] = sets.count
        sets.append(set)
        return sets.count - 1
    }

    /// The states that read or that match among those reached without reading, in order.
    private mutating func closure(of origins: [Int]) throws(NotRegular) -> [Int] {
        currentSearch += 1
        var pending = origins
        var closure: [Int] = []
        while let next = pending.popLast() {
            guard reachedIn[next] != currentSearch else { continue }
            reachedIn[next] = currentSearch
            steps += 1
            guard steps <= Self.mostSteps else { throw NotRegular() }
            if next == AutomatonGraph.matched { return [next] }
            let state = graph.states[next]
            if !state.edges.isEmpty || next == AutomatonGraph.matchedAtEnd {
                closure.append(next)
            }
            pending += state.silent
        }
        if closure.count > 1 { closure.sort() }
        return closure
    }
}
