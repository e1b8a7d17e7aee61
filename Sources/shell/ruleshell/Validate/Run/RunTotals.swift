// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay

/// The counts of a whole run, and the reason that it ended early if it did.
struct RunTotals {
    var counts: StreamCounts
    /// `true` if a signal such as ^C ended the run.
    var isInterrupted = false
    /// `true` if the records were validated as parts of whole ones.
    var isPartial = false
    /// The words of every summary about that.
    static let partialWords = "partial: absent fields were not required"
    /// `true` if `--max-errors` ended the run.
    var isTruncated = false
    /// The number of records of `--limit` if the run ended there, or `nil` if it did not.
    var reachedLimit: Int?
    /// The numbers of known, new and gone findings, or `nil` without a baseline.
    var baseline: BaselineCounts?
    /// The numbers of the rules about the records of the data set, or `nil` without such rules.
    var dataSet: RecordsTotals?
    /// The number of warnings that are failures within a tolerance, which count for no limit.
    var toleratedWarnings = 0
    let started = ContinuousClock.now
    /// The time of day at which the run began.
    let startTime = UTCTime.now
    /// The duration of the runs that this one continues, in seconds.
    var earlierSeconds = 0.0

    init(ruleCount: Int) {
        counts = StreamCounts(ruleCount: ruleCount)
    }

    /// The end of the line of totals, which says if the records were partial, what was skipped, and what ended the run before the end of
    /// its inputs.
    var ending: String {
        let skipped =
            (isPartial ? "; \(Self.partialWords)" : "")
            + (counts.csv.skippedWords.map { "; \($0)" } ?? "")
        if isInterrupted { return skipped + "; interrupted" }
        if isTruncated { return skipped + "; stopped there" }
        return skipped + (reachedLimit.map { "; stopped at --limit \($0)" } ?? "")
    }

    var hasFindings: Bool { counts.invalid > 0 || counts.violations > 0 || counts.faults > 0 }

    var seconds: Double {
        let microseconds = ((ContinuousClock.now - started).inSeconds * 1e6).rounded(.down)
        return earlierSeconds + microseconds / 1e6
    }

    /// The counts of a chunk of which only the first findings are reported.
    ///
    /// - Parameters:
    ///   - whole: The counts of the whole chunk.
    ///   - marks: The findings that are reported, at least one. The run ends with the record of the
    ///     last one.
    ///   - recordsBefore: The number of records of the input before the chunk.
    ///   - areRejected: `true` if all records are invalid, whatever findings they have.
    /// - Returns: The counts of what is reported; `bytes` is that of the whole chunk.
    static func counts(
        of whole: StreamCounts, cutTo marks: ArraySlice<FindingMark>, recordsBefore: Int,
        areRejected: Bool
    ) -> StreamCounts {
        var counts = StreamCounts(ruleCount: whole.findingsByRule.count)
        counts.bytes = whole.bytes
        counts.csv = whole.csv
        counts.records = min(whole.records, max(0, (marks.last?.record ?? 0) - recordsBefore))
        var lastInvalid = 0
        for mark in marks {
            switch mark.kind {
            case .error: counts.violations += 1
            case .warning: counts.warnings += 1
            case .fault: counts.faults += 1
            }
            if mark.isMalformed { counts.malformed += 1 }
            if let rule = mark.rule { counts.findingsByRule[rule] += 1 }
            if mark.kind != .warning, mark.record != lastInvalid {
                counts.invalid += 1
                lastInvalid = mark.record
            }
        }
        counts.invalid = areRejected ? counts.records : min(counts.invalid, counts.records)
        return counts
    }
}
