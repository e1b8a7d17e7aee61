// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay
import AssayDataSets
import AssaySystem

/// The findings of rules about records as reports have them.
struct RecordsFindings {
    private let reporter: RecordsReporter
    private let plan: ValidationPlan
    private let layout: FindingLayout
    /// The line of each rule in the format `full`.
    private let lines: [String]
    /// The key of fingerprints by which a baseline knows findings, or `nil` without a baseline.
    private let baselineKey: (UInt64, UInt64)?

    init(
        _ outcome: DataSetOutcome, totals: RecordsTotals, plan: ValidationPlan,
        layout: FindingLayout,
        inputs: [String], baselineKey: (UInt64, UInt64)? = nil
    ) {
        self.baselineKey = baselineKey
        reporter = RecordsReporter(
            outcome, plan: plan, inputs: inputs.map { FileName.shown($0) })
        self.plan = plan
        self.layout = layout
        lines = plan.recordsRules.indices.map { index in
            let rule = plan.recordsRules[index]
            let words = totals.words(of: index)
            return "\(rule.title) of \(CompiledRecordsRule.key)"
                + (rule.location.map { " at \($0)" } ?? "") + (words.isEmpty ? "" : "; \(words)")
        }
    }

    /// Returns a finding for reports.
    ///
    /// - Parameters:
    ///   - found: What the checks found.
    ///   - records: The records of its chunk, or `nil` if they are not in memory.
    /// - Returns: `nil` if the policy of its rule for faults lets it pass.
    /// - Throws: An error if a scratch file cannot be read.
    func finding(
        _ found: DataSetOutcome.Finding, in records: RecordLookup.Records? = nil
    ) throws(DataSetError) -> DataSetFinding? {
        guard let report = try reporter.report(found) else { return nil }
        let rule = plan.recordsRules[found.rule]
        var reported = report.finding
        let shown = found.place.flatMap {
            records?.find(rule.path(element: found.element), row: Int($0.row))
        }
        if let shown, case .violation(var violation) = reported {
            violation.source = shown.source
            if !rule.isSensitive { violation.value = shown.value }
            reported = .violation(violation)
        }
        var finding = DataSetFinding(
            reported: reported, rule: .records(found.rule, line: lines[found.rule]),
            slot: layout.slot(of: report.code, ofRule: layout.fieldRuleCount + found.rule),
            input: report.location?.input, place: found.place, isTolerated: found.isTolerated,
            wasInvalid: found.wasInvalid)
        if let records, let row = found.place.map({ Int($0.row) }),
            case .violation(let violation) = reported
        {
            let fingerprint = { (key: (UInt64, UInt64)) in
                records.fingerprint(
                    of: rule, code: report.code, row: row, value: violation.value, key: key)
            }
            finding.fingerprint = baselineKey.flatMap(fingerprint)
            finding.shownFingerprint = fingerprint((0, 0))
        }
        return finding
    }
}
