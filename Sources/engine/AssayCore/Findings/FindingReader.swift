// SPDX-License-Identifier: Apache-2.0
import AssayPluginABI

/// Turns a finding's numbers into an owned violation or fault.
struct FindingReader {
    // Without counting references: whoever reads holds the session, which holds the batch.
    private let borrowedSession: Unmanaged<ValidationSession>
    private let batch: Unmanaged<RecordBatch>?
    private let locates: Bool

    /// - Parameters:
    ///   - session: The session that found the findings.
    ///   - locates: `true` to find the places in the file.
    init(session: ValidationSession, locates: Bool) {
        borrowedSession = .passUnretained(session)
        batch = session.batch.map(Unmanaged.passUnretained)
        self.locates = locates
    }

    var session: ValidationSession {
        @inline(__always) get { borrowedSession._withUnsafeGuaranteedRef { $0 } }
    }

    func read(_ finding: Finding) -> ReportedFinding {
        if finding.validator == Finding.recordValidator { return readIssue(finding) }
        return Verdict(bits: finding.verdict).isUndecided
            ? .fault(fault(of: finding)) : .violation(violation(of: finding))
    }

    /// Adds a finding to the report of its record.
    func add(_ finding: Finding, to report: inout ValidationReport) {
        if finding.validator == Finding.recordValidator {
            report.append(readIssue(finding))
        } else if Verdict(bits: finding.verdict).isUndecided {
            report.faults.append(fault(of: finding))
        } else {
            // Made in its place: a violation is large.
            report.violations.append(violation(of: finding))
        }
    }

    /// A failure of a rule.
    private func violation(of finding: Finding) -> Violation {
        withRule(of: finding) { validator, step in
            let value = recordValue(of: validator, finding)
            return validator.violation(
                Verdict(bits: finding.verdict), of: step, detail: detail(of: finding),
                at: validator.pointer == nil
                    ? pointerOfElement(of: validator, row: row(of: finding)) : nil,
                value: validator.isSensitive ? .absent : Self.copy(of: value),
                source: source(of: value, finding, validator))
        }
    }

    /// Calls `body` with the rule of a finding, without counting references: the plan holds its validators, which
    /// hold their rules.
    @inline(__always)
    func withRule<Result>(
        of finding: Finding, _ body: (CompiledValidator, CompiledStep) -> Result
    ) -> Result {
        let validator = Unmanaged.passUnretained(session.plan.validators[Int(finding.validator)])
        return validator._withUnsafeGuaranteedRef { validator in
            Unmanaged.passUnretained(validator.steps[Int(finding.step)])
                ._withUnsafeGuaranteedRef { body(validator, $0) }
        }
    }

    /// A rule that could not decide.
    private func fault(of finding: Finding) -> Fault {
        let validator = session.plan.validators[Int(finding.validator)]
        return validator.fault(
            Verdict(bits: finding.verdict), of: validator.steps[Int(finding.step)],
            detail: detail(of: finding), at: pointer(of: validator, row: row(of: finding)),
            source: source(of: recordValue(of: validator, finding), finding, validator))
    }

    /// A rule that is still to run, after what `report` has so far.
    func deferred(_ finding: Finding, in report: ValidationReport) -> DeferredRule {
        let validator = session.plan.validators[Int(finding.validator)]
        let step = validator.steps[Int(finding.step)]
        return DeferredRule(
            pointer: pointer(of: finding), field: validator.key, rule: step.rule.definition.id,
            source: source(of: finding), ruleLocation: step.entry.location,
            fieldLabel: step.labels.own,
            origin: .init(
                plan: session.plan, validators: session.chosenValidators, moment: session.state.now),
            place: place(of: finding), violationsBefore: report.violations.count,
            faultsBefore: report.faults.count)
    }

    /// Returns the JSON Pointer of the value of a finding in its record.
    func pointer(of finding: Finding) -> String {
        if let issue = issue(of: finding) {
            return session.plan.sensitivePaths.visiblePart(of: issue.pointer)
        }
        return pointer(
            of: session.plan.validators[Int(finding.validator)], row: row(of: finding))
    }

