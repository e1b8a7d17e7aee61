// SPDX-License-Identifier: Apache-2.0

/// Runs the requests of a scheduler: several at a time, each until its timeout.
///
/// One task owns everything; verdicts and timeouts reach it through a mailbox, where the first one
/// for a request counts. The rules run in tasks of their own that no task waits for, so that a rule
/// that ignores its cancellation holds up nothing.
struct PendingRequests {
    private struct Reply: Sendable {
        let request: Int
        let verdict: AsyncVerdict
    }

    /// A request that is running.
    private struct Running {
        let start = MonotonicClock.now()
        let task: Task<Void, Never>
        let timer: Task<Void, Never>?

        func cancel() {
            task.cancel()
            timer?.cancel()
        }
    }

    private let limits: AsyncLimits
    private let mailbox: AsyncStream<Reply>.Continuation
    private let replies: AsyncStream<Reply>
    private var scheduler: AsyncScheduler
    private var running: [Int: Running] = [:]
    private var durations: [(request: Int, duration: Duration)] = []

    /// Returns the outcome of each request, and the durations of the requests that ran to a verdict
    /// or a timeout.
    static func outcomes(
        of requests: [AsyncRequest], within limits: AsyncLimits
    ) async -> ([AsyncScheduler.Outcome], [(request: Int, duration: Duration)]) {
        var pending = PendingRequests(requests, within: limits)
        let outcomes = await pending.run()
        return (outcomes, pending.durations)
    }

    private init(_ requests: [AsyncRequest], within limits: AsyncLimits) {
        self.limits = limits
        (replies, mailbox) = AsyncStream.makeStream()
        scheduler = AsyncScheduler(requests)
    }

    /// Ends when all requests are settled, or when the task that runs it is cancelled: the mailbox
    /// is closed then.
    private mutating func run() async -> [AsyncScheduler.Outcome] {
        var iterator = replies.makeAsyncIterator()
        startReady()
        while !running.isEmpty, let reply = await iterator.next() {
            // A verdict and the timeout can both have arrived.
            guard let done = running.removeValue(forKey: reply.request) else { continue }
            done.cancel()
            durations.append(
                (reply.request, ValidationObservation.duration(since: done.start)))
            scheduler.settle(reply.request, with: reply.verdict)
            startReady()
        }
        settleRest()
        return scheduler.outcomes.map { $0 ?? .completed(AsyncVerdict(.undecided(.cancelled))) }
    }

    private mutating func startReady() {
        while running.count < limits.maximumConcurrent, !Task.isCancelled,
            let request = scheduler.next()
        {
            running[request] = Running(
                task: start(request),
                timer: limits.timeout.map { timer(of: request, after: $0, by: limits.clock) })
        }
    }

    private func start(_ request: Int) -> Task<Void, Never> {
        let (pending, mailbox) = (scheduler.requests[request], mailbox)
        return Task { mailbox.yield(Reply(request: request, verdict: await pending.run())) }
    }

    /// The timeout begins now, whenever the task gets to run.
    private func timer<C: Clock<Duration>>(
        of request: Int, after timeout: Duration, by clock: C
    ) -> Task<Void, Never> {
        let (end, mailbox) = (clock.now.advanced(by: timeout), mailbox)
        return Task {
            guard (try? await clock.sleep(until: end, tolerance: nil)) != nil else { return }
            mailbox.yield(Reply(request: request, verdict: AsyncVerdict(.undecided(.deadline))))
        }
    }

    /// Cancels the requests that are running, and all that wait for them.
    private mutating func settleRest() {
        let cancelled = AsyncVerdict(.undecided(.cancelled))
        for (request, started) in running {
            started.cancel()
            scheduler.settle(request, with: cancelled)
        }
        while let request = scheduler.next() { scheduler.settle(request, with: cancelled) }
    }
}
