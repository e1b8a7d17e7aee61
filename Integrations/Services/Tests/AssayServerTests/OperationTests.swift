// SPDX-License-Identifier: Apache-2.0
import Foundation
import ServiceTesting
import Testing

/// Tests of what operators use: second versions, decisions, TLS, the end.
struct OperationTests {
    @Test func aSecondVersionIsComparedAndNotAnswered() throws {
        let second = try TemporaryFolder()
        try second.write(
            "assay: 1\nfields:\n  name: required\n  age: required, range(30...)\n",
            to: "member.yaml")
        let server = try ServerProcess(
            sampleRuleSets, "--shadow-rule-sets", second.path, "--shadow-share", "0.5")
        for _ in 0..<10 {
            let answer = try server.request(
                "POST", "/v1/validate/member", body: #"{"name":"A","age":20}"#)
            #expect(answer.body.contains("length.tooShort"))
            #expect(!answer.body.contains("range"))
        }
        var summary = ""
        while !summary.contains(#""records":5"#) {
            summary = try server.request("GET", "/v1/shadow").body
        }
        #expect(summary.contains(#""share":0.5,"records":5,"differing":5"#))
        #expect(
            summary.contains(#"{"code":"length.tooShort","pointer":"/name","onlyIn":"current"}"#))
        #expect(summary.contains(#"{"code":"range.tooSmall","pointer":"/age","onlyIn":"shadow"}"#))
        let metrics = try server.request("GET", "/metrics").body
        #expect(
            metrics.contains(
                #"assay_shadow_differences_total{rule_set="member",code="range.tooSmall",only_in="shadow"} 5"#
            ))
        #expect(try server.request("GET", "/v1/rule-sets").body.contains(#""shadow":""#))
    }

    /// Looks until as many records were compared; what `GET /v1/shadow` says then.
    private func shadow(of server: ServerProcess, records: Int) throws -> String {
        var summary = ""
        #expect(
            try eventually {
                summary = try server.request("GET", "/v1/shadow").body
                return summary.contains(#""records":\#(records),"#)
            }, "\(summary)")
        return summary
    }

    private static let streams = [
        (
            "application/x-ndjson",
            #"{"name":"A","age":40}"# + "\n" + #"{"name":"Ann","age":20}"# + "\n{\n"
                + #"{"name":"Ann","age":40}"# + "\n"
        ),
        (
            "application/json",
            #"[{"name":"A","age":40},{"name":"Ann","age":20},1,{"name":"Ann","age":40}]"#
        ),
        ("text/csv", "id,name,age\n1,A,40\n2,Ann,20\n3,\"x\"y,\n4,Ann,40\n"),
    ]

    @Test(arguments: streams)
    func aSecondVersionIsComparedOnStreams(type: String, body: String) throws {
        let second = try TemporaryFolder()
        // It reads a column that the first one does not.
        try second.write(
            """
            assay: 1
            fields:
              id: integer
              name: required
              age: required, integer, range(30...)

            """, to: "member.yaml")
        let first = """
            assay: 1
            fields:
              name: required, length(2...)
              age: required, integer

            """
        let server = try ServerProcess(
            ["member.yaml": first], "--shadow-rule-sets", second.path, "--shadow-share", "0.5")
        for _ in 0..<4 {
            let answer = try server.request(
                "POST", "/v1/validate/member", headers: ["Content-Type": type], body: body)
            #expect(answer.status == 422)
            #expect(answer.body.contains(#""records":4,"invalid":2"#), "\(answer.body)")
            #expect(!answer.body.contains("range"))
        }
        // Two of four streams; of each two records differ, and what is malformed is so for both.
        let summary = try shadow(of: server, records: 8)
        #expect(summary.contains(#""records":8,"differing":4"#), "\(summary)")
        let lines = [
            #"differences_total{rule_set="member",code="length.tooShort",only_in="current"} 2"#,
            #"differences_total{rule_set="member",code="range.tooSmall",only_in="shadow"} 2"#,
            "assay_shadow_records_total 8", "assay_shadow_skipped_total 0",
        ]
        // The differences of a stream are counted one after the other.
        var metrics = ""
        let areThere = try eventually {
            metrics = try server.request("GET", "/metrics").body
            return lines.allSatisfy(metrics.contains)
        }
        #expect(areThere, "\(metrics)")
        #expect(!metrics.contains(#"code="record.malformed",only_in"#))
    }

    @Test func aSecondVersionThatCannotReadAStreamIsSkipped() throws {
        let second = try TemporaryFolder()
        try second.write(
            "assay: 1\nunknownFields: reject\nfields:\n  other: required\n", to: "member.yaml")
        let server = try ServerProcess(
            ["member.yaml": "assay: 1\nfields:\n  name: required\n"],
            "--shadow-rule-sets", second.path)
        let answer = try server.request(
            "POST", "/v1/validate/member", headers: ["Content-Type": "text/csv"],
            body: "name\nAnn\n")
        #expect(answer.body.contains(#""records":1,"invalid":0"#), "\(answer.body)")
        // The column that it needs is missing.
        #expect(
            try eventually {
                try server.request("GET", "/metrics").body.contains("assay_shadow_skipped_total 1")
            })
        #expect(try server.request("GET", "/v1/shadow").body.contains(#""records":0,"#))
    }

