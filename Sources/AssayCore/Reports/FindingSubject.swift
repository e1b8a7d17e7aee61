// SPDX-License-Identifier: Apache-2.0

/// What a finding is about, as its violation or fault says it.
public struct FindingSubject: Sendable {
    /// Where in the record the value stands (RFC 6901).
    public let pointer: String
    /// The path of the validator: `items[*].price`.
    public let field: String
    /// Absent where there is none, for sensitive fields, and where nobody needs it.
    public let value: Value
    /// Nil where the reader does not know.
    public let source: RecordSource?
    /// Nothing of the value appears in the finding.
    public let isSensitive: Bool

    /// A rule's verdict about this, which is neither pass nor skip, as data.
    func finding(
        _ verdict: Verdict, _ fullDetail: FindingDetail?, of step: CompiledStep
    ) -> ReportedFinding {
        // The one place where what a rule says becomes a finding.
        let detail = isSensitive ? fullDetail?.withoutValue : fullDetail
        let pointer = detail.map { self.pointer + $0.pointer } ?? self.pointer
        let rule = step.rule.definition.id
        if let reason = verdict.faultReason {
            return .fault(
                Fault(
                    pointer: pointer, field: field, rule: rule, reason: reason,
                    detail: detail?.message, source: source, ruleLocation: step.entry.location))
        }
        let code = step.rule.definition.code(at: verdict.code)
        return .violation(
            Violation(
                pointer: pointer, field: field, rule: rule, code: code.id,
                severity: step.isWarning ? .warning : .error,
                parameters: detail.map { step.parameters + $0.arguments } ?? step.parameters,
                value: value, source: source, ruleLocation: step.entry.location,
                template: step.entry.message ?? code.message,
                hasOwnMessage: step.entry.message != nil, isSensitive: isSensitive))
    }
}

extension FindingReader {
    /// A finding about a rule that is still to be asked, behind what `report` has so far.
    func deferred(_ finding: Finding, in report: ValidationReport) -> DeferredRule {
        let subject = subject(of: finding, needsValue: false)
        let step = session.plan.validators[Int(finding.validator)].steps[Int(finding.step)]
        return DeferredRule(
            pointer: subject.pointer, field: subject.field, rule: step.rule.definition.id,
            source: subject.source, ruleLocation: step.entry.location,
            origin: .init(plan: session.plan, validators: session.chosenValidators),
            place: place(of: finding), violationsBefore: report.violations.count,
            faultsBefore: report.faults.count)
    }
}
