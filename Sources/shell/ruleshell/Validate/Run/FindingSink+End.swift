// SPDX-License-Identifier: Apache-2.0
import Synchronization
import Assay

// What is written when a run has ended, and how it ends.
extension FindingSink {
    /// Ends the outputs and writes the totals, once.
    ///
    /// - Returns: The exit status for the findings, `unusable` if an output could not be written,
    ///   or `nil` if the run had already ended.
    func finish(interrupted: Bool = false) -> ExitStatus? {
        state.withLock { state in
            guard !state.isFinished else { return nil }
            state.isFinished = true
            state.progress?.clear()
            if interrupted, state.failure == nil { save(&state, status: nil) }
            state.totals.isInterrupted = interrupted
            if !isBelowLimit(state) { state.totals.reachedLimit = settings.recordLimit }
            finishDataSet(&state)
            let notices = notices(of: state) + state.runNotices
            let failure = writeTotals(&state, notices: notices)
            if let failure = state.failure ?? failure {
                StandardError.write(failure.shown)
                return .unusable
            }
            let status = status(of: &state, notices: notices)
            if !interrupted { save(&state, status: status) }
            return state.checkpointFailure.map { failure in
                StandardError.write(failure.shown)
                return .unusable
            } ?? status
        }
    }

    private func status(of state: inout State, notices: [RunNotice]) -> ExitStatus {
        var isBad = state.totals.hasFindings
        if let matcher = state.baseline {
            isBad = matcher.fails(state.totals)
        }
        let warnings =
            state.totals.counts.warnings - state.totals.toleratedWarnings
            + notices.count { !$0.isError }
        if let allowed = settings.maximumWarnings, warnings > allowed {
            isBad = true
            StandardError.writeLine(
                "ruleshell: \(Counted.text(warnings, of: "warning")), and "
                    + (settings.isStrict
                        ? "--strict allows none\n" : "--max-warnings allows \(allowed)\n"))
        }
        // A file that is CSV by its name ends the command with this status before a record is read.
        if state.hasUncheckable { return .unusable }
        if state.hasUnreadable || notices.contains(where: \.isError) { return .unreadable }
        return isBad && !settings.endsWithZero ? .findings : .valid
    }

    /// Ends the report and the files of records, and writes the summary, the statistics and the page.
    ///
    /// - Parameters:
    ///   - state: The state of the run, which is locked.
    ///   - notices: The messages about the whole run.
    /// - Returns: The first error that writing the totals had, or `nil` if there was none.
    private func writeTotals(_ state: inout State, notices: [RunNotice]) -> Diagnostic? {
        if state.totals.isInterrupted {
            state.forEachReport { $0.write($0.writer.endInput(.interrupted)) }
        }
        let isRead = !endsEarly(state) && !state.hasUnreadable && isBelowLimit(state)
        let isWhole = isRead && !notices.contains(where: \.isError)
        state.totals.baseline = state.baseline?.counts(isWhole: isWhole)
        var summary = Summary(
            totals: state.totals, rules: settings.rules, statistics: state.statistics,
            counters: settings.counters?() ?? [])
        let run = RunSummary(
            summary: summary, tally: state.tally, layout: settings.layout,
            values: settings.page?.rejectedValues,
            notices: state.notices + notices)
        state.forEachReport { $0.write($0.writer.finish(run)) }
        if settings.forms.contains(where: { $0.name == .github }) {
            StepSummary.write(run.findings, notices: run.notices)
        }
        state.split.finish(isWhole: isRead)
        if !isRead { warnOfLastLines(&state) }
        for notice in notices { state.warn(notice.shown) }
        summary.notices = run.notices
        let failure = writeSummary(summary, state: &state)
        if let statistics = state.statistics {
            StandardError.write(
                StatisticsText(
                    statistics: statistics, layout: settings.layout, totals: state.totals,
                    inputs: state.csvInputs.map(\.statistics)
                        + state.arrowInputs.map(\.statistics), columns: Terminal.columnsForMessages
                ).text + CountersText(counters: summary.counters).text)
        }
        let pageFailure = writePage(run)
        let baselineFailure = writeBaseline(&state, isWhole: isWhole)
        return failure ?? pageFailure ?? baselineFailure
    }

