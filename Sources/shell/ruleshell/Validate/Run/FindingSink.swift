// SPDX-License-Identifier: Apache-2.0
import AssayDataSets
import AssaySystem
import Synchronization
import Assay

/// Takes the rendered chunks of a run in their order, writes and counts them, and ends the run.
///
/// A writer holds the lock until whole findings are written, so that an interrupted run leaves no
/// partial line.
final class FindingSink: Sendable {
    struct State {
        var totals: RunTotals
        var reports: [RunningReport]
        var tally: FindingTally
        /// The rule statistics, if they are gathered.
        var statistics: RuleStatistics?
        /// The CSV inputs, with what was found out about them.
        var csvInputs: [CSVInput] = []
        /// The Arrow inputs, since the run began or continued.
        var arrowInputs: [ArrowInput] = []
        var split: SplitOutput
        var remainingErrors: Int
        /// The index of the current input among the arguments, and the position in it.
        var input = 0
        var position: StreamPosition?
        var name = ""
        var recordsOfInput = 0
        /// The number of malformed records of the current input, which have no fields.
        var malformedOfInput = 0
        /// Notes which fields occur in the records of the current input.
        var presence: FieldPresence
        /// The fields that the inputs before the current one do not have.
        var missingFields = MissingFields()
        var isFinished = false
        var hasUnreadable = false
        /// `true` if the rules cannot check an input of text, so that the rule set is wrong for it.
        var hasUncheckable = false
        /// The messages about the run that reports have in addition to findings.
        var notices: [RunNotice] = []
        /// The messages about the whole run that are known before its end.
        var runNotices: [RunNotice] = []
        /// `true` if the format or header of the input differs from that of the files of records.
        var isForeign = false
        var clock = CheckpointClock()
        var checkpointFailure: Diagnostic?
        var progress: RunProgress?
        /// Tells known findings from new ones, if there is a baseline.
        var baseline: BaselineMatcher?
        /// The error that the checks across records ended with.
        var dataSetFailure: Diagnostic?
        /// The outcome of the rules about records, once they are finished.
        var outcome: DataSetOutcome?
        var isDataSetFinished = false
        /// The records that are valid because a baseline knows their errors.
        var validAgain: Set<RecordPlace?> = []
        /// The numbers of the rules with a tolerance, if there are some.
        var tolerances: ToleranceCounts?

        var failure: Diagnostic? {
            for report in reports {
                if let failure = report.stream.failure { return failure }
            }
            return split.failure ?? checkpointFailure ?? dataSetFailure
        }
        /// `true` if all reports are closed and no records are written to files.
        var isClosed: Bool { reports.allSatisfy(\.stream.isClosed) && !split.isWanted }
    }

    let settings: OutputSettings
    let state: Locked<State>

    /// Creates a sink.
    ///
    /// - Parameters:
    ///   - settings: The formats, limits and outputs.
    ///   - checkpoint: The checkpoint to continue from, or `nil` to begin at the start.
    ///   - progress: The progress display, or `nil` if progress is not shown.
    ///   - presence: Notes which fields occur in the records of the first input to read, including
    ///     those that the earlier run read.
    init(
        settings: OutputSettings, from checkpoint: Checkpoint?, progress: RunProgress?,
        presence: FieldPresence
    ) {
        self.settings = settings
        var state = State(
            totals: RunTotals(ruleCount: settings.rules.count),
            reports: zip(settings.forms, settings.outputs.reports).map {
                RunningReport($0, to: $1)
            },
            tally: FindingTally(count: settings.layout.slots.count),
            statistics: settings.statistics,
            split: SplitOutput(outputs: settings.outputs, state: checkpoint?.split ?? SplitState()),
            remainingErrors: settings.maximumErrors ?? .max, presence: presence)
        state.totals.isPartial = settings.isPartial
        state.tolerances = settings.tolerances.map { ToleranceCounts($0.plan) }
        if let checkpoint {
            state.restore(checkpoint)
            if let plan = settings.tolerances?.plan {
                state.tolerances =
                    ToleranceCounts(saved: checkpoint.tolerances, of: plan) ?? state.tolerances
            }
            settings.page?.restore(checkpoint.page)
        }
        state.progress = progress
        state.baseline = settings.baseline.map { BaselineMatcher($0) }
        self.state = Locked(state)
    }

