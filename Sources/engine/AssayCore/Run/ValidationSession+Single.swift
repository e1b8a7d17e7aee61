// SPDX-License-Identifier: Apache-2.0
import AssayPluginABI
import CScans

// One record at a time: the same verdicts as a batch of one, without its set-up.
extension ValidationSession {
    /// Validates one record of a batch, as if it were alone.
    ///
    /// - Returns: A view of this session's buffers, valid until its next call; rows are those of
    ///   the batch.
    @inlinable @inline(__always) @discardableResult
    @_spi(Engine)
    public func validate(_ batch: RecordBatch, row: Int) -> BatchReport {
        // Inlined, so that a caller that reads the report and drops it retains no session for it.
        BatchReport(session: self, findings(of: batch, row: row))
    }

    @usableFromInline
    func findings(of batch: RecordBatch, row: Int) -> FindingsView {
        if let single, !batch.isText, batch.issues.isEmpty, !state.hasLimits,
            statistics == nil
        {
            single._withUnsafeGuaranteedRef { validate(row, of: batch, with: $0) }
        } else {
            validateGenerally(row, of: batch)
        }
        return findingsView
    }

    private func validate(_ row: Int, of batch: RecordBatch, with single: SingleRecordPlan) {
        if self.batch !== batch { self.batch = batch }
        if chosenValidators != nil { chosenValidators = nil }
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
        let count = single.testRecord(
            single.tests, single.runCount, values.start, row, batch.count - row - 1,
            unfinishedSingleRuns.baseAddress)
        // The findings of a run are in order, and so are most runs.
        var isOrdered = true
        let isFiltered = state.findings.filter != nil
        var lastValidator: Int32 = -1
        for index in 0..<count {
            let failed = unfinishedSingleRuns[index]
            let run = single.runs + Int(failed.test)
            if run.pointee.validator <= lastValidator { isOrdered = false }
            lastValidator = run.pointee.validator
            if !run.pointee.isOrdered { isOrdered = false }
            // A failure that a filter leaves out does not end its run.
            let place =
                isFiltered
                ? nil : SoleFailures.place(of: failed.outcome, among: run.pointee.soleOutcomes)
            if let place {
                settle(Int(run.pointee.firstFailure) + place, of: run, in: single, on: values)
            } else {
                self.run(run, of: single, on: values)
            }
        }
        if hasWrongContainers {
            hasWrongContainers = false
            for index in single.runCount..<single.runCount + single.containerCount {
                run(single.runs + index, of: single, on: values)
            }
        }
        if !isOrdered { state.findings.sort() }
    }

    /// The values of one record.
    struct RecordValues {
        let columns: UnsafePointer<UnsafePointer<assay_value>>
        let row: Int

        subscript(field: Int32) -> UnsafePointer<assay_value> { columns[Int(field)] + row }

        /// The columns as C has them, where any pointer could be null.
        var start: UnsafePointer<UnsafePointer<assay_value>?> {
            UnsafeRawPointer(columns).assumingMemoryBound(to: UnsafePointer<assay_value>?.self)
        }
    }

