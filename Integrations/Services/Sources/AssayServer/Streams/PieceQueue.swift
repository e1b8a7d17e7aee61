// SPDX-License-Identifier: Apache-2.0
import Dispatch
import NIOCore
import Synchronization

/// Hands pieces of a request's body to a thread that waits for them.
///
/// The task that delivers waits while the thread has enough to read, so that the client waits too.
final class PieceQueue: Sendable {
    private static let mostPieces = 8

    private struct State {
        var pieces: [ByteBuffer] = []
        var isEnded = false
        var error: StreamError?
        var isAbandoned = false
        var isTakenToItsEnd = false
        var producer: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())
    /// Signalled for each piece, and for the end.
    private let available = DispatchSemaphore(value: 0)

    /// Adds a piece; returns when there is room for the next one, or no one wants it.
    ///
    /// - Returns: False if no one wants more.
    func deliver(_ piece: ByteBuffer) async -> Bool {
        guard piece.readableBytes > 0 else { return true }
        await withCheckedContinuation { continuation in
            let isFull = state.withLock { state in
                guard !state.isEnded else { return false }
                state.pieces.append(piece)
                guard state.pieces.count >= Self.mostPieces, !state.isAbandoned else {
                    return false
                }
                state.producer = continuation
                return true
            }
            available.signal()
            if !isFull { continuation.resume() }
        }
        return state.withLock { !$0.isAbandoned && !$0.isEnded }
    }

    /// Adds a piece if there is room for it, and never waits.
    ///
    /// - Returns: `false` if there is no room.
    func offer(_ piece: ByteBuffer, most: Int) -> Bool {
        guard piece.readableBytes > 0 else { return true }
        let isTaken = state.withLock { state in
            guard !state.isAbandoned else { return true }
            guard state.pieces.count < most else { return false }
            state.pieces.append(piece)
            return true
        }
        if isTaken { available.signal() }
        return isTaken
    }

    /// The reason that the body has ended before its time, or `nil` if it has not.
    var error: StreamError? { state.withLock { $0.error } }

    /// `true` if the thread has taken all that has come.
    var isEmpty: Bool { state.withLock { $0.pieces.isEmpty } }

    /// `true` if all of the body has been taken.
    var isTakenToItsEnd: Bool { state.withLock { $0.isTakenToItsEnd } }

    /// There will be no further pieces; the first call counts.
    ///
    /// - Parameter error: The reason that it is not the end of the body, or `nil`.
    func end(because error: StreamError? = nil) {
        let producer = state.withLock { state in
            if !state.isEnded {
                state.isEnded = true
                state.error = error
            }
            defer { state.producer = nil }
            return state.producer
        }
        producer?.resume()
        available.signal()
    }

    /// No further pieces are wanted.
    func abandon() {
        let producer = state.withLock { state in
            state.isAbandoned = true
            defer { state.producer = nil }
            return state.producer
        }
        producer?.resume()
        available.signal()
    }

    /// Waits for bytes, on a thread that may be blocked.
    ///
    /// - Parameter buffer: Takes some of them.
    /// - Returns: The number of bytes, or 0 at the end.
    func take(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        while true {
            let (count, isEnded, producer) = state.withLock { state in
                Self.take(from: &state, into: buffer)
            }
            producer?.resume()
            if count > 0 || isEnded { return count }
            available.wait()
        }
    }

    private static func take(
        from state: inout State, into buffer: UnsafeMutableRawBufferPointer
    ) -> (count: Int, isEnded: Bool, producer: CheckedContinuation<Void, Never>?) {
        if state.isAbandoned { return (0, true, nil) }
        guard !state.pieces.isEmpty else {
            state.isTakenToItsEnd = state.isEnded && state.error == nil
            return (0, state.isEnded, nil)
        }
        let count = min(state.pieces[0].readableBytes, buffer.count)
        _ = state.pieces[0].readWithUnsafeReadableBytes { bytes in
            buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[..<count]))
            return count
        }
        if state.pieces[0].readableBytes == 0 { state.pieces.removeFirst() }
        guard state.pieces.count < mostPieces else { return (count, false, nil) }
        defer { state.producer = nil }
        return (count, false, state.producer)
    }
}
