// SPDX-License-Identifier: Apache-2.0
import AssayPluginABI

/// Rows that a test does not prove to pass.
final class DoubtfulRows {
    @exclusivity(unchecked) private var storage = GrowingBuffer<UInt32>(capacity: 64)
    @exclusivity(unchecked) private var count = 0

    var rows: RowList { RowList(start: storage.start, count: count) }

    /// Forgets all rows, and makes room for some.
    func clear(capacity: Int) {
        storage.reserve(capacity)
        count = 0
    }

    /// Adds those of some rows that the test of fused rules does not prove to pass, while the processor
    /// fetches those that follow.
    @inline(__always)
    func add(
        _ rows: UnsafePointer<UInt32>, count: Int, following: Int = 0,
        in column: UnsafePointer<assay_value>, by fused: FusedRules
    ) {
        self.count += fused.doubtfulRows(
            in: column, among: rows, count: count, following: following,
            into: storage.start + self.count)
    }
}

// One look at each value, before any rule runs, for all fused rules of its field.
extension ValidationSession {
    /// The rows of a space that can be read.
    func readableRows(of space: SpaceRows) -> RowList {
        RowList(
            start: space.readableRows ?? UnsafePointer(identity.start),
            count: space.readableCount, isDense: space.readableRows == nil)
    }

    /// Tests the values of all records, some records at a time: a record lies together in memory.
    func testRecords(of batch: RecordBatch, isCached: Bool) {
        let tests = isTested ? plan.recordTests(isText: batch.isText) : []
        if isCached, tests.isEmpty { return }
        for test in tests { doubts[test.run].clear(capacity: batch.count) }
        let rows = readableRows(of: spaces[0])
        var start = 0
        while start < rows.count {
            let count = min(Self.testedTogether, rows.count - start)
            let following = isCached ? 0 : min(count, rows.count - start - count)
            if !isCached, start == 0 { fetch(rows.start, count: count, of: batch) }
            for test in tests {
                if let chosenValidators, !chosenValidators.contains(test.validator) { continue }
                let column = columns.start[test.column]
                doubts[test.run].add(
                    rows.start + start, count: count, following: following, in: column,
                    by: test.fused)
            }
            start += count
        }
    }

    /// Looks at the beginning of every text in the order of records, which the processor fetches ahead:
    /// tests go by columns, and would wait for each text.
    private func fetch(_ rows: UnsafePointer<UInt32>, count: Int, of batch: RecordBatch) {
        var seen: UInt8 = 0
        for index in 0..<count {
            for field in 0..<plan.fieldCount {
                let value = batch.columns[field] + Int(rows[index])
                if value.pointee.kind == ASSAY_STR, value.pointee.len > 0 {
                    seen |= value.pointee.as.ptr[0]
                }
            }
        }
        fetchedBits = seen
    }

    /// The rows that the test of fused rules does not prove to pass.
    func doubtfulRows(
        of fused: FusedRules, in validator: CompiledValidator, _ doubts: DoubtfulRows
    ) -> RowList {
        guard validator.space > 0 else { return doubts.rows }
        let rows = readableRows(of: spaces[validator.space])
        doubts.clear(capacity: rows.count)
        doubts.add(
            rows.start, count: rows.count, in: columns.start[validator.column], by: fused)
        return doubts.rows
    }
}
