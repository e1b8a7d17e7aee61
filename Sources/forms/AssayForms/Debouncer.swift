// SPDX-License-Identifier: Apache-2.0

/// A debouncer of actions: if several come in quick succession, only the last one runs.
@MainActor
public final class Debouncer {
    /// The default interval, 500 ms.
    nonisolated public static let standardInterval = Duration.milliseconds(500)

    /// The time without another action after which the last one runs.
    ///
    /// If it is zero or less, an action runs at once.
    public var interval: Duration
    let clock: any Clock<Duration>
    private var task: Task<Void, Never>?
    private var submissions: UInt64 = 0

    /// Makes a debouncer without a waiting action.
    ///
    /// - Parameters:
    ///   - interval: The time without another action after which the last one runs.
    ///   - clock: The clock that measures the interval; tests pass one that they advance.
    public init(
        _ interval: Duration = Debouncer.standardInterval,
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.interval = interval
        self.clock = clock
    }

    deinit {
        task?.cancel()
    }

    /// True from the submission of an action until it has run or is cancelled.
    public var isWaiting: Bool { task != nil }

    /// Runs an action after the interval, and cancels the one that was submitted before.
    ///
    /// An action that is running is cancelled as a task: it sees `Task.isCancelled`.
    ///
    /// - Parameter action: The action, on the main actor.
    public func submit(_ action: @escaping @MainActor () async -> Void) {
        task?.cancel()
        submissions &+= 1
        let (own, interval, clock) = (submissions, interval, clock)
        task = Task { [weak self] in
            if interval > .zero {
                do { try await clock.sleep(for: interval) } catch { return }
            }
            guard !Task.isCancelled else { return }
            await action()
            self?.end(submission: own)
        }
    }

    /// Cancels the action that waits or is running, if there is one.
    public func cancel() {
        task?.cancel()
        task = nil
    }

    private func end(submission: UInt64) {
        if submission == submissions { task = nil }
    }
}
