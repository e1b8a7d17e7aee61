// SPDX-License-Identifier: Apache-2.0
import Assay
import Testing

/// What reports say of inputs that cannot be read, and of fields that no record has.
@Suite struct NoticeTests {
    private static let unreadable = "cannot read 'none.ndjson': No such file or directory"
    private static let help = "name a file that exists and may be read, or - for standard input"

    private func validate(
        _ arguments: [String], in workshop: Workshop? = nil
    ) throws -> ProcessResult {
        try RuleShellTool.run(
            ["validate", "-r", "people.yaml"] + arguments, in: workshop ?? Workshop.people())
    }

    /// All fields but `nickname`, for which no record has another name.
    private func withoutAField() throws -> Workshop {
        let workshop = try Workshop()
        try workshop.write(
            "assay: 1\nfields:\n  name: string\n  size: integer\n", to: "people.yaml")
        try workshop.write("{\"name\":\"Anna\"}\n{\"name\":\"Bo\"}\n", to: "a.ndjson")
        return workshop
    }

    private static let missing = "no record has the field 'size'"
    private static let compare = "check the spelling of the fields in the rule set"

    // MARK: - SARIF

    private func notes(_ result: ProcessResult) throws -> (log: Value, invocation: Value) {
        let log = try JSONValueParser.parse(result.output)
        let schema = try SchemaCheck(
            DocumentationExample.text(of: "Tests/EndToEndTests/Schemas/sarif-2.1.0.json"))
        #expect(schema.issues(in: log) == [])
        return (log, log["runs"][0]["invocations"][0])
    }