    /// Takes messages about the whole run, for its end.
    func note(_ notices: [RunNotice]) {
        state.withLock { $0.runNotices += notices }
    }

    /// `true` while the sink takes chunks.
    var isOpen: Bool {
        state.withLock {
            !$0.isFinished && !$0.isClosed && $0.failure == nil && !$0.totals.isTruncated
        }
    }

    /// The number of records in the inputs before the current one.
    var recordsBefore: Int { state.withLock { $0.totals.counts.records - $0.recordsOfInput } }

    /// Writes the heads of the reports, and the first checkpoint.
    func begin() {
        state.withLock { state in
            state.forEachReport { $0.write($0.writer.begin()) }
            save(&state, status: nil)
        }
    }

    /// Begins an input, or continues in it.
    ///
    /// - Returns: The record of the fields that occur in the input.
    func beginInput(_ name: String) -> FieldPresence {
        state.withLock { state in
            state.name = name
            // The report of a resumed run has begun the input already.
            if state.position == nil { state.forEachReport { $0.writer.beginInput(name) } }
            return state.presence
        }
    }

    /// Takes the meter of the current input.
    func show(_ meter: InputMeter) {
        state.withLock { $0.progress?.begin(meter) }
    }

    /// Ends an input.
    ///
    /// - Parameters:
    ///   - error: The reason that the input cannot be read to its end, or `nil` if it was.
    ///   - rulesCannotCheck: `true` if the reason is in the rules, which cannot check text.
    func endInput(_ error: Diagnostic?, rulesCannotCheck: Bool = false) {
        state.withLock { state in
            guard !state.isFinished else { return }
            let error = error ?? (state.isForeign ? .mixed(state.name) : nil)
            state.isForeign = false
            if let error {
                state.hasUnreadable = true
                if rulesCannotCheck { state.hasUncheckable = true }
                state.notices.append(RunNotice(error, isError: true, input: state.name))
                state.warn(error.shown)
            }
            state.progress?.endInput()
            state.forEachReport { $0.write($0.writer.endInput(error)) }
            guard !state.totals.isTruncated else { return }
            state.missingFields.add(
                state.name, presence: state.presence,
                // Malformed records have no fields.
                tellsMissing: state.recordsOfInput - state.malformedOfInput > 1
                    && isBelowLimit(state),
                isPartial: settings.isPartial)
            state.presence = FieldPresence(like: state.presence)
            state.input += 1
            state.position = nil
            state.recordsOfInput = 0
            state.malformedOfInput = 0
        }
    }

    /// Writes a chunk.
    ///
    /// - Parameters:
    ///   - chunk: The findings and records of the chunk.
    ///   - counts: The counts of the chunk.
    ///   - end: The position in the input after the chunk.
    /// - Returns: `true` to continue with the input.
    func take(_ chunk: RenderedChunk, counts: StreamCounts, end: StreamPosition) -> Bool {
        state.withLock { state in
            guard !state.isFinished, accepts(chunk, state: &state) else { return false }
            var (chunk, counts) = (chunk, counts)
            for index in chunk.reports.indices {
                state.reports[index].number(&chunk.reports[index])
            }
            let invalid = invalidRecords(of: chunk, state)
            state.baseline?.removeKnown(from: &chunk, counts: &counts)
            state.validAgain.formUnion(invalid.subtracting(invalidRecords(of: chunk, state)))
            let reported = cut(chunk, state: &state)
            let isCut = state.totals.isTruncated
            if isCut {
                state.totals.counts += RunTotals.counts(
                    of: counts, cutTo: chunk.marks[..<(reported ?? 0)],
                    recordsBefore: state.recordsOfInput, areRejected: chunk.isRejected)
            } else {
                state.totals.counts += counts
                state.recordsOfInput += counts.records
                state.malformedOfInput += counts.malformed
                state.totals.toleratedWarnings += chunk.toleratedCount(
                    isMarked: settings.baseline != nil)
            }
            state.note(chunk, counts.csv)
            accept(chunk, reported: reported, state: &state)
            writeFindings(chunk, reported: reported, state: &state)
            writeRecords(chunk, reported: reported, state: &state)
            state.position = end
            if !isCut { saveIfDue(&state) }
            return !isCut && !state.isClosed && state.failure == nil
        }
    }

