// SPDX-License-Identifier: Apache-2.0

/// A deterministic automaton over classes of bytes, before it is laid out for matching.
struct TransitionTable {
    /// The class of each of the 256 bytes.
    var classOfByte: [UInt8]
    /// The number of classes.
    var width: Int
    /// The next states, row by row: of each state by class.
    var next: [UInt16]
    /// The states that accept: `true` if a subject that ends in the state matches.
    var isAccepting: [Bool]
    /// The state in which matching begins.
    var start: Int

    /// The state from which there is no way to a match.
    static let dead = 0
    /// The state from which every continuation matches.
    static let matched = 1

    /// The number of states.
    var count: Int { isAccepting.count }

    /// The next states of a state, by class.
    func row(of state: Int) -> ArraySlice<UInt16> { next[(state * width)..<((state + 1) * width)] }
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
    /// The classes of each edge's bytes.
    private let spans: [ClosedRange<Int>]
    /// The states of the outcome, by the sets that they stand for.
    private var sets = NumberedLists()
    /// The lists from which sets were reached, with the state that each led to and the steps that took:
    /// most of them come again and again.
    private var origins = NumberedLists()
    private var outcomes: [(state: Int, steps: Int)] = []
    /// The next states of those that are done, row by row.
    private var next: [UInt16] = []
    private var steps = 0
    /// The targets of the edges of a set, class by class, and where those of each class end.
    private var targets: [Int] = []
    private var targetEnds: [Int]
    /// The states of the graph that a search has reached, and those that it has yet to look at.
    private var reached: [Int] = []
    private var pending: [Int] = []
    /// The search in which a state of the graph was last reached.
    private var reachedIn: [Int]
    private var currentSearch = 0

    private init(of graph: AutomatonGraph) {
        self.graph = graph
        let classes = ByteClasses(of: graph)
        self.classes = classes
        spans = graph.edges.map { classes.classes(of: $0.bytes) }
        targetEnds = Array(repeating: 0, count: classes.count)
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
        let width = construction.classes.count
        // Of rows that are whole.
        defer { work += construction.steps + construction.next.count / width * width }
        let start = try construction.state(for: [graph.start])
        for state in [TransitionTable.dead, TransitionTable.matched] {
            construction.next += repeatElement(UInt16(state), count: width)
        }
        var done = 2
        while done < construction.sets.count {
            try construction.addRow(of: done)
            done += 1
        }
        return TransitionTable(
            classOfByte: construction.classes.classOfByte, width: width, next: construction.next,
            isAccepting: (0..<done).map { state in
                // The members of a set are in order.
                construction.sets[state].first.map { $0 <= AutomatonGraph.matchedAtEnd } ?? false
            }, start: start)
    }

    /// Adds the next states of a state, by class.
    private mutating func addRow(of state: Int) throws(NotRegular) {
        try findTargets(of: state)
        let row = next.count
        var begin = 0
        var last = 0..<0
        for end in targetEnds {
            // Most classes lead nowhere, or where the one before leads.
            if begin == end {
                next.append(UInt16(TransitionTable.dead))
            } else if end - begin == last.count, targets[begin..<end] == targets[last] {
                next.append(next[next.count - 1])
            } else {
                next.append(UInt16(try self.state(for: targets[begin..<end])))
            }
            last = begin..<end
            begin = end
        }
        if graph.skipsContinuationBytes {
            for index in classes.classes(of: ByteClasses.continuation) {
                next[row + index] = UInt16(state)
            }
        }
    }

    /// Finds the targets of the edges of a state's set.
    private mutating func findTargets(of state: Int) throws(NotRegular) {
        // First where those of each class begin, then the targets, by which beginnings become ends.
        for index in targetEnds.indices { targetEnds[index] = 0 }
        var count = 0
        for member in sets[state] {
            for edge in graph.states[member].edges {
                let span = spans[edge]
                count += span.count
                guard steps + count <= Self.mostSteps else {
                    steps += count
                    throw NotRegular()
                }
                for index in span { targetEnds[index] += 1 }
            }
        }
        steps += count
        var begin = 0
        for index in targetEnds.indices {
            (targetEnds[index], begin) = (begin, begin + targetEnds[index])
        }
        if targets.count < count { targets += repeatElement(0, count: count - targets.count) }
        for member in sets[state] {
            for edge in graph.states[member].edges {
                let target = graph.edges[edge].target
                for index in spans[edge] {
                    targets[targetEnds[index]] = target
                    targetEnds[index] += 1
                }
            }
        }
    }

    /// The state that stands for all that can be reached from a list of states without reading.
    private mutating func state(for list: ArraySlice<Int>) throws(NotRegular) -> Int {
        let (place, isNew) = origins.number(of: list)
        if !isNew {
            // As many as it took before: they are a limit, and part of what patterns may cost together.
            steps = min(steps + outcomes[place].steps, Self.mostSteps + 1)
            guard steps <= Self.mostSteps else { throw NotRegular() }
            return outcomes[place].state
        }
        let before = steps
        try findClosure(of: list)
        let (state, isState) = sets.number(of: reached[...])
        if isState, state >= Self.mostStates || state * classes.count >= Self.mostEntries {
            throw NotRegular()
        }
        outcomes.append((state, steps - before))
        return state
    }

    /// Finds the states that read or that match among those reached without reading, in order.
    private mutating func findClosure(of origins: ArraySlice<Int>) throws(NotRegular) {
        currentSearch += 1
        pending.removeAll(keepingCapacity: true)
        pending += origins
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
            for place in state.silent { pending.append(graph.silent[place]) }
        }
        if reached.count > 1 { reached.sort() }
    }
}

/// Lists of small numbers, one after the other; equal ones are one list, with one number.
private struct NumberedLists {
    private var elements: [Int] = []
    /// The start of each list in `elements`, and the end of the last one.
    private var bounds = [0]
    private var hashes: [UInt] = []
    /// The numbers of the lists at the places of their hashes, or after these, and -1 elsewhere.
    private var places = Array(repeating: -1, count: 64)

    var count: Int { hashes.count }

    /// The list with a number.
    subscript(number: Int) -> ArraySlice<Int> { elements[bounds[number]..<bounds[number + 1]] }

    /// The number of a list, which is the next one if the list is new.
    mutating func number(of list: ArraySlice<Int>) -> (number: Int, isNew: Bool) {
        var hash = UInt(bitPattern: list.count)
        for element in list {
            hash = (hash ^ UInt(bitPattern: element)) &* 0x9E37_79B9_7F4A_7C15
            hash ^= hash >> 29
        }
        let known = place(of: hash) { self.hashes[$0] == hash && self[$0] == list }
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