    private func validateGenerally(_ row: Int, of batch: RecordBatch) {
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

    /// Records what is known of a value that a test does not prove to pass: one of the sole failures.
    @inline(__always)
    private func settle(
        _ number: Int, of run: UnsafePointer<SingleRecordPlan.Run>, in single: SingleRecordPlan,
        on values: RecordValues
    ) {
        let failure = single.soleFailures + number
        // Most have an error of which all is known.
        if failure.pointee.verdict != nil, failure.pointee.policy.failsField,
            state.findings.recordSingle(single.findings[number])
        {
            return fail(
                run, failure.pointee.policy.effect(ofFailure: .fail()), element: Finding.noElement)
        }
        ask(failure, of: run, in: single, on: values)
    }

    /// Records a sole failure whose verdict is known, or checks the value with its rule.
    ///
    /// If the rule does not fail the value, the rules of the run are run, unless the failure ends
    /// the run.
    @inline(never)
    private func ask(
        _ failure: UnsafePointer<SoleFailure>, of run: UnsafePointer<SingleRecordPlan.Run>,
        in single: SingleRecordPlan, on values: RecordValues
    ) {
        let verdict = verdict(of: failure, on: values[run.pointee.field])
        if !verdict.isFail, !failure.pointee.endsRun {
            state.explanation = nil
            return self.run(run, of: single, on: values)
        }
        _ = record(
            verdict, step: failure.pointee.step, policy: failure.pointee.policy, of: run,
            element: Finding.noElement)
    }

    private func run(
        _ run: UnsafePointer<SingleRecordPlan.Run>, of single: SingleRecordPlan,
        on values: RecordValues
    ) {
        if failedValidators[Int(run.pointee.validator)] & run.pointee.skips != 0 { return }
        let value = values[run.pointee.field]
        let isOfElements = run.pointee.space != 0
        var (start, count) = (value, 1)
        if isOfElements {
            guard value.pointee.kind == ASSAY_ARRAY, let items = value.pointee.as.items,
                noneFailed(of: run.pointee.guards, flags: .max, in: single)
            else {
                if ContainerKind.array.isWrong(value.pointee, isText: false) {
                    hasWrongContainers = true
                }
                return
            }
            (start, count) = (UnsafePointer(items), Int(value.pointee.len))
        }
        // A value that has failed the test of the whole run is not tested again.
        let isTested = !isOfElements && run.pointee.isTestedWhole
        for index in 0..<count {
            check(
                start + index, isTested: isTested,
                element: isOfElements ? UInt32(truncatingIfNeeded: index) : Finding.noElement,
                of: values, by: run, of: single)
        }
    }

    /// Returns `true` if none of these validators has one of the flags of failures.
    private func noneFailed(
        of places: Range<Int32>, flags: UInt8, in single: SingleRecordPlan
    ) -> Bool {
        for place in places where failedValidators[Int(single.numbers[Int(place)])] & flags != 0 {
            return false
        }
        return true
    }

    /// Runs the rules of a run on one value: the element of an array with an index, or not with
    /// `Finding.noElement`.
    @inline(__always)
    private func check(
        _ value: UnsafePointer<assay_value>, isTested: Bool, element: UInt32,
        of values: RecordValues, by run: UnsafePointer<SingleRecordPlan.Run>,
        of single: SingleRecordPlan
    ) {
        let kind = value.pointee.kind
        var range = run.pointee.steps
        if !isTested, let test = run.pointee.test, test.proves(value) {
            range = run.pointee.unproved
            if range.isEmpty { return }
        }
        var withheld: UInt32 = 0
        var isUnread = false
        var step = single.steps + Int(range.lowerBound)
        let end = single.steps + Int(range.upperBound)
        while step < end {
            defer { step += 1 }
            let isAccepted = step.pointee.admission.accepts(kind)
            if !isAccepted, RuleAdmission.isMissing(kind) { continue }
            if withheld & step.pointee.withheldBy != 0 { continue }
            if step.pointee.needsReading, isUnread || leavesUnread(run) { continue }
            var dependencyCount = 0
            if step.pointee.namesFields {
                guard
                    noneFailed(
                        of: step.pointee.required, flags: step.pointee.withholdingFlags, in: single)
                else { continue }
                dependencyCount = gatherDependencies(of: step, in: single, from: values)
            }
            var verdict = Verdict.wrongKind
            if isAccepted {
                let context = RuleContext(
                    dependencies: UnsafePointer(dependencyColumns.start),
                    dependencyCount: dependencyCount, row: 0, execution: .passUnretained(state))
                verdict = step.pointee.instance._withUnsafeGuaranteedRef {
                    $0.check(FieldValue(unsafePointer: value), context)
                }
                if verdict.isPass || verdict.isSkip { continue }
            }
            if element != Finding.noElement {
                openElements(of: values[run.pointee.field], in: run)
            }
            let effect = record(
                verdict, step: UInt32(truncatingIfNeeded: step.pointee.index),
                policy: step.pointee.policy, of: run, element: element)
            if effect.stops { return }
            if effect.leavesUnread { isUnread = true }
            withheld |= effect.withholds
        }
    }

    /// Puts the columns of the fields that a rule names in their place; returns how many.
    private func gatherDependencies(
        of step: UnsafePointer<SingleRecordPlan.Step>, in single: SingleRecordPlan,
        from values: RecordValues
    ) -> Int {
        for (place, number) in step.pointee.dependencies.enumerated() {
            dependencyColumns.start[place] = values[single.numbers[Int(number)]]
        }
        return step.pointee.dependencies.count
    }

    /// Records what a verdict does, about an element or, with `Finding.noElement`, about the field.
    @inline(__always)
    private func record(
        _ verdict: Verdict, step: UInt32, policy: VerdictPolicy,
        of run: UnsafePointer<SingleRecordPlan.Run>, element: UInt32
    ) -> VerdictEffect {
        if verdict.isFail, policy.failsField, state.explanation == nil {
            let finding = Finding(
                row: 0, element: element,
                validator: UInt32(truncatingIfNeeded: run.pointee.validator), step: step,
                verdict: verdict.bits, detail: -1)
            if state.findings.recordSingle(finding) {
                let effect = policy.effect(ofFailure: verdict)
                fail(run, effect, element: element)
                return effect
            }
        }
        return recordGenerally(verdict, step: step, policy: policy, of: run, element: element)
    }

    @inline(never)
    private func recordGenerally(
        _ verdict: Verdict, step: UInt32, policy: VerdictPolicy,
        of run: UnsafePointer<SingleRecordPlan.Run>, element: UInt32
    ) -> VerdictEffect {
        state.findings.begin(
            validator: UInt32(truncatingIfNeeded: run.pointee.validator), step: step,
            policy: policy)
        let isOfElement = element != Finding.noElement
        if isOfElement {
            state.findings.rootRows = UnsafePointer(
                spaces[Int(run.pointee.space)].records.start)
        }
        let effect = state.apply(verdict, to: isOfElement ? Int(element) : 0)
        if effect.failsField { fail(run, effect, element: element) }
        return effect
    }

    @inline(__always)
    private func fail(
        _ run: UnsafePointer<SingleRecordPlan.Run>, _ effect: VerdictEffect, element: UInt32
    ) {
        var flags = run.pointee.failureFlag
        // The other flags are about one value.
        if element == Finding.noElement {
            if effect.stops { flags |= FailedRows.stopped }
            if effect.leavesUnread { flags |= FailedRows.unread }
        }
        failedValidators[Int(run.pointee.validator)] |= flags
        hasFailedValidators = true
    }

    /// Returns `true` if an earlier run of the same validator could not read the text of the field.
    private func leavesUnread(_ run: UnsafePointer<SingleRecordPlan.Run>) -> Bool {
        run.pointee.space == 0
            && failedValidators[Int(run.pointee.validator)] & FailedRows.unread != 0
    }

    /// Makes the rows of an element space, which reading the finding needs.
    private func openElements(
        of array: UnsafePointer<assay_value>, in run: UnsafePointer<SingleRecordPlan.Run>
    ) {
        guard let items = array.pointee.as.items else { return }
        spaces[Int(run.pointee.space)].setElements(count: Int(array.pointee.len))
        columns.start[Int(run.pointee.column)] = items
    }
}
