// SPDX-License-Identifier: Apache-2.0
import AssayPluginABI

// One record with somebody looking: the runs are those of every batch, each rule is asked about a
// value at a time and what becomes of it is written down.
extension ValidationSession {
    /// Validates a record and says what became of every rule.
    ///
    /// Slow: for people. The record is validated three times, once to measure the whole. A session that does not trace pays a comparison for each rule of a batch.
    ///
    /// - Parameter record: Owned values; a record from text is validated as what it is.
    /// - Returns: The findings and every rule, asked or not.
    public func trace(_ record: Record) -> ValidationTrace {
        let columns = RecordColumns(fields: plan.fields)
        let batch = columns.batch([record], .init(plan))
        // The first time warms what the second time measures.
        validate(batch)
        let start = TraceRecorder.now()
        validate(batch)
        let end = TraceRecorder.now()
        let recorder = TraceRecorder()
        state.trace = recorder
        defer { state.trace = nil }
        let report = validate(batch)
        return ValidationTrace(
            report: report.reports().first ?? ValidationReport(),
            rules: recorder.rules.sorted { $0.place < $1.place }, nanoseconds: end &- start)
    }

    /// A value that a rule is asked about.
    private struct Subject {
        let step: CompiledStep
        let index: Int
        let validator: CompiledValidator
        let run: ScheduledRun

        /// Under `first` all rules stop each other, else those that run together; rules that wait are
        /// stopped by all others.
        func place(_ row: Int) -> TraceRecorder.Place {
            run.isAsynchronous
                ? waitingPlace(row)
                : TraceRecorder.Place(
                    validator: run.validator,
                    part: validator.policy == .first ? 0 : run.steps.lowerBound, row: row)
        }

        func waitingPlace(_ row: Int) -> TraceRecorder.Place {
            TraceRecorder.Place(validator: run.validator, part: -1, row: row)
        }
    }

    /// Asks a rule about the rows of a batch of one record, in place of `run`.
    func trace(
        _ step: CompiledStep, _ index: Int, of validator: CompiledValidator, _ run: ScheduledRun,
        _ recorder: TraceRecorder
    ) {
        let subject = Subject(step: step, index: index, validator: validator, run: run)
        let space = spaces[validator.space]
        recorder.hidesValues = validator.isSensitive
        state.findings.begin(
            step: index, isWarning: step.isWarning, onFault: step.entry.onFault,
            readsText: state.isText && step.traits.contains(.converts), gathersRows: true)
        for position in 0..<space.judgedCount {
            let row = space.judgedRows.map { Int($0[position]) } ?? position
            trace(subject, row, recorder)
        }
        state.findings.gathersRows = false
    }

    private func trace(_ subject: Subject, _ row: Int, _ recorder: TraceRecorder) {
        _ = recorder.takeChecks()
        if let reason = skipReason(subject, row, recorder) {
            return note(.skipped(reason), nil, subject, row, 0, recorder)
        }
        let verdict: Verdict
        var nanoseconds: UInt64 = 0
        switch outcome(of: subject.step.conditions, row) {
        case .met: (verdict, nanoseconds) = measure(subject, row, recorder)
        case .notMet(let place):
            let field = subject.step.entry.conditions[place].path.description
            return note(.skipped(.condition(field: field)), nil, subject, row, 0, recorder)
        case .undecided: verdict = undecidedVerdict(of: subject.step)
        }
        let before = state.findings.stepRowCount
        state.record(verdict, row: row)
        let counts = state.findings.stepRowCount > before
        let code = verdict.isFail ? subject.step.rule.definition.code(at: verdict.code) : nil
        note(outcome(verdict, subject.step), code, subject, row, nanoseconds, recorder)
        let stops =
            subject.validator.policy == .first || verdict.isKind
            || subject.step.traits.contains(.guardsLaterRules)
            || (state.isText && subject.step.traits.contains(.converts))
        let rule = "\(subject.step.rule.expression)"
        if counts, stops { recorder.stop(at: subject.place(row), by: rule) }
        if verdict.isFail, verdict.code == subject.step.tooLongCode,
            state.findings.isSelected(verdict)
        {
            recorder.bound(at: subject.place(row), by: rule)
        }
        if counts, !subject.step.isWarning || verdict.isUndecided {
            recorder.stop(at: subject.waitingPlace(row), by: rule)
        }
    }

