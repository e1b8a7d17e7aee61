// SPDX-License-Identifier: Apache-2.0
import AssayPluginABI

/// The rows that the rules of a validator run on, narrowed from rule to rule.
final class RowSelection {
    /// Rows for rules that accept missing values.
    @exclusivity(unchecked) private(set) var all: RowList
    /// Rows with a value, for all other rules.
    @exclusivity(unchecked) private(set) var present: RowList
    /// A bit for each kind among the present values.
    @exclusivity(unchecked) var kinds: UInt32 = 0
    @exclusivity(unchecked) private var presentStorage = GrowingBuffer<UInt32>(capacity: 64)
    @exclusivity(unchecked) private var allStorage = GrowingBuffer<UInt32>(capacity: 64)
    /// A flag for each row of the space; all are 0 outside `remove`.
    @exclusivity(unchecked) private var flags = GrowingBuffer<UInt8>(capacity: 64)
    @exclusivity(unchecked) private var flagCount = 0
    private let nothing: UnsafeMutablePointer<UInt32>

    init() {
        nothing = .allocate(capacity: 1)
        all = RowList(start: nothing, count: 0, isDense: false)
        present = all
    }

    deinit {
        nothing.deallocate()
    }

    /// Leaves no row.
    func clear() {
        all = RowList(start: nothing, count: 0)
        present = all
    }

    /// Starts with rows of a space that has `rowCount` rows.
    func begin(column: UnsafePointer<assay_value>, rows: RowList, rowCount: Int) {
        assert(rows.count <= rowCount, "there are more rows than the space has")
        rows.checkInvariants(rowCount: rowCount)
        all = rows
        if flagCount < rowCount {
            flagCount = rowCount
            flags.fill(flagCount, with: 0)
        }
        findPresent(in: column)
    }

    /// Finds the rows with a value and their kinds; lists them only if some have none.
    private func findPresent(in column: UnsafePointer<assay_value>) {
        let seen = all.isDense ? kindsOfDense(column) : kindsOfAll(in: column)
        kinds = seen & ~RuleAdmission.missing
        if seen & RuleAdmission.missing == 0 {
            present = all
        } else {
            listPresent(in: column)
        }
    }

    /// Most columns are of one kind, which the first pass finds out with no shift for each value.
    private func kindsOfDense(_ column: UnsafePointer<assay_value>) -> UInt32 {
        guard all.count > 0 else { return 0 }
        let first = column[0].kind
        var differences: UInt32 = 0
        for row in 0..<all.count { differences |= column[row].kind ^ first }
        return differences == 0 ? 1 << (first & 31) : kindsOfAll(in: column)
    }

    private func kindsOfAll(in column: UnsafePointer<assay_value>) -> UInt32 {
        let rows = all
        var seen: UInt32 = 0
        for index in 0..<rows.count { seen |= 1 << (column[rows[index]].kind & 31) }
        return seen
    }

    private func listPresent(in column: UnsafePointer<assay_value>) {
        let rows = all
        presentStorage.reserve(rows.count)
        let target = presentStorage.start
        var found = 0
        for index in 0..<rows.count {
            let row = rows.start[index]
            target[found] = row
            found += column[Int(row)].kind > ASSAY_NULL ? 1 : 0
        }
        assert(found <= rows.count && presentStorage.capacity >= found)
        present = RowList(start: target, count: found, isDense: false)
    }

    /// Takes rows of the space, in any order, out of the selection.
    ///
    /// - Parameters:
    ///   - rows: The rows.
    ///   - isPresentOnly: No later rule accepts missing values, so that `all` may stay as it is.
    func remove(_ rows: RowList, isPresentOnly: Bool) {
        guard all.count > 0 else { return }
        assert(rows.count == 0 || flagCount > 0, "no run has begun")
        for index in 0..<rows.count {
            assert(rows[index] < flagCount, "the row is not of the space")
            assert(flags.start[rows[index]] == 0, "a row is removed twice")
            flags.start[rows[index]] = 1
        }
        removeFlagged(by: UnsafePointer(flags.start), mask: 1, isPresentOnly: isPresentOnly)
        for index in 0..<rows.count { flags.start[rows[index]] = 0 }
    }

    /// Keeps the rows without any of the flags in a mask.
    func removeFlagged(by flags: UnsafePointer<UInt8>, mask: UInt8, isPresentOnly: Bool) {
        if !isPresentOnly {
            allStorage.reserve(all.count)
            all = all.copy(without: flags, mask: mask, into: allStorage.start)
        }
        presentStorage.reserve(present.count)
        present = present.copy(without: flags, mask: mask, into: presentStorage.start)
        assert(isPresentOnly || present.count <= all.count, "more rows have a value than there are")
    }
}

/// Rows of a space.
struct RowList {
    let start: UnsafePointer<UInt32>
    var count: Int
    /// The rows are 0 to `count - 1`.
    var isDense = false

    subscript(index: Int) -> Int {
        assert(index >= 0 && index < count, "the list has no such row")
        return Int(start[index])
    }

    /// Checks the first and the last row; in a build for release, it does nothing.
    fileprivate func checkInvariants(rowCount: Int) {
        assert(count >= 0)
        assert(count == 0 || self[count - 1] < rowCount, "the last row is not of the space")
        assert(!isDense || count == 0 || self[0] == 0 && self[count - 1] == count - 1)
    }

    /// The rows without any of the flags in a mask, in a place that may be that of the rows.
    fileprivate func copy(
        without flags: UnsafePointer<UInt8>, mask: UInt8, into target: UnsafeMutablePointer<UInt32>
    ) -> RowList {
        var kept = 0
        for index in 0..<count {
            let row = start[index]
            target[kept] = row
            kept += flags[Int(row)] & mask == 0 ? 1 : 0
        }
        assert(kept <= count)
        return RowList(start: target, count: kept)
    }
}
