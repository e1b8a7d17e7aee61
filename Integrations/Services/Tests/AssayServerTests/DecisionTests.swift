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
        Case(headers: ["Content-Encoding": "gzip"], body: "{}", status: 415),
        Case(
            headers: ["Content-Type": "application/x-www-form-urlencoded"], body: "name=%ff",
            status: 400),
        Case(headers: ["Content-Type": "text/csv"], body: "name\nAnn\n", status: 400),
    ]

    /// The lines of the log without what differs from run to run.
    private func lines(of server: ServerProcess, in folder: TemporaryFolder) throws -> [String] {
        server.terminate()
        #expect(server.exitStatus() == 0)
        return try folder.read("decisions.ndjson").split(separator: "\n").map { line in
            String(line).replacing(#/^\{"time":"[^"]+","requestId":"[^"]+",/#, with: "")
                .replacing(#/,"seconds":[-+.e0-9]+\}$/#, with: "")
                .replacing(#/"fingerprint":"[0-9a-f]{16}"/#, with: #""fingerprint":"…""#)
        }
    }

    private func line(_ ruleSet: String, _ status: Int, knowsVersion: Bool = true) -> String {
        #""ruleSet":"\#(ruleSet)","fingerprint":\#(knowsVersion ? "\"…\"" : "null"),"#
            + #""status":\#(status),"records":0,"invalid":0,"codes":{}"#
    }

    @Test func aRejectedRequestIsALineToo() throws {
        let folder = try TemporaryFolder()
        let server = try ServerProcess(
            sampleRuleSets, "--decisions-file", folder.path + "/decisions.ndjson",
            "--limit-body", "100")
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
            sampleRuleSets, "--decisions-file", folder.path + "/decisions.ndjson",
            "--limit-requests", "1", "--timeout-body", "600")
        let waiting = try HTTPConnection(port: server.port)
        waiting.send(Self.head + "Content-Length: 2\r\n\r\n{")
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

    private static let head = "POST /v1/validate/member HTTP/1.1\r\nHost: localhost\r\n"

    @Test func aBodyThatIsCutOrLateIsALineAndIsCounted() throws {
        let folder = try TemporaryFolder()
        let server = try ServerProcess(
            sampleRuleSets, "--decisions-file", folder.path + "/decisions.ndjson",
            "--timeout-body", "2")
        let late = try HTTPConnection(port: server.port)
        late.send(Self.head + "Content-Length: 100\r\n\r\n{")
        #expect(try late.answer().status == 408)
        let cut = try HTTPConnection(port: server.port)
        cut.send(Self.head + "Content-Length: 100\r\n\r\n{")
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

    @Test func aStreamWhoseClientIsGoneIsALine() throws {
        let folder = try TemporaryFolder()
        let server = try ServerProcess(
            sampleRuleSets, "--decisions-file", folder.path + "/decisions.ndjson")
        do {
            let stream = try HTTPConnection(port: server.port)
            stream.send(
                Self.head + "Content-Type: application/x-ndjson\r\n"
                    + "Transfer-Encoding: chunked\r\n\r\n3\r\n{}\n\r\n")
            #expect(try stream.head().status == 200)
        }
        #expect(
            try eventually { try folder.read("decisions.ndjson").contains(#""status":200"#) })
        #expect(
            try lines(of: server, in: folder) == [
                line("member", 200).replacing(
                    #""records":0,"invalid":0,"codes":{}"#,
                    with: #""records":1,"invalid":1,"codes":{"required.missing":2}"#)
            ])
    }
}
