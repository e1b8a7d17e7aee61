// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) public import AssayCore
@_spi(Engine) public import AssayRecords

/// The findings of one chunk of a stream.
///
/// Valid for the call that receives it.
public struct ChunkReport {
    package let plan: ValidationPlan
    /// The number of chunks before this one in the input, the same for any number of threads.
    package let sequence: Int
    @_spi(Engine) public let findings: BatchReport
    @_spi(Engine) public let locator: ChunkLocator
    /// Violations of no row: in a header, between records, and of records that are too long to be
    /// held.
    public let inputViolations: [Violation]
    /// The numbers of this chunk alone.
    public let counts: StreamCounts
    /// The values of the records, a column for each field of the plan.
    package let batch: RecordBatch
    /// Records that were read, each of which is a row of the findings.
    package var rowCount: Int { batch.count }
    /// The field separator of a CSV input; nil in other formats.
    package let delimiter: UInt8?
    /// `true` if a quote is text because of the name of the file.
    package let isQuoteText: Bool
    /// The form of an Arrow input, or `nil` for other inputs.
    package let arrowForm: ArrowForm?
    /// The first violation of the header that makes every record invalid, or `nil` if none does.
    ///
    /// The violations of the input say it once.
    package let rejection: Violation?
    /// Every record has a field that the rule set rejects.
    package var isRejected: Bool { rejection != nil }
    /// The places of records that are too long to be held, which have no rows.
    package let tooLong: [RecordSource]
    /// The statistics of the rules in this chunk, or `nil` if they are not gathered.
    package internal(set) var statistics: RuleStatistics?

    /// Returns `true` if a record has an error or a fault, or if the rule set rejects a field of
    /// the header.
    package func isInvalid(row: Int) -> Bool { isRejected || findings.isInvalid(row: row) }

    /// A report for each record of the chunk, in the order of the input.
    ///
    /// O(records + findings); finding the position of a violation scans its record.
    public var reports: [ValidationReport] { findings.reports() }
}

extension ChunkReport {
    init(
        _ findings: BatchReport, of parsed: ParsedChunk, at sequence: Int, plan: ValidationPlan,
        selection: CodeFilter?, ruleOffsets: [Int]
    ) {
        self.plan = plan
        self.sequence = sequence
        self.findings = findings
        locator = parsed.locator
        var inputViolations = parsed.inputViolations
        if let selection { inputViolations.removeAll { !selection.includes($0.code) } }
        self.inputViolations = inputViolations
        batch = parsed.batch
        delimiter = parsed.delimiter
        isQuoteText = parsed.isQuoteText
        arrowForm = parsed.arrowForm
        tooLong = parsed.skippedRecords
        rejection = parsed.rejection.flatMap { rejection in
            selection?.includes(rejection.code) ?? true ? rejection : nil
        }
        var counts = StreamCounts(ruleCount: ruleOffsets.last ?? 0)
        counts.records = parsed.recordCount
        counts.bytes = parsed.byteCount
        counts.csv = parsed.notes
        counts.invalid =
            rejection != nil
            ? parsed.recordCount : findings.invalidCount + parsed.skippedRecordCount
        let malformedInputs = inputViolations.count { $0.code == "record.malformed" }
        counts.malformed = parsed.malformedCount + malformedInputs
        // The others are about records that are too long to be held.
        counts.malformedTexts = max(0, malformedInputs - parsed.skippedRecordCount)
        counts.warnings = inputViolations.count { $0.severity == .warning }
        counts.inputErrors = max(
            0, inputViolations.count - counts.warnings - parsed.skippedRecordCount)
        counts.violations = inputViolations.count - counts.warnings + findings.droppedCount
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
