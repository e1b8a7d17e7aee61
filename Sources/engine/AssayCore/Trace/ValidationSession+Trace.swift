// SPDX-License-Identifier: Apache-2.0
import AssayPluginABI

// One record with a recorder: the runs are those of every batch, each rule runs on a value at a time
// and the outcome is written down.
extension ValidationSession {
    /// Validates a record and records the outcome of every rule.
    ///
    /// It is slow, and made for people: the record is validated three times, once to measure the
    /// whole. A session that does not trace pays a comparison for each rule of a batch.
    ///
    /// - Parameter record: Owned values; a record from text is validated as what it is.
    /// - Returns: The findings and every rule, whether it ran or not.
    package func trace(_ record: ValidationRecord) -> ValidationTrace {
        let columns = RecordColumns(fields: plan.fields)
        let batch = columns.batch(of: [record], reporting: .init(plan))
        // The first time warms what the second time measures.
        validate(batch)
        let start = MonotonicClock.now()
        validate(batch)
        let end = MonotonicClock.now()
        let recorder = TraceRecorder()
        state.trace = recorder
        defer { state.trace = nil }
        let report = validate(batch)
        return ValidationTrace(
            report: report.reports().first ?? ValidationReport(),
            rules: recorder.rules.sorted { $0.place < $1.place }, nanoseconds: end &- start)
    }

    /// The rules that passed in a record, each with the value that it left for later ones: the typed
    /// value of a text.
    ///
    /// Slow, since each rule runs on one value at a time and is written down.
    ///
    /// - Parameter record: Owned values; a record from text is validated as what it is.
    /// - Returns: The rules in the order of the rule set.
    package func passedRules(of record: ValidationRecord) -> [TracedRule] {
        let columns = RecordColumns(fields: plan.fields)
        let recorder = TraceRecorder(isForProgram: true)
        state.trace = recorder
        defer { state.trace = nil }
        validate(columns.batch(of: [record], reporting: .init(plan)))
        return recorder.rules.filter { $0.outcome == .passed }.sorted { $0.place < $1.place }
    }

    /// A rule and a value that it may run on.
    private struct Subject {
        let step: CompiledStep
        let index: Int
        let validator: CompiledValidator
        let run: ScheduledRun
        let row: Int

        /// The place at which rules of the same run stop each other.
        var runPlace: TraceRecorder.Place {
            TraceRecorder.Place(
                validator: run.validator, isLate: run.isLate,
                isAsynchronous: run.isAsynchronous, row: row)
        }

        /// The place of the rules that ran before those of a late run.
        var earlierPlace: TraceRecorder.Place {
            TraceRecorder.Place(
                validator: run.validator, isLate: false, isAsynchronous: run.isAsynchronous,
                row: row)
        }

        var valuePlace: TraceRecorder.Place {
            TraceRecorder.Place(
                validator: run.validator, isLate: nil, isAsynchronous: false, row: row)
        }
    }

    /// Runs a rule on the rows of a batch of one record, in place of `run`.
    func trace(
        _ step: CompiledStep, at index: Int, of validator: CompiledValidator,
        in run: ScheduledRun, with recorder: TraceRecorder
    ) {
        let space = spaces[validator.space]
        recorder.hidesValues = validator.isSensitive && !recorder.isForProgram
        state.findings.begin(
            step: index, policy: step.policy(isText: state.isText), gathersRows: false)
        for position in 0..<space.readableCount {
            let row = space.readableRow(at: position)
            // A container of the right kind is what paths take for granted.
            if step.isImplied,
                !isWrongContainer(columns.start[validator.column] + row, by: step)
            {
                continue
            }
            let subject = Subject(
                step: step, index: index, validator: validator, run: run, row: row)
            trace(subject, with: recorder)
        }
    }

    private func trace(_ subject: Subject, with recorder: TraceRecorder) {
        let (step, row) = (subject.step, subject.row)
        _ = recorder.takeChecks()
        if let reason = skipReason(of: subject, recorder: recorder) {
            return note(.skipped(reason), of: subject, with: recorder)
        }
        let verdict: Verdict
        var nanoseconds: UInt64 = 0
        switch outcome(of: step.conditions, row: row) {
        case .met: (verdict, nanoseconds) = measure(subject, with: recorder)
        case .notMet(let place):
            let field = step.entry.conditions[place].path.description
            return note(.skipped(.condition(field: field)), of: subject, with: recorder)
        case .undecided: verdict = undecidedVerdict(of: step)
        }
        let effect = state.apply(verdict, to: row)
        let code = verdict.isFail ? step.rule.definition.code(at: verdict.code) : nil
        note(
            outcome(of: verdict, in: step), code: code, nanoseconds: nanoseconds, of: subject,
            with: recorder)
        let rule = "\(step.rule.expression)"
        if effect.stops { recorder.stop(at: subject.runPlace, by: rule) }
        if effect.withholds != 0 {
            recorder.withhold(effect.withholds, at: subject.runPlace, by: rule)
        }
        if effect.failsField { recorder.stop(at: subject.valuePlace, by: rule) }
        if effect.leavesUnread { recorder.leaveUnread(at: subject.valuePlace, by: rule) }
    }