    /// Returns the place of the value of a finding in its file, or `nil` if it is not known.
    func source(of finding: Finding) -> RecordSource? {
        if let issue = issue(of: finding) {
            return locate { batch in
                batch.locator?.locate(
                    row: Int(finding.row) + session.rowOffset, path: issue.path,
                    offset: issue.path.isEmpty ? issue.offset : nil)
            }
        }
        let validator = session.plan.validators[Int(finding.validator)]
        return source(of: recordValue(of: validator, finding), finding, validator)
    }

    func source(
        of value: UnsafePointer<assay_value>?, _ finding: Finding, _ validator: CompiledValidator
    ) -> RecordSource? {
        locate { batch in
            let record = Int(finding.row) + session.rowOffset
            let element = detail(of: finding)?.element
            let field = element == nil ? validator.field : nil
            if let place = batch.locator?.locate(row: record, value: value, field: field) {
                return place
            }
            let path = tokens(of: validator, row: row(of: finding))
            return batch.locator?.locate(
                row: record, path: path + (element.map { [PointerToken.index($0)] } ?? []),
                offset: nil)
        }
    }

    /// Calls `body` with the batch, if something locates its records.
    ///
    /// The locator is used in place: a copy of the reference would be counted.
    @inline(__always)
    private func locate(_ body: (RecordBatch) -> RecordSource?) -> RecordSource? {
        guard locates, let batch else { return nil }
        return batch._withUnsafeGuaranteedRef { $0.locator == nil ? nil : body($0) }
    }

    /// The value of a finding, if it may be shown.
    func shownValue(of finding: Finding) -> Value {
        guard finding.validator != Finding.recordValidator else { return .absent }
        let validator = session.plan.validators[Int(finding.validator)]
        return validator.isSensitive
            ? .absent : Self.copy(of: recordValue(of: validator, finding))
    }

    /// Returns the address of the value of a violation, or `nil` if there is none or it may not be
    /// shown.
    func borrowedValue(of finding: Finding) -> UnsafePointer<assay_value>? {
        guard finding.validator != Finding.recordValidator else { return nil }
        let validator = session.plan.validators[Int(finding.validator)]
        guard !validator.isSensitive, !Verdict(bits: finding.verdict).isUndecided else {
            return nil
        }
        return recordValue(of: validator, finding)
    }

    @inline(__always)
    private func detail(of finding: Finding) -> FindingDetail? {
        // Most findings have none.
        finding.detail < 0 ? nil : keptDetail(of: finding)
    }

    private func keptDetail(of finding: Finding) -> FindingDetail? {
        let details = session.state.findings.details
        let index = Int(finding.detail)
        return details.indices.contains(index) ? details[index] : nil
    }

    func row(of finding: Finding) -> Int {
        Int(finding.element == Finding.noElement ? finding.row : finding.element)
    }

    private static func copy(of value: UnsafePointer<assay_value>?) -> Value {
        value.map { Value(ofRecord: FieldValue(unsafePointer: $0)) } ?? .absent
    }

    /// Returns the value as it is in the record: a top-level field has its text, even if a rule
    /// converted it.
    ///
    /// The result can be `nil` if the value is absent.
    func recordValue(
        of validator: CompiledValidator, _ finding: Finding
    ) -> UnsafePointer<assay_value>? {
        let value =
            batchValue(of: validator, finding)
            ?? session.value(of: validator.column, row: row(of: finding))
        guard let element = detail(of: finding)?.element, let value,
            value.pointee.kind == ASSAY_ARRAY, element < Int(value.pointee.len)
        else { return value }
        return value.pointee.as.items + element
    }

    /// The value of a top-level field, as the reader has delivered it.
    private func batchValue(
        of validator: CompiledValidator, _ finding: Finding
    ) -> UnsafePointer<assay_value>? {
        guard let field = validator.field, let batch else { return nil }
        return batch._withUnsafeGuaranteedRef {
            $0.columns[field] + Int(finding.row) + ($0.count == 1 ? 0 : session.rowOffset)
        }
    }

    /// The index of the element for each `[*]` of the path, the innermost first.
    private func indexes(of validator: CompiledValidator, row: Int) -> [Int] {
        var indexes: [Int] = []
        var space = validator.space
        var row = row
        while space > 0 {
            indexes.append(Int(session.spaces[space].indexes.start[row]))
            row = Int(session.spaces[space].parents.start[row])
            space = session.plan.spaces[space].parent
        }
        return indexes
    }