    /// Warns of files of records without the lines of `--skip-last`, unless the run can continue.
    private func warnOfLastLines(_ state: inout State) {
        guard settings.skipsLastLines, state.split.isOfCSV, state.failure == nil,
            !state.totals.isInterrupted || settings.checkpoint == nil
        else { return }
        state.warn(Diagnostic.missingLastLines.shownWarning)
    }

    /// Prints the numbers of the baseline, and writes the new baseline.
    private func writeBaseline(_ state: inout State, isWhole: Bool) -> Diagnostic? {
        guard let use = settings.baseline, state.baseline != nil else { return nil }
        if let counts = state.totals.baseline {
            StandardError.writeLine(counts.line(of: use))
        }
        guard let path = use.output else { return nil }
        guard isWhole else {
            return Diagnostic(
                "baseline.incomplete",
                "'\(path)' is left as it was: not all records were validated",
                help: "write a baseline from a run that reads all inputs to their end")
        }
        do throws(Diagnostic) {
            try state.baseline?.write(to: path, layout: settings.layout)
            return nil
        } catch {
            return error
        }
    }

    /// Returns the messages about the whole run: of too few records, and of fields that occur in no
    /// record, whose names may be mistyped, so that every record is valid.
    private func notices(of state: State) -> [RunNotice] {
        guard !endsEarly(state) else { return [] }
        let counts = state.totals.counts
        // An input that cannot be read is an error already.
        let shortage =
            state.hasUnreadable ? nil : settings.recordMinimum.notice(for: counts.records)
        let missing = state.missingFields.notices(
            // Malformed records have no fields.
            tellsMissing: counts.records - counts.malformed > 1 && isBelowLimit(state),
            isPartial: settings.isPartial)
        let cells = state.csvInputs.flatMap { $0.notices(isWhole: isBelowLimit(state)) }
        return (shortage.map { [$0] } ?? []) + cells + missing
    }

    /// Returns `true` if the run ended before its inputs, and not at `--limit`.
    func endsEarly(_ state: State) -> Bool {
        state.totals.isInterrupted || state.totals.isTruncated || state.isClosed
            || state.failure != nil
    }

    /// Returns `true` if fewer records were read than `--limit` allows, so that none was left out.
    ///
    /// At the limit, the run does not look for a further record.
    func isBelowLimit(_ state: State) -> Bool {
        settings.recordLimit.map { state.totals.counts.records < $0 } ?? true
    }

    private func writePage(_ run: RunSummary) -> Diagnostic? {
        guard let page = settings.page, let file = settings.outputs.page else { return nil }
        var stream = OutputStream(file)
        stream.write(page.html(run))
        return stream.failure
    }

    private func writeSummary(_ summary: Summary, state: inout State) -> Diagnostic? {
        let files = settings.outputs.reports
        if !files.contains(where: \.isStandardOutput) {
            // Nothing else says that there are findings.
            StandardError.writeLine(
                summary.line(ofJob: settings.job, findingsIn: files.map(\.name)))
        } else if case .none = settings.outputs.summary,
            settings.forms.contains(where: \.name.isForPeople)
        {
            StandardError.writeLine(summary.line())
        }
        switch settings.outputs.summary {
        case .none: return nil
        case .standardOutput:
            var stream = OutputStream(.standardOutput)
            let shown = zip(settings.forms, state.reports).first { $1.stream.file.isStandardOutput }
            // A report in JSON has the summary in it, and one that is closed has no reader.
            if shown?.0.name != .json, shown?.1.stream.isClosed != true {
                stream.write(summary.json + "\n")
            }
            return stream.failure
        case .file(of: let file):
            var stream = OutputStream(file)
            stream.write(summary.json + "\n")
            return stream.failure
        }
    }
}
