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

    /// A state; it is left without reading (`silent`) or by reading a byte (`edges`).
    struct State {
        var edges: [Edge] = []
        var silent: [Int] = []
    }

    /// Most states, and most steps of construction: counted repetition multiplies.
    private static let mostStates = 4_000
    private static let mostSteps = 20_000

    private(set) var states: [State] = [State(), State()]
    private(set) var start = 0
    private var steps = 0
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
            let loop = try add(State(silent: anywhere))
            states[loop].edges = [Edge(bytes: 0...255, target: loop)]
            atStart.append(loop)
        }
        start = try add(State(silent: atStart))
    }

    private mutating func add(_ state: State) throws(NotRegular) -> Int {
        guard states.count < Self.mostStates else { throw NotRegular() }
        states.append(state)
        return states.count - 1
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
            var entries: [Int] = []
            for part in parts { entries.append(try add(part, followedBy: next)) }
            return try add(State(silent: entries))
        case .repetition(let part, let least, let most):
            return try add(part, least: least, most: most, followedBy: next)
        }
    }

    private mutating func add(_ set: ScalarSet, followedBy next: Int) throws(NotRegular) -> Int {
        let entry = try add(State())
        for sequence in encoding(of: set) {
            var target = next
            for bytes in sequence.dropFirst().reversed() {
                target = try add(State(edges: [Edge(bytes: bytes, target: target)]))
            }
            guard let first = sequence.first else { continue }
            states[entry].edges.append(Edge(bytes: first, target: target))
        }
        return entry
    }

    private mutating func encoding(of set: ScalarSet) -> [UTF8Sequence] {
        if let lastEncoding, lastEncoding.set == set { return lastEncoding.sequences }
        let sequences = UTF8Sequences.encoding(set, firstByteOnly: skipsContinuationBytes)
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
                entry = try add(State(silent: [taken, next]))
            }
        } else {
            entry = try add(State())
            let again = try add(part, followedBy: entry)
            states[entry].silent = [again, next]
        }
        for _ in 0..<least { entry = try add(part, followedBy: entry) }
        return entry
    }
}
