// SPDX-License-Identifier: Apache-2.0
import Assay

/// The parts of a chunk that the page may show.
struct PageChunk: Sendable {
    var records: [WorstRecord] = []
    /// Every value that broke a rule, unless enough were counted before.
    var values: [RejectedValue] = []
    /// The texts or JSON of the values, one after the other.
    var texts: [UInt8] = []
}

/// A record with many findings.
struct WorstRecord: Sendable {
    struct Line: Sendable {
        let kind: FindingKind
        let code: String
        let pointer: String
        let message: String
        /// The number of further findings of the rule in the record.
        let more: Int
    }

    let file: String
    let number: Int
    let line: Int
    let count: Int
    /// The line of the record, or `nil` if it is not shown.
    let excerpt: Excerpt?
    /// The first finding of each rule.
    let findings: [Line]
}

/// A value that broke a rule, without references: there are many.
struct RejectedValue: Sendable {
    /// The hash of all of it.
    let key: UInt64
    let record: Int
    /// The range of its text or JSON in the texts of the chunk.
    let text: Range<Int>
    /// The index of the rule in the plan.
    let rule: Int32
    /// `true` if the text is JSON; otherwise it is the value, whose JSON is shown.
    let isJSON: Bool
}

/// The values of a run that broke rules.
struct RejectedValues: Sendable {
    /// The counted values, by the index of the rule in the plan.
    let counts: [Int: ValueCounts]
    /// `true` if values were left out because the limit was reached.
    let leftOut: Bool
}