    @Test func aSecondVersionIsComparedOnForms() throws {
        let second = try TemporaryFolder()
        try second.write(
            "assay: 1\nfields:\n  name: required\n  age: required, integer, range(30...)\n",
            to: "member.yaml")
        let server = try ServerProcess(sampleRuleSets, "--shadow-rule-sets", second.path)
        let answer = try server.request(
            "POST", "/v1/validate/member",
            headers: ["Content-Type": "application/x-www-form-urlencoded"],
            body: "name=Ann&age=20")
        #expect(answer.status == 200)
        let summary = try shadow(of: server, records: 1)
        #expect(summary.contains(#"{"code":"range.tooSmall","pointer":"/age","onlyIn":"shadow"}"#))
    }

    @Test func decisionsAreLoggedWithoutSensitiveValuesAndRotated() throws {
        let folder = try TemporaryFolder()
        let file = folder.path + "/decisions.ndjson"
        let server = try ServerProcess(
            sampleRuleSets, "--decisions-file", file, "--decisions-values", "true",
            "--decisions-bytes", "2000", "--decisions-kept", "2")
        for number in 0..<20 {
            let body = #"{"name":"value-\#(number)-that-is-too-long","age":20,"secret":"hidden"}"#
            #expect(try server.request("POST", "/v1/validate/member", body: body).status == 422)
        }
        let stream = try server.request(
            "POST", "/v1/validate/member", headers: ["Content-Type": "application/x-ndjson"],
            body: "{}\n{}\n")
        #expect(stream.status == 422)
        server.terminate()
        #expect(server.exitStatus() == 0)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        #expect(names == ["decisions.ndjson", "decisions.ndjson.1", "decisions.ndjson.2"])
        let text = try names.reversed().map { try folder.read($0) }.joined()
        #expect(!text.contains("hidden"))
        let lines = text.split(separator: "\n")
        for line in lines {
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
            #expect((object as? [String: Any])?["fingerprint"] as? String != nil)
        }
        let last = try #require(lines.last)
        #expect(
            last.contains(#""status":422,"records":2,"invalid":2,"codes":{"required.missing":4}"#))
        #expect(
            lines.dropLast().last?.contains(
                #"{"pointer":"/name","code":"length.tooLong","value":"value-19-that-is-too-long"}"#)
                == true)
        for name in names { #expect(try folder.read(name).utf8.count <= 2000) }
    }

    @Test func decisionsThatFindNoRoomAreDroppedAndCounted() throws {
        let server = try ServerProcess(sampleRuleSets, "--decisions-file", "/dev/full")
        #expect(try server.request("POST", "/v1/validate/member", body: "{}").status == 422)
        #expect(
            try eventually {
                try server.request("GET", "/metrics").body.contains(
                    "decisions_dropped_total 1")
            })
    }

    @Test func theServerFinishesStreamsBeforeItEnds() throws {
        let server = try ServerProcess()
        let stream = try server.begin("{}\n", type: "application/x-ndjson")
        #expect(try stream.head().status == 200)
        #expect(try stream.chunk()?.contains("\"record\":1") == true)
        server.terminate()
        // It listens no more.
        #expect(eventually { (try? HTTPConnection(port: server.port)) == nil })
        stream.sendChunk("{}\n")
        stream.sendChunk("")
        #expect(try stream.chunk()?.contains("\"record\":2") == true)
        #expect(try stream.chunk()?.contains("\"records\":2,\"invalid\":2") == true)
        #expect(try stream.chunk() == nil)
        #expect(server.exitStatus() == 0)
    }

    @Test func readinessEndsBeforeTheServer() throws {
        let server = try ServerProcess(sampleRuleSets, "--timeout-drain", "20")
        let connection = try HTTPConnection(port: server.port)
        connection.send("GET", "/health/ready")
        #expect(try connection.answer().status == 200)
        server.terminate()
        var status = 200
        while status == 200 {
            connection.send("GET", "/health/ready")
            status = try connection.answer().status
        }
        #expect(status == 503)
        #expect(try server.request("POST", "/v1/validate/member", body: "{}").status == 422)
    }

    @Test(
        .enabled(
            if: FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl"), "no openssl"))
    func requestsAreAnsweredOverTLS() throws {
        let folder = try TemporaryFolder()
        let (certificate, key) = try makeCertificate(in: folder, "localhost")
        let server = try ServerProcess(
            sampleRuleSets, "--tls-certificate", certificate, "--tls-key", key)
        let answer = try run(
            "/usr/bin/openssl", "s_client", "-connect", "127.0.0.1:\(server.port)", "-quiet",
            "-CAfile", certificate, "-verify_return_error", "-servername", "localhost",
            input: "GET /health/ready HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        #expect(answer.contains("HTTP/1.1 200 OK"))
        #expect(answer.contains("ready"))
        // Without TLS there is no answer.
        #expect(throws: ConnectionError.self) { try server.request("GET", "/health/ready") }
    }
}
