// SPDX-License-Identifier: Apache-2.0
import AssayPluginABI

/// Rows that a test does not prove to pass.
final class DoubtfulRows {
    @exclusivity(unchecked) private var storage = GrowingBuffer<UInt32>(capacity: 0)
    @exclusivity(unchecked) private var count = 0

    var rows: RowList { RowList(start: storage.start, count: count) }

    func clear() {
        count = 0
    }

    /// Adds some rows.
    func add(_ rows: UnsafePointer<UInt32>, count: Int) {
        storage.reserve(self.count + count, keeping: self.count)
        (storage.start + self.count).update(from: rows, count: count)
        self.count += count
    }

    /// Takes those of some rows that the test of fused rules does not prove to pass, and no others.
    func find(
        among rows: UnsafePointer<UInt32>, count: Int, in column: UnsafePointer<assay_value>,
        by fused: FusedRules
    ) {
        storage.reserve(count)
        self.count = fused.doubtfulRows(
            in: column, among: rows, count: count, into: storage.start)
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

    /// Tests the values of all records: some records at a time, since a record lies together in memory, or
    /// field by field where the records are wide, and are in no cache when their next field is tested.
    func testRecords(of batch: RecordBatch, isCached: Bool) {
        forgetDoubts()
        let tests = plan.recordTests(isText: batch.isText)
        guard isTested else {
            unfinishedRuns.update(repeating: 1)
            return
        }
        _ = unfinishedRuns.update(fromContentsOf: tests.unfinishedRuns)
        let rows = readableRows(of: spaces[0])
        if tests.subjects.count > Self.mostTestedTogether {
            for test in tests.subjects.indices {
                for start in stride(from: 0, to: rows.count, by: Self.fetchedTogether) {
                    self.test(
                        rows, from: start, atMost: Self.fetchedTogether, by: test, of: tests,
                        isCached: false)
                }
            }
            return
        }
        if !isCached { fetch(rows.start, count: min(Self.testedTogether, rows.count), of: batch) }
        for start in stride(from: 0, to: rows.count, by: Self.testedTogether) {
            for test in tests.subjects.indices {
                self.test(
                    rows, from: start, atMost: Self.testedTogether, by: test, of: tests,
                    isCached: isCached)
            }
        }
    }

    /// Tests some values of one field, and keeps the rows that the test does not prove to pass.
    @inline(__always)
    private func test(
        _ rows: RowList, from start: Int, atMost most: Int, by test: Int, of tests: RecordTests,
        isCached: Bool
    ) {
        let subject = tests.subjects[test]
        if let chosenValidators, !chosenValidators.contains(Int(subject.validator)) { return }
        let count = min(most, rows.count - start)
        let found = tests.doubtfulRows(
            of: test, in: columns.start[Int(subject.column)], among: rows.start + start,
            count: count, following: isCached ? 0 : min(count, rows.count - start - count),
            into: foundRows.start)
        if found > 0 { doubt(found, of: Int(subject.run)) }
    }

    private func forgetDoubts() {
        for run in doubtedRuns { doubts[run].clear() }
        doubtedRuns.removeAll(keepingCapacity: true)
    }

    /// Keeps the rows that the test of a run does not prove to pass.
    private func doubt(_ count: Int, of run: Int) {
        let doubts = doubts[run]
        if doubts.rows.count == 0 { doubtedRuns.append(run) }
        doubts.add(foundRows.start, count: count)
        unfinishedRuns[run] = 1
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
        doubts.find(
            among: rows.start, count: rows.count, in: columns.start[validator.column], by: fused)
        return doubts.rows
    }
}
