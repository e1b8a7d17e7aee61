// SPDX-License-Identifier: Apache-2.0
import Foundation
import ServiceTesting
import Testing

/// The file of the log of decisions: what one client can fill, and what other programs do with it.
struct DecisionFileTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
    }

    private func end(_ servers: ServerProcess...) {
        for server in servers {
            server.terminate()
            #expect(server.exitStatus() == 0)
        }
    }

    private func validate(_ server: ServerProcess, _ name: String = "member") throws -> Int {
        try server.request("POST", "/v1/validate/\(name)", body: "{}").status
    }

    /// Waits until the log has so many lines.
    private func waitForLines(_ count: Int) throws {
        #expect(
            try eventually {
                try folder.read("decisions.ndjson").split(separator: "\n").count == count
            })
    }

    @Test func theNameOfARuleSetThatThereIsNotIsCutOff() throws {
        let server = try ServerProcess(decisionsIn: folder)
        #expect(try validate(server, String(repeating: "x", count: 10_000)) == 404)
        end(server)
        let shown = String(repeating: "x", count: 255) + "…"
        #expect(
            DecisionTests.lines(try folder.read("decisions.ndjson")) == [
                DecisionTests.line(
                    shown, 404, #""records":0,"invalid":0,"codes":{}"#, knowsVersion: false)
            ])
    }

    @Test func requestsWithoutARuleSetDoNotRenameTheLog() throws {
        let server = try ServerProcess(
            decisionsIn: folder, "--decisions-bytes", "10000", "--decisions-kept", "1")
        #expect(try validate(server) == 422)
        for _ in 0..<100 { #expect(try validate(server, "none") == 404) }
        #expect(
            try eventually {
                try server.request("GET", "/metrics").body.contains(
                    #/assay_decisions_dropped_total 9\d/#)
            })
        end(server)
        #expect(try names == ["decisions.ndjson"])
        let lines = try folder.read("decisions.ndjson").split(separator: "\n")
        #expect(lines.first?.contains(#""ruleSet":"member""#) == true)
        // What is left out is said.
        let omitted = try #require(
            lines.last?.firstMatch(of: #/^\{"time":"[^"]+","omitted":(\d+)\}$/#))
        #expect(Int(omitted.output.1) == 100 - (lines.count - 2))
    }

    @Test func aLineHasAsManyFindingsAsItHasRoomFor() throws {
        let rules = [
            "member.yaml": "assay: 1\nfields:\n  a: { rules: 'each(integer)' }\n  b: length(...3)\n"
        ]
        let server = try ServerProcess(
            rules, "--decisions-file", folder.path + "/decisions.ndjson", "--decisions-values",
            "true")
        let long = String(repeating: "y", count: 100_000)
        let answer = try server.request(
            "POST", "/v1/validate/member", body: #"{"b":"\#(long)"}"#)
        #expect(answer.status == 422)
        end(server)
        let line = try folder.read("decisions.ndjson")
        #expect(
            line.contains(
                #""findings":[{"pointer":"/b","code":"length.tooLong","valueBytes":100002}]}"#),
            "\(line.prefix(500))")
    }

    @Test func theLinesOfTwoServersAreAllThere() throws {
        let options = ["--decisions-bytes", "4000", "--decisions-kept", "1000"]
        let first = try ServerProcess(
            decisionsIn: folder, options[0], options[1], options[2], options[3])
        let second = try ServerProcess(
            decisionsIn: folder, options[0], options[1], options[2], options[3])
        for _ in 0..<100 {
            #expect(try validate(first) == 422)
            #expect(try validate(second) == 422)
        }
        end(first, second)
        var lines = 0
        for name in try names {
            let text = try folder.read(name)
            #expect(text.utf8.count <= 4000, "\(name)")
            for line in text.split(separator: "\n") {
                let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
                #expect((object as? [String: Any])?["status"] as? Int == 422)
                lines += 1
            }
        }
        #expect(lines == 200)
        #expect(try names.count > 5)
    }

    /// The server appends to a file that logrotate's `copytruncate` has truncated.
    @Test func aFileThatIsTruncatedBeginsAnew() throws {
        let server = try ServerProcess(decisionsIn: folder)
        #expect(try validate(server) == 422)
        try waitForLines(1)
        let handle = try #require(FileHandle(forWritingAtPath: folder.path + "/decisions.ndjson"))
        try handle.truncate(atOffset: 0)
        try handle.close()
        #expect(try validate(server) == 422)
        end(server)
        let text = try folder.read("decisions.ndjson")
        #expect(text.hasPrefix(#"{"time":"#))
        #expect(text.split(separator: "\n").count == 1)
    }

    @Test func aFileThatIsRenamedIsFollowedByANewOne() throws {
        let server = try ServerProcess(decisionsIn: folder)
        #expect(try validate(server) == 422)
        try waitForLines(1)
        let path = folder.path + "/decisions.ndjson"
        try FileManager.default.moveItem(atPath: path, toPath: path + ".old")
        #expect(try validate(server) == 422)
        end(server)
        for name in ["decisions.ndjson", "decisions.ndjson.old"] {
            #expect(try folder.read(name).split(separator: "\n").count == 1, "\(name)")
        }
    }

    @Test func aLogWithoutOldFilesLeavesOtherFilesAlone() throws {
        try folder.write("mine", to: "decisions.ndjson.0")
        let server = try ServerProcess(
            decisionsIn: folder, "--decisions-bytes", "1000", "--decisions-kept", "0")
        for _ in 0..<10 { #expect(try validate(server) == 422) }
        end(server)
        #expect(try names == ["decisions.ndjson", "decisions.ndjson.0"])
        #expect(try folder.read("decisions.ndjson.0") == "mine")
        #expect(try folder.read("decisions.ndjson").utf8.count <= 1000)
    }
}
