// SPDX-License-Identifier: Apache-2.0
import Assay

/// Turns the findings of a chunk into bytes, on any thread.
struct ChunkRenderer: Sendable {
    let format: any FindingFormat
    let input: InputName
    /// Whether the run may end in a chunk: then the sink is told where each finding ends.
    let marksFindings: Bool
    /// Which records are written to files; nil: none.
    var split: RecordSplit.Wanted?
    /// For each validator the place of its first rule in the plan's rules.
    let ruleOffsets: [Int]
    let layout: FindingLayout
    let texts: FindingTexts
    /// Which findings the report still takes; nil: all.
    var room: FindingRoom?
    /// Gathers what the page shows; nil: there is none.
    var page: PageCollector?

    func render(_ report: ChunkReport) -> RenderedChunk {
        var chunk = RenderedChunk(tally: layout.tally(report))
        chunk.page = page?.collect(report, file: input.name)
        chunk.full = room?.snapshot ?? []
        chunk.statistics = report.statistics
        if marksFindings || !takesNothing(chunk.full) { append(report, to: &chunk) }
        if let split {
            chunk.split = RecordSplit(report, wanted: split, marks: marksFindings)
        }
        return chunk
    }

    /// No finding is written, whatever it is.
    private func takesNothing(_ full: [Bool]) -> Bool {
        format.showsTotalsOnly || (room != nil && full.allSatisfy(\.self))
    }

    private func append(_ report: ChunkReport, to chunk: inout RenderedChunk) {
        var known = texts.all
        var isNew = false
        var mistakes = report.mistakes[...]
        for index in 0..<report.findings.count {
            let rule = report.findings.validatorAndStep(at: index)
            if !marksFindings, isRefused(index, rule, report.findings, chunk.full) { continue }
            let slot = layout.slot(of: index, in: report.findings)
            let finding: ShownFinding
            if let text = known[slot],
                let subject = report.findings.subject(at: index, needsValue: format.showsValues)
            {
                finding = ShownFinding(text, subject)
            } else {
                finding = ShownFinding(report.findings.finding(at: index), in: format)
                if rule != nil, !finding.text.showsValue,
                    !report.findings.hasOwnArguments(at: index)
                {
                    known[slot] = finding.written
                    isNew = true
                }
            }
            while let mistake = mistakes.first, mistake.source.precedes(finding.source) {
                append(mistakes.removeFirst(), report, to: &chunk)
            }
            append(finding, rule: rule, report, slot: slot, to: &chunk)
        }
        for mistake in mistakes { append(mistake, report, to: &chunk) }
        if isNew { texts.add(known) }
    }

    /// The report has no room for a finding, which then need not be made.
    private func isRefused(
        _ index: Int, _ rule: (validator: Int, step: Int)?, _ findings: BatchReport, _ full: [Bool]
    ) -> Bool {
        guard let quota = format.quota else { return false }
        let kind: FindingKind =
            findings.isFault(at: index)
            ? .fault : findings.isWarning(at: index) ? .warning : .error
        return full[quota.bucket(kind, rule.map { ruleOffsets[$0.validator] + $0.step })]
    }

    private func append(
        _ mistake: Violation, _ report: ChunkReport, to chunk: inout RenderedChunk
    ) {
        append(
            ShownFinding(.violation(mistake), in: format), rule: nil, report,
            slot: layout.slot(ofIssue: mistake.code), to: &chunk)
    }

    private func append(
        _ finding: ShownFinding, rule: (validator: Int, step: Int)?, _ report: ChunkReport,
        slot: Int, to chunk: inout RenderedChunk
    ) {
        let place = rule.map { ruleOffsets[$0.validator] + $0.step }
        let bucket = format.quota?.bucket(finding.kind, place)
        if bucket.map({ !chunk.full[$0] }) ?? true {
            let origin = FindingOrigin(input: input, locator: report.locator, rule: rule)
            format.append(finding, from: origin, to: &chunk.bytes)
        }
        guard marksFindings || bucket != nil else { return }
        chunk.marks.append(
            FindingMark(
                end: chunk.bytes.count, kind: finding.kind, record: finding.source?.record ?? 0,
                rule: place, slot: slot, isMalformed: finding.code == RecordIssue.malformedCode))
    }
}

/// The findings of a chunk in a format.
struct RenderedChunk: Sendable {
    var bytes: [UInt8] = []
    /// One for each finding, if not all may be wanted.
    var marks: [FindingMark] = []
    /// The records, if they are wanted.
    var split: RecordSplit?
    /// All findings by code.
    var tally: FindingTally
    /// What the page takes of it, if there is one.
    var page: PageChunk?
    /// What the rules did, if it is counted.
    var statistics: RuleStatistics?
    /// The buckets of the report that take no finding any more.
    fileprivate var full: [Bool] = []

    init(tally: FindingTally) {
        self.tally = tally
    }
}

/// Where a finding ends in the bytes of its chunk, and what it counts as.
struct FindingMark: Sendable {
    let end: Int
    let kind: FindingKind
    /// From 1.
    let record: Int
    /// In the plan's rules.
    let rule: Int?
    /// The place of its code in the layout.
    let slot: Int
    let isMalformed: Bool
}

extension RecordIssue {
    static let malformedCode = RecordIssue(row: 0, kind: .malformed).code
}

extension RecordSource? {
    /// True for a place between records before that of a finding; a record may begin in the same
    /// place.
    fileprivate func precedes(_ other: RecordSource?) -> Bool {
        guard let self, let other else { return true }
        return self.byteOffset <= other.byteOffset
    }
}
