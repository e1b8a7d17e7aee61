// SPDX-License-Identifier: Apache-2.0
import Assay

/// Makes a report of rendered chunks: one call at a time, in the order of the input.
protocol ReportWriter: Sendable {
    /// Returns the head of the report.
    func begin() -> String
    /// Begins an input.
    mutating func beginInput(_ name: String)
    /// Numbers findings that share a fingerprint, before known findings are left out.
    mutating func number(_ findings: inout RenderedFindings)
    /// Takes a chunk, and returns the bytes to write now.
    mutating func take(_ chunk: ReportedChunk) -> ArraySlice<UInt8>
    /// Ends an input, and returns the text to write; `error` says why it could not be read to its
    /// end.
    mutating func endInput(_ error: Diagnostic?) -> String
    /// Returns the end of the report.
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

/// The part of a chunk that is reported.
struct ReportedChunk {
    let bytes: ArraySlice<UInt8>
    /// The ends of the findings in `bytes`; empty unless the renderer marks findings.
    let marks: ArraySlice<FindingMark>
    let tally: FindingTally
}

/// The results of a run at its end.
struct RunSummary {
    let summary: Summary
    let tally: FindingTally
    let layout: FindingLayout
    /// The values that rules rejected, or `nil` if they were not counted.
    var values: RejectedValues?
    /// The messages about the run, first those about inputs that cannot be read.
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
    /// The width of the terminal in cells, or `nil` without a terminal.
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
    /// Returns the end of the report, given the summary and the number of findings in the report.
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
