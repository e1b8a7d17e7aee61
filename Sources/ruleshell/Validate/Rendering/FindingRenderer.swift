// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay

/// Writes the findings of a chunk in one format, on any thread.
struct FindingRenderer: Sendable {
    let format: any FindingFormat
    let input: InputName
    /// Whether the run may end in a chunk: then the sink is told where each finding ends.
    let marksFindings: Bool
    let layout: FindingLayout
    let texts: FindingTexts
    /// The buckets that take no more findings; nil: the report takes all.
    var fullBuckets: FullBuckets?
    /// The key of the fingerprints of marks; nil: marks have none.
    var fingerprintKey: (UInt64, UInt64)?

    func render(_ report: ChunkReport) -> RenderedFindings {
        var chunk = RenderedFindings()
        chunk.full = fullBuckets?.snapshot ?? []
        if marksFindings || !takesNothing(chunk.full) { append(report, to: &chunk) }
        return chunk
    }

    /// No finding is written, whatever it is.
    private func takesNothing(_ full: [Bool]) -> Bool {
        format.showsTotalsOnly || (fullBuckets != nil && full.allSatisfy(\.self))
    }

    private func append(_ report: ChunkReport, to chunk: inout RenderedFindings) {
        var known = texts.all
        var isNew = false
        var issues = report.inputViolations[...]
        for index in 0..<report.findings.count {
            let rule = report.findings.validatorAndStep(at: index)
            if !marksFindings,
                isOverQuota(index, rule: rule, findings: report.findings, full: chunk.full)
            {
                continue
            }
            let slot = layout.slot(of: index, in: report.findings)
            let finding: ShownFinding
            let hasOwnArguments = report.findings.hasOwnArguments(at: index)
            if let text = known[slot], !hasOwnArguments {
                finding = ShownFinding(
                    text, at: index, in: report.findings, showsValue: format.showsValues)
            } else {
                finding = ShownFinding(
                    report.findings.finding(at: index), in: format, of: rule)
                if rule != nil, !finding.text.showsValue, !hasOwnArguments {
                    known[slot] = finding.written
                    isNew = true
                }
            }
            while let issue = issues.first, issue.source.precedes(finding.source) {
                append(issues.removeFirst(), report: report, to: &chunk)
            }
            append(
                finding, index: index, rule: rule, report: report, slot: slot,
                fingerprint: fingerprint(of: index, in: report),
                to: &chunk)
        }
        for issue in issues { append(issue, report: report, to: &chunk) }
        if isNew { texts.add(known) }
    }

    /// What a finding is recognized by, if the format shows it and the rule set has an identity.
    private func fingerprint(of index: Int, in report: ChunkReport) -> FindingFingerprint? {
        guard format.showsFingerprints, report.plan.hasIdentity else { return nil }
        return report.findings.fingerprint(at: index, key: (0, 0))
    }

    /// The report has no fullBuckets for a finding, which then need not be made.
    private func isOverQuota(
        _ index: Int, rule: (validator: Int, step: Int)?, findings: BatchReport, full: [Bool]
    ) -> Bool {
        guard let quota = format.quota else { return false }
        let kind: FindingKind =
            findings.isFault(at: index)
            ? .fault : findings.isWarning(at: index) ? .warning : .error
        return full[quota.bucket(kind, rule.map { layout.ruleOffsets[$0.validator] + $0.step })]
    }

    private func append(
        _ issue: Violation, report: ChunkReport, to chunk: inout RenderedFindings
    ) {
        append(
            ShownFinding(.violation(issue), in: format), index: nil, rule: nil, report: report,
            slot: layout.slot(ofIssue: issue.code), to: &chunk)
    }

    private func append(
        _ finding: ShownFinding, index: Int?, rule: (validator: Int, step: Int)?,
        report: ChunkReport, slot: Int, fingerprint: FindingFingerprint? = nil,
        to chunk: inout RenderedFindings
    ) {
        let place = rule.map { layout.ruleOffsets[$0.validator] + $0.step }
        let bucket = format.quota?.bucket(finding.kind, place)
        var digits: Int?
        if bucket.map({ !chunk.full[$0] }) ?? true {
            var origin = FindingOrigin(input: input, locator: report.locator, rule: rule)
            origin.isText = report.delimiter != nil
            origin.fingerprint = fingerprint
            digits = format.appendRecognizable(finding, from: origin, to: &chunk.bytes)
        }
        guard marksFindings || bucket != nil else { return }
        chunk.marks.append(
            FindingMark(
                end: chunk.bytes.count, kind: finding.kind, record: finding.source?.record ?? 0,
                rule: place, slot: slot, isMalformed: finding.code == RecordIssue.malformedCode,
                fingerprint: fingerprintKey.map { key in
                    index.map { report.findings.fingerprint(at: $0, key: key) }
                        ?? FindingFingerprint(value: 0, basis: .none)
                },
                digits: digits.map { chunk.bytes.count - $0 }))
    }
}

extension RecordSource? {
    /// True for a place between records before that of a finding; a record may begin in the same
    /// place.
    fileprivate func precedes(_ other: RecordSource?) -> Bool {
        guard let self, let other else { return true }
        return self.byteOffset <= other.byteOffset
    }
}
