// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) package import Assay
import HTTPTypes
package import Hummingbird
import NIOCore

/// The pieces of a body in gzip, unpacked as they are asked for, in constant memory.
///
/// A body that unpacks to much more than it has is an error: a few bytes could keep a service busy otherwise.
struct UnpackedBody: AsyncSequence, Sendable {
    /// The most bytes that each byte of a body may unpack to.
    static let mostRatio = 200
    /// The number of unpacked bytes from which on the ratio counts.
    static let freeBytes = 1 << 20
    private static let pieceBytes = 64 << 10

    let body: RequestBody

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(source: body.makeAsyncIterator()) }

    struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate var source: RequestBody.AsyncIterator
        private var unpacker: GzipUnpacker?
        private var packed = ByteBuffer()
        private var packedBytes = 0
        private var unpackedBytes = 0
        private var isAtEnd = false

        fileprivate init(source: RequestBody.AsyncIterator) {
            self.source = source
        }

        mutating func next() async throws -> ByteBuffer? {
            while true {
                if let piece = try unpack() { return piece }
                guard !isAtEnd else { return nil }
                guard let piece = try await source.next() else {
                    isAtEnd = true
                    // An empty body is not gzip either.
                    let unpacker = try begun()
                    try Self.problems { () throws(InputError) in try unpacker.end() }
                    return nil
                }
                packed = piece
            }
        }

        /// Returns the next bytes, or `nil` if more of the body is needed.
        private mutating func unpack() throws(ValidationProblem) -> ByteBuffer? {
            var unpacked = ByteBuffer()
            while packed.readableBytes > 0, unpacked.readableBytes == 0 {
                unpacked = try takePiece()
            }
            guard unpacked.readableBytes > 0 else { return nil }
            let most = UnpackedBody.freeBytes + packedBytes * UnpackedBody.mostRatio
            guard unpackedBytes <= most else {
                throw ValidationProblem(
                    .contentTooLarge,
                    "The body unpacks to more than \(UnpackedBody.mostRatio) times its length; send it "
                        + "uncompressed.", headers: [.connection: "close"])
            }
            return unpacked
        }

        /// Unpacks a part of the bytes that are there.
        private mutating func takePiece() throws(ValidationProblem) -> ByteBuffer {
            let unpacker = try begun()
            var unpacked = ByteBuffer()
            let (taken, made) = try Self.problems { () throws(InputError) in
                var result: Result<(taken: Int, made: Int), InputError> = .success((0, 0))
                packed.withUnsafeReadableBytes { input in
                    _ = unpacked.writeWithUnsafeMutableBytes(
                        minimumWritableBytes: UnpackedBody.pieceBytes
                    ) { output in
                        do throws(InputError) {
                            let (taken, made) = try unpacker.unpack(input, into: output)
                            result = .success((taken, made))
                            return made
                        } catch {
                            result = .failure(error)
                            return 0
                        }
                    }
                }
                return try result.get()
            }
            packed.moveReaderIndex(forwardBy: taken)
            packedBytes += taken
            unpackedBytes += made
            return unpacked
        }

        /// The unpacker, which has memory of its own from the first byte on.
        private mutating func begun() throws(ValidationProblem) -> GzipUnpacker {
            if let unpacker { return unpacker }
            let new = try Self.problems { () throws(InputError) in try GzipUnpacker(name: "body") }
            unpacker = new
            return new
        }

        private static func problems<Value>(
            _ body: () throws(InputError) -> Value
        ) throws(ValidationProblem) -> Value {
            do throws(InputError) {
                return try body()
            } catch {
                throw ValidationProblem(unreadable: error)
            }
        }
    }
}

extension Request {
    /// The request with its body as it was before it was packed.
    ///
    /// The length that the request declares is that of the packed body, and is left out.
    ///
    /// - Returns: The request itself if its body is not encoded.
    /// - Throws: `ValidationProblem` with status 415 for an encoding other than gzip.
    package func unpacked() throws(ValidationProblem) -> Request {
        guard let encoding = headers[.contentEncoding] else { return self }
        switch encoding.lowercased().filter({ $0 != " " && $0 != "\t" }) {
        case "", "identity": return self
        case "gzip", "x-gzip":
            return unencoded(RequestBody(asyncSequence: UnpackedBody(body: body)))
        default:
            throw ValidationProblem(
                .unsupportedMediaType,
                "A body in the encoding '\(encoding)' is not supported; send it in gzip, or uncompressed.",
                headers: [.acceptEncoding: "gzip"])
        }
    }

    /// The request with another body, which is not encoded.
    func unencoded(_ body: RequestBody) -> Request {
        var head = self.head
        if head.headerFields[.contentEncoding] != nil {
            head.headerFields[.contentEncoding] = nil
            head.headerFields[.contentLength] = nil
        }
        var request = Request(head: head, body: self.body)
        request.body = body
        return request
    }
}

extension ValidationProblem {
    /// The problem of a body that cannot be read, with its code: 400.
    ///
    /// - Parameters:
    ///   - error: The reason.
    ///   - messages: Messages in the language of the client.
    package init(unreadable error: InputError, messages: MessageCatalogue = [:]) {
        var report = ValidationReport()
        report.violations = error.violations
        self.init(report, messages: messages)
        setStatus(.badRequest, messages)
        // The whole sentence is clearer than the number of errors.
        let isEnglish = messages.language.prefix { $0 != "-" } == "en"
        let detail = messages.text(ofAnswer: error.description)
        if isEnglish || detail != error.description { details.detail = detail }
    }
}
