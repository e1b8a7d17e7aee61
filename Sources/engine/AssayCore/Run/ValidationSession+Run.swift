// SPDX-License-Identifier: Apache-2.0
import AssayPluginABI

// How the rules of a validator run over its column.
extension ValidationSession {
    /// Runs the rules of a run.
    ///
    /// - Parameters:
    ///   - run: The run.
    ///   - fused: The rules of the run that run only on values that their test does not prove to
    ///     pass.
    ///   - doubts: The rows that the test found among records, or storage for the rows that it
    ///     finds among elements.
    func run(
        _ run: ScheduledRun, fused: Unmanaged<FusedRules>? = nil, doubts: DoubtfulRows? = nil
    ) {
        let validator = run.compiled
        open(space: validator.space)
        let space = spaces[validator.space]
        guard space.readableCount > 0 else {
            if let recorder = state.trace { traceNothing(of: run, with: recorder) }
            return
        }
        state.findings.validator = UInt32(truncatingIfNeeded: run.validator)
        state.findings.beginValidator(
            rowCount: space.count, withheldRules: validator.withheldRules)
        state.findings.rootRows =
            validator.space == 0 ? nil : UnsafePointer(space.records.start)
        state.findings.failedRows =
            plan.tracksFailures[run.validator] ? failures[run.validator].prepare(space.count) : nil
        state.findings.failureFlag = run.isLate ? FailedRows.failedLate : FailedRows.failed
        if isWide[validator.space] { makeColumns(for: run, of: validator) }
        defer { if !madeColumns.isEmpty { releaseColumns() } }
        guard selectRows(of: run, fused, doubts) else { return }
        for (place, index) in run.steps.enumerated() {
            validator.stepReferences[index]._withUnsafeGuaranteedRef { step in
                let isFused = fused?._withUnsafeGuaranteedRef { $0.includes(index) } ?? false
                selection = .passUnretained(isFused ? doubtfulRows : everyRow)
                if state.isTraced, let recorder = state.trace {
                    trace(step, at: index, of: validator, in: run, with: recorder)
                } else if statistics == nil {
                    self.run(step, at: place, of: validator, in: run)
                } else {
                    measure(step, at: place, of: validator, in: run)
                }
            }
        }
    }

    /// Finds the rows of the rules, and returns `false` if there are none.
    private func selectRows(
        of run: ScheduledRun, _ fused: Unmanaged<FusedRules>?, _ doubts: DoubtfulRows?
    ) -> Bool {
        let validator = run.compiled
        let space = spaces[validator.space]
        if let fused, let doubts {
            let rows = fused._withUnsafeGuaranteedRef {
                doubtfulRows(of: $0, in: validator, doubts)
            }
            if rows.count > 0 { readDoubtful(rows, of: validator) }
        }
        let column = columns.start[validator.column]
        if let fused, let doubts {
            let rows = doubts.rows
            doubtfulRows.begin(column: column, rows: rows, rowCount: space.count)
            everyRow.clear()
            if fused._withUnsafeGuaranteedRef(\.coversAll) { return rows.count > 0 }
        } else {
            doubtfulRows.clear()
        }
        everyRow.begin(column: column, rows: readableRows(of: space), rowCount: space.count)
        if run.skips != 0, let failed = failures[run.validator].current {
            everyRow.removeFlagged(
                by: failed, mask: run.skips, isPresentOnly: run.firstForPresent == 0)
        }
        return true
    }

    /// Runs a rule, given by its place among the rules of the run.
    func run(
        _ step: CompiledStep, at place: Int, of validator: CompiledValidator, in run: ScheduledRun
    ) {
        let admission = step.admission(isText: state.isText)
        state.findings.begin(
            step: run.steps[place], policy: step.policy(isText: state.isText),
            gathersRows: place + 1 < run.steps.count)
        var rows = selection._withUnsafeGuaranteedRef {
            admission.acceptsMissing ? $0.all : $0.present
        }
        if step.withheldBy != 0, state.findings.hasWithheld {
            rows = removeWithheld(from: rows, for: step)
        }
        if step.needsReading, let flags = failures[run.validator].current {
            rows = removeUnread(from: rows, by: flags)
        }
        var undecidedCount = 0
        if !step.isPlain || isPartial {
            let count = rows.count
            if step.isImplied { rows = wrongContainers(among: rows, by: step, of: validator) }
            let rightCount = count - rows.count
            (rows, undecidedCount) = narrow(rows, for: step, of: validator)
            undecidedCount += rightCount
        }
        checkedCount = rows.count + undecidedCount
        if selection._withUnsafeGuaranteedRef(\.kinds) & ~admission.checked != 0 {
            rows = fit(rows, to: step, under: admission, of: validator)
        }
        if rows.count > 0 { evaluate(rows, with: step, of: validator) }
        if state.findings.stoppedCount > 0 {
            let isPresentOnly = place + 1 >= run.firstForPresent
            everyRow.remove(state.findings.stopped, isPresentOnly: isPresentOnly)
            doubtfulRows.remove(state.findings.stopped, isPresentOnly: isPresentOnly)
        }
        state.findings.gathersRows = false
    }

