// SPDX-License-Identifier: Apache-2.0

/// How much at once, and how long, asynchronous rules are asked.
public struct AsyncLimits: Sendable {
    /// Rules that are asked at the same time by one call, over all of its records; at least 1.
    public let maximumConcurrent: Int
    /// For each answer, from when the rule is asked; nil: without end.
    ///
    /// A rule without an answer by then is undecided, with `fault.deadline`. Its task is cancelled
    /// and nobody waits for it: one that goes on nevertheless no longer counts as asked.
    public let deadline: Duration?
    /// What measures the deadline; tests replace it.
    public let clock: any Clock<Duration>

    /// 8 rules at once, 10 seconds for each answer.
    public static let standard = AsyncLimits()

    /// - Parameters:
    ///   - maximumConcurrent: What is less than 1 counts as 1.
    ///   - deadline: For each answer; what is not positive passes at once; nil: without end.
    ///   - clock: What measures the deadline.
    public init(
        maximumConcurrent: Int = 8, deadline: Duration? = .seconds(10),
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.maximumConcurrent = max(1, maximumConcurrent)
        self.deadline = deadline
        self.clock = clock
    }
}
