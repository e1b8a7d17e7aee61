// SPDX-License-Identifier: Apache-2.0

/// The limits on the number of asynchronous rules that run at once, and on their time.
public struct AsyncLimits: Sendable {
    /// The maximum number of rules that one call runs at the same time, over all of its records; at
    /// least 1.
    package let maximumConcurrent: Int
    /// The time that each rule may take for a value, or `nil` for no timeout.
    ///
    /// A rule without a verdict by then is undecided, with `fault.deadline`. Its task is cancelled
    /// and not waited for: a task that continues nevertheless no longer counts as running.
    package let timeout: Duration?
    /// The clock of the timeout; tests replace it.
    package let clock: any Clock<Duration>

    /// - Parameters:
    ///   - maximumConcurrent: The maximum number of rules at the same time; a number less than 1
    ///     counts as 1.
    ///   - timeout: The time that each rule may take for a value, or `nil` for no timeout; a time
    ///     of zero or less has passed at once.
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
    /// More than a thousand years, infinity and NaN mean no timeout.
    public static func seconds(_ timeout: Double) -> AsyncLimits {
        let longest = 1_000 * 366 * 86_400.0
        return AsyncLimits(timeout: timeout < longest ? .seconds(max(timeout, 0)) : nil)
    }
}
