// SPDX-License-Identifier: Apache-2.0
import Foundation
import ServiceTesting
import Testing

/// Requests whose records are not validated, in the log of decisions and in the metrics.
struct DecisionTests {
    private struct Case {
        var method = "POST"
        var path = "/v1/validate/member"
        var headers = ["Content-Type": "application/json"]
        var body: String?
        let status: Int
        var ruleSet = "member"
        var knowsVersion = true
    }

    private static let rejected = [
        Case(
            path: "/v1/validate/no%2Fne", body: "{}", status: 404, ruleSet: "no/ne",
            knowsVersion: false),
        Case(method: "GET", status: 405, knowsVersion: false),
        Case(
            method: "DELETE", path: "/v1/validate/none", status: 405, ruleSet: "none",
            knowsVersion: false),
        Case(headers: ["Accept": "text/html"], body: "{}", status: 406),
        Case(body: "{\(String(repeating: " ", count: 100))}", status: 413),
        Case(headers: ["Content-Type": "text/xml"], body: "<x/>", status: 415),
        Case(headers: ["Content-Encoding": "br"], body: "{}", status: 415),
        Case(
            headers: ["Content-Type": "application/x-www-form-urlencoded"], body: "name=%ff",
            status: 400),
        Case(headers: ["Content-Type": "text/csv"], body: "name\nAnn\n", status: 400),
    ]

    /// The lines of the log of a server, which ends.
    private func lines(of server: ServerProcess, in folder: TemporaryFolder) throws -> [String] {
        server.terminate()
        #expect(server.exitStatus() == 0)
        return Self.lines(try folder.read("decisions.ndjson"))
    }

    /// The lines of a log without what differs from run to run.
    static func lines(_ log: String) -> [String] {
        log.split(separator: "\n").map { line in
            String(line).replacing(#/^\{"time":"[^"]+","requestId":"[^"]+",/#, with: "")
                .replacing(#/,"seconds":[-+.e0-9]+\}$/#, with: "")
                .replacing(#/"fingerprint":"[0-9a-f]{16}"/#, with: #""fingerprint":"…""#)
        }
    }

    private func line(_ ruleSet: String, _ status: Int, knowsVersion: Bool = true) -> String {
        Self.line(ruleSet, status, Self.nothing, knowsVersion: knowsVersion)
    }

    /// A line without what differs from run to run.
    static func line(
        _ ruleSet: String, _ status: Int, _ numbers: String, knowsVersion: Bool = true
    ) -> String {
        #""ruleSet":"\#(ruleSet)","fingerprint":\#(knowsVersion ? "\"…\"" : "null"),"#
            + #""status":\#(status),\#(numbers)"#
    }

    private static let nothing = #""records":0,"invalid":0,"codes":{}"#

    @Test func aRejectedRequestIsALineToo() throws {
        let folder = try TemporaryFolder()
        let server = try ServerProcess(decisionsIn: folder, "--limit-body", "100")
        for test in Self.rejected {
            let answer = try server.request(
                test.method, test.path, headers: test.headers, body: test.body)
            #expect(answer.status == test.status)
        }
        // What is no request to validate has no line.
        #expect(try server.request("GET", "/v1/rules").status == 200)
        #expect(try server.request("POST", "/v1/validate", body: "{}").status == 404)
        #expect(
            try lines(of: server, in: folder)
                == Self.rejected.map {
                    line($0.ruleSet, $0.status, knowsVersion: $0.knowsVersion)
                })
    }

    @Test func aRequestWithoutAPlaceIsALine() throws {
        let folder = try TemporaryFolder()
        let server = try ServerProcess(
            decisionsIn: folder, "--limit-requests", "1", "--timeout-body", "600")
        let waiting = try server.begin("{", length: 2)
        #expect(
            try eventually {
                try server.request("GET", "/metrics").body.contains(
                    "assay_http_requests_running 2")
            })
        #expect(try server.request("POST", "/v1/validate/member", body: "{}").status == 503)
        waiting.send("}")
        #expect(try waiting.answer().status == 422)
        let lines = try lines(of: server, in: folder)
        #expect(lines.first == line("member", 503, knowsVersion: false))
        #expect(lines.count == 2)
    }

    @Test func aBodyThatIsCutOrLateIsALineAndIsCounted() throws {
        let folder = try TemporaryFolder()
        let server = try ServerProcess(decisionsIn: folder, "--timeout-body", "2")
        let late = try server.begin("{", length: 100)
        #expect(try late.answer().status == 408)
        let cut = try server.begin("{", length: 100)
        cut.finishSending()
        #expect(try cut.answer().status == 400)
        // What never becomes a request is counted, and has no line.
        let malformed = try HTTPConnection(port: server.port)
        malformed.send("hello\r\n\r\n")
        #expect(try malformed.answer().status == 400)
        let route = #"route="/v1/validate/{ruleSet}",method="POST""#
        let counts = [
            #"{\#(route),status="408"} 1"#, #"{\#(route),status="400"} 1"#,
            #"{route="none",method="other",status="400"} 1"#,
        ]
        #expect(
            try eventually {
                let metrics = try server.request("GET", "/metrics").body
                return counts.allSatisfy { metrics.contains("assay_http_requests_total" + $0) }
            })
        // The line of the one that is late may come after the other one's.
        let lines = Set(try lines(of: server, in: folder))
        #expect(lines == [line("member", 408), line("member", 400)])
    }