    /// Asks a rule, and one that asks others a second time for what they say: the first time nobody
    /// looks, so that nobody's looking is measured.
    private func measure(
        _ subject: Subject, _ row: Int, _ recorder: TraceRecorder
    ) -> (verdict: Verdict, nanoseconds: UInt64) {
        state.trace = nil
        let start = TraceRecorder.now()
        let verdict = ask(subject, row)
        let end = TraceRecorder.now()
        state.trace = recorder
        let nanoseconds = max(1, end &- start)
        guard subject.step.rule.arguments.hasRules else { return (verdict, nanoseconds) }
        return (ask(subject, row), nanoseconds)
    }

    private func outcome(_ verdict: Verdict, _ step: CompiledStep) -> TracedRule.Outcome {
        guard case .undecided(let reason) = TracedRule.Outcome(verdict),
            step.entry.onFault != .fault, reason != .deferred, !countsAsFault(step)
        else { return TracedRule.Outcome(verdict) }
        return .excused(reason, counts: step.entry.onFault)
    }

    /// A text that was not read is a fault even as a warning; see `FindingBuffer.record`.
    private func countsAsFault(_ step: CompiledStep) -> Bool {
        state.isText && step.traits.contains(.converts) && step.isWarning
            && step.entry.onFault == .fail
    }

    /// Why a rule is not asked about a row, whatever its conditions say, or nil.
    private func skipReason(
        _ subject: Subject, _ row: Int, _ recorder: TraceRecorder
    ) -> TracedRule.SkipReason? {
        let step = subject.step
        let value = FieldValue(unsafePointer: columns.start[subject.validator.column] + row)
        if value.isAbsentOrNull, !step.traits.contains(.judgesAbsence) {
            return value.isAbsent ? .absent : .null
        }
        if let rule = recorder.stop(at: subject.place(row)) {
            return .behind(rule: rule)
        }
        if step.searchesText, let rule = recorder.bound(at: subject.place(row)) {
            return .behind(rule: rule)
        }
        return failedDependency(step, row, in: subject.validator.space)
            .map { .dependency(field: plan.validators[$0].key) }
    }

    /// What `run` finds out about a row: a kind that does not fit, a text that is no value, or the
    /// rule's own verdict.
    private func ask(_ subject: Subject, _ row: Int) -> Verdict {
        let step = subject.step
        let column = subject.validator.column
        let value = FieldValue(unsafePointer: columns.start[column] + row)
        let converts = state.isText && step.traits.contains(.converts)
        let accepted =
            step.kinds | ValueKinds.absent.rawValue | ValueKinds.null.rawValue
            | (converts ? ValueKinds.string.rawValue : 0)
        guard accepted & 1 << (columns.start[column][row].kind & 31) != 0 else {
            return .fail(Verdict.kindCode)
        }
        if let reason = state.limits?.reached { return .undecided(reason) }
        if converts { return convert(row, step, subject.validator) }
        let context = RuleContext(
            dependencies: dependencyPointers(step.dependencyColumns),
            dependencyCount: step.dependencyColumns.count, row: row,
            execution: .passUnretained(state))
        return step.instance._withUnsafeGuaranteedRef { $0.check(value, context) }
    }

    private func note(
        _ outcome: TracedRule.Outcome, _ code: RuleCode?, _ subject: Subject, _ row: Int,
        _ nanoseconds: UInt64, _ recorder: TraceRecorder
    ) {
        let validator = subject.validator
        let value = FieldValue(unsafePointer: columns.start[validator.column] + row)
        let pointer = FindingReader(session: self, locates: false).pointer(of: validator, row: row)
        recorder.append(
            TracedRule(
                field: validator.key, pointer: pointer,
                rule: subject.step.rule, value: validator.isSensitive ? .absent : Value(value),
                isSensitive: validator.isSensitive, isWarning: subject.step.isWarning,
                outcome: outcome, code: code, nanoseconds: nanoseconds,
                checks: recorder.takeChecks(), place: (subject.run.validator, row, subject.index)))
    }

    /// Writes down that a validator has nothing to judge.
    func traceNothing(_ run: ScheduledRun, _ recorder: TraceRecorder) {
        let validator = plan.validators[run.validator]
        guard validator.space > 0 else { return }
        let guarding = plan.spaces[validator.space].guards.first { failures[$0].hasFailure }
        let reason: TracedRule.SkipReason =
            guarding.map { .array(field: plan.validators[$0].key) } ?? .noElements
        for index in run.steps where run.includes(validator.steps[index]) {
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

extension Verdict {
    /// The value's kind is none that the rule can judge.
    fileprivate var isKind: Bool { isFail && code == Verdict.kindCode }
}
