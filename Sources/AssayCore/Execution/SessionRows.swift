// SPDX-License-Identifier: Apache-2.0
import AssayPluginABI

/// A column that the session fills: members, elements, repeated and converted values.
final class GrowingColumn {
    // Used by one thread at a time, like everything of a session: no exclusivity checks.
    @exclusivity(unchecked) var values = GrowingBuffer<assay_value>(capacity: 16)
}

/// The rows of a space: which record each belongs to, and which can be judged.
final class SpaceRows {
    @exclusivity(unchecked) private(set) var count = 0
    /// Rows that can be judged, ascending; nil: all of them.
    @exclusivity(unchecked) private(set) var judgedRows: UnsafePointer<UInt32>?
    @exclusivity(unchecked) private(set) var judgedCount = 0
    /// For an element space: the row in the enclosing space, the index in its array, the record.
    @exclusivity(unchecked) private(set) var parents = GrowingBuffer<UInt32>(capacity: 16)
    @exclusivity(unchecked) private(set) var indexes = GrowingBuffer<UInt32>(capacity: 16)
    @exclusivity(unchecked) private(set) var records = GrowingBuffer<UInt32>(capacity: 16)
    @exclusivity(unchecked) private var judged = GrowingBuffer<UInt32>(capacity: 16)

    /// Records: all but the malformed ones are judged.
    func setRecords(count: Int, issues: [RecordIssue]) {
        self.count = count
        judgedRows = nil
        judgedCount = count
        guard issues.contains(where: { $0.kind == .malformed }) else { return }
        let malformed = Set(issues.lazy.filter { $0.kind == .malformed }.map(\.row))
        judged.reserve(count)
        judgedCount = 0
        for row in 0..<count where !malformed.contains(row) {
            judged.start[judgedCount] = UInt32(truncatingIfNeeded: row)
            judgedCount += 1
        }
        judgedRows = UnsafePointer(judged.start)
    }

    func clear() {
        count = 0
        judgedCount = 0
        judgedRows = nil
    }

    /// Adds the elements of one array; returns the row of the first.
    func append(elements: Int, parent: UInt32, record: UInt32) -> Int {
        let first = count
        count += elements
        judgedCount = count
        parents.reserve(count, keeping: first)
        indexes.reserve(count, keeping: first)
        records.reserve(count, keeping: first)
        for index in 0..<elements {
            parents.start[first + index] = parent
            indexes.start[first + index] = UInt32(truncatingIfNeeded: index)
            records.start[first + index] = record
        }
        return first
    }
}

/// Which rows of a validator failed; cleared only where it was written.
final class FailedRows {
    @exclusivity(unchecked) private var flags = GrowingBuffer<UInt8>(capacity: 16)
    @exclusivity(unchecked) private var count = 0

    /// A flag for each of `count` rows, kept from an earlier run over the same batch.
    func prepare(_ count: Int) -> UnsafeMutablePointer<UInt8> {
        if self.count != count {
            flags.fill(count, with: 0)
            self.count = count
        }
        return flags.start
    }

    func clear() {
        count = 0
    }

    /// Nil when the validator has not run over this batch.
    var current: UnsafePointer<UInt8>? { count > 0 ? UnsafePointer(flags.start) : nil }

    /// O(rows).
    var hasFailure: Bool { (0..<count).contains { flags.start[$0] != 0 } }
}

/// The rows that the rules of a validator are asked about, narrowed from rule to rule.
final class RowSelection {
    /// Rows for presence rules.
    @exclusivity(unchecked) private(set) var judged = UnsafePointer(
        UnsafeMutablePointer<UInt32>.allocate(capacity: 1))
    @exclusivity(unchecked) private(set) var judgedCount = 0
    /// Rows with a value.
    @exclusivity(unchecked) private(set) var present: UnsafePointer<UInt32>
    @exclusivity(unchecked) private(set) var presentCount = 0
    @exclusivity(unchecked) private(set) var presentIsDense = false
    @exclusivity(unchecked) private(set) var judgedIsDense = false
    /// A bit for each kind among the present values.
    @exclusivity(unchecked) var kinds: UInt32 = 0
    @exclusivity(unchecked) private var presentStorage = GrowingBuffer<UInt32>(capacity: 64)
    @exclusivity(unchecked) private var judgedStorage = GrowingBuffer<UInt32>(capacity: 64)
    /// A flag for each row of the space; all are 0 outside `remove`.
    @exclusivity(unchecked) private var marks = GrowingBuffer<UInt8>(capacity: 64)
    @exclusivity(unchecked) private var markCount = 0
    private let nothing: UnsafePointer<UInt32>

