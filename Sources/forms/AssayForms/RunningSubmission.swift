// SPDX-License-Identifier: Apache-2.0

/// A submission in progress, and the callers that have joined it.
@MainActor
final class RunningSubmission {
    private typealias Joined = CheckedContinuation<any Sendable, any Error>

    private(set) var isCancelled = false
    private var cancelOperation: (() -> Void)?
    private var joined: [(id: Int, continuation: Joined)] = []
    private var lastID = 0

    /// Runs the operation in a task that can be cancelled apart from the caller's.
    func run<Output: Sendable>(
        _ operation: @escaping @MainActor () async throws -> Output
    ) async throws -> Output {
        let task = Task { try await operation() }
        cancelOperation = { task.cancel() }
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }

    func cancel() {
        isCancelled = true
        cancelOperation?()
    }

    func nextID() -> Int {
        lastID += 1
        return lastID
    }

    func join(id: Int, _ continuation: CheckedContinuation<any Sendable, any Error>) {
        joined.append((id, continuation))
    }

    /// Ends the wait of a caller that has joined, if it has not ended.
    func leave(id: Int) {
        guard let place = joined.firstIndex(where: { $0.id == id }) else { return }
        joined.remove(at: place).continuation.resume(throwing: CancellationError())
    }

    /// Ends the waits of all callers that have joined, as the submission ends.
    func end(with result: Result<any Sendable, any Error>) {
        for (_, continuation) in joined { continuation.resume(with: result) }
        joined = []
    }
}
