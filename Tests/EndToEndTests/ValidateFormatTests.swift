// SPDX-License-Identifier: Apache-2.0
import Testing

/// The exact output of `validate` in every format.
@Suite struct ValidateFormatTests {
    private static let summaryLine =
        "ruleshell: 4 records: 1 valid, 3 invalid; 2 violations, 1 warning, 1 fault, 1 malformed\n"

    private func validate(_ format: String, _ more: String...) throws -> ProcessResult {
        try RuleShellTool.run(
            ["validate", "-r", "people.yaml", "-f", format] + more + ["people.ndjson"],
            in: try Workshop.people())
    }

    @Test func conciseHasOneLineForEachFinding() throws {
        let result = try validate("concise")
        #expect(
            result.output == """
                people.ndjson:2:9: error[length.tooShort] /name must have at least 3 characters: "Bo"
                people.ndjson:2:20: error[range.tooSmall] /age must be at least 18: 17
                people.ndjson:2:30: warning[length.tooLong] /nick must have at most 3 characters: "abcde"
                people.ndjson:3:9: error[record.malformed] cannot be parsed: \
                unexpected end of the record
                people.ndjson:4:33: fault[fault.matchLimit] /code could not be checked by regex: \
                the pattern's match limit was reached

                """)
        #expect(
            result.errors
                == "ruleshell: 4 records: 1 valid, 3 invalid; 3 violations, 1 warning, 1 fault, 1 malformed\n"
        )
        #expect(result.status == 1)
    }

    @Test func fullShowsExcerptRuleAndHelp() throws {
        let result = try validate("full", "--max-errors", "1")
        #expect(
            result.output == """
                error[length.tooShort] /name must have at least 3 characters
                  --> people.ndjson:2:9
                   |
                 2 | {"name":"Bo","age":17,"nick":"abcde"}
                   |         ^^^^
                   = rule: length(3...20) of name at people.yaml:3:19
                   = help: ruleshell explain length.tooShort


                """)
        #expect(
            result.errors
                == "ruleshell: 2 records: 1 valid, 1 invalid; 1 violation; stopped there\n")
        #expect(result.status == 1)
    }

    @Test func fullIsTheDefault() throws {
        let workshop = try Workshop.people()
        let files = ["validate", "-r", "people.yaml", "people.ndjson"]
        let given = try RuleShellTool.run(files + ["-f", "full"], in: workshop)
        #expect(try RuleShellTool.run(files, in: workshop) == given)
    }

    private static let findings = [
        #"{"record":2,"pointer":"/name","field":"name","rule":"length","code":"length.tooShort","#
            + #""severity":"error","message":"must have at least 3 characters","#
            + #""parameters":{"min":3,"max":20,"unit":"characters"},"value":"Bo","#
            + #""source":{"byteOffset":33,"byteLength":4,"line":2,"column":9}}"#,
        #"{"record":2,"pointer":"/age","field":"age","rule":"range","code":"range.tooSmall","#
            + #""severity":"error","message":"must be at least 18","parameters":{"min":18,"max":120},"#
            + #""value":17,"source":{"byteOffset":44,"byteLength":2,"line":2,"column":20}}"#,
        #"{"record":2,"pointer":"/nick","field":"nick","rule":"length","code":"length.tooLong","#
            + #""severity":"warning","message":"must have at most 3 characters","#
            + #""parameters":{"max":3,"unit":"characters"},"value":"abcde","#
            + #""source":{"byteOffset":54,"byteLength":7,"line":2,"column":30}}"#,
        #"{"record":3,"pointer":"","field":"","rule":"record","code":"record.malformed","#
            + #""severity":"error","message":"cannot be parsed: unexpected end of the record","#
            + #""parameters":{"reason":"unexpected end of the record"},"#
            + #""source":{"byteOffset":71,"byteLength":0,"line":3,"column":9}}"#,
        #"{"record":4,"pointer":"/code","field":"code","rule":"regex","code":"fault.matchLimit","#
            + #""severity":"fault","message":"could not be checked by regex: the pattern's match limit was "#
            + #"reached","parameters":{},"source":{"byteOffset":104,"byteLength":38,"line":4,"column":33}}"#,
    ]

    @Test func ndjsonHasOneObjectForEachFinding() throws {
        let result = try validate("ndjson")
        #expect(result.output == Self.findings.map { $0 + "\n" }.joined())
        #expect(result.errors == "")
        #expect(result.status == 1)
    }

    @Test func jsonIsOneObjectWithTheSummary() throws {
        let result = try validate("json")
        let head =
            "{\"violations\":[\n" + Self.findings.joined(separator: ",\n") + "\n],\"summary\":{"
        #expect(result.output.hasPrefix(head))
        #expect(result.output.hasSuffix("}]}}\n"))
        #expect(result.errors == "")
    }

    @Test func jsonWithoutFindingsIsOneObjectToo() throws {
        let workshop = try Workshop.people()
        let result = try RuleShellTool.run(
            ["validate", "-r", "people.yaml", "-f", "json"], in: workshop,
            input: "{\"name\":\"Anna\",\"age\":33}\n")
        #expect(result.output.hasPrefix("{\"violations\":[\n],\"summary\":{\"records\":1,"))
        #expect(result.status == 0)
    }

    @Test func severalInputsAreNamedInNDJSON() throws {
        let workshop = try Workshop.people()
        try workshop.write("{\"name\":\"Bo\",\"age\":18}\n", to: "more.ndjson")
        let result = try RuleShellTool.run(
            ["validate", "-r", "people.yaml", "-f", "ndjson", "more.ndjson", "people.ndjson"],
            in: workshop)
        let lines = result.output.split(separator: "\n")
        #expect(lines.count == 6)
        #expect(lines.first?.hasPrefix(#"{"file":"more.ndjson","record":1,"#) == true)
        #expect(lines.last?.hasPrefix(#"{"file":"people.ndjson","record":4,"#) == true)
    }

    @Test func controlCharactersDoNotReachTheTerminal() throws {
        let workshop = try Workshop()
        try workshop.write(
            "assay: 1\nfields:\n  a:\n    - rule: length(...2)\n      message: 'not {value}'\n",
            to: "r.yaml")
        try workshop.write("{\"a\":\"x\\n\\u001b[2Jy\u{202E}\u{85}\"}\n", to: "a.ndjson")
        let concise = try RuleShellTool.run(
            ["validate", "-r", "r.yaml", "-f", "concise", "a.ndjson"], in: workshop)
        #expect(
            concise.output
                == "a.ndjson:1:6: error[length.tooLong] /a not \"x\\n\\u001b[2Jy\\u202e\\u0085\"\n")
        let full = try RuleShellTool.run(["validate", "-r", "r.yaml", "a.ndjson"], in: workshop)
        #expect(full.output.contains(" 1 | {\"a\":\"x\\n\\u001b[2Jy\u{FFFD}\u{FFFD}\"}\n"))
    }

    @Test func longLinesAreCutAroundTheValue() throws {
        let workshop = try Workshop.people()
        let padding = String(repeating: "é", count: 500)
        try workshop.write(
            "{\"x\":\"\(padding)\",\"name\":\"Anna\",\"age\":5,\"y\":\"\(padding)\"}\n",
            to: "long.ndjson")
        let result = try RuleShellTool.run(
            ["validate", "-r", "people.yaml", "long.ndjson"], in: workshop)
        let lines = result.output.split(separator: "\n", omittingEmptySubsequences: false)
        let shown = try #require(lines.dropFirst(3).first)
        #expect(shown.hasPrefix(" 1 | …é"))
        #expect(shown.hasSuffix("é…"))
        #expect(shown.count < 110)
        let caret = try #require(lines.dropFirst(4).first)
        #expect(Array(shown)[caret.count - 1] == "5")
    }
}
