// SPDX-License-Identifier: Apache-2.0
import AssayHummingbird
import HTTPTypes
import NIOCore
import NIOHTTP1

/// Marks requests that do not have exactly one valid `Host` (RFC 9112, 3.2), for `problem(in:)`.
///
/// It reads the head of a request as it came: the types of HTTP keep one host of several, and no version.
final class HostCheck: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    /// The header with the reason, which no client can send.
    private static let mark = "Assay-Invalid-Host"

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(var head) = unwrapInboundIn(data) else {
            return context.fireChannelRead(data)
        }
        head.headers.remove(name: Self.mark)
        if let reason = Self.reason(head) { head.headers.add(name: Self.mark, value: reason) }
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    /// The reason that the host of a request is invalid, or `nil` if it is valid.
    private static func reason(_ head: HTTPRequestHead) -> String? {
        let hosts = head.headers["Host"]
        guard let host = hosts.first else {
            // Clients of HTTP/1.0 need not send one.
            return head.version == .http1_0 || head.version == .http0_9
                ? nil : "The request has no Host; send one."
        }
        if hosts.count > 1 { return "The request has \(hosts.count) fields Host; send one." }
        let isValid = host.utf8.allSatisfy {
            $0 > 0x20 && $0 != 0x7F && !"/?#@\\".utf8.contains($0)
        }
        return isValid ? nil : "The Host of the request is not a host with an optional port."
    }

    /// Returns the problem with the host of a request, or `nil` if there is none.
    static func problem(in headers: HTTPFields) -> ValidationProblem? {
        guard let name = HTTPField.Name(mark), let reason = headers[name] else { return nil }
        return ValidationProblem(.badRequest, reason, headers: [.connection: "close"])
    }
}
