// SPDX-License-Identifier: Apache-2.0
import ServiceTesting
import Testing

/// Tests of requests that are too long, too slow or too many.
struct LimitTests {
    private static let head = "POST /v1/validate/member HTTP/1.1\r\nHost: localhost\r\n"

    @Test func aBodyThatIsTooLongIsRejectedBeforeItIsThere() throws {
        let server = try ServerProcess(sampleRuleSets, "--limit-body", "100")
        // Its length is known from the pieces alone.
        let connection = try server.begin("{\(String(repeating: " ", count: 100))")
        let answer = try connection.answer()
        #expect(answer.status == 413)
        #expect(answer.headers["connection"] == "close")
        #expect(answer.body.contains("longer than 100 bytes"))
        #expect(connection.isClosedByServer)
    }

    /// Records of which a whole body is read have no more time than one record.
    @Test(arguments: ["application/json", "application/x-ndjson", "text/csv"])
    func aBodyThatDoesNotComeIsAnsweredWith408(type: String) throws {
        let server = try ServerProcess(sampleRuleSets, "--timeout-body", "0.2")
        let connection = try server.begin("[", type: type, length: 100)
        #expect(try connection.answer().status == 408)
        #expect(connection.isClosedByServer)
    }

    @Test func aConnectionThatSaysNothingIsClosed() throws {
        let server = try ServerProcess(sampleRuleSets, "--timeout-idle", "0.2")
        let connection = try HTTPConnection(port: server.port)
        #expect(connection.isClosedByServer)
        let second = try HTTPConnection(port: server.port)
        second.send("POST /v1/val")
        #expect(second.isClosedByServer)
    }

    @Test func moreRequestsThanThereMayBeAreRejected() throws {
        // The body may take as long as a slow machine needs for the rest. Looking at the server takes no place
        // of a request, which would be rejected else.
        let server = try ServerProcess(
            sampleRuleSets, "--limit-requests", "1", "--timeout-body", "600")
        let waiting = try server.begin("{", length: 2)
        // The server has the request when it says so.
        #expect(
            try eventually {
                try server.request("GET", "/metrics").body.contains(
                    "assay_http_requests_running 2")
            })
        let answer = try server.request("POST", "/v1/validate/member", body: "{}")
        #expect(answer.status == 503)
        #expect(answer.headers["retry-after"] == "1")
        // Another spelling of the path needs a place too.
        for path in ["//v1/validate/member", "/v1//rules", "/", "/v2"] {
            #expect(try server.request("POST", path, body: "{}").status == 503, "\(path)")
        }
        for path in ["/health/live", "//metrics", "/version"] {
            #expect(try server.request("GET", path).status == 200, "\(path)")
        }
        waiting.send("}")
        #expect(try waiting.answer().status == 422)
        #expect(try server.request("POST", "/v1/validate/member", body: "{}").status == 422)
    }

    @Test func headersThatAreTooLongEndTheConnection() throws {
        let server = try ServerProcess()
        for header in [
            "X: \(String(repeating: "x", count: 20_000))\r\n",
            (0..<200).map { "X\($0): x\r\n" }.joined(),
        ] {
            let connection = try HTTPConnection(port: server.port)
            connection.send(Self.head + header + "Content-Length: 2\r\n\r\n{}")
            #expect((try? connection.answer().status) ?? 400 == 400)
            #expect(connection.isClosedByServer)
        }
        #expect(try server.request("GET", "/health/live").status == 200)
    }

    @Test func aClientThatExpectsToBeToldGoesOn() throws {
        let server = try ServerProcess()
        let connection = try HTTPConnection(port: server.port)
        connection.send(Self.head + "Content-Length: 2\r\nExpect: 100-continue\r\n\r\n")
        #expect(try connection.head().status == 100)
        connection.send("{}")
        #expect(try connection.answer().status == 422)
    }
}