    /// Runs a rule and measures its time.
    ///
    /// Tracing is off meanwhile, so that its cost is not measured. A rule with nested rules runs a
    /// second time, for their verdicts.
    private func measure(
        _ subject: Subject, with recorder: TraceRecorder
    ) -> (verdict: Verdict, nanoseconds: UInt64) {
        state.trace = nil
        let start = MonotonicClock.now()
        let verdict = check(subject)
        let end = MonotonicClock.now()
        state.trace = recorder
        let nanoseconds = max(1, end &- start)
        guard subject.step.rule.arguments.hasRules else { return (verdict, nanoseconds) }
        return (check(subject), nanoseconds)
    }

    private func outcome(of verdict: Verdict, in step: CompiledStep) -> TracedRule.Outcome {
        let outcome = TracedRule.Outcome(verdict)
        let reported = step.policy(isText: state.isText).effect(of: verdict).reported
        guard case .undecided(let reason) = outcome, reported != verdict else { return outcome }
        return .excused(reason, counts: step.entry.onFault)
    }

    /// Returns the reason a rule does not run on a value whatever its conditions are, or `nil`.
    private func skipReason(
        of subject: Subject, recorder: TraceRecorder
    ) -> TracedRule.SkipReason? {
        let step = subject.step
        let value = FieldValue(
            unsafePointer: columns.start[subject.validator.column] + subject.row)
        if case .skip = step.admission(isText: state.isText).decision(for: value) {
            return value.isAbsent ? .absent : .null
        }
        if let rule = recorder.stop(at: subject.runPlace) { return .stopped(by: rule) }
        if subject.run.isLate, let rule = recorder.stop(at: subject.earlierPlace) {
            return .stopped(by: rule)
        }
        if subject.run.skips & FailedRows.failed != 0,
            let rule = recorder.stop(at: subject.valuePlace)
        {
            return .stopped(by: rule)
        }
        if let rule = recorder.withholder(at: subject.runPlace, among: step.withheldBy) {
            return .stopped(by: rule)
        }
        if step.needsReading, let rule = recorder.unread(at: subject.valuePlace) {
            return .stopped(by: rule)
        }
        if isPartial,
            let field = unknownField(of: step, row: subject.row, of: subject.validator)
        {
            return .unknown(field: "\(field)")
        }
        return failedDependency(of: step, row: subject.row, in: subject.validator.space)
            .map { .dependency(field: plan.validators[$0].key) }
    }

    /// The verdict on one value, as `run` has it for all of a column.
    private func check(_ subject: Subject) -> Verdict {
        let (step, column) = (subject.step, subject.validator.column)
        let value = FieldValue(unsafePointer: columns.start[column] + subject.row)
        switch step.admission(isText: state.isText).decision(for: value) {
        case .skip: return .skip
        case .wrongKind: return .wrongKind
        case .convert:
            return step.rule.instance.reading(
                columns.start[column] + subject.row, storingIn: state.readValues)
        case .check:
            if !step.isImplied, let reason = state.limits?.reached { return .undecided(reason) }
            return check(
                step.rule.instance, column: column, row: subject.row,
                dependencyColumns: step.dependencyColumns)
        }
    }

    private func note(
        _ outcome: TracedRule.Outcome, code: RuleCode? = nil, nanoseconds: UInt64 = 0,
        of subject: Subject, with recorder: TraceRecorder
    ) {
        let (validator, step) = (subject.validator, subject.step)
        let value = FieldValue(unsafePointer: columns.start[validator.column] + subject.row)
        let isHidden = validator.isSensitive && !recorder.isForProgram
        let pointer = FindingReader(session: self, locates: false)
            .pointer(of: validator, row: subject.row)
        recorder.append(
            TracedRule(
                field: validator.key, pointer: pointer, rule: step.rule,
                value: isHidden ? .absent : Value(value),
                isSensitive: validator.isSensitive, isWarning: step.isWarning,
                outcome: outcome, code: code, nanoseconds: nanoseconds,
                checks: recorder.takeChecks(),
                place: (subject.run.validator, subject.row, subject.index)))
    }

    /// Writes down that the rules of a validator have no value to run on.
    func traceNothing(of run: ScheduledRun, with recorder: TraceRecorder) {
        let validator = plan.validators[run.validator]
        guard validator.space > 0 else { return }
        let guarding = plan.spaces[validator.space].guards.first { failures[$0].hasFailure }
        let reason: TracedRule.SkipReason =
            guarding.map { .array(field: plan.validators[$0].key) } ?? .noElements
        for index in run.steps where !validator.steps[index].isImplied {
            let step = validator.steps[index]
            recorder.append(
                TracedRule(
                    field: validator.key, pointer: "", rule: step.rule, value: .absent,
                    isSensitive: validator.isSensitive, isWarning: step.isWarning,
                    outcome: .skipped(reason), code: nil, nanoseconds: 0, checks: [],
                    place: (run.validator, 0, index)))
        }
    }
}
