// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay
import AssayDataSets
import AssaySystem

/// The findings of rules about records as reports have them.
struct RecordsFindings {
    private let outcome: DataSetOutcome
    private let plan: ValidationPlan
    private let layout: FindingLayout
    /// The names of the inputs.
    private let inputs: [String]
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
        self.outcome = outcome
        self.plan = plan
        self.layout = layout
        self.inputs = inputs.map { FileName.shown($0) }
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
        let rule = plan.recordsRules[found.rule]
        let location = try found.place.map { place throws(DataSetError) in
            try outcome.location(of: place)
        }
        var reported: ReportedFinding
        var code = found.code
        if let reason = CompiledRecordsRule.faults.first(where: { $0.code == found.code }) {
            switch rule.onFault {
            case .pass: return nil
            case .fault: reported = .fault(rule.fault(reason))
            case .fail:
                code = rule.undecidedCode.id
                reported = .violation(rule.violation(code))
            }
        } else {
            let first = try found.first.map { place throws(DataSetError) in
                try outcome.location(of: place)
            }
            // Several records of a JSON array may be on one line.
            let isRecord = first?.line == nil || first?.line == location?.line
            var violation = rule.violation(
                code, at: found.place == nil ? "" : rule.pointer(element: found.element),
                parameters: first.map { parameters(of: $0, isRecord, seenFrom: location) } ?? []
                    + found.parameters,
                isRecord: isRecord, source: location.map { .record($0.record, line: $0.line) })
            if found.isTolerated { violation.severity = .warning }
            let shown = found.place.flatMap {
                records?.find(rule.path(element: found.element), row: Int($0.row))
            }
            if let shown {
                violation.source = shown.source
                if !rule.isSensitive { violation.value = shown.value }
            }
            reported = .violation(violation)
        }
        var finding = DataSetFinding(
            reported: reported, rule: .records(found.rule, line: lines[found.rule]),
            slot: layout.slot(of: code, ofRule: layout.fieldRuleCount + found.rule),
            input: location?.input, place: found.place, isTolerated: found.isTolerated,
            wasInvalid: found.wasInvalid)
        if let records, let row = found.place.map({ Int($0.row) }),
            case .violation(let violation) = reported
        {
            let fingerprint = { (key: (UInt64, UInt64)) in
                records.fingerprint(
                    of: rule, code: code, row: row, value: violation.value, key: key)
            }
            finding.fingerprint = baselineKey.flatMap(fingerprint)
            finding.shownFingerprint = fingerprint((0, 0))
        }
        return finding
    }

    /// Returns the parameters that name the first record with a key.
    private func parameters(
        of first: RecordLocation, _ isRecord: Bool, seenFrom location: RecordLocation?
    ) -> [MessageParameter] {
        let number = isRecord ? first.record : first.line ?? first.record
        let parameters = [MessageParameter("first", .integer(Int64(number)))]
        guard first.input != location?.input else { return parameters }
        return parameters + [MessageParameter("file", .string(inputs[first.input]))]
    }
}

extension CompiledRecordsRule {
    /// The code of an undecided rule that counts as a failure.
    var undecidedCode: RuleCode { definition.rule.code(at: Verdict.undecidedCode) }
}
