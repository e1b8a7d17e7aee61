// SPDX-License-Identifier: Apache-2.0
import Assay

/// Turns the findings of a chunk into bytes, on any thread.
struct ChunkRenderer: Sendable {
    let format: any FindingFormat
    /// The input as it was named.
    let file: String
    /// Whether the sink may have to cut: then it is told where each finding ends.
    let marksFindings: Bool
    /// For each validator the place of its first rule in the plan's rules.
    let ruleOffsets: [Int]

    func render(_ report: ChunkReport) -> RenderedChunk {
        var chunk = RenderedChunk()
        var texts = FindingTexts()
        var mistakes = report.mistakes[...]
        for index in 0..<report.findings.count {
            let rule = report.findings.validatorAndStep(at: index)
            let finding: ShownFinding
            switch report.findings.finding(at: index) {
            case .fault(let fault): finding = ShownFinding(fault)
            case .violation(let violation):
                let own = report.findings.hasOwnArguments(at: index)
                finding = ShownFinding(
                    violation, texts.text(of: violation, rule: rule, hasOwnArguments: own))
            }
            while let mistake = mistakes.first, mistake.source.precedes(finding.source) {
                append(mistakes.removeFirst(), report, to: &chunk)
            }
            append(finding, rule: rule, report, to: &chunk)
        }
        for mistake in mistakes { append(mistake, report, to: &chunk) }
        return chunk
    }

    private func append(
        _ mistake: Violation, _ report: ChunkReport, to chunk: inout RenderedChunk
    ) {
        append(ShownFinding(mistake, FindingText(mistake)), rule: nil, report, to: &chunk)
    }

    private func append(
        _ finding: ShownFinding, rule: (validator: Int, step: Int)?, _ report: ChunkReport,
        to chunk: inout RenderedChunk
    ) {
        let origin = FindingOrigin(file: file, locator: report.locator, rule: rule)
        format.append(finding, from: origin, to: &chunk.bytes)
        guard marksFindings else { return }
        chunk.marks.append(
            FindingMark(
                end: chunk.bytes.count, kind: finding.kind, record: finding.source?.record ?? 0,
                rule: rule.map { ruleOffsets[$0.validator] + $0.step },
                isMalformed: finding.code == RecordIssue.malformedCode))
    }
}

/// The findings of a chunk in a format.
struct RenderedChunk: Sendable {
    var bytes: [UInt8] = []
    /// One for each finding, if the sink may have to cut.
    var marks: [FindingMark] = []
}

/// Where a finding ends in the bytes of its chunk, and what it counts as.
struct FindingMark: Sendable {
    let end: Int
    let kind: FindingKind
    /// From 1.
    let record: Int
    /// In the plan's rules.
    let rule: Int?
    let isMalformed: Bool
}

extension RecordIssue {
    static let malformedCode = RecordIssue(row: 0, kind: .malformed).code
}

extension RecordSource? {
    /// True for a place before the other one in the input.
    fileprivate func precedes(_ other: RecordSource?) -> Bool {
        guard let self, let other else { return true }
        return self.byteOffset < other.byteOffset
    }
}
