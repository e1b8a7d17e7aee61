// SPDX-License-Identifier: Apache-2.0
import AssayPluginABI

// One record at a time: the same verdicts as a batch of one, without its set-up.
extension ValidationSession {
    /// Validates one record of a batch, as if it were alone.
    ///
    /// - Returns: A view of this session's buffers, valid until its next call; rows are those of
    ///   the batch.
    @inlinable @inline(__always) @discardableResult
    public func validate(_ batch: RecordBatch, row: Int) -> BatchReport {
        // Inlined, so that a caller who looks at the report and drops it retains no session for it.
        BatchReport(session: self, judge(batch, row: row))
    }

    @usableFromInline
    func judge(_ batch: RecordBatch, row: Int) -> FindingsView {
        if let single, !batch.isText, batch.issues.isEmpty, state.limits == nil,
            statistics == nil
        {
            single._withUnsafeGuaranteedRef { validate(batch, row: row, $0) }
        } else {
            validateGenerally(batch, row: row)
        }
        return findingsView
    }

    private func validate(_ batch: RecordBatch, row: Int, _ single: SingleRecordPlan) {
        if self.batch !== batch { self.batch = batch }
        rowOffset = row
        rowCount = 1
        state.begin(isText: false)
        state.findings.beginSingle(limit: plan.maximumViolations)
        dependencyColumns.reserve(single.maximumDependencies)
        if hasFailedValidators {
            failedValidators.update(repeating: 0)
            hasFailedValidators = false
        }
        let values = RecordValues(columns: batch.columns, row: row)
        readKinds(of: values)
        for index in 0..<single.runCount { run(single.runs + index, single, values) }
        if state.findings.count > 1 { state.findings.sort() }
    }

    /// The values of one record.
    struct RecordValues {
        let columns: UnsafePointer<UnsafePointer<assay_value>>
        let row: Int

        subscript(field: Int32) -> UnsafePointer<assay_value> { columns[Int(field)] + row }
    }

    /// Reads the kinds of all values: what is not in the cache is fetched at once rather than one
    /// after the other, each behind the rules of the field before.
    @inline(__always)
    private func readKinds(of values: RecordValues) {
        for field in 0..<plan.fieldCount {
            kinds[field] = values[Int32(truncatingIfNeeded: field)].pointee.kind
        }
    }

    private func validateGenerally(_ batch: RecordBatch, row: Int) {
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
        validate(one)
        rowOffset = row
    }

    // Runs and steps are read through pointers, a field when it is needed: copies would fill the
    // registers that the calls of the rules need.

    @inline(__always)
    private func run(
        _ run: UnsafePointer<SingleRecordPlan.Run>, _ single: SingleRecordPlan,
        _ values: RecordValues
    ) {
        if run.pointee.endsWhenFailed, failedValidators[Int(run.pointee.validator)] != 0 { return }
        let value = values[run.pointee.field]
        let kind = kinds[Int(run.pointee.field)]
        if run.pointee.space == 0 { return ask(run, single, value, kind, element: 0, values) }
        guard kind == ASSAY_ARRAY, let items = value.pointee.as.items,
            noneFailed(run.pointee.guards, single)
        else { return }
        for element in 0..<Int(value.pointee.len) {
            ask(run, single, items + element, items[element].kind, element: element, values)
        }
    }

    /// True if none of these validators failed.
    private func noneFailed(_ places: Range<Int32>, _ single: SingleRecordPlan) -> Bool {
        for place in places where failedValidators[Int(single.numbers[Int(place)])] != 0 {
            return false
        }
        return true
    }

    /// Asks the rules of a run about one value.
    private func ask(
        _ run: UnsafePointer<SingleRecordPlan.Run>, _ single: SingleRecordPlan,
        _ value: UnsafePointer<assay_value>, _ kind: UInt32, element: Int,
        _ values: RecordValues
    ) {
        let isMissing = kind <= ASSAY_NULL
        var isTooLong = false
        let bit: UInt32 = 1 << (kind & 31)
        var step = single.steps + Int(run.pointee.steps.lowerBound)
        let end = single.steps + Int(run.pointee.steps.upperBound)
        while step < end {
            defer { step += 1 }
            if isMissing {
                guard step.pointee.judgesAbsence else { continue }
            } else if step.pointee.kinds & bit == 0 {
                record(.fail(Verdict.kindCode), run, step, element: element, values)
                return
            }
            if isTooLong, step.pointee.searchesText { continue }
            var dependencyCount = 0
            if step.pointee.namesFields {
                guard noneFailed(step.pointee.required, single) else { continue }
                dependencyCount = gatherDependencies(of: step, single, values)
            }
            let context = RuleContext(
                dependencies: UnsafePointer(dependencyColumns.start),
                dependencyCount: dependencyCount, row: 0, execution: .passUnretained(state))
            let verdict = step.pointee.instance._withUnsafeGuaranteedRef {
                $0.check(FieldValue(unsafePointer: value), context)
            }
            if verdict.isPass || verdict.isSkip { continue }
            let counts = record(verdict, run, step, element: element, values)
            if counts, step.pointee.stops { return }
            if verdict.isFail, verdict.code == step.pointee.tooLongCode {
                isTooLong = state.findings.isSelected(verdict)
            }
        }
    }

    /// Puts the columns of the fields that a rule names in their place; returns how many.
    private func gatherDependencies(
        of step: UnsafePointer<SingleRecordPlan.Step>, _ single: SingleRecordPlan,
        _ values: RecordValues
    ) -> Int {
        for (place, number) in step.pointee.dependencies.enumerated() {
            dependencyColumns.start[place] = values[single.numbers[Int(number)]]
        }
        return step.pointee.dependencies.count
    }

    /// Records a verdict that is not a pass; false if the policy for faults lets it pass.
    @inline(never) @discardableResult
    private func record(
        _ verdict: Verdict, _ run: UnsafePointer<SingleRecordPlan.Run>,
        _ step: UnsafePointer<SingleRecordPlan.Step>, element: Int, _ values: RecordValues
    ) -> Bool {
        let run = run.pointee
        let step = step.pointee
        state.findings.begin(
            step: Int(step.index), isWarning: step.isWarning, onFault: step.onFault,
            gathersRows: true)
        state.findings.validator = UInt32(truncatingIfNeeded: run.validator)
        state.findings.failedRows = nil
        state.findings.rootRows = nil
        if run.space > 0 {
            openElements(run, values[run.field])
            state.findings.rootRows = UnsafePointer(spaces[Int(run.space)].records.start)
        }
        state.record(verdict, row: element)
        let counts = state.findings.stepRowCount > 0
        if counts, !step.isWarning || verdict.isUndecided {
            failedValidators[Int(run.validator)] = 1
            hasFailedValidators = true
        }
        return counts
    }

    /// Makes the rows of an element space, which reading the finding needs.
    private func openElements(
        _ run: SingleRecordPlan.Run, _ array: UnsafePointer<assay_value>
    ) {
        guard let items = array.pointee.as.items else { return }
        let space = spaces[Int(run.space)]
        space.clear()
        _ = space.append(elements: Int(array.pointee.len), parent: 0, record: 0)
        columns.start[Int(run.column)] = items
    }
}