    init() {
        nothing = judged
        present = judged
    }

    deinit {
        nothing.deallocate()
    }

    /// Starts with the rows of a space that can be judged.
    ///
    /// `identity` holds 0, 1, 2 and so on, at least as many as the space has rows.
    func begin(
        column: UnsafePointer<assay_value>, space: SpaceRows, identity: UnsafePointer<UInt32>
    ) {
        judged = space.judgedRows ?? identity
        judgedIsDense = space.judgedRows == nil
        judgedCount = space.judgedCount
        if markCount < space.count {
            markCount = space.count
            marks.fill(markCount, with: 0)
        }
        findPresent(in: column)
    }

    /// Finds the rows with a value and their kinds; lists them only if some have none.
    private func findPresent(in column: UnsafePointer<assay_value>) {
        let seen = judgedIsDense ? kindsOfAll(in: column) : kindsOfJudged(in: column)
        let missing = ValueKinds.absent.rawValue | ValueKinds.null.rawValue
        kinds = seen & ~missing
        presentIsDense = judgedIsDense && seen & missing == 0
        if seen & missing == 0 {
            present = judged
            presentCount = judgedCount
        } else {
            listPresent(in: column)
        }
    }

    /// Most columns are of one kind, which the first pass finds out with no shift for each value.
    private func kindsOfAll(in column: UnsafePointer<assay_value>) -> UInt32 {
        guard judgedCount > 0 else { return 0 }
        let first = column[0].kind
        var differences: UInt32 = 0
        for row in 0..<judgedCount { differences |= column[row].kind ^ first }
        return differences == 0 ? 1 << (first & 31) : kindsOfJudged(in: column)
    }

    private func kindsOfJudged(in column: UnsafePointer<assay_value>) -> UInt32 {
        var seen: UInt32 = 0
        for index in 0..<judgedCount { seen |= 1 << (column[Int(judged[index])].kind & 31) }
        return seen
    }

    private func listPresent(in column: UnsafePointer<assay_value>) {
        presentStorage.reserve(judgedCount)
        let target = presentStorage.start
        var found = 0
        for index in 0..<judgedCount {
            let row = judged[index]
            target[found] = row
            found += column[Int(row)].kind > ASSAY_NULL ? 1 : 0
        }
        presentCount = found
        present = UnsafePointer(target)
    }

    /// Takes rows of the space out of the selection.
    ///
    /// - Parameters:
    ///   - rows: In any order.
    ///   - count: How many.
    ///   - isPresentOnly: No later rule judges absence, so that `judged` may stay as it is.
    func remove(_ rows: UnsafePointer<UInt32>, count: Int, isPresentOnly: Bool) {
        for index in 0..<count { marks.start[Int(rows[index])] = 1 }
        removeFlagged(UnsafePointer(marks.start), isPresentOnly: isPresentOnly)
        for index in 0..<count { marks.start[Int(rows[index])] = 0 }
    }

    /// Copies rows of the space but for those in `others`, which are in any order.
    ///
    /// - Returns: How many were copied.
    func copy(
        _ rows: UnsafePointer<UInt32>, count: Int, without others: UnsafePointer<UInt32>,
        count otherCount: Int, into target: UnsafeMutablePointer<UInt32>
    ) -> Int {
        for index in 0..<otherCount { marks.start[Int(others[index])] = 1 }
        defer { for index in 0..<otherCount { marks.start[Int(others[index])] = 0 } }
        return Self.unflagged(rows, count, UnsafePointer(marks.start), into: target)
    }

    /// Keeps the rows whose flag is 0.
    func removeFlagged(_ flags: UnsafePointer<UInt8>, isPresentOnly: Bool) {
        if !isPresentOnly {
            judgedStorage.reserve(judgedCount)
            judgedCount = Self.unflagged(judged, judgedCount, flags, into: judgedStorage.start)
            judged = UnsafePointer(judgedStorage.start)
            judgedIsDense = false
        }
        presentStorage.reserve(presentCount)
        presentCount = Self.unflagged(present, presentCount, flags, into: presentStorage.start)
        present = UnsafePointer(presentStorage.start)
        presentIsDense = false
    }

    private static func unflagged(
        _ rows: UnsafePointer<UInt32>, _ count: Int, _ flags: UnsafePointer<UInt8>,
        into target: UnsafeMutablePointer<UInt32>
    ) -> Int {
        var kept = 0
        for index in 0..<count {
            let row = rows[index]
            target[kept] = row
            kept += flags[Int(row)] == 0 ? 1 : 0
        }
        return kept
    }
}
