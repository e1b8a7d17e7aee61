// SPDX-License-Identifier: Apache-2.0
import AssayPluginABI

/// Turns a finding's codes into an owned violation or fault.
struct FindingReader {
    let session: ValidationSession
    let locates: Bool

    func read(_ finding: Finding) -> ReportedFinding {
        if finding.validator == Finding.recordValidator { return readIssue(finding) }
        let validator = session.plan.validators[Int(finding.validator)]
        let step = validator.steps[Int(finding.step)]
        let verdict = Verdict(bits: finding.verdict)
        return subject(of: finding, needsValue: !verdict.isUndecided)
            .finding(verdict, detail(of: finding), of: step)
    }

    /// What a finding is about.
    func subject(of finding: Finding, needsValue: Bool = true) -> FindingSubject {
        let validator = session.plan.validators[Int(finding.validator)]
        let row = row(of: finding)
        return FindingSubject(
            pointer: pointer(of: validator, row: row), field: validator.key,
            value: needsValue && !validator.isSensitive ? value(of: validator, finding) : .absent,
            source: source(row: Int(finding.row), tokens(of: validator, row: row)),
            isSensitive: validator.isSensitive)
    }

    /// The value that may be shown.
    func shownValue(of finding: Finding) -> Value {
        guard finding.validator != Finding.recordValidator else { return .absent }
        let validator = session.plan.validators[Int(finding.validator)]
        return validator.isSensitive ? .absent : value(of: validator, finding)
    }

    private func detail(of finding: Finding) -> FindingDetail? {
        let details = session.state.findings.details
        let index = Int(finding.detail)
        return details.indices.contains(index) ? details[index] : nil
    }

    func row(of finding: Finding) -> Int {
        Int(finding.element == Finding.noElement ? finding.row : finding.element)
    }

    /// The value as the record has it: what a rule converted is shown as the input's text.
    private func value(of validator: CompiledValidator, _ finding: Finding) -> Value {
        if case .field(let field) = session.plan.columns[validator.column],
            let batch = session.batch
        {
            let row = Int(finding.row) + (batch.count == 1 ? 0 : session.rowOffset)
            return Value(FieldValue(unsafePointer: batch.columns[field] + row))
        }
        return session.ownedValue(of: validator.column, row: row(of: finding))
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

    /// Where the value of a validator stands in the record.
    func pointer(of validator: CompiledValidator, row: Int) -> String {
        validator.pointer ?? PointerToken.pointer(tokens(of: validator, row: row))
    }

    /// The path with the indexes of the element.
    private func tokens(of validator: CompiledValidator, row: Int) -> [PointerToken] {
        validator.tokens
            ?? validator.path.pointerTokens(indexes: indexes(of: validator, row: row))
    }

    /// Which rule of the plan a finding is about, and which value.
    func place(of finding: Finding) -> DeferredRule.Place {
        let validator = session.plan.validators[Int(finding.validator)]
        return DeferredRule.Place(
            plan: ObjectIdentifier(session.plan), validator: Int(finding.validator),
            step: Int(finding.step),
            indexes: indexes(of: validator, row: row(of: finding)).reversed())
    }

    private func source(
        row: Int, _ tokens: @autoclosure () -> [PointerToken], offset: Int? = nil
    ) -> RecordSource? {
        guard locates, let locator = session.batch?.locator else { return nil }
        return locator.locate(row: row + session.rowOffset, path: tokens(), offset: offset)
    }

    private func readIssue(_ finding: Finding) -> ReportedFinding {
        let index = Int(finding.step)
        guard let issues = session.batch?.issues, issues.indices.contains(index) else {
            return .fault(
                Fault(pointer: "", field: "", rule: "record", reason: .unavailable))
        }
        var issue = issues[index]
        issue.pointer = session.plan.sensitivePaths.visiblePart(of: issue.pointer)
        return .violation(
            .about(
                issue, severity: session.issueSeverity(index),
                at: source(row: issue.row, [], offset: issue.offset)))
    }
}
