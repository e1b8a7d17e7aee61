// SPDX-License-Identifier: Apache-2.0
import Assay

/// Makes a report of rendered chunks: one call at a time, in the order of the input.
protocol ReportWriter: Sendable {
    /// What comes before everything else.
    func begin() -> String
    /// Begins an input.
    mutating func beginInput(_ name: String)
    /// Tells findings apart that share a fingerprint, by their numbers; before findings that are known are left out.
    mutating func number(_ findings: inout RenderedFindings)
    /// What is written of a chunk.
    mutating func take(_ chunk: ReportedChunk) -> ArraySlice<UInt8>
    /// Ends an input; `error` says why it could not be read to its end.
    mutating func endInput(_ error: Diagnostic?) -> String
    /// What comes after everything else.
    func finish(_ summary: RunSummary) -> String
    /// The state that another run needs to continue the report.
    var saved: Value { get }
    mutating func restore(_ saved: Value)
}

extension ReportWriter {
    func begin() -> String { "" }
    mutating func beginInput(_ name: String) {}
    mutating func number(_ findings: inout RenderedFindings) {}
    mutating func endInput(_ error: Diagnostic?) -> String { "" }
    func finish(_ summary: RunSummary) -> String { "" }
    var saved: Value { .null }
    mutating func restore(_ saved: Value) {}
}

/// As much of a chunk as is reported.
struct ReportedChunk {
    let bytes: ArraySlice<UInt8>
    /// The ends of the findings in `bytes`; empty unless the renderer marks findings.
    let marks: ArraySlice<FindingMark>
    let tally: FindingTally
}

/// What is known at the end of a run.
struct RunSummary {
    let summary: Summary
    let tally: FindingTally
    let layout: FindingLayout
    /// The values that rules rejected; nil: they were not counted.
    var values: RejectedValues?
    /// What the run says besides findings, inputs that cannot be read first.
    var notices: [RunNotice] = []

    var totals: RunTotals { summary.totals }
    var findings: FindingSummary {
        FindingSummary(tally: tally, layout: layout, totals: totals, values: values)
    }
    /// Violations, warnings and faults together.
    var findingCount: Int {
        totals.counts.violations + totals.counts.warnings + totals.counts.faults
    }
}

/// Writes findings as they come.
struct PlainReport: ReportWriter {
    func take(_ chunk: ReportedChunk) -> ArraySlice<UInt8> { chunk.bytes }
}

/// Writes nothing but the numbers of the run.
struct TotalsReport: ReportWriter {
    /// How wide the terminal is; nil: there is none.
    let columns: Int?

    func take(_ chunk: ReportedChunk) -> ArraySlice<UInt8> { [] }

    func finish(_ summary: RunSummary) -> String {
        SummaryText(summary: summary.findings, columns: columns).text(notices: summary.notices)
    }
}

/// Writes findings as the elements of a list, each of which begins with a separator.
struct ListReport: ReportWriter {
    let head: String
    let separator: String
    /// What ends the report, by the number of findings in it.
    let tail: @Sendable (RunSummary, Int) -> String
    var limiter: FindingLimiter
    var isFirst = true
    var fingerprints = FingerprintNumbers()

    init(
        head: String, separator: String,
        limiter: FindingLimiter = FindingLimiter(quota: nil, fullBuckets: nil),
        tail: @escaping @Sendable (RunSummary, Int) -> String
    ) {
        self.head = head
        self.separator = separator
        self.limiter = limiter
        self.tail = tail
    }

    func begin() -> String { head }

    mutating func number(_ findings: inout RenderedFindings) {
        if !limiter.isFull { fingerprints.number(&findings) }
    }

    mutating func take(_ chunk: ReportedChunk) -> ArraySlice<UInt8> {
        let bytes = limiter.take(chunk)
        guard !bytes.isEmpty, isFirst else { return bytes }
        isFirst = false
        return bytes.dropFirst(separator.utf8.count)
    }

    func finish(_ summary: RunSummary) -> String { tail(summary, limiter.taken) }
}
