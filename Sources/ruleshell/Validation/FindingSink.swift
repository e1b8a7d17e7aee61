// SPDX-License-Identifier: Apache-2.0
import Assay
import Glibc

/// Takes the rendered chunks of a run in their order, writes and counts them, and ends the run.
///
/// Whoever writes holds the lock until whole findings are written, so that an interrupted run
/// leaves no half line.
final class FindingSink: Sendable {
    struct State {
        var totals: RunTotals
        var report: OutputStream
        var writer: any ReportWriter
        var tally: FindingTally
        /// What the rules did, if it is counted.
        var statistics: RuleStatistics?
        var split: SplitOutput
        var remainingErrors: Int
        /// The input that is read, by its place among the arguments, and where it goes on.
        var input = 0
        var position: StreamPosition?
        var name = ""
        var recordsOfInput = 0
        var isFinished = false
        var hasUnreadable = false
        /// Records of the input do not go into the files of valid and invalid ones.
        var isForeign = false
        var clock = CheckpointClock()
        var checkpointFailure: Diagnostic?
        var progress: RunProgress?

        var failure: Diagnostic? { report.failure ?? split.failure ?? checkpointFailure }
        /// Nobody takes what is found.
        var isClosed: Bool { report.isClosed && !split.isWanted }
    }

    let settings: OutputSettings
    let state: Locked<State>

    /// - Parameters:
    ///   - settings: The format, the limits and where everything goes.
    ///   - checkpoint: Where an earlier run was; nil for the start.
    ///   - progress: Shows how far the run is; nil: nobody wants to know.
    init(
        _ settings: OutputSettings, from checkpoint: Checkpoint?, progress: RunProgress?
    ) {
        self.settings = settings
        var state = State(
            totals: RunTotals(ruleCount: settings.rules.count),
            report: OutputStream(settings.outputs.report), writer: settings.form.writer,
            tally: FindingTally(count: settings.layout.slots.count),
            statistics: settings.statistics,
            split: SplitOutput(settings.outputs, checkpoint?.split ?? SplitState()),
            remainingErrors: settings.maximumErrors ?? .max)
        if let checkpoint {
            state.restore(checkpoint)
            settings.page?.restore(checkpoint.page)
        }
        state.progress = progress
        self.state = Locked(state)
    }

    /// True while chunks are wanted.
    var isOpen: Bool {
        state.withLock {
            !$0.isFinished && !$0.isClosed && $0.failure == nil && !$0.totals.isTruncated
        }
    }

    /// Records of all inputs before the one that is read.
    var recordsBefore: Int { state.withLock { $0.totals.counts.records - $0.recordsOfInput } }

    /// Writes what comes before the findings, and the first checkpoint.
    func begin() {
        state.withLock { state in
            state.write(state.writer.begin())
            save(&state, status: nil)
        }
    }

    /// Begins an input, or goes on in it.
    func beginInput(_ name: String) {
        state.withLock { state in
            state.name = name
            // The report of a run that goes on knows the input already.
            if state.position == nil { state.writer.beginInput(name) }
        }
    }

    /// Notes who knows how much of the input is read.
    func show(_ meter: InputMeter) {
        state.withLock { $0.progress?.begin(meter) }
    }

    /// Ends an input.
    ///
    /// - Parameter problem: Why it cannot be read, or not wholly; nil if it was.
    func endInput(_ problem: Diagnostic?) {
        state.withLock { state in
            guard !state.isFinished else { return }
            let problem = problem ?? (state.isForeign ? .mixed(state.name) : nil)
            state.isForeign = false
            if let problem {
                state.hasUnreadable = true
                state.warn(problem.text)
            }
            state.progress?.endInput()
            state.write(state.writer.endInput(problem))
            guard !state.totals.isTruncated else { return }
            state.input += 1
            state.position = nil
            state.recordsOfInput = 0
        }
    }

    /// Writes a chunk.
    ///
    /// - Parameters:
    ///   - chunk: Its findings and records.
    ///   - counts: Its numbers.
    ///   - end: Where the input goes on behind it.
    /// - Returns: Whether the input goes on.
    func take(_ chunk: RenderedChunk, _ counts: StreamCounts, _ end: StreamPosition) -> Bool {
        state.withLock { state in
            guard !state.isFinished, accepts(chunk, &state) else { return false }
            let reported = cut(chunk, &state)
            let isCut = state.totals.isTruncated
            if isCut {
                state.totals.counts += RunTotals.counts(
                    of: counts, cutTo: chunk.marks[..<reported.marks],
                    recordsBefore: state.recordsOfInput)
            } else {
                state.totals.counts += counts
                state.recordsOfInput += counts.records
            }
            writeFindings(chunk, reported, &state)
            writeRecords(chunk, reported.marks, &state)
            state.position = end
            if !isCut { saveIfDue(&state) }
            return !isCut && !state.isClosed && state.failure == nil
        }
    }

    /// How much of a chunk is reported; the run ends where the last error that is wanted ends.
    private func cut(_ chunk: RenderedChunk, _ state: inout State) -> (bytes: Int, marks: Int) {
        for (index, mark) in chunk.marks.enumerated() where mark.kind != .warning {
            state.remainingErrors -= 1
            guard state.remainingErrors == 0 else { continue }
            state.totals.isTruncated = true
            return (mark.end, index + 1)
        }
        return (chunk.bytes.count, chunk.marks.count)
    }

    /// Whether the records of a chunk have the form of those before.
    private func accepts(_ chunk: RenderedChunk, _ state: inout State) -> Bool {
        guard let split = chunk.split, !state.split.accepts(split) else { return true }
        state.isForeign = true
        return false
    }

    private func writeFindings(
        _ chunk: RenderedChunk, _ reported: (bytes: Int, marks: Int), _ state: inout State
    ) {
        let marks = chunk.marks[..<reported.marks]
        var tally = chunk.tally
        if state.totals.isTruncated {
            tally = FindingTally(count: tally.counts.count)
            for mark in marks { tally.counts[mark.slot] += 1 }
        }
        state.tally += tally
        if let statistics = chunk.statistics { state.statistics? += statistics }
        if let page = chunk.page {
            settings.page?.add(page, upTo: state.totals.isTruncated ? marks.last?.record : nil)
        }
        let bytes = state.writer.take(
            ReportedChunk(bytes: chunk.bytes[..<reported.bytes], marks: marks, tally: tally))
        guard !bytes.isEmpty else { return }
        state.makeRoom()
        state.report.write(bytes)
    }

    private func writeRecords(_ chunk: RenderedChunk, _ marks: Int, _ state: inout State) {
        guard var split = chunk.split else { return }
        if state.totals.isTruncated { split.cut(toRecord: chunk.marks[marks - 1].record) }
        state.split.write(split)
        for problem in split.problems { state.warn(problem.warning) }
    }
}

extension FindingSink.State {
    /// Writes a part of the report.
    mutating func write(_ text: String) {
        guard !text.isEmpty else { return }
        makeRoom()
        report.write(text)
    }

    /// Makes room for findings where the progress is drawn.
    mutating func makeRoom() {
        if isatty(report.file.descriptor) == 1 { progress?.clear() }
    }

    /// Writes a message to standard error.
    mutating func warn(_ problem: String) {
        progress?.clear()
        StandardError.write(problem)
    }
}
