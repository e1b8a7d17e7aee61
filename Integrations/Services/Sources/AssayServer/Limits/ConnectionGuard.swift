// SPDX-License-Identifier: Apache-2.0
import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Ends connections that take too long: a body that does not arrive, a client that does not read.
///
/// A request whose body is late is answered with 408. After an answer with `Connection: close` the
/// connection is closed, when the client has had some time to read it. `Expect: 100-continue` is answered.
///
/// A stream may take as long as it likes: its `Content-Type` says that a body is one, or `StreamBegins` does.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// For what a client sends after an answer that closes the connection.
    private static let lingering = TimeAmount.seconds(2)

    private let bodyTimeout: TimeAmount
    private let idleTimeout: TimeAmount
    private var bodyDeadline: Scheduled<Void>?
    private var readDeadline: Scheduled<Void>?
    private var hasAnswered = false
    private var closesAfterAnswer = false
    private var isClosing = false

    init(bodyTimeout: TimeAmount, idleTimeout: TimeAmount) {
        self.bodyTimeout = bodyTimeout
        self.idleTimeout = idleTimeout
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        bodyDeadline?.cancel()
        readDeadline?.cancel()
    }

    func channelInactive(context: ChannelHandlerContext) {
        bodyDeadline?.cancel()
        readDeadline?.cancel()
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // What comes after an answer that closes the connection is read and dropped.
        if isClosing { return }
        switch unwrapInboundIn(data) {
        case .head(let head): begin(head, context)
        case .body: break
        case .end: bodyDeadline?.cancel()
        }
        context.fireChannelRead(data)
    }

    private func begin(_ head: HTTPRequest, _ context: ChannelHandlerContext) {
        hasAnswered = false
        if head.headerFields[.expect]?.lowercased() == "100-continue" {
            context.writeAndFlush(
                wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: nil)
        }
        guard !RecordFormat.isStream(head.headerFields[.contentType]) else { return }
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        bodyDeadline?.cancel()
        bodyDeadline = context.eventLoop.scheduleTask(in: bodyTimeout) {
            let (handler, context) = bound.value
            handler.bodyIsLate(context)
        }
    }

    func triggerUserOutboundEvent(
        context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?
    ) {
        guard event is StreamBegins else {
            return context.triggerUserOutboundEvent(event, promise: promise)
        }
        bodyDeadline?.cancel()
        promise?.succeed()
    }

    private func bodyIsLate(_ context: ChannelHandlerContext) {
        guard !isClosing else { return }
        if !hasAnswered {
            let head = HTTPResponse(
                status: .requestTimeout,
                headerFields: [.connection: "close", .contentLength: "0"])
            context.write(wrapOutboundOut(.head(head)), promise: nil)
            context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
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
            readDeadline = context.eventLoop.scheduleTask(in: idleTimeout) {
                bound.value.close(promise: nil)
            }
        }
        context.fireChannelWritabilityChanged()
    }
}

/// The body of a request is a stream, which is answered while it comes.
struct StreamBegins: Sendable {}

extension TimeAmount {
    init(_ duration: Duration) {
        self = .nanoseconds(
            duration.components.seconds * 1_000_000_000
                + duration.components.attoseconds / 1_000_000_000)
    }
}
