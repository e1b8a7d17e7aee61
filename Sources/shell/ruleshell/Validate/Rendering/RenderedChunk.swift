// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay

/// The findings of a chunk in a format.
struct RenderedFindings: Sendable {
    let output: OutputBytes
    /// The marks of the findings, if the sink or the report may leave out some.
    ///
    /// If the sink may leave out findings, all formats mark the same ones, with different ends.
    var marks: [FindingMark] = []
    /// The buckets of the report, with `true` for those that take no further finding.
    var full: [Bool] = []
}

/// The findings and records of a chunk, ready to be written.
struct RenderedChunk: Sendable {
    /// The findings, once for each report.
    var reports: [RenderedFindings] = []
    /// The records, if they are wanted.
    var split: RecordSplit?
    /// The numbers of all findings by code.
    var tally: FindingTally
    /// The parts that the page may show, if they are collected.
    var page: PageChunk?
    /// The rule statistics, if they are gathered.
    var statistics: RuleStatistics?
    /// `true` if all records are invalid, whatever findings they have.
    var isRejected = false
    /// The field separator of a CSV input.
    var delimiter: UInt8?
    /// `true` if a quote is text because of the name of the file.
    var isQuoteText = false
    /// The form of an Arrow input, or `nil` for other inputs.
    var arrowForm: ArrowForm?

    /// The number of failures within a tolerance, which are warnings that count for no limit.
    var toleratedCount = 0

    /// Returns the number of failures within a tolerance.
    ///
    /// - Parameter isMarked: `true` if findings of a baseline may have been removed, so that the marks say how many
    ///   are left.
    /// - Returns: The number.
    func toleratedCount(isMarked: Bool) -> Int {
        isMarked ? marks.count(where: \.isTolerated) : toleratedCount
    }

    /// The contribution of the chunk to the rules about records, or `nil` if there are none.
    var part: DataSetRun.Part?

    /// The marks of the findings in the first report.
    var marks: [FindingMark] { reports.first?.marks ?? [] }

    init(tally: FindingTally) {
        self.tally = tally
    }
}

/// The end of a finding in the bytes of its chunk, and the numbers that it counts in.
struct FindingMark: Sendable {
    let end: Int
    let kind: FindingKind
    /// The number of the record, from 1, or 0 if the finding has no place.
    let record: Int
    /// The index of the rule in the plan, or `nil` for a finding about the record itself.
    let rule: Int?
    /// The place of its code in the layout.
    let slot: Int
    let isMalformed: Bool
    /// `true` for a failure within a tolerance, which is a warning that counts for no limit.
    var isTolerated = false
    /// The fingerprint by which a baseline knows the finding, or `nil` without a baseline.
    var fingerprint: FindingFingerprint?
    /// The distance in bytes from the first digit of the shown fingerprint to the end of the
    /// finding.
    ///
    /// The distance is `nil` if no fingerprint is shown that other findings may share.
    var digits: Int?
}