    /// Returns the JSON Pointer of the value of a validator in the record.
    func pointer(of validator: CompiledValidator, row: Int) -> String {
        validator.pointer ?? pointerOfElement(of: validator, row: row)
    }

    private func pointerOfElement(of validator: CompiledValidator, row: Int) -> String {
        if let elements = validator.elementPointer {
            return elements.pointer(at: Int(session.spaces[validator.space].indexes.start[row]))
        }
        return PointerToken.pointer(tokens(of: validator, row: row))
    }

    /// The path with the indexes of the element.
    private func tokens(of validator: CompiledValidator, row: Int) -> [PointerToken] {
        validator.tokens
            ?? validator.path.pointerTokens(indexes: indexes(of: validator, row: row))
    }

    /// Returns the rule of the plan and the value that a finding is about.
    func place(of finding: Finding) -> DeferredRule.Place {
        let validator = session.plan.validators[Int(finding.validator)]
        return DeferredRule.Place(
            plan: ObjectIdentifier(session.plan), validator: Int(finding.validator),
            step: Int(finding.step),
            indexes: indexes(of: validator, row: row(of: finding)).reversed())
    }

    /// Returns the issue of the record itself, or `nil` for findings about its values.
    private func issue(of finding: Finding) -> RecordIssue? {
        guard finding.validator == Finding.recordValidator else { return nil }
        return session.recordIssue(Int(finding.step), row: Int(finding.row))
    }

    private func readIssue(_ finding: Finding) -> ReportedFinding {
        guard var issue = issue(of: finding) else {
            return .fault(
                Fault(pointer: "", field: "", rule: "record", reason: .unavailable))
        }
        issue.pointer = pointer(of: finding)
        return .violation(
            .about(
                issue, severity: session.issueSeverity(Int(finding.step)),
                at: source(of: finding)))
    }
}

// The one place where a verdict becomes a finding.
extension CompiledValidator {
    /// A verdict that is neither pass nor skip, as data.
    ///
    /// - Parameters:
    ///   - verdict: The verdict of the rule.
    ///   - step: The rule.
    ///   - detail: The explanation of the rule, of which a sensitive field shows a part.
    ///   - pointer: The JSON Pointer of the value in its record.
    ///   - value: The value, if it may be shown.
    ///   - source: The place of the value in its file.
    /// - Returns: A violation, or a fault for a verdict that is undecided.
    func finding(
        _ verdict: Verdict, of step: CompiledStep, detail: FindingDetail?,
        at pointer: String, value: Value, source: RecordSource?
    ) -> ReportedFinding {
        verdict.isUndecided
            ? .fault(fault(verdict, of: step, detail: detail, at: pointer, source: source))
            : .violation(
                violation(
                    verdict, of: step, detail: detail, at: pointer, value: value, source: source))
    }

    /// Returns the violation of a failure; `pointer` is `nil` unless the value is an element.
    func violation(
        _ verdict: Verdict, of step: CompiledStep, detail: FindingDetail?,
        at pointer: String?, value: Value, source: RecordSource?
    ) -> Violation {
        let parts = step.violationKinds.parts(for: verdict.code, of: step)
        if pointer == nil, detail == nil {
            return Violation(parts, value: value, source: source)
        }
        var own = (pointer: pointer ?? parts.pointer, parameters: parts.parameters)
        if let shown = isSensitive ? detail?.withoutValue : detail {
            own.pointer += shown.pointer
            own.parameters += shown.arguments
        }
        return Violation(
            ViolationParts(parts.kind, pointer: own.pointer, parameters: own.parameters),
            value: value, source: source)
    }

    /// A verdict that is undecided.
    func fault(
        _ verdict: Verdict, of step: CompiledStep, detail: FindingDetail?,
        at pointer: String, source: RecordSource?
    ) -> Fault {
        let shown = isSensitive ? detail?.withoutValue : detail
        var fault = Fault(
            pointer: pointer + (shown?.pointer ?? ""), field: key, rule: step.rule.definition.id,
            reason: verdict.faultReason ?? .invalidVerdict, detail: shown?.message, source: source,
            ruleLocation: step.entry.location)
        fault.fieldLabel = step.labels.own
        return fault
    }
}
