// SPDX-License-Identifier: Apache-2.0
import Assay
import AssaySystem

/// The progress of a run, on standard error.
///
/// A terminal shows one line that is redrawn; other outputs get a new line each second.
struct RunProgress {
    private let isTerminal: Bool
    private let started = ContinuousClock.now
    /// The size of all inputs together in bytes, or `nil` if one has no size.
    private let total: Int?
    /// The bytes of the inputs before the current one.
    private var before = 0
    private var meter: InputMeter?
    /// The number of records read before the run began, if it continues from a checkpoint.
    private var recordsAtStart = 0
    private var shareAtStart = 0.0
    private var drawn: ContinuousClock.Instant?
    private(set) var isShown = false

    /// Creates the progress, or returns `nil` if it is not to be shown.
    init?(_ choice: ProgressChoice, inputs: [String]) {
        isTerminal = BorrowedDescriptor.standardError.isTerminal
        // What is typed would be overwritten.
        let isTyped = inputs.contains("-") && BorrowedDescriptor.standardInput.isTerminal
        guard choice == .always || (choice == .auto && isTerminal && !isTyped) else { return nil }
        let sizes = inputs.map { FileIdentity(input: $0)?.size }
        let isKnown = sizes.allSatisfy { ($0 ?? 0) > 0 }
        total = isKnown ? sizes.reduce(0) { $0 + ($1 ?? 0) } : nil
    }

    /// The time between two drawings.
    var interval: Duration { isTerminal ? .milliseconds(100) : .seconds(1) }

    mutating func begin(_ meter: InputMeter) {
        self.meter = meter
    }

    mutating func endInput() {
        before += meter.map { $0.size ?? $0.bytesRead } ?? 0
        meter = nil
    }

    /// Counts the inputs and records that an earlier run has read.
    mutating func resume(inputs: ArraySlice<String>, records: Int) {
        before += inputs.reduce(0) { $0 + (FileIdentity(input: $1)?.size ?? 0) }
        recordsAtStart = records
        shareAtStart = share ?? 0
    }

    /// Draws unless it was drawn a moment ago.
    mutating func draw(_ counts: StreamCounts) {
        let now = ContinuousClock.now
        if let drawn, now - drawn < interval { return }
        drawn = now
        let line = ProgressLine(
            records: counts.records, findings: counts.violations + counts.warnings + counts.faults,
            recordsPerSecond: Double(counts.records - recordsAtStart) / seconds(until: now),
            share: share, secondsLeft: secondsLeft(at: now))
        if isTerminal {
            StandardError.write(
                "\r" + line.text(columns: Terminal.columnsOfStandardError) + "\u{1B}[K")
            isShown = true
        } else {
            StandardError.write("ruleshell: " + line.text(columns: nil) + "\n")
        }
    }

    /// Clears the line, so that something else can be written.
    mutating func clear() {
        guard isShown else { return }
        isShown = false
        StandardError.write("\r\u{1B}[K")
    }

    private func seconds(until now: ContinuousClock.Instant) -> Double {
        max(0.001, (now - started).inSeconds)
    }

    /// The share of the inputs that was read, from 0 to 1, or `nil` if their size is not known.
    private var share: Double? {
        guard let total, total > 0 else { return nil }
        return min(1, Double(before + (meter?.bytesRead ?? 0)) / Double(total))
    }

    private func secondsLeft(at now: ContinuousClock.Instant) -> Double? {
        // Less of the way says nothing about the rest.
        guard let share, share - shareAtStart >= 0.01 else { return nil }
        return seconds(until: now) * (1 - share) / (share - shareAtStart)
    }
}
