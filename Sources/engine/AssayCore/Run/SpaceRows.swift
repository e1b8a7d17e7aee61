// SPDX-License-Identifier: Apache-2.0

/// The rows of a space: which record each belongs to, and which can be read.
final class SpaceRows {
    @exclusivity(unchecked) private(set) var count = 0
    /// The rows of records that can be read, in ascending order, or `nil` if all rows can be read.
    @exclusivity(unchecked) private(set) var readableRows: UnsafePointer<UInt32>?
    @exclusivity(unchecked) private(set) var readableCount = 0
    /// The row of the enclosing space for each row of an element space; `indexes` has the index in
    /// the array, and `records` the record.
    @exclusivity(unchecked) private(set) var parents = GrowingBuffer<UInt32>(capacity: 16)
    @exclusivity(unchecked) private(set) var indexes = GrowingBuffer<UInt32>(capacity: 16)
    @exclusivity(unchecked) private(set) var records = GrowingBuffer<UInt32>(capacity: 16)
    @exclusivity(unchecked) private var readable = GrowingBuffer<UInt32>(capacity: 16)
    /// The number of leading rows that are set for one array of the first record.
    @exclusivity(unchecked) private var singleCount = 0

    /// Sets the rows of records, of which the malformed ones cannot be read.
    func setRecords(count: Int, issues: [RecordIssue]) {
        assert(count >= 0)
        assert(issues.allSatisfy { $0.row < count }, "an issue is of no record of the batch")
        self.count = count
        readableRows = nil
        readableCount = count
        guard issues.contains(where: { $0.kind == .malformed }) else { return }
        let malformed = Set(issues.lazy.filter { $0.kind == .malformed }.map(\.row))
        readable.reserve(count)
        readableCount = 0
        for row in 0..<count where !malformed.contains(row) {
            readable.start[readableCount] = UInt32(truncatingIfNeeded: row)
            readableCount += 1
        }
        assert(readableCount <= count)
        readableRows = UnsafePointer(readable.start)
    }

    /// The row at a position among those that can be read.
    func readableRow(at position: Int) -> Int {
        assert(position >= 0 && position < readableCount)
        return readableRows.map { Int($0[position]) } ?? position
    }

    func clear() {
        count = 0
        readableCount = 0
        readableRows = nil
    }

    /// Adds the elements of one array; returns the row of the first.
    func append(elements: Int, parent: UInt32, record: UInt32) -> Int {
        assert(elements >= 0)
        assert(readableRows == nil, "the rows are those of records")
        let first = count
        singleCount = 0
        reserve(first + elements, keeping: first)
        set(first..<first + elements, firstIndex: 0, parent: parent, record: record)
        return first
    }

    /// Replaces the rows by those of one array of the first record.
    ///
    /// This takes O(1) if the rows of an array of at least this length are still set.
    func setElements(count: Int) {
        assert(count >= 0)
        assert(singleCount <= parents.capacity)
        if count > singleCount {
            reserve(count, keeping: singleCount)
            set(singleCount..<count, firstIndex: singleCount, parent: 0, record: 0)
            singleCount = count
        }
        readableRows = nil
        self.count = count
        readableCount = count
    }

    private func reserve(_ count: Int, keeping kept: Int) {
        parents.reserve(count, keeping: kept)
        indexes.reserve(count, keeping: kept)
        records.reserve(count, keeping: kept)
    }

    private func set(_ rows: Range<Int>, firstIndex: Int, parent: UInt32, record: UInt32) {
        assert(rows.upperBound <= parents.capacity && rows.upperBound <= indexes.capacity)
        assert(rows.upperBound <= records.capacity)
        count = rows.upperBound
        readableCount = count
        for (index, row) in zip(firstIndex..., rows) {
            parents.start[row] = parent
            indexes.start[row] = UInt32(truncatingIfNeeded: index)
            records.start[row] = record
        }
    }
}

/// Flags for the rows of a validator that failed.
///
/// A row's flags say when it failed: rules that name other fields look only at failures of rules
/// that name none, so that the order of the fields decides nothing.
///
/// `clear` does not write to the flags: the next `prepare` resets them.
final class FailedRows {
    /// A rule failed that names no field with a validator.
    static let failed: UInt8 = 1
    /// A rule failed that names such a field.
    static let failedLate: UInt8 = 2
    /// A rule failed that stops the other rules of the validator.
    static let stopped: UInt8 = 4
    /// A rule failed that reads the value's text for comparisons.
    static let unread: UInt8 = 8

    @exclusivity(unchecked) private var flags = GrowingBuffer<UInt8>(capacity: 0)
    @exclusivity(unchecked) private var count = 0

    /// Returns a flag for each of `count` rows; after an earlier run over the same batch, the flags
    /// are kept.
    func prepare(_ count: Int) -> UnsafeMutablePointer<UInt8> {
        assert(count >= 0)
        if self.count != count {
            flags.fill(count, with: 0)
            self.count = count
        }
        return flags.start
    }

    func clear() {
        count = 0
    }

    /// The flags, or `nil` if the validator has not run over this batch.
    var current: UnsafePointer<UInt8>? { count > 0 ? UnsafePointer(flags.start) : nil }

    /// The rows with a flag, ascending; O(rows).
    var failedRows: [Int] { (0..<count).filter { flags.start[$0] != 0 } }

    /// `true` if a row has a flag; O(rows).
    var hasFailure: Bool { (0..<count).contains { flags.start[$0] != 0 } }
}
