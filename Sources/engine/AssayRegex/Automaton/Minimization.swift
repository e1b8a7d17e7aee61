// SPDX-License-Identifier: Apache-2.0

extension TransitionTable {
    /// Larger automata are left as they are: the time grows with the square of the states.
    private static let mostStatesToMinimize = 40

    /// Merges states that no continuation tells apart; `dead` and `matched` keep their numbers.
    func minimized() -> TransitionTable {
        guard count <= Self.mostStatesToMinimize else { return self }
        var groups = StateGroups(of: self)
        while groups.refine(by: self) {}
        return merged(by: groups.groupOfState)
    }

    private func merged(by group: [Int]) -> TransitionTable {
        var merged = TransitionTable(
            classOfByte: classOfByte, width: width, next: [], isAccepting: [], start: group[start])
        for state in 0..<count where group[state] == merged.count {
            for next in row(of: state) { merged.next.append(UInt16(group[Int(next)])) }
            merged.isAccepting.append(isAccepting[state])
        }
        return merged
    }
}

extension TransitionTable {
    /// The states that some subject leads to, in order; nil if there are more than `most`.
    func reachable(most: Int) -> [Int]? {
        var reached = [start]
        var looked = 0
        while looked < reached.count {
            for next in row(of: reached[looked]) where !reached.contains(Int(next)) {
                guard reached.count < most else { return nil }
                reached.append(Int(next))
            }
            looked += 1
        }
        return reached.sorted()
    }
}

/// States that are not told apart so far.
private struct StateGroups {
    /// The group of each state; groups are numbered in the order of their first states, so that `dead`
    /// stays 0 and `matched` 1.
    private(set) var groupOfState: [Int]
    private var count = 2
    /// The hashes of the states, made from their groups and the groups that they lead to.
    private var hashes: [UInt64]

    init(of table: TransitionTable) {
        groupOfState = table.isAccepting.map { $0 ? 1 : 0 }
        hashes = Array(repeating: 0, count: groupOfState.count)
    }

    /// Splits groups by the groups that their states lead to; false if that splits none.
    mutating func refine(by table: TransitionTable) -> Bool {
        for state in hashes.indices {
            hashes[state] = table.row(of: state).reduce(UInt64(groupOfState[state])) { hash, next in
                (hash ^ UInt64(groupOfState[Int(next)])) &* 0x9E37_79B9_7F4A_7C15 ^ (hash >> 29)
            }
        }
        var refined: [Int] = []
        var firsts: [Int] = []
        for state in hashes.indices {
            let known = firsts.firstIndex {
                hashes[$0] == hashes[state] && isTogether($0, with: state, by: table)
            }
            refined.append(known ?? firsts.count)
            if known == nil { firsts.append(state) }
        }
        defer { (groupOfState, count) = (refined, firsts.count) }
        return firsts.count > count
    }

    private func isTogether(_ first: Int, with second: Int, by table: TransitionTable) -> Bool {
        groupOfState[first] == groupOfState[second]
            && zip(table.row(of: first), table.row(of: second)).allSatisfy {
                groupOfState[Int($0)] == groupOfState[Int($1)]
            }
    }
}
