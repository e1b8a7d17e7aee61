// SPDX-License-Identifier: Apache-2.0
import Assay
import Testing

/// `validate -f sarif`.
@Suite struct SARIFTests {
    private func log(
        _ arguments: String..., in workshop: Workshop, errors: String = ""
    ) throws -> Value {
        let result = try RuleShellTool.run(
            ["validate", "-r", "people.yaml", "-f", "sarif"] + arguments, in: workshop)
        #expect(result.errors == errors)
        return try JSONValueParser.parse(result.output)
    }

    private func schema() throws -> SchemaCheck {
        try SchemaCheck(
            DocumentationExample.text(of: "Tests/EndToEndTests/Schemas/sarif-2.1.0.json"))
    }

    @Test func logFitsTheSchema() throws {
        let log = try log("people.ndjson", in: Workshop.people())
        #expect(try schema().issues(in: log) == [])
        #expect(log["runs"][0]["results"][4] != .absent)
    }

    @Test func schemaFindsWhatDoesNotFit() throws {
        let wrong: Value = ["version": "2.0.0", "runs": [["tool": ["driver": ["nom": "x"]]]]]
        #expect(
            try schema().issues(in: wrong) == [
                "/version is \"2.0.0\"", "/runs/0/tool/driver has no name",
                "/runs/0/tool/driver has nom",
            ])
    }

    @Test func resultHasRulePlaceAndFingerprint() throws {
        let run = try log("people.ndjson", in: Workshop.people())["runs"][0]
        let result = run["results"][0]
        #expect(result["ruleId"] == "length.tooShort")
        #expect(result["level"] == "error")
        #expect(result["message"]["text"] == "/name must have at least 3 characters")
        #expect(
            result["locations"][0]["physicalLocation"] == [
                "artifactLocation": ["uri": "people.ndjson"],
                "region": [
                    "startLine": 2, "startColumn": 9, "byteOffset": 33, "byteLength": 4,
                    "endColumn": 13,
                ],
            ])
        #expect(result["properties"]["record"] == 2)
        guard case .integer(let index) = result["ruleIndex"],
            case .string(let fingerprint) = result["partialFingerprints"]["assayFinding/v1"]
        else { throw TestFailure(description: result.json) }
        let rule = run["tool"]["driver"]["rules"][Int(index)]
        #expect(rule["id"] == "length.tooShort")
        #expect(rule["defaultConfiguration"]["level"] == "error")
        #expect(
            rule["help"]["text"]
                == .string(
                    "A string of a given length. The value must have at least {min} characters. "
                        + "`ruleshell explain length.tooShort` explains it."))
        #expect(fingerprint.count == 16)
    }

    @Test func fingerprintsDifferAndStay() throws {
        let workshop = try Workshop.people()
        let fingerprints = { (log: Value) -> [String] in
            guard case .array(let results) = log["runs"][0]["results"] else { return [] }
            return results.map { $0["partialFingerprints"].json }
        }
        let first = fingerprints(try log("people.ndjson", in: workshop))
        #expect(Set(first).count == 5)
        try workshop.write(people + "{\"name\":\"B\",\"age\":30}\n", to: "people.ndjson")
        let second = fingerprints(try log("people.ndjson", in: workshop))
        #expect(second.count == 6 && Array(second.prefix(5)) == first)
    }

    /// With an identity, code scanning recognizes the findings of records that have moved.
    @Test func fingerprintsOfAnIdentityDoNotMove() throws {
        let workshop = try Workshop()
        try workshop.write(
            "assay: 1\nidentity: id\nfields:\n  age: range(18...)\n", to: "people.yaml")
        let lines = (0..<50).map { "{\"id\":\($0),\"age\":\($0)}\n" }
        try workshop.write(lines.joined(), to: "a.ndjson")
        try workshop.write(lines.reversed().joined(), to: "b.ndjson")
        func fingerprints(_ file: String) throws -> Set<String> {
            guard
                case .array(let results) = try log(file, in: workshop)["runs"][0]["results"]
            else { return [] }
            return Set(results.map { $0["partialFingerprints"].json })
        }
        let first = try fingerprints("a.ndjson")
        #expect(first.count == 18)
        #expect(first.allSatisfy { $0.hasPrefix(#"{"assayFinding/v2":""#) })
        #expect(try fingerprints("b.ndjson") == first)
    }

    /// Two elements of a list that break one rule are two alerts, wherever they and their record are.
    @Test(arguments: [[], ["-j", "3"]])
    func fingerprintsOfOneRecordDiffer(more: [String]) throws {
        let workshop = try Workshop()
        try workshop.write(
            "assay: 1\nidentity: id\nfields:\n  tags[*]: length(...2)\n", to: "people.yaml")
        let lines = (0..<40).map { "{\"id\":\($0),\"tags\":[\"long\",\"a\",\"longer\",\"abc\"]}\n" }
        try workshop.write(lines.joined(), to: "a.ndjson")
        try workshop.write(lines.reversed().joined(), to: "b.ndjson")
        func fingerprints(_ file: String) throws -> [String] {
            let result = try RuleShellTool.run(
                ["validate", "-r", "people.yaml", "-f", "sarif"] + more + [file], in: workshop)
            let log = try JSONValueParser.parse(result.output)
            guard case .array(let results) = log["runs"][0]["results"] else { return [] }
            return results.map { $0["partialFingerprints"].json }
        }
        let first = try fingerprints("a.ndjson")
        #expect(first.count == 120)
        #expect(Set(first).count == 120)
        #expect(try Set(fingerprints("b.ndjson")) == Set(first))
    }

    // MARK: - Records with one identity

    private func results(_ lines: [String], _ more: String...) throws -> [String] {
        let workshop = try Workshop()
        try workshop.write(
            "assay: 1\nidentity: id\nfields:\n  age: range(18...)\n", to: "people.yaml")
        try workshop.write(lines.map { $0 + "\n" }.joined(), to: "a.ndjson")
        let result = try RuleShellTool.run(
            ["validate", "-r", "people.yaml", "-f", "sarif"] + more + ["a.ndjson"], in: workshop)
        guard
            case .array(let results) = try JSONValueParser.parse(result.output)["runs"][0][
                "results"]
        else { return [] }
        return results.map { result in
            guard case .string(let text) = result["partialFingerprints"]["assayFinding/v2"] else {
                return "none"
            }
            return text
        }
    }

    /// Uploads would make one alert of the two.
    @Test func recordsWithOneIdentityAreToldApart() throws {
        let (old, young) = (#"{"id":7,"age":30}"#, #"{"id":7,"age":3}"#)
        let alone = try results([young])
        #expect(alone.count == 1)
        let two = try results([young, young])
        #expect(two.count == 2)
        #expect(Set(two).count == 2)
        // Neither the first one changes when others come, nor the second when more do, wherever the records are.
        #expect(two.first == alone.first)
        let other = #"{"id":8,"age":4}"#
        let three = try results([other, old, young, other, young, old, young])
        #expect(Set(three).count == 5)
        #expect([three[1], three[3]] == two)
        #expect(three[0] == (try results([other]).first))
    }

    /// Pieces that threads render at the same time are numbered in the order of the input.
    @Test func theirNumbersDoNotDependOnThreads() throws {
        let lines = (0..<12_000).map { index in
            "{\"id\":\(index % 5000),\"age\":1,\"more\":\"\(String(repeating: "x", count: 80))\"}"
        }
        let first = try results(lines, "-j", "1")
        #expect(first.count == 12_000)
        #expect(Set(first).count == 12_000)
        #expect(try results(lines, "-j", "4") == first)
        #expect(
            try Array(results(Array(lines.prefix(5000))).prefix(5000)) == Array(first.prefix(5000)))
    }

    /// What a baseline leaves out counts, so that the number of a new finding is that of a run without it.
    @Test func aBaselineDoesNotChangeTheirNumbers() throws {
        let workshop = try Workshop()
        try workshop.write(
            "assay: 1\nidentity: id\nfields:\n  age: range(18...)\n", to: "people.yaml")
        let line = "{\"id\":7,\"age\":3}\n"
        try workshop.write(line, to: "a.ndjson")
        let tail = ["-r", "people.yaml", "-f", "sarif"]
        _ = try RuleShellTool.run(
            ["validate"] + tail + ["--write-baseline", "b", "--accept-new", "a.ndjson"],
            in: workshop)
        try workshop.write(line + line, to: "a.ndjson")
        let result = try RuleShellTool.run(
            ["validate"] + tail + ["--baseline", "b", "a.ndjson"], in: workshop)
        let results = try JSONValueParser.parse(result.output)["runs"][0]["results"]
        let both = try self.results([String(line.dropLast()), String(line.dropLast())])
        #expect(
            results[0]["partialFingerprints"]["assayFinding/v2"] == .string(both.last ?? ""))
        #expect(results[1] == .absent)
    }

    @Test func resultsEndAtALimit() throws {
        let workshop = try Workshop.people()
        try workshop.write(
            String(repeating: "{\"age\":17}\n", count: 12_600), to: "many.ndjson")
        let log = try log(
            "-j", "2", "many.ndjson", in: workshop,
            errors: """
                ruleshell: warning[field.neverSeen] no record has the fields 'name', 'code' and 'nick'
                help: check the spelling of the fields in the rule set

                """)
        guard case .array(let results) = log["runs"][0]["results"] else {
            throw TestFailure(description: "the log has no results")
        }
        #expect(results.count == 25_000)
        #expect(results.last?["properties"]["record"] == 12_500)
        #expect(
            log["runs"][0]["invocations"][0]["toolExecutionNotifications"] == [
                [
                    "descriptor": ["id": "field.neverSeen"], "level": "warning",
                    "message": [
                        "text":
                            "no record has the fields 'name', 'code' and 'nick'; check the spelling of the fields in the rule set"
                    ],
                ],
                [
                    "descriptor": ["id": "output.limit"], "level": "warning",
                    "message": [
                        "text": "200 more findings are not in this log, which takes 25000"
                    ],
                ],
            ])
        #expect(log["runs"][0]["properties"]["summary"]["records"] == 12_600)
    }

    @Test func pathsAreReferences() throws {
        let workshop = try Workshop.people()
        try workshop.write("{}\n", to: "a b%ü.ndjson")
        let log = try log("a b%ü.ndjson", in: workshop)
        let place = log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]
        #expect(place["artifactLocation"]["uri"] == "a%20b%25%C3%BC.ndjson")
    }

    @Test func logSaysThatTheRunEndedAtALimit() throws {
        let log = try log("--max-errors", "1", "people.ndjson", in: Workshop.people())
        let invocation = log["runs"][0]["invocations"][0]
        #expect(invocation["executionSuccessful"] == true)
        #expect(
            invocation["toolExecutionNotifications"] == [
                [
                    "descriptor": ["id": "run.truncated"], "level": "warning",
                    "message": ["text": "the run ended at the limit of errors"],
                ]
            ])
    }

    @Test func logWithoutFindingsIsWhole() throws {
        let workshop = try Workshop.people()
        try workshop.write("{\"name\":\"Anna\",\"age\":33}", to: "good.ndjson")
        let log = try log("good.ndjson", in: workshop)
        #expect(try schema().issues(in: log) == [])
        #expect(log["runs"][0]["results"] == [])
        #expect(log["runs"][0]["invocations"][0]["executionSuccessful"] == true)
    }
}
