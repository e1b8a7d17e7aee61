// SPDX-License-Identifier: Apache-2.0
import AssayPluginABI
import CScans

/// Rows that a test does not prove to pass, ascending, and what it came to for each.
final class DoubtfulRows {
    @exclusivity(unchecked) private var storage = GrowingBuffer<UInt32>(capacity: 0)
    @exclusivity(unchecked) private(set) var outcomes = GrowingBuffer<UInt8>(capacity: 0)
    @exclusivity(unchecked) private var count = 0

    var rows: RowList { RowList(start: storage.start, count: count) }

    func clear() {
        count = 0
    }

    /// Adds the rows that `find` writes, with their outcomes.
    ///
    /// - Parameters:
    ///   - most: The maximum number of rows that `find` writes.
    ///   - find: Writes the rows and their outcomes, and returns the number of rows.
    /// - Returns: `true` if these are the first rows.
    @inline(__always)
    func add(
        atMost most: Int,
        by find: (UnsafeMutablePointer<UInt32>, UnsafeMutablePointer<UInt8>) -> Int
    ) -> Bool {
        let before = count
        storage.reserve(before &+ most, keeping: before)
        outcomes.reserve(before &+ most, keeping: before)
        count = before &+ find(storage.start + before, outcomes.start + before)
        return before == 0 && count > 0
    }

    /// Copies the rows that have some outcomes, a bit for each, to a place with room for all.
    func select(_ outcomes: UInt32, into place: UnsafeMutablePointer<UInt32>) -> RowList {
        let selected = assay_select_rows(
            storage.start, self.outcomes.start, count, outcomes, place)
        return RowList(start: place, count: selected)
    }

    /// Keeps the rows that have some outcomes, a bit for each.
    func keep(_ outcomes: UInt32) {
        count = select(outcomes, into: storage.start).count
    }

