// SPDX-License-Identifier: Apache-2.0
import Synchronization
import Assay

/// A service that asynchronous rules ask, and that answers when a test says so.
///
/// It goes on thinking when the question is cancelled.
final class Oracle: Sendable {
    private struct Watcher {
        let count: Int
        let continuation: CheckedContinuation<Void, Never>
    }

    private struct State {
        var asked: [Value] = []
        var waiting: [(value: Value, continuation: CheckedContinuation<Verdict, Never>)] = []
        var watchers: [Watcher] = []
        var peak = 0
        var cancelledCount = 0
    }

    private let state = Locked(State())

    /// What was asked, in order.
    var asked: [Value] { state.withLock { $0.asked } }

    /// The largest number of questions that waited at once.
    var peak: Int { state.withLock { $0.peak } }

    /// Questions that were cancelled while they waited.
    var cancelledCount: Int { state.withLock { $0.cancelledCount } }

    func ask(_ value: Value) async -> Verdict {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let watchers = state.withLock { state in
                    state.asked.append(value)
                    state.waiting.append((value, continuation))
                    state.peak = max(state.peak, state.waiting.count)
                    let content = state.watchers.filter { $0.count <= state.asked.count }
                    state.watchers.removeAll { $0.count <= state.asked.count }
                    return content
                }
                for watcher in watchers { watcher.continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.cancelledCount += 1 }
        }
    }

    /// Answers the oldest request about a value; false if there is none.
    @discardableResult
    func answer(_ value: Value, _ verdict: Verdict) -> Bool {
        let asking = state.withLock { state in
            state.waiting.firstIndex { $0.value == value }.map { state.waiting.remove(at: $0) }
        }
        asking?.continuation.resume(returning: verdict)
        return asking != nil
    }

    /// Waits until so many questions were asked, those that are answered included.
    func waitForQuestions(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                guard state.asked.count < count else { return true }
                state.watchers.append(Watcher(count: count, continuation: continuation))
                return false
            }
            if isOver { continuation.resume() }
        }
    }
}
