// SPDX-License-Identifier: Apache-2.0
import Assay

/// What the page may show of a chunk.
struct PageChunk: Sendable {
    var records: [WorstRecord] = []
    var samples: [ValueSample] = []
    /// Not every value is among the samples.
    var isSampled = false
}

/// A record with many findings.
struct WorstRecord: Sendable {
    struct Line: Sendable {
        let kind: FindingKind
        let code: String
        let pointer: String
        let message: String
    }

    let file: String
    let number: Int
    let line: Int
    let count: Int
    /// Nil where it may not be shown.
    let excerpt: Excerpt?
    /// The first findings.
    let findings: [Line]
}

/// A value that broke a rule.
struct ValueSample: Sendable {
    /// In the plan's rules.
    let rule: Int
    let text: String
    let record: Int
    /// How many values it represents.
    let weight: Int
}
