// SPDX-License-Identifier: Apache-2.0

extension TransitionTable {
    /// Larger automata are left as they are: the time grows with the square of the states.
    private static let mostStatesToMinimize = 40

    /// Merges states that no continuation tells apart; `dead` and `matched` keep their numbers.
    func minimized() -> TransitionTable {
        guard rows.count <= Self.mostStatesToMinimize else { return self }
        var group = rows.indices.map { isAccepting[$0] ? 1 : 0 }
        var count = 2
        while true {
            let refined = refine(group)
            guard refined.count > count else { return merged(by: refined.group) }
            (group, count) = refined
        }
    }

    /// Splits groups by the groups that their states lead to.
    private func refine(_ group: [Int]) -> (group: [Int], count: Int) {
        var numbers: [[Int]: Int] = [:]
        // States are numbered in order, so that `dead` stays 0 and `matched` 1.
        let refined = rows.indices.map { state in
            let signature = [group[state]] + rows[state].map { group[$0] }
            let number = numbers[signature] ?? numbers.count
            numbers[signature] = number
            return number
        }
        return (refined, numbers.count)
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
