// SPDX-License-Identifier: Apache-2.0

/// An observer of the calls of one rule of a plugin, which is told on the thread of each call when it begins and
/// when it has returned.
package protocol PluginCallWatch: Sendable {
    /// A function of the rule is about to be called.
    ///
    /// - Parameters:
    ///   - first: The number of the first record that it checks, from 1 on, or 0 if the numbers are not known.
    ///   - last: The number of the last one.
    func enter(first: UInt64, last: UInt64)

    /// The function has returned.
    func leave()
}

extension ExecutionState {
    /// Returns the numbers of the records of rows that are checked together, or zeros if they are not known.
    ///
    /// - Parameters:
    ///   - first: The first row of the space of the current validator.
    ///   - last: The last one.
    /// - Returns: The numbers of the first and the last record.
    func records(from first: UInt32, to last: UInt32) -> (first: UInt64, last: UInt64) {
        guard let before = recordsBefore else { return (0, 0) }
        let start = UInt64(before) + 1
        guard let records = findings.rootRows else {
            return (start + UInt64(first), start + UInt64(last))
        }
        return (start + UInt64(records[Int(first)]), start + UInt64(records[Int(last)]))
    }

    /// Returns the numbers of the records of the batch in which a row is checked alone.
    ///
    /// The row of an element, or of a condition, is not that of its record.
    func records(of row: Int) -> (first: UInt64, last: UInt64) {
        guard let before = recordsBefore else { return (0, 0) }
        let start = UInt64(before) + 1
        guard findings.rootRows == nil else { return (start, UInt64(before + max(1, recordCount))) }
        return (start + UInt64(row), start + UInt64(row))
    }
}
