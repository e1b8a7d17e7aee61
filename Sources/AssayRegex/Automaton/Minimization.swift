// SPDX-License-Identifier: Apache-2.0

extension TransitionTable {
    /// Larger automata are left as they are: the time grows with the square of the states.
    private static let mostStatesToMinimize = 40

    /// Merges states that no continuation tells apart; `dead` and `matched` keep their numbers.
    func minimized() -> TransitionTable {
        guard rows.count <= Self.mostStatesToMinimize else { return self }
        var groups = StateGroups(of: self)
        while groups.refine(by: rows) {}
        return merged(by: groups.groupOfState)
    }

    private func merged(by group: [Int]) -> TransitionTable {
        var merged = TransitionTable(
            classOfByte: classOfByte, rows: [], isAccepting: [], start: group[start])
        for state in rows.indices where group[state] == merged.rows.count {
            merged.rows.append(rows[state].map { group[$0] })
            merged.isAccepting.append(isAccepting[state])
        }
        return merged
    }
}

extension TransitionTable {
    /// The states that some subject leads to, in order.
    var reachable: [Int] {
        var isReached = Array(repeating: false, count: rows.count)
        var pending = [start]
        while let state = pending.popLast() {
            guard !isReached[state] else { continue }
            isReached[state] = true
            pending += rows[state]
        }
        return rows.indices.filter { isReached[$0] }
    }
}

/// States that are not told apart so far.
private struct StateGroups {
    /// The group of each state; groups are numbered in the order of their first states, so that `dead`
    /// stays 0 and `matched` 1.
    private(set) var groupOfState: [Int]
    private var count = 2
    /// Of the states, by the groups that they lead to.
    private var hashes: [UInt64]

    init(of table: TransitionTable) {
        groupOfState = table.isAccepting.map { $0 ? 1 : 0 }
        hashes = Array(repeating: 0, count: groupOfState.count)
    }

    /// Splits groups by the groups that their states lead to; false if that splits none.
    mutating func refine(by rows: [[Int]]) -> Bool {
        for (state, row) in rows.enumerated() {
            hashes[state] = row.reduce(UInt64(groupOfState[state])) { hash, next in
                (hash ^ UInt64(groupOfState[next])) &* 0x9E37_79B9_7F4A_7C15 ^ (hash >> 29)
            }
        }
        var refined: [Int] = []
        var firsts: [Int] = []
        for state in rows.indices {
            let known = firsts.firstIndex {
                hashes[$0] == hashes[state] && isTogether($0, with: state, by: rows)
            }
            refined.append(known ?? firsts.count)
            if known == nil { firsts.append(state) }
        }
        defer { (groupOfState, count) = (refined, firsts.count) }
        return firsts.count > count
    }

    private func isTogether(_ first: Int, with second: Int, by rows: [[Int]]) -> Bool {
        groupOfState[first] == groupOfState[second]
            && rows[first].indices.allSatisfy {
                groupOfState[rows[first][$0]] == groupOfState[rows[second][$0]]
            }
    }
}
