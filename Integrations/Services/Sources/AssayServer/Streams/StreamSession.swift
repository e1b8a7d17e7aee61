// SPDX-License-Identifier: Apache-2.0
import Assay
import AssayHummingbird
import Foundation
import Hummingbird
import NIOCore

/// A stream that is being answered; what it uses is given back when it is released.
final class StreamSession: Sendable {
    let stream: RecordStream
    let place: StreamPlace
    private let pump: Task<Void, Never>
    private let atEnd: @Sendable () -> Void

    /// Begins to read and to validate.
    ///
    /// - Parameters:
    ///   - stream: The stream.
    ///   - place: Its place.
    ///   - body: The rest of the body, of which no one else reads.
    ///   - first: The part of the body that was read.
    ///   - atEnd: Called once, when nothing is used any more.
    init(
        _ stream: RecordStream, in place: StreamPlace, body: RemainingBody, first: ByteBuffer,
        atEnd: @escaping @Sendable () -> Void
    ) {
        self.stream = stream
        self.place = place
        self.atEnd = atEnd
        pump = Task { [input = stream.input, shadow = stream.shadow] in
            do {
                var piece: ByteBuffer? = first
                while let current = piece {
                    place.count(current.readableBytes)
                    shadow?.take(current)
                    guard await input.deliver(current) else { break }
                    piece = try await body.next()
                }
                input.end()
            } catch let problem as ValidationProblem {
                input.end(because: StreamError(problem))
            } catch {
                input.end(because: .incomplete)
            }
            shadow?.end()
        }
        Thread { stream.run() }.start()
        if stream.shadow != nil { Thread { stream.runShadow() }.start() }
    }

    deinit {
        pump.cancel()
        stream.input.abandon()
        stream.output.abandon()
        atEnd()
    }

    /// The parts of the answer.
    ///
    /// - Returns: Nil after the last one, and where the task is cancelled.
    func next(_ parts: AnswerParts) async -> AnswerQueue.Part? {
        let part = await parts.next()
        if case .bytes(let bytes)? = part {
            place.count(bytes.readableBytes)
            stream.output.makeRoom()
        }
        return part
    }

    /// Takes all parts of the answer.
    ///
    /// - Parameter most: The number of bytes that are kept.
    /// - Returns: The outcome, with the findings unless they are longer; or `nil` where the task is cancelled.
    func takeAll(most: Int) async -> (findings: ByteBuffer?, outcome: StreamOutcome)? {
        let parts = parts
        var findings: ByteBuffer? = ByteBuffer()
        while let part = await next(parts) {
            switch part {
            case .end(let outcome): return (findings, outcome)
            case .bytes(let bytes):
                findings?.writeImmutableBuffer(bytes)
                guard let length = findings?.readableBytes, length > most else { continue }
                findings = nil
                stream.stopWriting()
            }
        }
        return nil
    }

    var parts: AnswerParts { AnswerParts(stream.output) }

    /// The head of the answer has this status, whether or not the client ever reads it.
    func hasStatus(_ status: Int) { stream.decision?.hasStatus(status) }

    /// Waits until no one reads the body any more.
    ///
    /// Whoever goes on with the connection waits for this first: two readers of one connection end the process.
    func finishReading() async {
        stream.input.abandon()
        await pump.value
    }

    /// Ends the reading of a body whose connection is given up, and waits until it has ended.
    func stopReading() async {
        pump.cancel()
        await finishReading()
    }
}

/// The rest of a body that has not been read.
final class RemainingBody: @unchecked Sendable {  // used by one task after the other
    private var iterator: RequestBody.AsyncIterator

    init(_ body: RequestBody) {
        iterator = body.makeAsyncIterator()
    }

    /// Nothing, after a body that was read whole.
    static var none: RemainingBody { RemainingBody(RequestBody(buffer: ByteBuffer())) }

    func next() async throws -> ByteBuffer? { try await iterator.next() }

    /// Takes the body to its end, or until there is more than a limit.
    func collect(upTo limit: Int) async throws -> (bytes: ByteBuffer, isAll: Bool) {
        var bytes = ByteBuffer()
        while let piece = try await next() {
            if bytes.readableBytes == 0 { bytes = piece } else { bytes.writeImmutableBuffer(piece) }
            if bytes.readableBytes > limit { return (bytes, false) }
        }
        return (bytes, true)
    }
}

/// The parts of an answer.
final class AnswerParts: @unchecked Sendable {  // used by one task after the other
    private var iterator: AsyncStream<AnswerQueue.Part>.Iterator

    init(_ queue: AnswerQueue) {
        iterator = queue.makeIterator()
    }

    fileprivate func next() async -> AnswerQueue.Part? { await iterator.next() }
}
