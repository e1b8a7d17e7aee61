// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayPluginABI

/// Tables of the lists that values are looked up in, for the validation in work.
///
/// A list gets its table when it is looked into again: the elements of one field are looked up in the
/// same list, while the lists of different records are looked into once.
final class ListScratch {
    private static let key = ScratchKey { ListScratch() }

    // Used by one thread at a time, so that its parts need no exclusivity checks.
    @exclusivity(unchecked) private var round: UInt64 = 0
    @exclusivity(unchecked) private var tables: [UnsafePointer<assay_value>: ValueTable?] = [:]

    /// True if an element of `list` equals `value`.
    static func contains(
        _ value: FieldValue, in list: FieldValue, of context: RuleContext
    ) -> Bool {
        context.scratch(key)._withUnsafeGuaranteedRef {
            $0.contains(value, in: list, round: context.round)
        }
    }

    /// `round` is the validation in work: what was borrowed in others is gone.
    private func contains(_ value: FieldValue, in list: FieldValue, round: UInt64) -> Bool {
        guard let items = list.unsafePointer.pointee.as.items else { return false }
        let count = list.count
        guard count > ValueTable.searched else {
            return ValueTable.search(items, count: count, for: value)
        }
        if round != self.round {
            self.round = round
            if !tables.isEmpty { tables.removeAll(keepingCapacity: tables.count <= 64) }
        }
        guard let known = tables[items] else {
            tables[items] = .some(nil)
            return ValueTable.search(items, count: count, for: value)
        }
        if let known { return known.contains(value) }
        let table = ValueTable(items, count: count)
        tables[items] = table
        return table.contains(value)
    }
}
