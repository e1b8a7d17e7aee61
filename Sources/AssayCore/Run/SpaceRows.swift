// SPDX-License-Identifier: Apache-2.0

/// The rows of a space: which record each belongs to, and which can be read.
final class SpaceRows {
    @exclusivity(unchecked) private(set) var count = 0
    /// Rows of records that can be read, ascending; nil: all of them.
    @exclusivity(unchecked) private(set) var readableRows: UnsafePointer<UInt32>?
    @exclusivity(unchecked) private(set) var readableCount = 0
    /// For an element space: the row in the enclosing space, the index in its array, the record.
    @exclusivity(unchecked) private(set) var parents = GrowingBuffer<UInt32>(capacity: 16)
    @exclusivity(unchecked) private(set) var indexes = GrowingBuffer<UInt32>(capacity: 16)
    @exclusivity(unchecked) private(set) var records = GrowingBuffer<UInt32>(capacity: 16)
    @exclusivity(unchecked) private var readable = GrowingBuffer<UInt32>(capacity: 16)

    /// Sets the rows of records, of which the malformed ones cannot be read.
    func setRecords(count: Int, issues: [RecordIssue]) {
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
        readableRows = UnsafePointer(readable.start)
    }

    /// The row at a position among those that can be read.
    func readableRow(at position: Int) -> Int {
        readableRows.map { Int($0[position]) } ?? position
    }

    func clear() {
        count = 0
        readableCount = 0
        readableRows = nil
    }

    /// Adds the elements of one array; returns the row of the first.
    func append(elements: Int, parent: UInt32, record: UInt32) -> Int {
        let first = count
        count += elements
        readableCount = count
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
    @exclusivity(unchecked) private var flags = GrowingBuffer<UInt8>(capacity: 0)
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

    /// The rows with a flag, ascending; O(rows).
    var failedRows: [Int] { (0..<count).filter { flags.start[$0] != 0 } }

    /// O(rows).
    var hasFailure: Bool { (0..<count).contains { flags.start[$0] != 0 } }
}
