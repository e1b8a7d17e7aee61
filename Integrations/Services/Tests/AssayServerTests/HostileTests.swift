// SPDX-License-Identifier: Apache-2.0
import Foundation
import ServiceTesting
import Testing

/// Requests that mean no good, mixed: each is answered with its status, or its connection is closed, and
/// none harms the next.
struct HostileTests {
    private struct Request {
        let name: String
        let bytes: [UInt8]
        /// The answer's status, or `nil` if the connection is closed without an answer.
        let status: Int?
        var finishes = false
        /// Sent byte for byte, each in a packet of its own.
        var isSlow = false
    }

    private static func post(
        _ body: [UInt8], type: String = "application/json", length: Int? = nil
    ) -> [UInt8] {
        Array(
            ("POST /v1/validate/member HTTP/1.1\r\nHost: localhost\r\nContent-Type: \(type)\r\n"
                + "Content-Length: \(length ?? body.count)\r\n\r\n").utf8) + body
    }

    private static func post(_ body: String, type: String = "application/json") -> [UInt8] {
        post(Array(body.utf8), type: type)
    }

    private static let requests = [
        Request(name: "truncated", bytes: post(#"{"name":"Ann","age""#), status: 400),
        Request(
            name: "shorter than it says", bytes: post(Array("{".utf8), length: 50), status: 400,
            finishes: true),
        Request(
            name: "lines that are shorter than they say",
            bytes: post(Array("{}\n".utf8), type: "application/x-ndjson", length: 50), status: 400,
            finishes: true),
        Request(
            name: "arrays in an array that do not end",
            bytes: post(String(repeating: "[", count: 100_000)), status: 400),
        Request(name: "an array of nothing", bytes: post("[,,,,]"), status: 400),
        Request(
            name: "many lines of nothing",
            bytes: post(String(repeating: "x\n", count: 2_000), type: "application/x-ndjson"),
            status: 400),
        Request(
            name: "slow", bytes: post(#"{"name":"Ann","age":7}"#), status: 422, isSlow: true),
        Request(
            name: "deep arrays",
            bytes: post(#"{"tags":"# + String(repeating: "[", count: 100_000)), status: 400),
        Request(
            name: "deep objects", bytes: post(String(repeating: #"{"a":"#, count: 10_000)),
            status: 400),
        Request(
            name: "1 MiB of digits",
            bytes: post(
                #"{"name":"Ann","age":"# + String(repeating: "7", count: 1 << 20 - 100) + "}"),
            status: 422),
        Request(
            name: "longer than it may be",
            bytes: post(#"{"name":""# + String(repeating: "x", count: 1 << 20) + "\"}"), status: 413
        ),
        Request(name: "another type", bytes: post("<x/>", type: "text/xml"), status: 415),
        Request(name: "no type", bytes: post("{}", type: ";"), status: 415),
        Request(
            name: "invalid UTF-8",
            bytes: post(Array(#"{"name":""#.utf8) + [0xFF, 0xC0] + [0x22, 0x7D]),
            status: 400),
        Request(
            name: "duplicate keys", bytes: post(#"{"age":20,"age":20,"name":"Ann"}"#), status: 422),
        Request(
            name: "NUL", bytes: post(Array(#"{"name":"A"#.utf8) + [0] + [0x22, 0x7D]), status: 400),
        Request(name: "a text", bytes: post(#""x""#), status: 400),
        Request(name: "nothing", bytes: post(""), status: 400),
        Request(
            name: "a form with halves of escapes",
            bytes: post("name=%&age=%2", type: "application/x-www-form-urlencoded"), status: 422),
        Request(
            name: "a form that is not UTF-8",
            bytes: post("name=%ff", type: "application/x-www-form-urlencoded"), status: 400),
        Request(
            name: "a multipart body without a boundary",
            bytes: post("x", type: "multipart/form-data; boundary=y"), status: 400),
        Request(
            name: "a multipart body that does not end",
            bytes: post(
                "--y\r\nContent-Disposition: form-data; name=a\r\n\r\nx",
                type: "multipart/form-data; boundary=y"), status: 400),
        Request(name: "no HTTP", bytes: Array("hello\r\n\r\n".utf8), status: 400),
        Request(
            name: "two lengths",
            bytes: Array(
                "POST /v1/validate/member HTTP/1.1\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}"
                    .utf8), status: 400),
        Request(
            name: "a length that is no number",
            bytes: Array(
                "POST /v1/validate/member HTTP/1.1\r\nContent-Length: x\r\n\r\n{}".utf8),
            status: 400),
        Request(
            name: "a chunk that is no number",
            bytes: Array(
                "POST /v1/validate/member HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n".utf8
            ),
            status: 400),
        Request(
            name: "a long path",
            bytes: Array(
                "GET /\(String(repeating: "x", count: 10_000)) HTTP/1.1\r\nHost: localhost\r\n\r\n"
                    .utf8),
            status: 404),
        Request(
            name: "no host", bytes: Array("GET /v1/rules HTTP/1.1\r\n\r\n".utf8), status: 400),
        Request(
            name: "a path out of the folder",
            bytes: Array(
                "POST /v1/validate/%2e%2e%2fmember HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}"
                    .utf8),
            status: 404),
    ]

    /// As many as the variable says, ten thousand of them for a soak.
    private static var count: Int {
        ProcessInfo.processInfo.environment["ASSAY_HOSTILE_REQUESTS"].flatMap { Int($0) } ?? 240
    }

    @Test func hostileRequestsAreAnsweredAndNoneIsLost() throws {
        let server = try ServerProcess()
        var wrong: [String: Int] = [:]
        for number in 0..<Self.count {
            // Neighbors differ from round to round.
            let kinds = Self.requests.count
            let request = Self.requests[(number * 7 + number / kinds) % kinds]
            let connection = try HTTPConnection(port: server.port)
            if request.isSlow {
                for byte in request.bytes { connection.send([byte]) }
            } else {
                connection.send(request.bytes)
            }
            if request.finishes { connection.finishSending() }
            let status = try? connection.answer().status
            if status != request.status {
                wrong["\(request.name): \(status.map { "\($0)" } ?? "closed")", default: 0] += 1
            }
        }
        #expect(wrong.isEmpty)
        let good = try server.request(
            "POST", "/v1/validate/member", body: #"{"name":"Ann","age":20}"#)
        #expect(good.status == 200)
        // Nothing is left running.
        #expect(
            try eventually {
                try server.request("GET", "/metrics").body.contains(
                    "assay_http_requests_running 1")
            })
    }
}
