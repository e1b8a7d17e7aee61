// SPDX-License-Identifier: Apache-2.0
import Assay
import Testing

/// Fields that no record of an input has, though those of another have them.
@Suite struct SeveralInputsTests {
    private static let line = "ruleshell: 4 records: 4 valid, 0 invalid; 0 violations\n"

    private func validate(
        _ inputs: [String: String], _ arguments: [String] = []
    ) throws -> ProcessResult {
        let workshop = try Workshop()
        try workshop.write(
            "assay: 1\nfields:\n  name: string\n  size: integer\n", to: "r.yaml")
        for (name, text) in inputs { try workshop.write(text, to: name) }
        return try RuleShellTool.run(
            ["validate", "-r", "r.yaml", "-f", "concise"] + arguments + inputs.keys.sorted(),
            in: workshop)
    }

    private static let whole = "{\"name\":\"a\",\"size\":1}\n"

    @Test func inputWithoutAFieldIsNamed() throws {
        let part = "{\"name\":\"a\"}\n{\"name\":\"b\"}\n"
        let result = try validate(["a.ndjson": Self.whole + Self.whole, "b.ndjson": part])
        #expect(
            result.errors == """
                ruleshell: warning[field.neverSeen] no record of 'b.ndjson' has the field 'size'
                help: check the spelling of the fields in the rule set
                \(Self.line)
                """)
        let first = try validate(["a.ndjson": part, "b.ndjson": Self.whole + Self.whole])
        #expect(first.errors.contains("no record of 'a.ndjson' has the field 'size'\n"))
    }

    @Test func mistypedNameIsFoundInOneInput() throws {
        let result = try validate([
            "a.ndjson": Self.whole + Self.whole + Self.whole,
            "b.ndjson": "{\"name\":\"a\",\"sise\":1}\n",
        ])
        #expect(
            result.errors == """
                ruleshell: warning[field.neverSeen] no record of 'b.ndjson' has the field 'size'
                help: did you mean 'sise', which the first records have?
                \(Self.line)
                """)
    }

    /// A warning for each of them would hide all others.
    @Test func inputsThatLackTheSameFieldsShareAWarning() throws {
        let part = "{\"id\":1}\n{\"id\":2}\n"
        var inputs = ["z.ndjson": Self.whole]
        for number in 1...7 { inputs["\(number).ndjson"] = part }
        let result = try validate(inputs)
        let warnings = result.errors.split(separator: "\n").filter { $0.contains("neverSeen") }
        #expect(
            warnings.map(String.init)
                == ["name", "size"].map {
                    "ruleshell: warning[field.neverSeen] no record of '1.ndjson', '2.ndjson', '3.ndjson', "
                        + "'4.ndjson', '5.ndjson' and 2 more has the field '\($0)'"
                })
    }

    @Test func fieldOfNoInputIsToldOnce() throws {
        let part = "{\"name\":\"a\"}\n"
        let result = try validate([
            "a.ndjson": part, "b.ndjson": part, "c.ndjson": part, "d.ndjson": part,
        ])
        #expect(
            result.errors == """
                ruleshell: warning[field.neverSeen] no record has the field 'size'
                help: check the spelling of the fields in the rule set
                \(Self.line)
                """)
    }

    /// Optional fields are missing in some records.
    @Test func inputOfOneRecordMayLackFields() throws {
        let result = try validate([
            "a.ndjson": Self.whole + Self.whole + Self.whole, "b.ndjson": "{\"name\":\"a\"}\n",
        ])
        #expect(result.errors == Self.line)
    }

    /// The records that the limit leaves out may have the field.
    @Test func inputThatTheLimitCutsIsNotTold() throws {
        let part = "{\"name\":\"a\"}\n{\"name\":\"b\"}\n{\"size\":1}\n"
        let result = try validate(
            ["a.ndjson": Self.whole + Self.whole, "b.ndjson": part], ["--limit", "4"])
        #expect(!result.errors.contains("neverSeen"), "\(result.errors)")
        #expect(result.errors.hasSuffix("; stopped at --limit 4\n"))
    }

    @Test func noticeNamesTheInput() throws {
        let part = "{\"name\":\"a\"}\n{\"name\":\"b\"}\n"
        let inputs = ["a.ndjson": Self.whole + Self.whole, "b.ndjson": part]
        let result = try validate(inputs, ["--summary", "-", "-o", "/dev/null"])
        let summary = try JSONValueParser.parse(result.output)
        #expect(
            summary["notices"] == [
                [
                    "severity": "warning", "code": "field.neverSeen", "input": "b.ndjson",
                    "message": "no record of 'b.ndjson' has the field 'size'",
                    "help": "check the spelling of the fields in the rule set",
                ]
            ])
    }

    @Test(arguments: [
        (["--strict"], "--strict allows none"),
        (["--max-warnings", "0"], "--max-warnings allows 0"),
    ])
    func warningCounts(options: [String], words: String) throws {
        let part = "{\"name\":\"a\"}\n{\"name\":\"b\"}\n"
        let inputs = ["a.ndjson": Self.whole + Self.whole, "b.ndjson": part]
        let result = try validate(inputs, options)
        #expect(result.status == 1)
        #expect(
            result.errors.hasSuffix(
                Self.line + "ruleshell: 1 warning, and \(words)\n"))
        #expect(try validate(inputs, ["--max-warnings", "1"]).status == 0)
    }
}
