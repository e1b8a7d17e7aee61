// SPDX-License-Identifier: Apache-2.0
import Assay
import Glibc

/// How far a run is, for whoever waits for it, on standard error.
///
/// On a terminal a line that is drawn over and over, elsewhere a line now and then.
struct RunProgress {
    private let isTerminal: Bool
    private let started = ContinuousClock.now
    /// The sizes of all inputs together; nil if one is a stream.
    private let total: Int?
    /// Bytes of the inputs before the one that is read.
    private var before = 0
    private var meter: InputMeter?
    /// What was read when the run began: it may go on from a checkpoint.
    private var recordsAtStart = 0
    private var shareAtStart = 0.0
    private var drawn: ContinuousClock.Instant?
    private(set) var isShown = false

    /// Nil if nobody wants to see it.
    init?(_ choice: ProgressChoice, inputs: [String]) {
        isTerminal = isatty(STDERR_FILENO) == 1
        guard choice == .always || (choice == .auto && isTerminal) else { return nil }
        let sizes = inputs.map { FileIdentity(input: $0)?.size }
        let isKnown = sizes.allSatisfy { ($0 ?? 0) > 0 }
        total = isKnown ? sizes.reduce(0) { $0 + ($1 ?? 0) } : nil
    }

    /// How long to wait between two drawings.
    var interval: Duration { isTerminal ? .milliseconds(100) : .seconds(1) }

    mutating func begin(_ meter: InputMeter) {
        self.meter = meter
    }

    mutating func endInput() {
        before += meter.map { $0.size ?? $0.bytesRead } ?? 0
        meter = nil
    }

    /// Passes what an earlier run has read.
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
            recordsPerSecond: Double(counts.records - recordsAtStart) / seconds(now),
            share: share, secondsLeft: secondsLeft(now))
        if isTerminal {
            StandardError.write("\r" + line.text(columns: Self.columns) + "\u{1B}[K")
            isShown = true
        } else {
            StandardError.write("ruleshell: " + line.text(columns: nil) + "\n")
        }
    }

    /// Takes the line away, so that something else can be written.
    mutating func clear() {
        guard isShown else { return }
        isShown = false
        StandardError.write("\r\u{1B}[K")
    }

    private func seconds(_ now: ContinuousClock.Instant) -> Double {
        let (seconds, attoseconds) = (now - started).components
        return max(0.001, Double(seconds) + Double(attoseconds) / 1e18)
    }

    /// From 0 to 1.
    private var share: Double? {
        guard let total, total > 0 else { return nil }
        return min(1, Double(before + (meter?.bytesRead ?? 0)) / Double(total))
    }

    private func secondsLeft(_ now: ContinuousClock.Instant) -> Double? {
        // Less of the way says nothing about the rest.
        guard let share, share - shareAtStart >= 0.01 else { return nil }
        return seconds(now) * (1 - share) / (share - shareAtStart)
    }

    private static var columns: Int {
        var size = winsize()
        guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }
}
