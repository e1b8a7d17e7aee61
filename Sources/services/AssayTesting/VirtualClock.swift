// SPDX-License-Identifier: Apache-2.0
import Synchronization
import AssayCore

/// A clock whose time passes only when a test says so: timeouts, delays and debouncing without
/// waiting and without chance.
///
/// ```swift
/// let clock = VirtualClock()
/// async let report = manager.validate(record, within: AsyncLimits(clock: clock))
/// await clock.waitForSleepers()       // the rule waits
/// clock.advance(by: .seconds(10))     // its timeout passes
/// #expect(await report.faults.map(\.code) == ["fault.deadline"])
/// ```
///
/// Who sleeps is woken by `advance`; what it does then, it does when its task gets to run. Shared by
/// tasks and threads.
public final class VirtualClock: Clock, Sendable {
    /// A moment of one clock.
    public struct Instant: InstantProtocol {
        /// The time that the clock was advanced by until then.
        public let offset: Duration

        /// The moment at which the clock was advanced so far.
        public init(offset: Duration) {
            self.offset = offset
        }

        public func advanced(by duration: Duration) -> Instant {
            Instant(offset: offset + duration)
        }

        public func duration(to other: Instant) -> Duration { other.offset - offset }

        public static func < (left: Instant, right: Instant) -> Bool {
            left.offset < right.offset
        }
    }

    private struct Sleeper {
        let id: Int
        let deadline: Instant
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct Watcher {
        let id: Int
        let count: Int
        let continuation: CheckedContinuation<Void, Never>
    }

    private struct State {
        var now = Instant(offset: .zero)
        var nextID = 0
        /// By deadline, those with the same one by when they began.
        var sleepers: [Sleeper] = []
        var watchers: [Watcher] = []

        mutating func makeID() -> Int {
            nextID += 1
            return nextID
        }

        /// Takes out those who waited for so many sleepers.
        mutating func takeWatchers() -> [Watcher] {
            let content = watchers.filter { $0.count <= sleepers.count }
            watchers.removeAll { $0.count <= sleepers.count }
            return content
        }
    }

    private let state = Locked(State())

    /// A clock at zero.
    public init() {}

    public var now: Instant { state.withLock { $0.now } }

    public var minimumResolution: Duration { .zero }

    /// The number of tasks that sleep.
    public var sleepers: Int { state.withLock { $0.sleepers.count } }

    /// The instants at which the sleeping tasks wake, the earliest first.
    public var deadlines: [Instant] { state.withLock { $0.sleepers.map(\.deadline) } }

    /// Lets time pass and wakes every task whose time has come, the earliest deadline first.
    ///
    /// - Parameter duration: What is negative counts as zero.
    public func advance(by duration: Duration) {
        let due = state.withLock { state in
            state.now = state.now.advanced(by: max(.zero, duration))
            let due = state.sleepers.prefix { $0.deadline <= state.now }
            state.sleepers.removeFirst(due.count)
            return Array(due)
        }
        for sleeper in due { sleeper.continuation.resume() }
    }

    /// Sleeps until the clock has been advanced so far.
    ///
    /// - Parameters:
    ///   - deadline: What has passed wakes at once.
    ///   - tolerance: Does not matter.
    /// - Throws: `CancellationError` as soon as the task is cancelled.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        let id = state.withLock { $0.makeID() }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                add(Sleeper(id: id, deadline: deadline, continuation: continuation))
            }
        } onCancel: {
            remove(id)
        }
    }

    /// Waits until so many tasks sleep; a task that is cancelled waits no longer.
    public func waitForSleepers(_ count: Int = 1) async {
        let id = state.withLock { $0.makeID() }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                add(Watcher(id: id, count: count, continuation: continuation))
            }
        } onCancel: {
            let watcher = state.withLock { state in
                state.watchers.firstIndex { $0.id == id }.map { state.watchers.remove(at: $0) }
            }
            watcher?.continuation.resume()
        }
    }

    // Whether the task is cancelled is asked under the lock: either it is seen here, or the handler
    // comes later and finds what was added.

    private func add(_ sleeper: Sleeper) {
        let (isOver, watchers) = state.withLock { state -> (Bool, [Watcher]) in
            guard !Task.isCancelled, sleeper.deadline > state.now else { return (true, []) }
            let place = state.sleepers.firstIndex { $0.deadline > sleeper.deadline }
            state.sleepers.insert(sleeper, at: place ?? state.sleepers.endIndex)
            return (false, state.takeWatchers())
        }
        for watcher in watchers { watcher.continuation.resume() }
        guard isOver else { return }
        if Task.isCancelled {
            sleeper.continuation.resume(throwing: CancellationError())
        } else {
            sleeper.continuation.resume()
        }
    }

    private func remove(_ id: Int) {
        let sleeper = state.withLock { state in
            state.sleepers.firstIndex { $0.id == id }.map { state.sleepers.remove(at: $0) }
        }
        sleeper?.continuation.resume(throwing: CancellationError())
    }

    private func add(_ watcher: Watcher) {
        let isOver = state.withLock { state in
            guard !Task.isCancelled, watcher.count > state.sleepers.count else { return true }
            state.watchers.append(watcher)
            return false
        }
        if isOver { watcher.continuation.resume() }
    }
}
