// SPDX-License-Identifier: Apache-2.0
import Assay

/// Makes a report of rendered chunks: one call at a time, in the order of the input.
protocol ReportWriter: Sendable {
    /// What comes before everything else.
    func begin() -> String
    /// Begins an input.
    mutating func beginInput(_ name: String)
    /// What is written of a chunk.
    mutating func take(_ chunk: ReportedChunk) -> ArraySlice<UInt8>
    /// Ends an input; `problem` says why it could not be read to its end.
    mutating func endInput(_ problem: Diagnostic?) -> String
    /// What comes behind everything else.
    func finish(_ summary: RunSummary) -> String
    /// What another run has to know to go on with the report.
    var saved: Value { get }
    mutating func restore(_ saved: Value)
}

extension ReportWriter {
    func begin() -> String { "" }
    mutating func beginInput(_ name: String) {}
    mutating func endInput(_ problem: Diagnostic?) -> String { "" }
    func finish(_ summary: RunSummary) -> String { "" }
    var saved: Value { .null }
    mutating func restore(_ saved: Value) {}
}

/// As much of a chunk as is reported.
struct ReportedChunk {
    let bytes: ArraySlice<UInt8>
    /// Of the findings in `bytes`; none unless they were asked for.
    let marks: ArraySlice<FindingMark>
    let tally: FindingTally
}

/// What is known at the end of a run.
struct RunSummary {
    let summary: Summary
    let tally: FindingTally
    let layout: FindingLayout

    var totals: RunTotals { summary.totals }
    var findings: FindingSummary { FindingSummary(tally, layout, totals) }
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
    func take(_ chunk: ReportedChunk) -> ArraySlice<UInt8> { [] }

    func finish(_ summary: RunSummary) -> String {
        SummaryText(summary: summary.findings).text
    }
}

/// Writes findings as the elements of a list, each of which begins with a separator.
struct ListReport: ReportWriter {
    let head: String
    let separator: String
    /// What ends the report, by the number of findings in it.
    let tail: @Sendable (RunSummary, Int) -> String
    var selection: FindingSelection
    var isFirst = true

    init(
        head: String, separator: String, selection: FindingSelection = FindingSelection(nil, nil),
        tail: @escaping @Sendable (RunSummary, Int) -> String
    ) {
        self.head = head
        self.separator = separator
        self.selection = selection
        self.tail = tail
    }

    func begin() -> String { head }

    mutating func take(_ chunk: ReportedChunk) -> ArraySlice<UInt8> {
        let bytes = selection.take(chunk)
        guard !bytes.isEmpty, isFirst else { return bytes }
        isFirst = false
        return bytes.dropFirst(separator.utf8.count)
    }

    func finish(_ summary: RunSummary) -> String { tail(summary, selection.taken) }
}

/// The findings that a quota has room for.
struct FindingSelection: Sendable {
    private let quota: FindingQuota?
    private let room: FindingRoom?
    private var counts: [Int]

    /// Takes all findings without a quota.
    init(_ quota: FindingQuota?, _ room: FindingRoom?) {
        self.quota = quota
        self.room = room
        counts = Array(repeating: 0, count: quota?.bucketCount ?? 0)
    }

    /// Findings that were taken by a quota.
    var taken: Int { counts.reduce(0, +) }

    var saved: Value { Value(counts) }

    mutating func restore(_ saved: Value) {
        guard let quota, let counts = saved.naturals(count: counts.count) else { return }
        self.counts = counts
        for (bucket, count) in counts.enumerated() where count >= quota.limit {
            room?.close(bucket)
        }
    }

    mutating func reset() {
        counts = Array(repeating: 0, count: counts.count)
        room?.reopen()
    }

    /// The bytes of the findings that are taken.
    mutating func take(_ chunk: ReportedChunk) -> ArraySlice<UInt8> {
        guard quota != nil else { return chunk.bytes }
        var bytes: [UInt8] = []
        forEachTaken(chunk) { bytes += $1 }
        return bytes[...]
    }

    /// Calls `body` with the bucket and the bytes of each finding that is taken.
    mutating func forEachTaken(
        _ chunk: ReportedChunk, _ body: (Int, ArraySlice<UInt8>) -> Void
    ) {
        guard let quota else { return }
        var start = chunk.bytes.startIndex
        for mark in chunk.marks {
            let bytes = chunk.bytes[start..<max(start, mark.end)]
            start = max(start, mark.end)
            let bucket = quota.bucket(mark.kind, mark.rule)
            guard counts[bucket] < quota.limit else { continue }
            counts[bucket] += 1
            if counts[bucket] == quota.limit { room?.close(bucket) }
            body(bucket, bytes)
        }
    }
}
