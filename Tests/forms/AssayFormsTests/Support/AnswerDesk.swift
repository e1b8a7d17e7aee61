// SPDX-License-Identifier: Apache-2.0
import AssayForms
import Synchronization

/// Answers an asynchronous rule when the test says so, even if no task waits for it any more.
final class AnswerDesk: Sendable {
    private struct State {
        var open: [(value: Value, continuation: CheckedContinuation<Verdict, Never>)] = []
        var asked: [Value] = []
        var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Mutex(State())

    /// The built-in rules and `isFree`, which this desk answers.
    var registry: RuleRegistry {
        get throws {
            let registry = RuleRegistry.standard()
            try registry.register(
                .async(
                    "isFree", "It is free", kinds: .string,
                    codes: [RuleCode("isFree.taken", "is taken")]
                ) { value, _ in await self.ask(value) })
            return registry
        }
    }

    /// Everything that was asked, in order.
    var asked: [Value] { state.withLock { $0.asked } }

    /// What is asked and not answered, in order.
    var open: [Value] { state.withLock { $0.open.map(\.value) } }

    /// Waits for the answer about a value.
    func ask(_ value: Value) async -> Verdict {
        await withCheckedContinuation { continuation in
            let content = state.withLock { state in
                state.open.append((value, continuation))
                state.asked.append(value)
                let content = state.watchers.filter { $0.count <= state.asked.count }
                state.watchers.removeAll { $0.count <= state.asked.count }
                return content
            }
            for watcher in content { watcher.continuation.resume() }
        }
    }

    /// Waits until so many questions were asked, answered ones included.
    func waitForQuestions(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                guard state.asked.count < count else { return true }
                state.watchers.append((count, continuation))
                return false
            }
            if isOver { continuation.resume() }
        }
    }

    /// Answers the oldest open question about a value.
    func answer(_ value: Value, _ verdict: Verdict) {
        let question = state.withLock { state in
            state.open.firstIndex { $0.value == value }.map { state.open.remove(at: $0) }
        }
        question?.continuation.resume(returning: verdict)
    }

    /// Answers everything that is open, so that no task remains.
    func close() {
        let open = state.withLock { state in
            defer { state.open = [] }
            return state.open
        }
        for question in open { question.continuation.resume(returning: .pass) }
    }
}
