// SPDX-License-Identifier: Apache-2.0
import Foundation
import ServiceTesting
import Synchronization
import Testing

/// Rule sets that change while the server answers.
struct ReloadTests {
    private static func ruleSet(least: Int) -> String {
        "assay: 1\nfields:\n  age: required, integer, range(\(least)...)\n"
    }

    private static let path = "/v1/validate/a"

    private static func answer(_ server: ServerProcess) throws -> Answer {
        try server.request("POST", path, body: #"{"age":5}"#)
    }

    @Test func aGoodVersionTakesOverAndABadOneDoesNot() throws {
        let server = try ServerProcess(["a.yaml": Self.ruleSet(least: 1)])
        let first = try Self.answer(server)
        #expect(first.status == 200)

        try server.folder.write("assay: 1\nfields:\n  age: rang(9)\n  b: [\n", to: "a.yaml")
        let line = server.waitForLine(containing: "rule set rejected")
        #expect(line?.contains("a.yaml:") == true)
        #expect(
            try Self.answer(server).headers["assay-rule-set"] == first.headers["assay-rule-set"])

        try server.folder.write(Self.ruleSet(least: 9), to: "a.yaml")
        #expect(try eventually { try Self.answer(server).status == 422 })
        let second = try Self.answer(server)
        #expect(second.status == 422)
        #expect(second.headers["assay-rule-set"] != first.headers["assay-rule-set"])
        #expect(
            try server.request("GET", "/metrics").body.contains(
                #"assay_reloads_total{rule_set="a",outcome="rejected"} 1"#))

        try server.folder.write(Self.ruleSet(least: 1), to: "b.yml")
        #expect(
            try eventually {
                try server.request("POST", "/v1/validate/b", body: "{}").status == 422
            })
        try FileManager.default.removeItem(atPath: server.folder.path + "/b.yml")
        #expect(
            try eventually {
                try server.request("POST", "/v1/validate/b", body: "{}").status == 404
            })
        // What is not in the folder's own list is no rule set.
        #expect(try server.request("POST", "/v1/validate/..%2Fa", body: "{}").status == 404)
    }

    @Test func aReloadIsOneLineOfTheLog() throws {
        let server = try ServerProcess(["a.yaml": Self.ruleSet(least: 1)])
        try server.folder.write("assay: 1\nfields:\n  age: rang(9)\n", to: "a.yaml")
        #expect(server.waitForLine(containing: "rule set rejected") != nil)
        try server.folder.write(Self.ruleSet(least: 9), to: "a.yaml")
        #expect(try eventually { try Self.answer(server).status == 422 })
        server.terminate()
        #expect(server.exitStatus() == 0)
        _ = server.waitForLine(containing: "there is no such line")
        let lines = server.log.split(separator: "\n").filter { $0.contains("assay.rule_set=a") }
        #expect(
            lines.map { $0.contains("rule set rejected") } == [false, true, false],
            "at the start, rejected, loaded: \(lines)")
    }

    @Test func aNameIsWrittenIntoTheHeaderAsAText() throws {
        let names = [
            ("a\nb", #"%"a%0ab""#), ("gr\u{F6}\u{DF}e", #"%"gr%c3%b6%c3%9fe""#),
            ("50%\t\"", #"%"50%25%09%22""#), ("a;b=\"c\\", #""a;b=\"c\\""#),
            ("2 b", #""2 b""#), ("2b", #""2b""#), ("a-b_c.2", "a-b_c.2"),
        ]
        var files: [String: String] = [:]
        for (name, _) in names { files["\(name).yaml"] = Self.ruleSet(least: 1) }
        let server = try ServerProcess(files)
        for (name, item) in names {
            let path = name.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
            let answer = try server.request(
                "POST", "/v1/validate/\(path)", body: #"{"age":5}"#)
            #expect(answer.status == 200)
            let header = answer.headers["assay-rule-set"] ?? ""
            #expect(header.hasPrefix("\(item);fingerprint=\""), "\(header)")
        }
    }

    /// The same request is valid by one version and not by the other: the header and the body of each
    /// answer have to agree.
    @Test func noAnswerIsLostOrMixedWhileVersionsAreSwapped() throws {
        let server = try ServerProcess(["a.yaml": Self.ruleSet(least: 1)])
        let valid = try Self.answer(server).headers["assay-rule-set"]
        try server.folder.write(Self.ruleSet(least: 9), to: "a.yaml")
        #expect(try eventually { try Self.answer(server).status == 422 })
        let invalid = try Self.answer(server).headers["assay-rule-set"]
        let isDone = Atomic(false)
        let swaps = Swaps()
        // The thread may outlive the test, which ends the server.
        let folder = server.folder
        let swapper = Thread {
            // Every 10 ms, as fast as the server is told of changes and faster.
            while !isDone.load(ordering: .acquiring) {
                try? folder.write(
                    Self.ruleSet(least: swaps.count % 2 == 0 ? 1 : 9), to: "a.yaml")
                swaps.add()
                usleep(10_000)
            }
        }
        swapper.start()
        let connection = try HTTPConnection(port: server.port)
        var seen: Set<Int> = []
        var count = 0
        while count < 2000 || seen.count < 2 {
            connection.send("POST", Self.path, body: Array(#"{"age":5}"#.utf8))
            let answer = try connection.answer()
            #expect([200, 422].contains(answer.status))
            #expect(answer.headers["assay-rule-set"] == (answer.status == 200 ? valid : invalid))
            #expect(answer.body.contains(answer.status == 200 ? "\"valid\":true" : "tooSmall"))
            seen.insert(answer.status)
            count += 1
            if count > 200_000 { break }
        }
        isDone.store(true, ordering: .releasing)
        #expect(seen == [200, 422])
    }

    private final class Swaps: Sendable {
        private let value = Atomic(0)
        var count: Int { value.load(ordering: .relaxed) }
        func add() { value.add(1, ordering: .relaxed) }
    }

    @Test func aRuleSetIsPutWithTheToken() throws {
        let server = try ServerProcess(["a.yaml": Self.ruleSet(least: 1)], "--token", "s3cret")
        func put(
            _ name: String, _ body: String, token: String? = "s3cret",
            _ headers: [String: String] = [:]
        ) throws -> Answer {
            var headers = headers
            headers["Authorization"] = token.map { "Bearer \($0)" }
            return try server.request(
                "PUT", "/v1/rule-sets/\(name)", headers: headers, body: body)
        }
        let good = Self.ruleSet(least: 9)
        for (token, status) in [(nil, 401), ("", 401), ("s3cre", 401), ("s3crets", 401)] {
            #expect(try put("a", good, token: token).status == status)
        }
        for name in [".a", "a%2Fb", "-a", String(repeating: "a", count: 65)] {
            #expect(try put(name, good).status == 400, "\(name)")
        }
        let bad = try put("a", "assay: 1\nfields:\n  age: rang(9)\n")
        #expect(bad.status == 422)
        #expect(bad.body.contains(#""code":"rule.unknown""#))
        #expect(bad.body.contains(#""line":3,"column":8"#))
        #expect(try Self.answer(server).status == 200)
        #expect(try put("a", good, ["If-Match": "\"0000000000000000\""]).status == 412)
        #expect(try put("b", good, ["If-Match": "*"]).status == 412, "there is no b")

        let lower = try server.request(
            "PUT", "/v1/rule-sets/a", headers: ["Authorization": "bearer s3cret"], body: good)
        #expect(lower.status == 200, "the scheme has no case")

        let replaced = try put("a", good)
        #expect(replaced.status == 200)
        #expect(try Self.answer(server).status == 422)
        let tag = try #require(replaced.headers["etag"])
        #expect(try put("a", Self.ruleSet(least: 1), ["If-Match": tag]).status == 200)
        #expect(try Self.answer(server).status == 200)
        let any = try #require(try put("a", good, ["If-Match": "*"]).headers["etag"])
        let tags = "\"0000000000000000\", \(any)"
        #expect(try put("a", Self.ruleSet(least: 1), ["If-Match": tags]).status == 200)
        let json = #"{"assay": 1, "fields": {"age": "required"}}"#
        #expect(try put("c", json, ["Content-Type": "application/json"]).status == 201)
        #expect(try server.request("POST", "/v1/validate/c", body: "{}").status == 422)
        #expect(try server.folder.read("c.json") == json)
    }

    @Test func aSecondFileOfARuleSetIsRejected() throws {
        let server = try ServerProcess(["a.yaml": Self.ruleSet(least: 1)], "--token", "s3cret")
        try server.folder.write(#"{"assay": 1, "fields": {}}"#, to: "a.json")
        let line = try #require(server.waitForLine(containing: "rule set rejected"))
        #expect(line.contains("a.json' and '"), "\(line)")
        #expect(line.contains("a.yaml'"), "\(line)")
        // The version before remains, until one of the files is gone.
        #expect(try server.request("POST", Self.path, body: #"{"age":0}"#).status == 422)
        let put = try server.request(
            "PUT", "/v1/rule-sets/a",
            headers: ["Authorization": "Bearer s3cret", "Content-Type": "application/json"],
            body: #"{"assay": 1, "fields": {"age": "range(9...)"}}"#)
        #expect(put.status == 200)
        #expect(try Self.answer(server).status == 422)
        #expect(throws: (any Error).self) { try server.folder.read("a.yaml") }
    }

    /// The file of the version before has another ending; at no moment there are two.
    @Test func aRuleSetInAnotherFormIsNotRejected() throws {
        let server = try ServerProcess(["a.yaml": Self.ruleSet(least: 1)], "--token", "s3cret")
        let forms = [
            ("application/json", #"{"assay": 1, "fields": {"age": "range(9...)"}}"#),
            ("application/yaml", Self.ruleSet(least: 2)),
        ]
        for number in 0..<40 {
            let put = try server.request(
                "PUT", "/v1/rule-sets/a",
                headers: [
                    "Authorization": "Bearer s3cret", "Content-Type": forms[number % 2].0,
                ], body: forms[number % 2].1)
            #expect(put.status == 200)
        }
        server.terminate()
        #expect(server.exitStatus() == 0)
        _ = server.waitForLine(containing: "there is no such line")
        #expect(!server.log.contains("rejected"), "\(server.log)")
    }

    /// Sends the head of a request and a half of its body, and waits until the server has them.
    private static func begin(
        _ path: String, _ headers: [String: String], _ body: String, at server: ServerProcess
    ) throws -> (connection: HTTPConnection, rest: String) {
        let connection = try HTTPConnection(port: server.port)
        var headers = headers
        headers["Content-Length"] = "\(body.utf8.count)"
        connection.send("PUT", path, headers: headers)
        connection.send(String(body.prefix(9)))
        #expect(
            try eventually {
                try server.request("GET", "/metrics").body.contains(
                    "assay_http_requests_running 2")
            })
        return (connection, String(body.dropFirst(9)))
    }

    @Test func aVersionThatWasReplacedWhileABodyCameIsNotReplacedAgain() throws {
        let server = try ServerProcess(["a.yaml": Self.ruleSet(least: 1)], "--token", "s3cret")
        let token = ["Authorization": "Bearer s3cret"]
        let header = try #require(try Self.answer(server).headers["assay-rule-set"])
        let tag = try #require(header.split(separator: "=").last)
        let matching = token.merging(["If-Match": String(tag)]) { $1 }
        let slow = try Self.begin(
            "/v1/rule-sets/a", matching, Self.ruleSet(least: 2), at: server)
        let fast = try server.request(
            "PUT", "/v1/rule-sets/a", headers: matching, body: Self.ruleSet(least: 9))
        #expect(fast.status == 200)
        slow.connection.send(slow.rest)
        let late = try slow.connection.answer()
        #expect(late.status == 412)
        let now = try #require(fast.headers["etag"]?.filter { $0 != "\"" })
        #expect(late.body.contains("The fingerprint of 'a' is \(now)."), "\(late.body)")
        #expect(try Self.answer(server).status == 422)
        #expect(try server.folder.read("a.yaml") == Self.ruleSet(least: 9))

        let second = try Self.begin("/v1/rule-sets/b", token, Self.ruleSet(least: 2), at: server)
        let first = try server.request(
            "PUT", "/v1/rule-sets/b", headers: token, body: Self.ruleSet(least: 9))
        #expect(first.status == 201)
        second.connection.send(second.rest)
        #expect(try second.connection.answer().status == 200, "b was there already")
    }
}
