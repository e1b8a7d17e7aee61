// SPDX-License-Identifier: Apache-2.0
import Dispatch
import NIOCore
import Synchronization

/// Hands parts of an answer from a thread, which waits while the client does not read them.
final class AnswerQueue: Sendable {
    enum Part: Sendable {
        case bytes(ByteBuffer)
        /// The last one.
        case end(StreamOutcome)
    }

    private static let mostParts = 4

    private let parts: AsyncStream<Part>
    private let continuation: AsyncStream<Part>.Continuation
    // Its value may not be less at the end than at the beginning.
    private let room = DispatchSemaphore(value: 0)
    private let isAbandoned = Atomic(false)
    /// The number of parts that are not written.
    private let waiting = Atomic(0)

    init() {
        (parts, continuation) = AsyncStream.makeStream()
        for _ in 0..<Self.mostParts { room.signal() }
    }

    /// Adds a part, on a thread that may be blocked.
    ///
    /// - Returns: False if no one reads any more.
    func add(_ bytes: ByteBuffer) -> Bool {
        room.wait()
        guard !isAbandoned.load(ordering: .acquiring) else {
            room.signal()
            return false
        }
        waiting.add(1, ordering: .relaxed)
        continuation.yield(.bytes(bytes))
        return true
    }

    /// Adds the last part.
    func end(_ outcome: StreamOutcome) {
        continuation.yield(.end(outcome))
        continuation.finish()
    }

    func makeIterator() -> AsyncStream<Part>.Iterator { parts.makeAsyncIterator() }

    /// A part was written.
    func makeRoom() {
        waiting.subtract(1, ordering: .relaxed)
        room.signal()
    }

    /// `true` if the thread must wait before it can add a part.
    var isFull: Bool { waiting.load(ordering: .relaxed) >= Self.mostParts }

    /// No one reads any more.
    func abandon() {
        isAbandoned.store(true, ordering: .releasing)
        room.signal()
    }
}
