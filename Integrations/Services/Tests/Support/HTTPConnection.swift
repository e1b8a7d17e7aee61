// SPDX-License-Identifier: Apache-2.0
import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// An answer of a server.
package struct Answer: Sendable {
    package var status: Int
    /// The values by names in lower case.
    package var headers: [String: String]
    package var body: String
    /// The values of the fields after the last chunk, by names in lower case.
    package var trailers: [String: String] = [:]
}

/// The reason no answer was read.
package enum ConnectionError: Error, Equatable {
    case notConnected(Int32)
    case closed
    case malformed(String)
}

/// A connection of a client that sends what it is told to, byte for byte; used by one thread.
package final class HTTPConnection {
    private let descriptor: Int32
    private var received: [UInt8] = []
    /// The fields after the last chunk of the latest answer in chunks.
    package private(set) var trailers: [String: String] = [:]

    /// Connects; nothing takes longer than 30 seconds, so that a test fails rather than hangs.
    package init(port: Int) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var timeout = timeval(tv_sec: 30, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, size)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &timeout, size)
        // What is sent at once goes at once.
        var one: Int32 = 1
        setsockopt(
            descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &one,
            socklen_t(MemoryLayout<Int32>.size))
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else { throw ConnectionError.notConnected(errno) }
    }

    deinit { Glibc.close(descriptor) }

    /// Sends bytes.
    ///
    /// - Returns: False if the server has closed the connection.
    @discardableResult
    package func send(_ bytes: some Collection<UInt8>) -> Bool {
        var rest = Array(bytes)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Sends a text.
    @discardableResult
    package func send(_ text: String) -> Bool { send(text.utf8) }

    /// Sets the time that a call waits for the server to read.
    package func setSendTimeout(seconds: Int) {
        var timeout = timeval(tv_sec: seconds, tv_usec: 0)
        setsockopt(
            descriptor, SOL_SOCKET, SO_SNDTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
    }

    /// Sends a reset in place of an end when this is released: the server loses the connection at once, with
    /// whatever is on its way.
    package func resetAtEnd() {
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(
            descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    }

    /// Sends nothing more.
    package func finishSending() { _ = shutdown(descriptor, 1) }

    /// Sends a request; a body has its length, unless it is written in chunks.
    @discardableResult
    package func send(
        _ method: String, _ path: String, headers: [String: String] = [:], body: [UInt8]? = nil,
        withLength: Bool = true
    ) -> Bool {
        var text = "\(method) \(path) HTTP/1.1\r\nHost: localhost\r\n"
        for (name, value) in headers { text += "\(name): \(value)\r\n" }
        if withLength, let body { text += "Content-Length: \(body.count)\r\n" }
        return send(Array((text + "\r\n").utf8) + (body ?? []))
    }

    /// Sends a chunk of a body; one without text ends the body.
    @discardableResult
    package func sendChunk(_ text: String) -> Bool {
        send("\(String(text.utf8.count, radix: 16))\r\n\(text)\r\n")
    }

    /// Reads one answer.
    package func answer() throws -> Answer {
        var answer = try head()
        if answer.status == 100 { answer = try head() }
        if answer.headers["transfer-encoding"] == "chunked" {
            while let chunk = try chunk() { answer.body += chunk }
            answer.trailers = trailers
        } else if let length = answer.headers["content-length"].flatMap({ Int($0) }) {
            answer.body = String(decoding: try take(length), as: UTF8.self)
        }
        return answer
    }

    /// Reads the status and the headers.
    package func head() throws -> Answer {
        let lines = try line().split(separator: " ", maxSplits: 2)
        guard lines.count > 1, let status = Int(lines[1]) else {
            throw ConnectionError.malformed("\(lines)")
        }
        return Answer(status: status, headers: try fields(), body: "")
    }

    private func fields() throws -> [String: String] {
        var fields: [String: String] = [:]
        while case let line = try line(), !line.isEmpty {
            let parts = line.split(separator: ":", maxSplits: 1)
            fields[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces)
        }
        return fields
    }

    /// Reads the next chunk of an answer, or `nil` after the last one, whose trailers are in `trailers`.
    package func chunk() throws -> String? {
        let text = try line()
        guard let size = Int(text, radix: 16) else { throw ConnectionError.malformed(text) }
        guard size > 0 else {
            trailers = try fields()
            return nil
        }
        let chunk = String(decoding: try take(size), as: UTF8.self)
        _ = try line()
        return chunk
    }

    /// `true` if the server closes the connection, after whatever it sends.
    package var isClosedByServer: Bool {
        while (try? fill()) != nil {}
        return true
    }

    private func line() throws -> String {
        while true {
            if let end = received.firstIndex(of: 10) {
                let line = received[..<end].filter { $0 != 13 }
                received.removeFirst(end + 1)
                return String(decoding: line, as: UTF8.self)
            }
            try fill()
        }
    }

    private func take(_ count: Int) throws -> ArraySlice<UInt8> {
        while received.count < count { try fill() }
        defer { received.removeFirst(count) }
        return received[..<count]
    }

    private func fill() throws {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        guard count > 0 else { throw ConnectionError.closed }
        received += buffer[..<count]
    }
}

/// Sends one request on a connection of its own.
package func request(
    _ method: String, _ path: String, port: Int, headers: [String: String] = [:],
    body: String? = nil
) throws -> Answer {
    let connection = try HTTPConnection(port: port)
    connection.send(method, path, headers: headers, body: body.map { Array($0.utf8) })
    return try connection.answer()
}
