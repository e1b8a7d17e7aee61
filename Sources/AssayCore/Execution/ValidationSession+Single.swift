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
        self.batch = batch
        rowOffset = row
        state.isText = false
        state.findings.beginSingle(limit: plan.maximumViolations)
        failedValidators.fill(plan.validators.count, with: 0)
        for index in 0..<single.runs.count { run(single.runs[index], single, batch, row) }
        state.findings.sort()
        return BatchReport(session: self)
    }

    private func validateGenerally(_ batch: RecordBatch, row: Int) -> BatchReport {
        shiftedColumns.reserve(max(1, plan.fields.count))
        for field in 0..<plan.fields.count {
            shiftedColumns.start[field] = batch.columns[field] + row
        }
        var one = batch
        one.count = 1
        one.columns = UnsafePointer(shiftedColumns.start)
        one.issues = batch.issues.filter { $0.row == row }.map { issue in
            var issue = issue
            issue.row = 0
            return issue
        }
        let report = validate(one)
        rowOffset = row
        return report
    }

    private func run(
        _ run: SingleRecordPlan.Run, _ single: SingleRecordPlan, _ batch: RecordBatch, _ row: Int
    ) {
        if run.continues, run.stopsAtFirst, failedValidators.start[run.validator] != 0 { return }
        let value = batch.columns[run.field] + row
        if run.space == 0 {
            ask(run, single, value, row: 0, batch, row)
            return
        }
        guard value.pointee.kind == ASSAY_ARRAY, let items = value.pointee.as.items,
            elementsAreAllowed(run.space)
        else { return }
        for element in 0..<Int(value.pointee.len) {
            ask(run, single, items + element, row: element, batch, row)
        }
    }

    private func elementsAreAllowed(_ space: Int) -> Bool {
        for index in 0..<plan.spaces[space].guards.count
        where failedValidators.start[plan.spaces[space].guards[index]] != 0 {
            return false
        }
        return true
    }

    /// Asks the rules of a run about one value; `row` is the value's row in its space.
    @inline(__always)
    private func ask(
        _ run: SingleRecordPlan.Run, _ single: SingleRecordPlan,
        _ value: UnsafePointer<assay_value>, row: Int, _ batch: RecordBatch, _ recordRow: Int
    ) {
        let kind = value.pointee.kind
        let isMissing = kind <= ASSAY_NULL
        for index in run.firstStep..<run.firstStep + run.stepCount {
            let step = single.steps[index]
            if isMissing, !step.judgesAbsence { continue }
            let verdict: Verdict
            if !isMissing, step.kinds & 1 << (kind & 31) == 0 {
                verdict = .fail(Verdict.kindCode)
            } else {
                if !step.isPlain, !dependenciesAreValid(run, step) { continue }
                verdict = check(value, step, run, batch, recordRow)
            }
            if verdict.isPass || verdict.isSkip { continue }
            if record(verdict, run, step, row: row, batch, recordRow), step.stops { return }
            if verdict.bits == Verdict.fail(Verdict.kindCode).bits { return }
        }
    }

    @inline(__always)
    private func check(
        _ value: UnsafePointer<assay_value>, _ step: SingleRecordPlan.Step,
        _ run: SingleRecordPlan.Run, _ batch: RecordBatch, _ recordRow: Int
    ) -> Verdict {
        if step.dependencyCount > 0 {
            setDependencies(of: plan.validators[run.validator].steps[step.index], batch, recordRow)
        }
        let context = RuleContext(
            dependencies: UnsafePointer(dependencyColumns.start),
            dependencyCount: step.dependencyCount, row: 0, execution: .passUnretained(state))
        return step.instance._withUnsafeGuaranteedRef {
            $0.check(FieldValue(unsafePointer: value), context)
        }
    }

    private func setDependencies(of step: CompiledStep, _ batch: RecordBatch, _ row: Int) {
        dependencyColumns.reserve(step.dependencyColumns.count)
        for (place, column) in step.dependencyColumns.enumerated() {
            guard case .field(let field) = plan.columns[column] else { continue }
            dependencyColumns.start[place] = batch.columns[field] + row
        }
    }

    private func dependenciesAreValid(
        _ run: SingleRecordPlan.Run, _ step: SingleRecordPlan.Step
    ) -> Bool {
        plan.validators[run.validator].steps[step.index].requiredValidators
            .allSatisfy { failedValidators.start[$0] == 0 }
    }

    /// Records a verdict that is not a pass; false if the policy for faults lets it pass.
    private func record(
        _ verdict: Verdict, _ run: SingleRecordPlan.Run, _ step: SingleRecordPlan.Step, row: Int,
        _ batch: RecordBatch, _ recordRow: Int
    ) -> Bool {
        let entry = plan.validators[run.validator].steps[step.index]
        state.findings.begin(step: step.index, of: entry, gathersRows: true)
        state.findings.validator = UInt16(truncatingIfNeeded: run.validator)
        state.findings.failedRows = nil
        state.findings.rootRows = nil
        if run.space > 0 {
            openElements(run, batch, recordRow)
            state.findings.rootRows = UnsafePointer(spaces[run.space].records.start)
        }
        state.record(verdict, row: row)
        let counts = state.findings.stepRowCount > 0
        if counts, !entry.isWarning || verdict.isUndecided {
            failedValidators.start[run.validator] = 1
        }
        return counts
    }

    /// Makes the rows of an element space, which reading the finding needs.
    private func openElements(_ run: SingleRecordPlan.Run, _ batch: RecordBatch, _ recordRow: Int) {
        let array = batch.columns[run.field][recordRow]
        guard let items = array.as.items else { return }
        let count = Int(array.len)
        spaces[run.space].clear()
        _ = spaces[run.space].append(elements: count, parent: 0, record: 0)
        columns.start[plan.validators[run.validator].column] = items
    }
}