    /// Replaces the rows by those among `rows` that the test of fused rules does not prove to pass.
    func find(
        among rows: UnsafePointer<UInt32>, count: Int, in column: UnsafePointer<assay_value>,
        by fused: FusedRules
    ) {
        storage.reserve(count)
        outcomes.reserve(count)
        self.count = fused.doubtfulRows(
            in: column, among: rows, count: count, into: storage.start, outcomes.start)
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

    /// Tests the values of all records.
    ///
    /// Records are tested some at a time, because the values of a record are together in memory.
    /// Wide records are tested field by field: no cache has them when their next field is tested.
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
        } else {
            let count = Self.testedTogether
            if !isCached { fetch(rows.start, count: min(count, rows.count), of: batch) }
            for start in stride(from: 0, to: rows.count, by: count) {
                for test in tests.subjects.indices {
                    self.test(
                        rows, from: start, atMost: count, by: test, of: tests, isCached: isCached)
                }
            }
        }
        // In the order of the fields, which is nearly that of the report.
        doubtedTests.sort()
        for test in doubtedTests { settle(tests.subjects[test], in: tests) }
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
        // Once for some records: a reference that is counted would be a part of the cost.
        let doubts = Unmanaged.passUnretained(doubts[Int(subject.run)])
        let isFirst = doubts._withUnsafeGuaranteedRef { doubts in
            doubts.add(atMost: count) { found, outcomes in
                tests.doubtfulRows(
                    of: test, in: columns.start[Int(subject.column)], among: rows.start + start,
                    count: count, following: isCached ? 0 : min(count, rows.count - start - count),
                    into: found, outcomes)
            }
        }
        guard isFirst else { return }
        doubtedRuns.append(Int(subject.run))
        doubtedTests.append(test)
    }

    private func forgetDoubts() {
        for run in doubtedRuns { doubts[run].clear() }
        doubtedRuns.removeAll(keepingCapacity: true)
        doubtedTests.removeAll(keepingCapacity: true)
    }

    /// Records what is known of the rows that a test does not prove to pass, and leaves the others for the
    /// rules of its run.
    private func settle(_ subject: RecordTests.Subject, in tests: RecordTests) {
        let doubts = doubts[Int(subject.run)]
        let count = doubts.rows.count
        var outcomes: UInt32 = 0
        for index in 0..<count { outcomes |= 1 << UInt32(doubts.outcomes.start[index] & 31) }
        // A failure that a filter leaves out does not end its run.
        let sole = state.findings.filter == nil ? subject.soleOutcomes : 0
        var left = outcomes & ~sole
        outcomes &= sole
        narrowed.reserve(count)
        while outcomes != 0 {
            let outcome = UInt32(truncatingIfNeeded: outcomes.trailingZeroBitCount)
            outcomes &= outcomes &- 1
            guard let failure = tests.soleFailure(outcome, of: subject) else { continue }
            if failure.pointee.verdict != nil || failure.pointee.endsRun {
                settle(
                    doubts.select(1 << outcome, into: narrowed.start), by: failure, of: subject)
            } else if ask(failure, about: outcome, of: doubts, of: subject) {
                left |= 1 << ASSAY_TEST_UNCLEAR.rawValue
            }
        }
        if left != 0 {
            doubts.keep(left)
            unfinishedRuns[Int(subject.run)] = 1
        }
    }

    /// Records a sole failure for rows, which leaves nothing of their run to do.
    private func settle(
        _ rows: RowList, by failure: UnsafePointer<SoleFailure>, of subject: RecordTests.Subject
    ) {
        begin(failure, of: subject)
        if let verdict = failure.pointee.verdict {
            return state.findings.record(verdict, rows: rows)
        }
        let batch = RuleBatch(
            column: columns.start[Int(subject.column)],
            dependencies: UnsafePointer(dependencyColumns.start), dependencyCount: 0,
            rows: rows.start, rowCount: rows.count, isDense: false,
            execution: .passUnretained(state))
        failure.pointee.instance._withUnsafeGuaranteedRef { $0.evaluate(batch) }
    }

    /// Checks the rows that have an outcome with the rule of a sole failure, and marks rows that do
    /// not fail as unclear.
    ///
    /// - Returns: `true` if some rows are unclear.
    private func ask(
        _ failure: UnsafePointer<SoleFailure>, about outcome: UInt32, of doubts: DoubtfulRows,
        of subject: RecordTests.Subject
    ) -> Bool {
        let column = columns.start[Int(subject.column)]
        let rows = doubts.rows
        var leavesSome = false
        begin(failure, of: subject)
        for index in 0..<rows.count where UInt32(doubts.outcomes.start[index]) == outcome {
            let verdict = verdict(of: failure, on: column + rows[index])
            if verdict.isFail {
                _ = state.apply(verdict, to: rows[index])
            } else {
                state.explanation = nil
                doubts.outcomes.start[index] = UInt8(ASSAY_TEST_UNCLEAR.rawValue)
                leavesSome = true
            }
        }
        return leavesSome
    }

    @inline(__always)
    private func begin(
        _ failure: UnsafePointer<SoleFailure>, of subject: RecordTests.Subject
    ) {
        let validator = Int(subject.validator)
        state.findings.begin(
            validator: subject.validator, step: failure.pointee.step,
            policy: failure.pointee.policy,
            failedRows: plan.tracksFailures[validator]
                ? failures[validator].prepare(spaces[0].count) : nil)
    }

    /// Returns the verdict of the rule of a sole failure on a value.
    @inline(__always)
    func verdict(
        of failure: UnsafePointer<SoleFailure>, on value: UnsafePointer<assay_value>
    ) -> Verdict {
        if let verdict = failure.pointee.verdict { return verdict }
        let context = RuleContext(
            dependencies: UnsafePointer(dependencyColumns.start), dependencyCount: 0, row: 0,
            execution: .passUnretained(state))
        return failure.pointee.instance._withUnsafeGuaranteedRef {
            $0.check(FieldValue(unsafePointer: value), context)
        }
    }

    /// Has the processor fetch the first values of a batch that was not just written.
    func fetchValues(of batch: RecordBatch) {
        guard plan.fieldCount <= Self.mostTestedTogether else { return }
        let bytes = min(batch.count, Self.testedTogether) * MemoryLayout<assay_value>.stride
        for field in 0..<plan.fieldCount {
            let column = UnsafeRawPointer(batch.columns[field])
            for place in stride(from: 0, to: bytes, by: 64) { assay_fetch(column + place) }
        }
    }

    /// Has the processor fetch texts in the order of records: tests go by columns, and would wait for each text.
    private func fetch(_ rows: UnsafePointer<UInt32>, count: Int, of batch: RecordBatch) {
        for index in 0..<count {
            for field in 0..<plan.fieldCount {
                assay_fetch_text(batch.columns[field] + Int(rows[index]))
            }
        }
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
