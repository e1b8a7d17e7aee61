// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// One row: the value that is checked, and those of the fields that the arguments name.
struct TrialRow {
    let value: Value
    let others: [Value]
}

/// The rows of a batch: some rows again and again, so that a large batch has few different ones.
struct Rows {
    private let cycle: [TrialRow]
    private let offset: Int
    let count: Int

    /// - Parameters:
    ///   - cycle: At least one row, unless `count` is 0.
    ///   - offset: The row of the cycle that comes first.
    ///   - count: The number of rows, or `nil` for each row of the cycle once.
    init(_ cycle: [TrialRow], offset: Int = 0, count: Int? = nil) {
        self.cycle = cycle
        self.offset = offset
        self.count = cycle.isEmpty ? 0 : count ?? cycle.count
    }

    subscript(_ row: Int) -> TrialRow { cycle[cycleIndex(row)] }

    /// The number of different rows.
    var cycleCount: Int { cycle.count }

    /// Returns the index of a row among the different rows.
    func cycleIndex(_ row: Int) -> Int { (row + offset) % cycle.count }

    var different: [TrialRow] { cycle }

    func slice(_ range: Range<Int>) -> Rows {
        Rows(cycle, offset: offset + range.lowerBound, count: range.count)
    }
}

extension TrialRule {
    /// A row for each value that the host would run this rule on.
    func rows(of values: [Value], for instance: TrialInstance) -> [TrialRow] {
        let others = ValueCorpus.kinds + ValueCorpus.ordinary
        return values.filter(runs(on:)).enumerated().map { index, value in
            TrialRow(
                value: value,
                others: (1..<max(1, instance.columnCount)).map {
                    others[(index * 7 + $0 * 3) % others.count]
                })
        }
    }
}