    @Test func logOfWhatCannotBeReadIsNoSuccess() throws {
        let result = try validate(["-f", "sarif", "none.ndjson"])
        #expect(result.status == 3)
        let invocation = try notes(result).invocation
        #expect(invocation["executionSuccessful"] == false)
        #expect(
            invocation["toolExecutionNotifications"] == [
                [
                    "descriptor": ["id": "input.unreadable"], "level": "error",
                    "message": ["text": .string("\(Self.unreadable); \(Self.help)")],
                ]
            ])
    }

    @Test func logWarnsOfFields() throws {
        let result = try validate(["-f", "sarif", "a.ndjson"], in: withoutAField())
        let invocation = try notes(result).invocation
        #expect(invocation["executionSuccessful"] == true)
        #expect(
            invocation["toolExecutionNotifications"] == [
                [
                    "descriptor": ["id": "field.neverSeen"], "level": "warning",
                    "message": ["text": .string("\(Self.missing); \(Self.compare)")],
                ]
            ])
    }

    /// Columns that are missing and packed data that breaks off, too.
    @Test func everyUnreadableInputIsNamed() throws {
        let workshop = try Workshop.people()
        try workshop.write("nick\nx\n", to: "a.csv")
        try workshop.write([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 1], to: "b.ndjson.gz")
        let result = try validate(["-f", "sarif", "a.csv", "b.ndjson.gz"], in: workshop)
        #expect(result.status == 3)
        let invocation = try notes(result).invocation
        #expect(invocation["executionSuccessful"] == false)
        let list = invocation["toolExecutionNotifications"]
        #expect(list[0]["descriptor"]["id"] == "column.missing")
        #expect(list[1]["descriptor"]["id"] == "input.compression")
        #expect(list[2] == .absent)
    }

    // MARK: - JSON

    @Test func objectSaysWhatCannotBeRead() throws {
        let object = try JSONValueParser.parse(validate(["-f", "json", "none.ndjson"]).output)
        #expect(
            object["notices"] == [
                [
                    "severity": "error", "code": "input.unreadable", "input": "none.ndjson",
                    "message": .string(Self.unreadable), "help": .string(Self.help),
                ]
            ])
        #expect(object["violations"] == [])
    }

    @Test func objectWarnsOfFields() throws {
        let result = try validate(["-f", "json", "a.ndjson"], in: withoutAField())
        let object = try JSONValueParser.parse(result.output)
        #expect(
            object["notices"] == [
                [
                    "severity": "warning", "code": "field.neverSeen",
                    "message": .string(Self.missing), "help": .string(Self.compare),
                ]
            ])
        #expect(result.status == 0)
    }

    @Test func objectWithoutNoticesHasNone() throws {
        let object = try JSONValueParser.parse(validate(["-f", "json", "people.ndjson"]).output)
        #expect(object["notices"] == .absent)
    }

    // MARK: - GitHub and JUnit

    @Test func annotationSaysWhatCannotBeRead() throws {
        let workshop = try Workshop.people()
        let process = try ChildProcess(
            "/usr/bin/env",
            [
                "GITHUB_STEP_SUMMARY=\(workshop.path)/step.md", RuleShellTool.product("ruleshell"),
                "validate", "-r", "people.yaml", "-f", "github", "none.ndjson",
            ], in: workshop.path)
        let result = try process.finish()
        #expect(result.status == 3)
        #expect(
            result.output
                == "::error file=none.ndjson,title=input.unreadable::\(Self.unreadable); "
                + "\(Self.help)\n")
        #expect(
            try workshop.read("step.md") == """
                ### ruleshell: 0 records, 0 valid, 0 invalid

                - error input.unreadable: \(Self.unreadable); \(Self.help)


                """)
    }

    @Test func annotationWarnsOfFields() throws {
        let result = try validate(["-f", "github", "a.ndjson"], in: withoutAField())
        #expect(
            result.output
                == "::warning title=field.neverSeen::\(Self.missing); \(Self.compare)\n")
    }

    /// There are ten errors of a step, of which inputs take some.
    @Test func annotationsOfInputsCount() throws {
        let workshop = try Workshop.people()
        let line = "{\"name\":\"Anna\",\"age\":17}\n"
        try workshop.write(String(repeating: line, count: 20), to: "many.ndjson")
        let result = try validate(
            ["-f", "github", "none.ndjson", "many.ndjson"], in: workshop)
        let lines = result.output.split(separator: "\n")
        #expect(lines.count { $0.hasPrefix("::error ") } == 10)
        #expect(lines.first?.hasPrefix("::error file=none.ndjson,title=input.unreadable::") == true)
        #expect(
            String(lines.last ?? "")
                == "::notice title=ruleshell::11 more findings are not shown: GitHub shows 10 errors "
                + "and 10 warnings of a step")
    }

    @Test func suiteWarnsOfFields() throws {
        let result = try validate(["-f", "junit", "a.ndjson"], in: withoutAField())
        #expect(
            result.output.hasSuffix(
                """
                 <testsuite name="people.yaml" tests="1" failures="0" errors="0" skipped="0" time="0.000">
                  <testcase classname="people.yaml" name="fields">
                   <system-out>warning[field.neverSeen] no record has the field &#39;size&#39;; check \
                the spelling of the fields in the rule set
                </system-out>
                  </testcase>
                 </testsuite>
                </testsuites>

                """), "\(result.output)")
    }

    // MARK: - NDJSON, summaries and the page

    /// A line is a finding, whatever else there is to say: that is on standard error, and in the status.
    @Test func linesAreFindingsOnly() throws {
        let workshop = try withoutAField()
        try workshop.write("nick\nx\n", to: "a.csv")
        let result = try validate(
            ["-f", "ndjson", "none.ndjson", "a.csv", "a.ndjson"], in: workshop)
        #expect(result.output == "")
        #expect(
            result.errors == """
                ruleshell: error[input.unreadable] \(Self.unreadable)
                help: \(Self.help)
                ruleshell: error[column.missing] 'a.csv' has no columns 'name' and 'size'
                help: its header is one cell, 'nick'; --delimiter gives the field separator; \
                --allow-missing-columns needs one of the columns
                ruleshell: warning[field.neverSeen] \(Self.missing)
                help: \(Self.compare)

                """)
        #expect(result.status == 3)
    }

    @Test func summarySaysWhatCannotBeReadAndIsMissing() throws {
        let result = try validate(
            ["-f", "ndjson", "--summary", "-", "none.ndjson", "a.ndjson"], in: withoutAField())
        #expect(result.status == 3)
        let object = try JSONValueParser.parse(result.output)
        #expect(object["records"] == 2)
        #expect(
            object["notices"] == [
                [
                    "severity": "error", "code": "input.unreadable", "input": "none.ndjson",
                    "message": .string(Self.unreadable), "help": .string(Self.help),
                ],
                [
                    "severity": "warning", "code": "field.neverSeen",
                    "message": .string(Self.missing), "help": .string(Self.compare),
                ],
            ])
        let good = try validate(["-o", "/dev/null", "--summary", "-", "people.ndjson"])
        #expect(try JSONValueParser.parse(good.output)["notices"] == .absent)
    }

    /// The report around a summary has them already.
    @Test(arguments: ["json", "sarif"])
    func summaryInAReportDoesNotRepeatThem(format: String) throws {
        let result = try validate(["-f", format, "none.ndjson", "a.ndjson"], in: withoutAField())
        let log = try JSONValueParser.parse(result.output)
        let summary =
            format == "json" ? log["summary"] : log["runs"][0]["properties"]["summary"]
        #expect(summary["records"] == 2)
        #expect(summary["notices"] == .absent)
    }

    @Test func totalsSayWhatCannotBeReadAndIsMissing() throws {
        let result = try validate(
            ["-f", "summary", "none.ndjson", "a.ndjson"], in: withoutAField())
        #expect(result.status == 3)
        #expect(
            result.output.hasPrefix(
                """
                2 records: 2 valid (100.0 %), 0 invalid; 0 violations
                error[input.unreadable] \(Self.unreadable); \(Self.help)
                warning[field.neverSeen] \(Self.missing); \(Self.compare)


                """), "\(result.output)")
    }

    @Test func pageSaysWhatCannotBeReadAndIsMissing() throws {
        let workshop = try withoutAField()
        _ = try validate(["--html", "p.html", "none.ndjson", "a.ndjson"], in: workshop)
        let page = try workshop.read("p.html")
        #expect(
            page.contains(
                """
                <p class="note">error[input.unreadable] cannot read &#39;none.ndjson&#39;: No such \
                file or directory; \(Self.help)</p>
                <p class="note">warning[field.neverSeen] no record has the field &#39;size&#39;; \
                \(Self.compare)</p>
                </header>

                """), "\(page)")
        #expect(!page.contains("Nothing was found."))
        _ = try validate(["--html", "p.html", "a.ndjson"], in: workshop)
        #expect(try workshop.read("p.html").contains("Nothing was found."))
    }

    // MARK: - Records that cannot be read

    /// A record that is no JSON has no fields, whatever is in it.
    @Test func malformedRecordsSayNothingOfFields() throws {
        let workshop = try withoutAField()
        try workshop.write("{\"name\n{\"size\nname\n", to: "bad.ndjson")
        let result = try validate(["-f", "concise", "bad.ndjson"], in: workshop)
        #expect(
            result.errors == "ruleshell: 3 records: 0 valid, 3 invalid; 3 violations, 3 malformed\n"
        )
        #expect(result.status == 1)
    }
}