    private func evaluate(
        _ rows: RowList, with step: CompiledStep, of validator: CompiledValidator
    ) {
        if state.hasLimits {
            evaluateInParts(rows, with: step, of: validator)
        } else {
            evaluatePart(rows, with: step, of: validator)
        }
    }

    func evaluatePart(
        _ rows: RowList, with step: CompiledStep, of validator: CompiledValidator
    ) {
        let batch = RuleBatch(
            column: columns.start[validator.column],
            dependencies: dependencyPointers(to: step.dependencyColumns),
            dependencyCount: step.dependencyColumns.count, rows: rows.start, rowCount: rows.count,
            isDense: rows.isDense, execution: .passUnretained(state))
        step.instance._withUnsafeGuaranteedRef { $0.evaluate(batch) }
    }

    /// Checks one value of a column.
    func check(
        _ rule: RuleInstance, column: Int, row: Int, dependencyColumns: [Int]
    ) -> Verdict {
        let context = RuleContext(
            dependencies: dependencyPointers(to: dependencyColumns),
            dependencyCount: dependencyColumns.count, row: row, execution: .passUnretained(state))
        return rule.check(FieldValue(unsafePointer: columns.start[column] + row), context)
    }

    func dependencyPointers(
        to columns: [Int]
    ) -> UnsafePointer<UnsafePointer<assay_value>> {
        dependencyColumns.reserve(max(1, columns.count))
        for (place, column) in columns.enumerated() {
            dependencyColumns.start[place] = self.columns.start[column]
        }
        return UnsafePointer(dependencyColumns.start)
    }

    /// Removes the rows whose text a rule of the validator could not read.
    private func removeUnread(from rows: RowList, by flags: UnsafePointer<UInt8>) -> RowList {
        readable.reserve(rows.count)
        var kept = 0
        for index in 0..<rows.count where flags[rows[index]] & FailedRows.unread == 0 {
            readable.start[kept] = rows.start[index]
            kept += 1
        }
        return RowList(start: readable.start, count: kept)
    }

    /// Keeps the rows for which the named fields are known and valid and the conditions are met, and
    /// records those for which the conditions could not be decided.
    private func narrow(
        _ rows: RowList, for step: CompiledStep, of validator: CompiledValidator
    ) -> (kept: RowList, undecidedCount: Int) {
        narrowed.reserve(rows.count)
        var kept = 0
        var undecidedCount = 0
        for index in 0..<rows.count {
            let row = rows[index]
            if isPartial, readsUnknown(step, row: row, of: validator) { continue }
            guard failedDependency(of: step, row: row, in: validator.space) == nil else {
                noteSkipped(step, row: row)
                continue
            }
            switch outcome(of: step.conditions, row: row) {
            case .met:
                narrowed.start[kept] = rows.start[index]
                kept += 1
            case .notMet: continue
            case .undecided:
                state.record(undecidedVerdict(of: step), row: row)
                undecidedCount += 1
            }
        }
        return (RowList(start: narrowed.start, count: kept), undecidedCount)
    }

    /// Notes a rule that would have run if the fields that it needs had passed.
    private func noteSkipped(_ step: CompiledStep, row: Int) {
        guard notesSkipped, step.entry.severity == .error else { return }
        if case .notMet = outcome(of: step.conditions, row: row) { return }
        skippedRows.append(row)
    }

    /// Returns the first validator that failed although a rule requires it to pass, or `nil` if
    /// none failed.
    func failedDependency(of step: CompiledStep, row: Int, in space: Int) -> Int? {
        for required in step.requiredValidators {
            guard let failed = failures[required].current else { continue }
            let other = plan.validators[required].space
            let flags = failed[self.row(row, of: space, in: other)]
            if flags & step.withholdingFlags != 0 { return required }
        }
        return nil
    }

    /// Keeps the rows with a value that the rule checks.
    ///
    /// The other rows fail: their values have a wrong kind, or are texts that the rule cannot read.
    private func fit(
        _ rows: RowList, to step: CompiledStep, under admission: RuleAdmission,
        of validator: CompiledValidator
    ) -> RowList {
        fitting.reserve(rows.count)
        let column = columns.start[validator.column]
        var kept = 0
        for index in 0..<rows.count {
            let row = rows[index]
            switch admission.decision(for: column[row].kind) {
            case .check:
                fitting.start[kept] = rows.start[index]
                kept += 1
            case .convert:
                state.record(
                    step.instance._withUnsafeGuaranteedRef {
                        $0.reading(column + row, storingIn: state.readValues)
                    }, row: row)
            case .skip: continue
            case .wrongKind: state.record(.wrongKind, row: row)
            }
        }
        return RowList(start: fitting.start, count: kept)
    }

    /// Replaces a column by a copy that can be changed, unless it is one, and returns its values.
    func own(_ column: Int, in space: Int) -> UnsafeMutablePointer<assay_value> {
        let owned = ownedColumns[column]
        let source = columns.start[column]
        let total = spaces[space].count
        if source != UnsafePointer(owned.values.start) {
            owned.values.reserve(total)
            owned.values.start.update(from: source, count: total)
            columns.start[column] = UnsafePointer(owned.values.start)
        }
        return owned.values.start
    }
}
