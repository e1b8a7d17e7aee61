// SPDX-License-Identifier: Apache-2.0
import AssayPluginABI

// One record at a time: the same verdicts as a batch of one, without its set-up.
extension ValidationSession {
    /// Validates one record of a batch, as if it were alone.
    ///
    /// - Returns: A view of this session's buffers, valid until its next call; rows are those of
    ///   the batch.
    @discardableResult
    public func validate(_ batch: RecordBatch, row: Int) -> BatchReport {
        guard let single = plan.single, !batch.isText, batch.issues.isEmpty else {
            return validateGenerally(batch, row: row)
        }
        if self.batch !== batch { self.batch = batch }
        rowOffset = row
        state.isText = false
        state.findings.beginSingle(limit: plan.maximumViolations)
        dependencyColumns.reserve(single.maximumDependencies)
        failedValidators.update(repeating: 0)
        let values = RecordValues(columns: batch.columns, row: row)
        for index in 0..<single.runs.count { run(single.runs[index], single, values) }
        if state.findings.count > 1 { state.findings.sort() }
        return BatchReport(session: self)
    }

    /// The values of one record.
    struct RecordValues {
        let columns: UnsafePointer<UnsafePointer<assay_value>>
        let row: Int

        subscript(field: Int) -> UnsafePointer<assay_value> { columns[field] + row }
    }

    private func validateGenerally(_ batch: RecordBatch, row: Int) -> BatchReport {
        shiftedColumns.reserve(max(1, plan.fields.count))
        for field in 0..<plan.fields.count {
            shiftedColumns.start[field] = batch.columns[field] + row
        }
        let issues = batch.issues.filter { $0.row == row }.map { issue in
            var issue = issue
            issue.row = 0
            return issue
        }
        let one = RecordBatch(
            count: 1, columns: UnsafePointer(shiftedColumns.start), isText: batch.isText,
            issues: issues, locator: batch.locator)
        let report = validate(one)
        rowOffset = row
        return report
    }

    @inline(__always)
    private func run(
        _ run: SingleRecordPlan.Run, _ single: SingleRecordPlan, _ values: RecordValues
    ) {
        if run.endsWhenFailed, failedValidators[run.validator] != 0 { return }
        let value = values[run.field]
        if run.space == 0 { return ask(run, single, value, element: 0, values) }
        guard value.pointee.kind == ASSAY_ARRAY, let items = value.pointee.as.items,
            noneFailed(run.guards, single)
        else { return }
        for element in 0..<Int(value.pointee.len) {
            ask(run, single, items + element, element: element, values)
        }
    }

    /// True if none of these validators failed.
    private func noneFailed(_ places: Range<Int>, _ single: SingleRecordPlan) -> Bool {
        for place in places where failedValidators[single.numbers[place]] != 0 { return false }
        return true
    }

    /// Asks the rules of a run about one value.
    @inline(__always)
    private func ask(
        _ run: SingleRecordPlan.Run, _ single: SingleRecordPlan,
        _ value: UnsafePointer<assay_value>, element: Int, _ values: RecordValues
    ) {
        let kind = value.pointee.kind
        let isMissing = kind <= ASSAY_NULL
        for index in run.steps {
            let step = single.steps[index]
            if isMissing, !step.judgesAbsence { continue }
            if !isMissing, step.kinds & 1 << (kind & 31) == 0 {
                record(.fail(Verdict.kindCode), run, step, element: element, values)
                return
            }
            if !step.required.isEmpty, !noneFailed(step.required, single) { continue }
            let verdict = check(value, step, single, values)
            if verdict.isPass || verdict.isSkip { continue }
            let counts = record(verdict, run, step, element: element, values)
            if counts, step.stops { return }
        }
    }

    @inline(__always)
    private func check(
        _ value: UnsafePointer<assay_value>, _ step: SingleRecordPlan.Step,
        _ single: SingleRecordPlan, _ values: RecordValues
    ) -> Verdict {
        for (place, number) in step.dependencies.enumerated() {
            dependencyColumns.start[place] = values[single.numbers[number]]
        }
        let context = RuleContext(
            dependencies: UnsafePointer(dependencyColumns.start),
            dependencyCount: step.dependencies.count, row: 0, execution: .passUnretained(state))
        return step.instance._withUnsafeGuaranteedRef {
            $0.check(FieldValue(unsafePointer: value), context)
        }
    }

    /// Records a verdict that is not a pass; false if the policy for faults lets it pass.
    @discardableResult
    private func record(
        _ verdict: Verdict, _ run: SingleRecordPlan.Run, _ step: SingleRecordPlan.Step,
        element: Int, _ values: RecordValues
    ) -> Bool {
        state.findings.begin(
            step: step.index, isWarning: step.isWarning, onFault: step.onFault, gathersRows: true)
        state.findings.validator = UInt16(truncatingIfNeeded: run.validator)
        state.findings.failedRows = nil
        state.findings.rootRows = nil
        if run.space > 0 {
            openElements(run, values[run.field])
            state.findings.rootRows = UnsafePointer(spaces[run.space].records.start)
        }
        state.record(verdict, row: element)
        let counts = state.findings.stepRowCount > 0
        if counts, !step.isWarning || verdict.isUndecided { failedValidators[run.validator] = 1 }
        return counts
    }

    /// Makes the rows of an element space, which reading the finding needs.
    private func openElements(
        _ run: SingleRecordPlan.Run, _ array: UnsafePointer<assay_value>
    ) {
        guard let items = array.pointee.as.items else { return }
        spaces[run.space].clear()
        _ = spaces[run.space].append(elements: Int(array.pointee.len), parent: 0, record: 0)
        columns.start[run.column] = items
    }
}
