// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay

/// Writes the findings of a chunk in one format, on any thread.
struct FindingRenderer: Sendable {
    let format: any FindingFormat
    let input: InputName
    /// `true` if the sink may leave out findings of a chunk, so that it needs their ends.
    let marksFindings: Bool
    let layout: FindingLayout
    let texts: FindingTexts
    private let outputs = OutputBytes.Pool()
    /// The buckets that take no more findings, or `nil` if the report takes all findings.
    var fullBuckets: FullBuckets?
    /// The key of the fingerprints of marks, or `nil` if marks have no fingerprints.
    var fingerprintKey: (UInt64, UInt64)?

    func render(_ report: ChunkReport) -> RenderedFindings {
        var chunk = RenderedFindings(output: outputs.take())
        chunk.full = fullBuckets?.snapshot ?? []
        if marksFindings || !takesNothing(chunk.full) { append(report, to: &chunk) }
        return chunk
    }

    /// Returns `true` if no finding is written, whatever it is.
    private func takesNothing(_ full: [Bool]) -> Bool {
        format.showsTotalsOnly || (fullBuckets != nil && full.allSatisfy(\.self))
    }

    private func append(_ report: ChunkReport, to chunk: inout RenderedFindings) {
        var texts = ChunkTexts(self.texts, format: format, findings: report.findings)
        var origin = FindingOrigin(input: input, locator: report.locator)
        origin.isText = report.delimiter != nil
        var issues = report.inputViolations[...]
        for index in 0..<report.findings.count {
            let rule = RulePlace(report.findings.validatorAndStep(at: index))
            if !marksFindings,
                isOverQuota(index, rule: rule, findings: report.findings, full: chunk.full)
            {
                continue
            }
            let slot = layout.slot(of: index, in: report.findings)
            let finding = texts.finding(at: index, slot: slot, of: rule)
            while let issue = issues.first, issue.source.precedes(finding.source) {
                append(issues.removeFirst(), from: origin, report: report, to: &chunk)
            }
            origin.rule = rule
            origin.fingerprint = fingerprint(of: index, in: report)
            append(finding, from: origin, index: index, report: report, slot: slot, to: &chunk)
        }
        for issue in issues { append(issue, from: origin, report: report, to: &chunk) }
        texts.keepNew()
    }

    /// Returns the fingerprint of a finding, if the format shows it and the rule set has an
    /// identity.
    private func fingerprint(of index: Int, in report: ChunkReport) -> FindingFingerprint? {
        guard format.showsFingerprints, report.plan.hasIdentity else { return nil }
        return report.findings.fingerprint(at: index, key: (0, 0))
    }

    /// Returns `true` if the bucket of a finding is full, so that the finding need not be rendered.
    private func isOverQuota(
        _ index: Int, rule: RulePlace?, findings: BatchReport, full: [Bool]
    ) -> Bool {
        guard let quota = format.quota else { return false }
        let kind: FindingKind =
            findings.isFault(at: index)
            ? .fault : findings.isWarning(at: index) ? .warning : .error
        return full[quota.bucket(kind, rule.map { layout.index(of: $0) })]
    }

    private func append(
        _ issue: Violation, from origin: FindingOrigin, report: ChunkReport,
        to chunk: inout RenderedFindings
    ) {
        var origin = origin
        origin.rule = nil
        origin.fingerprint = nil
        append(
            ShownFinding(.violation(issue), in: format), from: origin, index: nil, report: report,
            slot: layout.slot(ofIssue: issue.code), to: &chunk)
    }

    private func append(
        _ finding: ShownFinding, from origin: FindingOrigin, index: Int?, report: ChunkReport,
        slot: Int, to chunk: inout RenderedFindings
    ) {
        let place = origin.rule.map { layout.index(of: $0) }
        let bucket = format.quota?.bucket(finding.kind, place)
        var digits: Int?
        if bucket.map({ !chunk.full[$0] }) ?? true {
            digits = format.appendRecognizable(finding, from: origin, to: &chunk.output.bytes)
        }
        guard marksFindings || bucket != nil else { return }
        let end = chunk.output.bytes.count
        chunk.marks.append(
            FindingMark(
                end: end, kind: finding.kind, record: finding.source?.record ?? 0,
                rule: place, slot: slot, isMalformed: finding.code == RecordIssue.malformedCode,
                isTolerated: index.map { report.findings.isTolerated(at: $0) } ?? false,
                fingerprint: fingerprintKey.map { key in
                    index.map { report.findings.fingerprint(at: $0, key: key) }
                        ?? FindingFingerprint(value: 0, basis: .none)
                },
                digits: digits.map { end - $0 }))
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
