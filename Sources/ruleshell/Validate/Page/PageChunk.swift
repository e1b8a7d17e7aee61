// SPDX-License-Identifier: Apache-2.0
import Assay

/// What the page may show of a chunk.
struct PageChunk: Sendable {
    var records: [WorstRecord] = []
    /// Every value that broke a rule, unless enough were counted before.
    var values: [RejectedValue] = []
    /// What is shown of them, one after the other: few of them are.
    var texts: [UInt8] = []
}

/// A record with many findings.
struct WorstRecord: Sendable {
    struct Line: Sendable {
        let kind: FindingKind
        let code: String
        let pointer: String
        let message: String
        /// Further findings of its rule in the record.
        let more: Int
    }

    let file: String
    let number: Int
    let line: Int
    let count: Int
    /// Nil where it may not be shown.
    let excerpt: Excerpt?
    /// The first finding of each rule.
    let findings: [Line]
}

/// A value that broke a rule, without references: there are many.
struct RejectedValue: Sendable {
    /// The hash of all of it.
    let key: UInt64
    let record: Int
    /// What is shown of it, in the texts of the chunk.
    let text: Range<Int>
    /// In the plan's rules.
    let rule: Int32
    /// The text is JSON; otherwise it is the value, whose JSON is shown.
    let isJSON: Bool
}

/// The values of a run that broke rules.
struct RejectedValues: Sendable {
    /// By the places of the rules in the plan.
    let counts: [Int: ValueCounts]
    /// Values were left out, as so many were counted.
    let leftOut: Bool
}
