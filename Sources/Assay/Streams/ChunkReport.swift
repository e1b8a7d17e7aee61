// SPDX-License-Identifier: Apache-2.0

/// The findings of one chunk of a stream.
///
/// Valid for the call that receives it.
public struct ChunkReport {
    public let plan: ValidationPlan
    public let findings: BatchReport
    public let locator: ChunkLocator
    /// What is wrong with a header, between records, and with records that are too long to be
    /// held.
    public let mistakes: [Violation]
    /// The numbers of this chunk alone.
    public let counts: StreamCounts
    /// Records that were read, each of which is a row of the findings.
    public let rowCount: Int
    /// The places of records that are too long to be held, which have no rows.
    public let tooLong: [RecordSource]
    /// What the rules did in this chunk; nil if it is not counted.
    public internal(set) var statistics: RuleStatistics?
}

extension ChunkReport {
    init(
        _ findings: BatchReport, of parsed: ParsedChunk, plan: ValidationPlan,
        selection: CodeSelection?, ruleOffsets: [Int]
    ) {
        self.plan = plan
        self.findings = findings
        locator = parsed.locator
        var mistakes = parsed.mistakes
        if let selection { mistakes.removeAll { !selection.includes($0.code) } }
        self.mistakes = mistakes
        rowCount = parsed.batch.count
        tooLong = parsed.skippedRecords
        var counts = StreamCounts(ruleCount: ruleOffsets.last ?? 0)
        counts.records = parsed.recordCount
        counts.bytes = parsed.byteCount
        counts.invalid = findings.invalidCount + parsed.skippedRecordCount
        counts.malformed =
            parsed.malformedCount + mistakes.count { $0.code == "record.malformed" }
        counts.warnings = mistakes.count { $0.severity == .warning }
        counts.violations = mistakes.count - counts.warnings + findings.droppedCount
        for index in 0..<findings.count {
            if findings.isFault(at: index) {
                counts.faults += 1
            } else if findings.isWarning(at: index) {
                counts.warnings += 1
            } else {
                counts.violations += 1
            }
            if let (validator, step) = findings.validatorAndStep(at: index) {
                counts.findingsByRule[ruleOffsets[validator] + step] += 1
            }
        }
        self.counts = counts
    }
}
