// SPDX-License-Identifier: Apache-2.0

/// Waits for a pause: of actions that come in quick succession, the last one runs.
@MainActor
public final class Debouncer {
    /// The pause that is waited for unless somebody says otherwise.
    nonisolated public static let standardPause = Duration.milliseconds(500)

    /// How long nothing has to come; zero or less: actions run at once.
    public var pause: Duration
    private let clock: any Clock<Duration>
    private var task: Task<Void, Never>?
    private var submissions: UInt64 = 0

    /// - Parameters:
    ///   - pause: How long nothing has to come before the last action runs.
    ///   - clock: What measures the pause; tests pass one that they move themselves.
    public init(
        _ pause: Duration = Debouncer.standardPause, clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.pause = pause
        self.clock = clock
    }

    deinit {
        task?.cancel()
    }

    /// True from a submission until its action has run or was cancelled.
    public var isWaiting: Bool { task != nil }

    /// Runs an action behind the pause; cancels the one that was submitted before.
    ///
    /// An action that is at work already is cancelled as a task and sees so in `Task.isCancelled`.
    public func submit(_ action: @escaping @MainActor () async -> Void) {
        task?.cancel()
        submissions &+= 1
        let (own, pause, clock) = (submissions, pause, clock)
        task = Task { [weak self] in
            if pause > .zero {
                do { try await clock.sleep(for: pause) } catch { return }
            }
            guard !Task.isCancelled else { return }
            await action()
            self?.end(of: own)
        }
    }

    /// Cancels the action that waits or is at work, if there is one.
    public func cancel() {
        task?.cancel()
        task = nil
    }

    private func end(of submission: UInt64) {
        if submission == submissions { task = nil }
    }
}
