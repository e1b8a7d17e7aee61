// SPDX-License-Identifier: Apache-2.0
import AssayHummingbird
import AssayObservability
import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1

/// Ends connections that take too long: a body that does not arrive, a client that does not read.
///
/// A request whose body is late is answered with 408. After an answer with `Connection: close` the
/// connection is closed, when the client has had some time to read it. `Expect: 100-continue` is answered.
///
/// A stream may take as long as it likes: its `Content-Type` says that a body is one, or `StreamBegins` does. A
/// body that is read whole is no stream.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// The time for which a client may send after an answer that closes the connection.
    private static let lingering = TimeAmount.seconds(2)

    private let bodyLimit: Int
    private let bodyTimeout: Duration
    private let idleTimeout: Duration
    private let onMalformedHead: @Sendable () -> Void
    private var bodyDeadline: Scheduled<Void>?
    private var readDeadline: Scheduled<Void>?
    private var endDeadline: Scheduled<Void>?
    /// `true` if the head of a request has come, but not its end.
    private var isReading = false
    private var hasAnswered = false
    private var closesAfterAnswer = false
    private var isClosing = false

    /// - Parameters:
    ///   - bodyLimit: The most bytes of a body that is read whole.
    ///   - bodyTimeout: The timeout of a body that is not a stream.
    ///   - idleTimeout: The timeout of a client that does not read.
    ///   - onMalformedHead: Called for a head that is answered with 400 and never becomes a
    ///     request.
    init(
        bodyLimit: Int, bodyTimeout: Duration, idleTimeout: Duration,
        onMalformedHead: @escaping @Sendable () -> Void
    ) {
        self.bodyLimit = bodyLimit
        self.bodyTimeout = bodyTimeout
        self.idleTimeout = idleTimeout
        self.onMalformedHead = onMalformedHead
    }

    func handlerAdded(context: ChannelHandlerContext) {
        do {
            let pipeline = context.pipeline.syncOperations
            let codec = try pipeline.handler(type: HTTP1ToHTTPServerCodec.self)
            try pipeline.addHandler(HostCheck(), position: .before(codec))
        } catch {
            // Without the check no request is let in.
            context.close(promise: nil)
        }
    }

    func handlerRemoved(context: ChannelHandlerContext) { cancelDeadlines() }

    func channelInactive(context: ChannelHandlerContext) {
        cancelDeadlines()
        context.fireChannelInactive()
    }

    private func cancelDeadlines() {
        for deadline in [bodyDeadline, readDeadline, endDeadline] { deadline?.cancel() }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // What comes after an answer that closes the connection is read and dropped.
        if isClosing { return }
        switch unwrapInboundIn(data) {
        case .head(let head): begin(head, context)
        case .body: break
        case .end:
            isReading = false
            bodyDeadline?.cancel()
        }
        context.fireChannelRead(data)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if error is HTTPParserError, !isReading, !isClosing { onMalformedHead() }
        context.fireErrorCaught(error)
    }

    private func begin(_ head: HTTPRequest, _ context: ChannelHandlerContext) {
        isReading = true
        hasAnswered = false
        if head.headerFields[.expect]?.lowercased() == "100-continue" {
            context.writeAndFlush(
                wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: nil)
        }
        guard
            head.headerFields.declareWholeBody(limit: bodyLimit)
                || !RecordFormat.isStream(head.headerFields[.contentType])
        else { return }
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        bodyDeadline?.cancel()
        bodyDeadline = context.eventLoop.scheduleTask(in: TimeAmount(bodyTimeout)) {
            let (handler, context) = bound.value
            handler.bodyIsLate(context)
        }
    }

    func triggerUserOutboundEvent(
        context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?
    ) {
        switch event {
        case is StreamBegins: bodyDeadline?.cancel()
        case is StreamEnds: endSoon(context)
        default: return context.triggerUserOutboundEvent(event, promise: promise)
        }
        promise?.succeed()
    }

    /// Closes the connection after the answer, or when there was some time for its end.
    private func endSoon(_ context: ChannelHandlerContext) {
        guard !isClosing else { return }
        closesAfterAnswer = true
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        endDeadline?.cancel()
        endDeadline = context.eventLoop.scheduleTask(in: Self.lingering) {
            bound.value.close(promise: nil)
        }
    }

    private func bodyIsLate(_ context: ChannelHandlerContext) {
        guard !isClosing else { return }
        if !hasAnswered {
            let head = HTTPResponse(
                status: .requestTimeout,
                headerFields: [.connection: "close", .contentLength: "0"])
            context.write(wrapOutboundOut(.head(head)), promise: nil)
            context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
            // Who reads the body is not to take a part of it for the whole.
            context.fireErrorCaught(
                ValidationProblem(
                    .requestTimeout, "The body did not arrive within \(bodyTimeout)."))
        }
        context.close(promise: nil)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(let head):
            hasAnswered = head.status.kind != .informational
            closesAfterAnswer = head.headerFields[.connection]?.lowercased() == "close"
            context.write(data, promise: promise)
        case .body:
            context.write(data, promise: promise)
        case .end:
            guard closesAfterAnswer else { return context.write(data, promise: promise) }
            context.writeAndFlush(data, promise: promise)
            linger(context)
        }
    }

    /// Lets the client read the answer before the connection is closed: a close while it still sends would
    /// discard what it has not read.
    private func linger(_ context: ChannelHandlerContext) {
        isClosing = true
        bodyDeadline?.cancel()
        context.close(mode: .output, promise: nil)
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        readDeadline?.cancel()
        readDeadline = context.eventLoop.scheduleTask(in: Self.lingering) {
            bound.value.close(promise: nil)
        }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        readDeadline?.cancel()
        if !context.channel.isWritable, !isClosing {
            let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
            readDeadline = context.eventLoop.scheduleTask(in: TimeAmount(idleTimeout)) {
                bound.value.close(promise: nil)
            }
        }
        context.fireChannelWritabilityChanged()
    }
}

/// The body of a request is a stream, which is answered while it comes.
struct StreamBegins: Sendable {}

/// The body of a request is a stream that is given up: its connection is closed after its answer.
struct StreamEnds: Sendable {}

extension TimeAmount {
    init(_ duration: Duration) {
        self = .nanoseconds(duration.wholeNanoseconds)
    }
}