    /// Returns the number of findings to report if the run ends in a chunk, or `nil` to report all.
    ///
    /// The run ends at the last error that `--max-errors` allows.
    func cut(_ chunk: RenderedChunk, state: inout State) -> Int? {
        for (index, mark) in chunk.marks.enumerated() where mark.kind != .warning {
            state.remainingErrors -= 1
            guard state.remainingErrors == 0 else { continue }
            state.totals.isTruncated = true
            return index + 1
        }
        return nil
    }

    /// Returns `true` if the records of a chunk have the format and header of those before.
    private func accepts(_ chunk: RenderedChunk, state: inout State) -> Bool {
        guard let split = chunk.split, !state.split.accepts(split) else { return true }
        state.isForeign = true
        return false
    }

    func writeFindings(
        _ chunk: RenderedChunk, reported: Int?, state: inout State
    ) {
        var tally = chunk.tally
        let marks = chunk.marks[..<(reported ?? 0)]
        if reported != nil {
            tally = FindingTally(count: tally.counts.count)
            for mark in marks { tally.counts[mark.slot] += 1 }
        }
        state.tally += tally
        if let statistics = chunk.statistics {
            state.statistics? += statistics
            if let plan = settings.tolerances?.plan {
                state.tolerances? += ToleranceCounts(statistics, of: plan)
            }
        }
        if let page = chunk.page {
            settings.page?.add(page, upTo: reported == nil ? nil : marks.last?.record)
        }
        if chunk.reports.contains(where: { !$0.output.bytes.isEmpty }) { state.clearProgress() }
        for (index, findings) in chunk.reports.enumerated() {
            state.reports[index].write(findings, count: reported, tally: tally)
        }
    }

    /// Returns the records of a chunk with marked errors, if a baseline may know these.
    private func invalidRecords(of chunk: RenderedChunk, _ state: State) -> Set<RecordPlace?> {
        guard state.baseline != nil, let part = chunk.part, !chunk.isRejected else { return [] }
        return Set(
            chunk.marks.lazy.filter { $0.kind != .warning }.map { mark in
                let row = max(0, mark.record - part.place.recordsBefore - 1)
                return RecordPlace(chunk: part.chunk, row: UInt32(clamping: row))
            })
    }

    /// Accepts what a chunk adds to the checks across records.
    private func accept(_ chunk: RenderedChunk, reported: Int?, state: inout State) {
        guard let dataSet = settings.dataSet else { return }
        if let part = chunk.part {
            // The run ends after the record of the last finding.
            let rows = reported.map { chunk.marks[$0 - 1].record - part.place.recordsBefore }
            dataSet.accept(part, rows: rows.map { max(0, $0) })
        }
        state.dataSetFailure = dataSet.failure
    }

    private func writeRecords(_ chunk: RenderedChunk, reported: Int?, state: inout State) {
        guard var split = chunk.split else { return }
        if let reported, settings.dataSet == nil {
            split.cut(toRecord: chunk.marks[reported - 1].record)
        }
        state.split.write(split)
        for warning in split.warnings { state.warn(warning.shownWarning) }
    }
}

extension FindingSink.State {
    /// Notes what a chunk of CSV or Arrow says about its input.
    mutating func note(_ chunk: RenderedChunk, _ notes: CSVNotes) {
        if let form = chunk.arrowForm, arrowInputs.last?.index != input {
            arrowInputs.append(ArrowInput(index: input, name: name, form: form))
        }
        guard let delimiter = chunk.delimiter else { return }
        if csvInputs.last?.index != input {
            csvInputs.append(
                CSVInput(
                    index: input, name: name, delimiter: delimiter, isQuoteText: chunk.isQuoteText))
        }
        csvInputs[csvInputs.count - 1].notes += notes
    }

    /// Lets every report write a part.
    mutating func forEachReport(_ body: (inout RunningReport) -> Void) {
        clearProgress()
        for index in reports.indices { body(&reports[index]) }
    }

    /// Clears the progress line if findings go to the same terminal.
    mutating func clearProgress() {
        guard progress != nil else { return }
        if reports.contains(where: \.stream.file.descriptor.isTerminal) { progress?.clear() }
    }

    /// Writes a message to standard error.
    mutating func warn(_ error: String) {
        progress?.clear()
        StandardError.write(error)
    }
}
