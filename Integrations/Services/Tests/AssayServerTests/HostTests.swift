// SPDX-License-Identifier: Apache-2.0
import ServiceTesting
import Testing

/// A request has one host (RFC 9112, 3.2).
struct HostTests {
    private func answer(_ lines: [String], from server: ServerProcess) throws -> Answer {
        let connection = try HTTPConnection(port: server.port)
        connection.send(lines.map { $0 + "\r\n" }.joined() + "\r\n")
        return try connection.answer()
    }

    @Test func aRequestWithoutExactlyOneHostIsRejected() throws {
        let server = try ServerProcess()
        let cases: [(hosts: [String], detail: String)] = [
            ([], "The request has no Host; send one."),
            (["Host: a", "Host: b"], "The request has 2 fields Host; send one."),
            (["Host: a", "host: a"], "The request has 2 fields Host; send one."),
            (["Host: a b"], "The Host of the request is not a host with an optional port."),
            (["Host: a/b"], "The Host of the request is not a host with an optional port."),
            (["Host: u@a"], "The Host of the request is not a host with an optional port."),
        ]
        for (hosts, detail) in cases {
            for path in ["/health/live", "/v1/rules"] {
                let answer = try answer(["GET \(path) HTTP/1.1"] + hosts, from: server)
                #expect(answer.status == 400, "\(hosts)")
                #expect(answer.headers["content-type"] == "application/problem+json")
                #expect(answer.headers["connection"] == "close")
                #expect(answer.body.contains(detail), "\(answer.body)")
            }
        }
    }

    @Test func aRequestWithOneHostIsAnswered() throws {
        let server = try ServerProcess()
        for host in ["Host: a", "Host: [::1]:80", "Host:", "Host: a\r\nAssay-Invalid-Host: x"] {
            let answer = try answer(["GET /health/live HTTP/1.1", host], from: server)
            #expect(answer.status == 200, "\(host)")
        }
        // HTTP/1.0 has no such header.
        #expect(try answer(["GET /health/live HTTP/1.0"], from: server).status == 200)
    }
}
