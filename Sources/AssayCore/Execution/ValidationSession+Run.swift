// SPDX-License-Identifier: Apache-2.0
import AssayPluginABI

// How the rules of a validator run over its column.
extension ValidationSession {
    func run(_ run: ScheduledRun) {
        let validator = plan.validators[run.validator]
        open(space: validator.space)
        let space = spaces[validator.space]
        guard space.judgedCount > 0 else {
            if let recorder = state.trace { traceNothing(run, recorder) }
            return
        }
        state.findings.validator = UInt32(truncatingIfNeeded: run.validator)
        state.findings.beginValidator()
        state.findings.rootRows =
            validator.space == 0 ? nil : UnsafePointer(space.records.start)
        state.findings.failedRows =
            plan.tracksFailures[run.validator] ? failures[run.validator].prepare(space.count) : nil
        if isWide[validator.space] { makeColumns(for: run, of: validator) }
        defer { if !madeColumns.isEmpty { releaseColumns() } }
        selection.begin(
            column: columns.start[validator.column], space: space, identity: identity.start)
        if run.skipsFailed, let failed = failures[run.validator].current {
            selection.removeFlagged(
                failed, isPresentOnly: run.firstForPresent <= run.steps.lowerBound)
        }
        for index in run.steps where run.includes(validator.steps[index]) {
            if state.isTraced, let recorder = state.trace {
                trace(validator.steps[index], index, of: validator, run, recorder)
            } else if statistics == nil {
                self.run(validator.steps[index], index, of: validator, run)
            } else {
                measure(validator.steps[index], index, of: validator, run)
            }
        }
    }

    func run(
        _ step: CompiledStep, _ index: Int, of validator: CompiledValidator, _ run: ScheduledRun
    ) {
        let isLast = index + 1 == run.steps.upperBound
        let stops =
            !isLast
            && (validator.policy == .first || step.traits.contains(.guardsLaterRules))
        let judgesAbsence = step.traits.contains(.judgesAbsence)
        let unfit = selection.kinds & ~step.kinds != 0
        // A text that a rule was to read and has not read is none of the later rules' business.
        let reads = state.isText && step.traits.contains(.converts)
        state.findings.begin(
            step: index, isWarning: step.isWarning, onFault: step.entry.onFault, readsText: reads,
            gathersRows: stops || (reads && !isLast))
        var rows = judgesAbsence ? selection.judged : selection.present
        var count = judgesAbsence ? selection.judgedCount : selection.presentCount
        var isDense = judgesAbsence ? selection.judgedIsDense : selection.presentIsDense
        var undecidedCount = 0
        if !step.isPlain {
            (count, undecidedCount) = narrow(rows, count, for: step, of: validator)
            rows = UnsafePointer(narrowed.start)
            isDense = false
        }
        if step.searchesText, state.findings.tooLongCount > 0 {
            count = leaveOutTooLong(rows, count)
            rows = UnsafePointer(bounded.start)
            isDense = false
        }
        askedCount = count + undecidedCount
        state.findings.gathersRows = stops || (unfit && !isLast)
        if unfit {
            count = failUnfitKinds(rows, count, step, validator)
            rows = UnsafePointer(fitting.start)
            isDense = false
        }
        guard count > 0 || unfit || undecidedCount > 0 else { return }
        if reads {
            convert(rows, count, step, validator)
        } else {
            // Rows of a wrong kind are gathered for removal; failures of a rule that stops nothing
            // are not.
            if !stops { state.findings.gathersRows = false }
            state.findings.tooLongCode = step.tooLongCode
            evaluate(rows, count, isDense, step, validator)
            state.findings.tooLongCode = nil
        }
        let failed = state.findings.stepRowCount
        if failed > 0 {
            selection.remove(
                state.findings.stepRows.start, count: failed,
                isPresentOnly: index + 1 >= run.firstForPresent)
        }
        state.findings.gathersRows = false
    }

    private func evaluate(
        _ rows: UnsafePointer<UInt32>, _ count: Int, _ isDense: Bool, _ step: CompiledStep,
        _ validator: CompiledValidator
    ) {
        if state.hasLimits {
            evaluateInParts(rows, count, isDense, step, validator)
        } else {
            evaluatePart(rows, count, isDense, step, validator)
        }
    }

    func evaluatePart(
        _ rows: UnsafePointer<UInt32>, _ count: Int, _ isDense: Bool, _ step: CompiledStep,
        _ validator: CompiledValidator
    ) {
        let batch = RuleBatch(
            column: columns.start[validator.column],
            dependencies: dependencyPointers(step.dependencyColumns),
            dependencyCount: step.dependencyColumns.count, rows: rows, rowCount: count,
            isDense: isDense, execution: .passUnretained(state))
        step.instance._withUnsafeGuaranteedRef { $0.evaluate(batch) }
    }

