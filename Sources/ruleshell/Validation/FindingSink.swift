// SPDX-License-Identifier: Apache-2.0
import Assay
import Glibc

/// Takes the rendered chunks of a run in their order, writes and counts them, and ends the run.
///
/// Whoever writes holds the lock until whole findings are written, so that an interrupted run
/// leaves no half line.
final class FindingSink: Sendable {
    private struct State {
        var totals: RunTotals
        var remainingErrors: Int
        var recordsOfInput = 0
        var isFirst = true
        var isFinished = false
        /// The reader of standard output has gone.
        var isClosed = false
        var failure: Diagnostic?
    }

    private let settings: OutputSettings
    private let state: Locked<State>

    /// - Parameter settings: The format, the limit and where the summary goes.
    init(_ settings: OutputSettings) {
        self.settings = settings
        state = Locked(
            State(
                totals: RunTotals(ruleCount: settings.rules.count),
                remainingErrors: settings.maximumErrors ?? .max))
    }

    /// True while chunks are wanted.
    var isOpen: Bool {
        state.withLock {
            !$0.isFinished && !$0.isClosed && $0.failure == nil && !$0.totals.isTruncated
        }
    }

    /// Begins the next input.
    func beginInput() {
        state.withLock { $0.recordsOfInput = 0 }
    }

    /// Writes what comes before the findings.
    func begin() {
        guard settings.format == .json else { return }
        state.withLock { write(Array(JSONFormat.head.utf8)[...], &$0) }
    }

    /// Writes a chunk.
    ///
    /// - Returns: Whether the run goes on.
    func take(_ chunk: RenderedChunk, _ counts: StreamCounts) -> Bool {
        state.withLock { state in
            guard !state.isFinished else { return false }
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
            writeFindings(chunk.bytes[..<reported.bytes], &state)
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

    private func writeFindings(_ bytes: ArraySlice<UInt8>, _ state: inout State) {
        guard !bytes.isEmpty else { return }
        let leadsWithSeparator = settings.format == .json && state.isFirst
        state.isFirst = false
        write(bytes.dropFirst(leadsWithSeparator ? JSONFormat.separator.utf8.count : 0), &state)
    }

    private func write(_ bytes: ArraySlice<UInt8>, _ state: inout State) {
        guard !state.isClosed, state.failure == nil else { return }
        let error = bytes.withUnsafeBytes { OutputDescriptor(number: STDOUT_FILENO).write($0) }
        if error == EPIPE {
            state.isClosed = true
        } else if error != 0 {
            state.failure = .unwritable("standard output", error)
        }
    }

    /// Ends the output and writes the summary, once.
    ///
    /// - Returns: The status of what was found, or `unusable` when the output could not be written;
    ///   nil if the run was ended before.
    func finish(interrupted: Bool = false) -> ExitStatus? {
        state.withLock { state in
            guard !state.isFinished else { return nil }
            state.isFinished = true
            state.totals.isInterrupted = interrupted
            let summary = Summary(totals: state.totals, rules: settings.rules)
            if settings.format == .json {
                write(Array(JSONFormat.tail(summary: summary.json).utf8)[...], &state)
            }
            writeSummary(summary, &state)
            if let failure = state.failure {
                StandardError.write(failure.text)
                return .unusable
            }
            return state.totals.hasFindings ? .findings : .valid
        }
    }

    private func writeSummary(_ summary: Summary, _ state: inout State) {
        let line = Array((summary.json + "\n").utf8)
        switch settings.summary {
        case .none:
            if settings.format.isForPeople { StandardError.write(summary.line) }
        case .standardOutput:
            if settings.format != .json { write(line[...], &state) }
        case .file(let file):
            if let failure = file.write(line), state.failure == nil { state.failure = failure }
        }
    }
}
