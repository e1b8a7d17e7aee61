// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay

extension FindingText {
    /// The text of a finding in the words of this run.
    init(_ finding: ReportedFinding) { self.init(finding, in: ShownMessages.current) }
}

extension ShownFinding {
    /// A finding with a text of its own.
    ///
    /// - Parameters:
    ///   - finding: The finding.
    ///   - format: The format that writes it, or `nil` if none does.
    ///   - rule: The place of the rule in the rule set, or `nil` for findings about the record
    ///     itself.
    init(
        _ finding: ReportedFinding, in format: (any FindingFormat)? = nil,
        of rule: RulePlace? = nil
    ) {
        let text = FindingText(finding)
        self.init(
            finding,
            as: format?.write(text, of: rule) ?? WrittenText(text, before: [], after: []))
    }

    /// The findings of a report, violations first.
    static func all(_ report: ValidationReport) -> [ShownFinding] {
        report.violations.map { ShownFinding(.violation($0)) }
            + report.faults.map { ShownFinding(.fault($0)) }
    }
}