    func dependencyPointers(
        _ dependencies: [Int]
    ) -> UnsafePointer<UnsafePointer<assay_value>> {
        dependencyColumns.reserve(max(1, dependencies.count))
        for (place, column) in dependencies.enumerated() {
            dependencyColumns.start[place] = columns.start[column]
        }
        return UnsafePointer(dependencyColumns.start)
    }

    /// Keeps the rows for which the named fields are valid and the conditions are met, and records
    /// those for which the conditions could not be decided.
    private func narrow(
        _ rows: UnsafePointer<UInt32>, _ count: Int, for step: CompiledStep,
        of validator: CompiledValidator
    ) -> (kept: Int, undecided: Int) {
        narrowed.reserve(count)
        var kept = 0
        var undecided = 0
        for index in 0..<count {
            let row = Int(rows[index])
            guard dependenciesAreValid(step, row, in: validator.space) else { continue }
            switch outcome(of: step.conditions, row) {
            case .met:
                narrowed.start[kept] = rows[index]
                kept += 1
            case .notMet: continue
            case .undecided:
                state.record(undecidedVerdict(of: step), row: row)
                undecided += 1
            }
        }
        return (kept, undecided)
    }

    private func dependenciesAreValid(_ step: CompiledStep, _ row: Int, in space: Int) -> Bool {
        failedDependency(step, row, in: space) == nil
    }

    /// The first validator that failed of those that a rule needs to have passed.
    func failedDependency(_ step: CompiledStep, _ row: Int, in space: Int) -> Int? {
        for required in step.requiredValidators {
            guard let failed = failures[required].current else { continue }
            let other = plan.validators[required].space
            if failed[self.row(row, of: space, in: other)] != 0 { return required }
        }
        return nil
    }

    /// Fails the rows whose value has a kind that the rule cannot judge and keeps the others.
    private func failUnfitKinds(
        _ rows: UnsafePointer<UInt32>, _ count: Int, _ step: CompiledStep,
        _ validator: CompiledValidator
    ) -> Int {
        fitting.reserve(count)
        let column = columns.start[validator.column]
        let accepted =
            step.kinds | ValueKinds.absent.rawValue | ValueKinds.null.rawValue
            | (state.isText && step.traits.contains(.converts) ? ValueKinds.string.rawValue : 0)
        var kept = 0
        for index in 0..<count {
            let row = Int(rows[index])
            if accepted & 1 << (column[row].kind & 31) != 0 {
                fitting.start[kept] = rows[index]
                kept += 1
            } else {
                state.record(.fail(Verdict.kindCode), row: row)
            }
        }
        return kept
    }

    /// Replaces texts by typed values in a column of the session's own.
    private func convert(
        _ rows: UnsafePointer<UInt32>, _ count: Int, _ step: CompiledStep,
        _ validator: CompiledValidator
    ) {
        let owned = own(validator)
        var kinds: UInt32 = 0
        for index in 0..<count {
            let row = Int(rows[index])
            let target = owned.values.start + row
            let result = step.instance._withUnsafeGuaranteedRef {
                $0.convert(FieldValue(unsafePointer: target))
            }
            switch result {
            case .typed(let value):
                target.pointee = value
                kinds |= 1 << (value.kind & 31)
            case .unchanged: kinds |= 1 << (target.pointee.kind & 31)
            case .failed(let verdict): state.record(verdict, row: row)
            }
        }
        selection.kinds = step.isPlain ? kinds : selection.kinds | kinds
    }

    /// Replaces one text by a typed value.
    func convert(_ row: Int, _ step: CompiledStep, _ validator: CompiledValidator) -> Verdict {
        let target = own(validator).values.start + row
        let result = step.instance._withUnsafeGuaranteedRef {
            $0.convert(FieldValue(unsafePointer: target))
        }
        switch result {
        case .typed(let value): target.pointee = value
        case .unchanged: break
        case .failed(let verdict): return verdict
        }
        return .pass
    }

    /// A copy of the validator's column that can be changed, in the place of the column.
    private func own(_ validator: CompiledValidator) -> GrowingColumn {
        let owned = ownedColumns[validator.column]
        let source = columns.start[validator.column]
        let total = spaces[validator.space].count
        if source != UnsafePointer(owned.values.start) {
            owned.values.reserve(total)
            owned.values.start.update(from: source, count: total)
            columns.start[validator.column] = UnsafePointer(owned.values.start)
        }
        return owned
    }
}
