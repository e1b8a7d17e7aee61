// SPDX-License-Identifier: Apache-2.0
import Foundation
import ServiceTesting
import Testing

/// Bodies of several records: the status is that of the records where the body is read whole, and
/// the last line and the trailer say it where it is a stream.
struct WholeBodyTests {
    /// Backtracking cannot decide about a long text in the field `b`.
    private static let ruleSets = [
        "member.yaml": """
        assay: 1
        fields:
          a: required, integer
          b: { rules: "regex(/^(a+)+\\\\1$/)" }
          c:
            - rule: length(...3)
              severity: warning

        """
    ]

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var type = "application/json"
        let body: String
        let status: Int
        /// The last line of the answer.
        let summary: String
    }

    /// The last line of an answer, whose records have all fields of the rule set.
    private static func summary(
        _ records: Int, invalid: Int = 0, violations: Int = 0, warnings: Int = 0, faults: Int = 0,
        malformed: Int = 0, _ rest: String
    ) -> String {
        #"{"summary":{"records":\#(records),"invalid":\#(invalid),"violations":\#(violations),"#
            + #""warnings":\#(warnings),"faults":\#(faults),"malformed":\#(malformed),"#
            + #""result":\#(rest)}}"#
    }

    private static let noRecords =
        #","notices":[{"severity":"warning","code":"input.noRecords","message":"no record was read","#
        + #""help":"send at least one record"}]"#
    private static let neverSeen =
        #","notices":[{"severity":"warning","code":"field.neverSeen","#
        + #""message":"no record has the fields 'b' and 'c'","#
        + #""help":"check the spelling of the fields in the rule set"}]"#
    /// The notices about a record that has another name in place of each field.
    private static let nick =
        #","notices":["#
        + ["a", "b", "c"].map {
            #"{"severity":"warning","code":"field.neverSeen","message":"no record has the field '\#($0)'","#
                + #""help":"instead the first records have 'nick'"}"#
        }.joined(separator: ",") + "]"
    private static let lineType = "application/x-ndjson"
    private static let undecided = #"{"a":1,"b":""# + String(repeating: "a", count: 5000) + #"b"}"#
    private static let good = #"{"a":1,"b":"aa","c":""}"#

    private static let cases = [
        Case(
            testDescription: "an array with one invalid record", body: #"[{"nick":"x"}]"#,
            status: 422, summary: summary(1, invalid: 1, violations: 1, #""invalid""# + nick)),
        Case(
            testDescription: "lines of which the last is invalid", type: lineType,
            body: "\(good)\n{\"a\":\"x\"}\n", status: 422,
            summary: summary(2, invalid: 1, violations: 1, #""invalid""#)),
        Case(
            testDescription: "CSV with an invalid record", type: "text/csv",
            body: "a,b,c\n1,aa,\nx,aa,\n", status: 422,
            summary: summary(2, invalid: 1, violations: 1, #""invalid""#)),
        Case(
            testDescription: "a rule that cannot decide", body: "[\(good),\(undecided)]",
            status: 422, summary: summary(2, invalid: 1, faults: 1, #""invalid""#)),
        Case(
            testDescription: "one malformed record of two", body: "[\(good),7]", status: 422,
            summary: summary(2, invalid: 1, violations: 1, malformed: 1, #""invalid""#)),
        Case(
            testDescription: "one malformed line of two", type: lineType, body: "\(good)\nx\n",
            status: 422, summary: summary(2, invalid: 1, violations: 1, malformed: 1, #""invalid""#)
        ),
        Case(
            testDescription: "valid records in an array that does not end", body: "[\(good)",
            status: 400, summary: summary(1, violations: 1, malformed: 1, #""malformed""#)),
        Case(
            testDescription: "text after an array", body: "[\(good)] x", status: 400,
            summary: summary(1, violations: 1, malformed: 1, #""malformed""#)),
        Case(
            testDescription: "the beginning of an array", body: "[", status: 400,
            summary: summary(0, violations: 1, malformed: 1, #""malformed""# + noRecords)),
        Case(
            testDescription: "lines none of which is a record", type: lineType, body: "x\n7\n",
            status: 400,
            summary: summary(2, invalid: 2, violations: 2, malformed: 2, #""malformed""#)),
        Case(
            testDescription: "an empty array", body: " []", status: 200,
            summary: summary(0, #""empty""# + noRecords)),
        Case(
            testDescription: "no lines", type: lineType, body: "", status: 200,
            summary: summary(0, #""empty""# + noRecords)),
        Case(
            testDescription: "a header without records", type: "text/csv", body: "a,b,c\n",
            status: 200, summary: summary(0, #""empty""# + noRecords)),
        Case(
            testDescription: "fields that no record has", body: #"[{"a":1},{"a":2}]"#, status: 200,
            summary: summary(2, #""valid""# + neverSeen)),
        Case(
            testDescription: "warnings", body: #"[{"a":1,"b":"aa","c":"long"}]"#, status: 200,
            summary: summary(1, warnings: 1, #""valid""#)),
        Case(
            testDescription: "valid lines", type: lineType, body: "\(good)\n\(good)\n", status: 200,
            summary: summary(2, #""valid""#)),
    ]

    /// The last line of an answer.
    private static func lastLine(_ answer: Answer) -> String {
        answer.body.split(separator: "\n").last.map { String($0) } ?? ""
    }

    @Test func theStatusIsThatOfTheRecords() throws {
        let server = try ServerProcess(Self.ruleSets)
        let document = try APIDocument(try server.request("GET", "/openapi.json").body)
        for test in Self.cases {
            let name = Comment(rawValue: test.testDescription)
            let answer = try server.request(
                "POST", "/v1/validate/member", headers: ["Content-Type": test.type],
                body: test.body)
            #expect(answer.status == test.status, name)
            #expect(Self.lastLine(answer) == test.summary, name)
            #expect(answer.headers["content-length"] == "\(answer.body.utf8.count)", name)
            #expect(answer.headers["trailer"] == nil, name)
            #expect(document.complaint("POST", "/v1/validate/member", answer) == nil, name)
        }
    }

    /// The same bodies in chunks: the status is sent with the first finding.
    @Test func aStreamSaysAtItsEndWhatItsStatusDoesNot() throws {
        let server = try ServerProcess(Self.ruleSets)
        for test in Self.cases {
            let name = Comment(rawValue: test.testDescription)
            let connection = try server.begin(test.body, type: test.type)
            connection.sendChunk("")
            let answer = try connection.answer()
            #expect(answer.status == 200, name)
            let result = try #require(
                test.summary.firstMatch(of: /"result":"([a-z]+)"/)?.output.1, name)
            guard answer.body.hasPrefix(#"{"record":"#) else {
                // Without a finding, the status is sent with the end.
                #expect(["valid", "empty"].contains(result), name)
                #expect(Self.lastLine(answer) == test.summary, name)
                continue
            }
            #expect(answer.headers["trailer"] == "Assay-Result", name)
            #expect(answer.trailers == ["assay-result": String(result)], name)
            #expect(
                Self.lastLine(answer)
                    == test.summary.replacing(
                        "\"result\":\"\(result)\"",
                        with: "\"result\":\"\(result)\",\"statusSentBefore\":200"), name)
        }
    }

    @Test func aStreamThatIsNotReadToItsEndHasNoResultOfItsRecords() throws {
        let server = try ServerProcess(Self.ruleSets)
        let connection = try server.begin("{}\n", type: Self.lineType)
        #expect(try connection.head().status == 200)
        #expect(try connection.chunk()?.hasPrefix(#"{"record":1,"#) == true)
        connection.finishSending()
        let end = try #require(try connection.chunk())
        #expect(end.contains(#""result":"incomplete","statusSentBefore":200}"#), "\(end)")
        #expect(
            end.hasSuffix(
                #","error":"the body ended before it was complete","code":"input.incomplete"}"#
                    + "\n"),
            "\(end)")
        #expect(try connection.chunk() == nil)
        #expect(connection.trailers == ["assay-result": "incomplete"])
    }

    @Test func anAnswerAsOneDocumentHasTheSameEnd() throws {
        let server = try ServerProcess(Self.ruleSets)
        func answer(_ body: String) throws -> Answer {
            try server.request(
                "POST", "/v1/validate/member",
                headers: ["Content-Type": Self.lineType, "Accept": "application/json"], body: body)
        }
        let invalid = try answer("{\"a\":7}\n{}\n")
        #expect(invalid.status == 422)
        #expect(invalid.body.hasPrefix(#"{"reports":[{"record":2,"valid":false,"#))
        let end = Self.summary(2, invalid: 1, violations: 1, #""invalid""# + Self.neverSeen)
        #expect(invalid.body.hasSuffix("]," + end.dropFirst()), "\(invalid.body)")
        let none = try answer("")
        #expect(none.status == 200)
        #expect(
            none.body
                == #"{"reports":[],"# + Self.summary(0, #""empty""# + Self.noRecords).dropFirst())
    }

    /// A body that is longer than the limit is a stream, also where its length is given.
    @Test func theLimitDecidesWhetherABodyIsReadWhole() throws {
        let server = try ServerProcess(Self.ruleSets, "--limit-body", "20")
        func answer(_ body: String) throws -> Answer {
            try server.request(
                "POST", "/v1/validate/member", headers: ["Content-Type": Self.lineType],
                body: body)
        }
        #expect(try answer("{}\n" + String(repeating: "\n", count: 17)).status == 422)
        let longer = try answer("{}\n" + String(repeating: "\n", count: 18))
        #expect(longer.status == 200)
        #expect(longer.trailers == ["assay-result": "invalid"])
    }

    @Test func theHeadIsNotSentBeforeTheWholeBodyIsThere() throws {
        let server = try ServerProcess(Self.ruleSets)
        let connection = try server.begin("{}\n", type: Self.lineType, length: 6)
        // The server has the first part when it says so, and no stream has begun.
        #expect(
            try eventually {
                try server.request("GET", "/metrics").body.contains(
                    "assay_http_requests_running 2")
            })
        #expect(
            try server.request("GET", "/metrics").body.contains("assay_streams_running 0.0"))
        connection.send("7\n\n")
        let answer = try connection.answer()
        #expect(answer.status == 422)
        #expect(answer.body.contains(#""records":2,"invalid":2"#))
    }

    /// The findings are too many to be kept until the status is known.
    ///
    /// They are the same, and each record is counted once.
    @Test(arguments: [("application/json", 4_000), ("application/x-ndjson", 40_000)])
    func manyFindingsAreAnsweredWithTheStatusOfTheRecords(form: String, count: Int) throws {
        let folder = try TemporaryFolder()
        let server = try ServerProcess(decisionsIn: folder)
        func answer(_ count: Int) throws -> Answer {
            try server.request(
                "POST", "/v1/validate/member",
                headers: ["Content-Type": Self.lineType, "Accept": form],
                body: String(repeating: "{}\n", count: count - 1) + "x\n")
        }
        #expect(try answer(4_000).status == 422)
        let before = server.peakMemory
        let answer = try answer(count)
        #expect(answer.status == 422)
        #expect(answer.headers["transfer-encoding"] == "chunked")
        #expect(answer.trailers.isEmpty)
        #expect(answer.body.utf8.count > count * 400)
        #expect(answer.body.components(separatedBy: #","valid":false,"#).count == count + 1)
        #expect(
            answer.body.contains(
                #""summary":{"records":\#(count),"invalid":\#(count),"#
                    + #""violations":\#(count * 2 - 1),"warnings":0,"faults":0,"malformed":1,"#
                    + #""result":"invalid","notices":["#))
        if form == "application/json" {
            let object = try JSONSerialization.jsonObject(with: Data(answer.body.utf8))
            let reports = (object as? [String: Any])?["reports"] as? [Any]
            #expect(reports?.count == count)
        }
        // A buffer with all findings of the longer body would have 32 MiB.
        #expect(server.peakMemory - before < 24 << 10)
        let metrics = try server.request("GET", "/metrics").body
        #expect(
            metrics.contains(
                #"assay_records_total{rule_set="member",outcome="invalid"} \#(count + 4_000)"#))
        server.terminate()
        #expect(server.exitStatus() == 0)
        #expect(
            DecisionTests.lines(try folder.read("decisions.ndjson")).last
                == DecisionTests.line(
                    "member", 422,
                    #""records":\#(count),"invalid":\#(count),"codes":{"record.malformed":1,"#
                        + #""required.missing":\#(count * 2 - 2)}"#))
    }
}
