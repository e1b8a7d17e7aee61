// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay

/// The findings of a chunk in a format.
struct RenderedFindings: Sendable {
    let output: OutputBytes
    /// One for each finding, if not all may be wanted; those of all formats differ in the ends alone.
    var marks: [FindingMark] = []
    /// The buckets of the report that take no finding any more.
    var full: [Bool] = []
}

/// What is written of a chunk.
struct RenderedChunk: Sendable {
    /// One for each report.
    var reports: [RenderedFindings] = []
    /// The records, if they are wanted.
    var split: RecordSplit?
    /// All findings by code.
    var tally: FindingTally
    /// What the page takes of it, if there is one.
    var page: PageChunk?
    /// What the rules did, if it is counted.
    var statistics: RuleStatistics?
    /// All records are invalid, whatever findings they have.
    var isRejected = false
    /// The field separator of a CSV input.
    var delimiter: UInt8?

    /// One for each finding, if not all may be wanted; their ends are those of the first report.
    var marks: [FindingMark] { reports.first?.marks ?? [] }

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
    /// What a baseline knows it by; nil where no one asks.
    var fingerprint: FindingFingerprint?
    /// How many bytes before its end the digits begin of a fingerprint that is shown and that other findings may share;
    /// nil: there is none.
    var digits: Int?
}
