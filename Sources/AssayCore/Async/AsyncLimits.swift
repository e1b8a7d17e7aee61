// SPDX-License-Identifier: Apache-2.0

/// How many asynchronous rules run at once, and how long.
public struct AsyncLimits: Sendable {
    /// Rules that one call runs at the same time, over all of its records; at least 1.
    package let maximumConcurrent: Int
    /// How long each rule may take for a value; nil: without end.
    ///
    /// A rule without a verdict by then is undecided, with `fault.deadline`. Its task is cancelled
    /// and not waited for: one that goes on nevertheless no longer counts as running.
    package let timeout: Duration?
    /// The clock of the timeout; tests replace it.
    package let clock: any Clock<Duration>

    /// - Parameters:
    ///   - maximumConcurrent: Rules at the same time; less than 1 counts as 1.
    ///   - timeout: How long each rule may take for a value; zero and less have passed at once;
    ///     nil: without end.
    ///   - clock: The clock of the timeout.
    public init(
        maximumConcurrent: Int = 8, timeout: Duration? = .seconds(10),
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.maximumConcurrent = max(1, maximumConcurrent)
        self.timeout = timeout
        self.clock = clock
    }

    /// Limits with a timeout for each rule and a value, and the defaults of the others:
    /// `validate(record, within: .seconds(2))`.
    ///
    /// More than a thousand years, infinity and what is no number are without end.
    public static func seconds(_ timeout: Double) -> AsyncLimits {
        let longest = 1_000 * 366 * 86_400.0
        return AsyncLimits(timeout: timeout < longest ? .seconds(max(timeout, 0)) : nil)
    }
}