    /// A part of a rule set that is a rule set too.
    @Test func aRuleSetOfWhichAPartIsLateIsNotTaken() throws {
        let server = try ServerProcess(
            sampleRuleSets, "--token", "s3cret", "--timeout-body", "2")
        let connection = try HTTPConnection(port: server.port)
        connection.send(
            "PUT", "/v1/rule-sets/new",
            headers: ["Authorization": "Bearer s3cret", "Content-Length": "1000"])
        connection.send("assay: 1\nfields:\n  a: required\n")
        #expect(try connection.answer().status == 408)
        #expect(
            try eventually {
                try server.request("GET", "/metrics").body.contains(
                    #"route="/v1/rule-sets/{ruleSet}",method="PUT",status="408"} 1"#)
            })
        #expect(try server.request("POST", "/v1/validate/new", body: "{}").status == 404)
    }

    private static let lineType = "application/x-ndjson"

    private func waitForStreams(_ count: Int, of server: ServerProcess) throws {
        #expect(
            try eventually {
                try server.request("GET", "/metrics").body.contains(
                    "assay_streams_running \(count).0")
            })
    }

    /// The connection is lost when the server has the stream, and before a head of an answer is written:
    /// nothing is found in the first body, and in the second one a record that is cut.
    @Test(arguments: [
        ("", 400, nothing),
        (
            "{\"name\":\"", 200,
            #""records":1,"invalid":1,"codes":{"record.malformed":1},"cut":true"#
        ),
    ])
    func aStreamThatIsLostBeforeTheHeadIsALine(
        chunk: String, status: Int, numbers: String
    ) throws {
        let folder = try TemporaryFolder()
        let server = try ServerProcess(decisionsIn: folder)
        do {
            let stream = try server.begin(chunk, type: Self.lineType)
            stream.resetAtEnd()
            try waitForStreams(1, of: server)
        }
        try waitForStreams(0, of: server)
        #expect(
            try lines(of: server, in: folder) == [Self.line("member", status, numbers)])
    }

    @Test func aStreamThatIsLostDuringTheBodyIsALine() throws {
        let folder = try TemporaryFolder()
        let server = try ServerProcess(decisionsIn: folder)
        do {
            let stream = try server.begin("{}\n", type: Self.lineType)
            stream.resetAtEnd()
            #expect(try stream.head().status == 200)
        }
        try waitForStreams(0, of: server)
        #expect(
            try lines(of: server, in: folder) == [
                Self.line(
                    "member", 200,
                    #""records":1,"invalid":1,"codes":{"required.missing":2},"cut":true"#)
            ])
    }

    /// Two streams, of which one is answered already, and a document are on their way when the server does not
    /// wait any longer.
    @Test func aRequestThatTheServerGivesUpIsALine() throws {
        let folder = try TemporaryFolder()
        let server = try ServerProcess(decisionsIn: folder, "--timeout-shutdown", "0.2")
        let answered = try server.begin("{}\n", type: Self.lineType)
        #expect(try answered.head().status == 200)
        let silent = try server.begin(type: Self.lineType)
        try waitForStreams(2, of: server)
        let document = try server.begin("{", length: 2)
        defer { withExtendedLifetime((silent, document)) {} }
        // The third one asks for the metrics; the stream that is answered is no request any more.
        #expect(
            try eventually {
                try server.request("GET", "/metrics").body.contains(
                    "assay_http_requests_running 3")
            })
        #expect(
            try lines(of: server, in: folder).sorted() == [
                Self.line(
                    "member", 200,
                    #""records":1,"invalid":1,"codes":{"required.missing":2},"cut":true"#),
                Self.line("member", 503, Self.nothing), Self.line("member", 503, Self.nothing),
            ])
        // What was answered has no end.
        #expect(try answered.chunk()?.hasPrefix(#"{"record":1,"#) == true)
        #expect(throws: ConnectionError.closed) { try answered.chunk() }
    }

    /// The answer comes while the client sends: the server goes on, with this connection and without it.
    @Test func aStreamThatIsRejectedWhileItComesIsALine() throws {
        let folder = try TemporaryFolder()
        let server = try ServerProcess(decisionsIn: folder)
        let stream = try server.begin("name\nAnn\n", type: "text/csv")
        let answer = try stream.answer()
        #expect(answer.status == 400)
        #expect(answer.body.contains("no column"))
        #expect(stream.isClosedByServer)
        #expect(try server.request("GET", "/health/live").status == 200)
        try waitForStreams(0, of: server)
        #expect(try lines(of: server, in: folder) == [line("member", 400)])
    }
}
