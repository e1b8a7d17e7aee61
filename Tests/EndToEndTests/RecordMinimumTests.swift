// SPDX-License-Identifier: Apache-2.0
import Assay
import Testing

/// A run without records finds nothing, and says so.
@Suite struct RecordMinimumTests {
    private static let message = "no record was read"
    private static let help =
        "name inputs that have records; --min-records 1 makes this an error, --min-records 0 allows it"
    private static let warning = "warning[input.noRecords] \(message)"

    private func workshop() throws -> Workshop {
        let workshop = try Workshop.people()
        try workshop.write("", to: "none.ndjson")
        try workshop.write("[]", to: "none.json")
        try workshop.write("name,age,code,nick\n", to: "none.csv")
        return workshop
    }

    private func validate(
        _ arguments: [String], in workshop: Workshop? = nil
    ) throws -> ProcessResult {
        try RuleShellTool.run(
            ["validate", "-r", "people.yaml"] + arguments, in: workshop ?? self.workshop())
    }

    // MARK: - The warning

    @Test(arguments: [["none.ndjson"], ["none.json"], ["none.csv"], ["none.csv", "none.ndjson"]])
    func warns(inputs: [String]) throws {
        let result = try validate(["-f", "concise"] + inputs)
        #expect(result.status == 0)
        #expect(result.output == "")
        #expect(
            result.errors == """
                ruleshell: \(Self.warning)
                help: \(Self.help)
                ruleshell: 0 records: 0 valid, 0 invalid; 0 violations

                """)
    }

    @Test func warnsOfStandardInput() throws {
        let result = try validate(["-f", "ndjson"])
        #expect(result.status == 0)
        #expect(result.errors == "ruleshell: \(Self.warning)\nhelp: \(Self.help)\n")
    }

    @Test func isSilentIfARecordWasRead() throws {
        let workshop = try workshop()
        try workshop.write("{\"name\":\"Anna\",\"age\":33}", to: "one.ndjson")
        for minimum in [[], ["--min-records", "1"]] {
            let result = try validate(
                ["-f", "ndjson", "none.ndjson", "one.ndjson"] + minimum, in: workshop)
            #expect(result.status == 0)
            #expect(result.errors == "")
        }
    }

    @Test func isSilentIfNoRecordIsAllowed() throws {
        let result = try validate(["-f", "ndjson", "--min-records", "0", "none.ndjson"])
        #expect(result.status == 0)
        #expect(result.errors == "")
    }

    @Test func inputThatCannotBeReadIsTheOnlyError() throws {
        let result = try validate(["-f", "ndjson", "absent.ndjson"])
        #expect(result.status == 3)
        #expect(!result.errors.contains("input.noRecords"))
    }

    // MARK: - Every format

    @Test func objectWarns() throws {
        let object = try JSONValueParser.parse(validate(["-f", "json", "none.ndjson"]).output)
        #expect(
            object["notices"] == [
                [
                    "severity": "warning", "code": "input.noRecords",
                    "message": .string(Self.message), "help": .string(Self.help),
                ]
            ])
    }

    @Test func logWarns() throws {
        let log = try JSONValueParser.parse(validate(["-f", "sarif", "none.ndjson"]).output)
        #expect(
            log["runs"][0]["invocations"][0] == [
                "executionSuccessful": true,
                "toolExecutionNotifications": [
                    [
                        "descriptor": ["id": "input.noRecords"], "level": "warning",
                        "message": ["text": .string("\(Self.message); \(Self.help)")],
                    ]
                ],
            ])
    }

    @Test func suiteWarns() throws {
        let result = try validate(["-f", "junit", "none.ndjson"])
        #expect(
            result.output.hasSuffix(
                """
                 <testsuite name="people.yaml" tests="1" failures="0" errors="0" skipped="0" time="0.000">
                  <testcase classname="people.yaml" name="records">
                   <system-out>\(Self.warning); \(Self.help)
                </system-out>
                  </testcase>
                 </testsuite>
                </testsuites>

                """), "\(result.output)")
    }

    @Test func annotationWarns() throws {
        let result = try validate(["-f", "github", "none.ndjson"])
        #expect(
            result.output
                == "::warning title=input.noRecords::\(Self.message); \(Self.help)\n")
    }

    @Test func totalsWarn() throws {
        let result = try validate(["-f", "summary", "none.ndjson"])
        #expect(
            result.output.hasPrefix(
                """
                0 records: 0 valid (-), 0 invalid; 0 violations
                \(Self.warning); \(Self.help)


                """), "\(result.output)")
    }

    @Test func pageWarnsAndDoesNotReassure() throws {
        let workshop = try workshop()
        _ = try validate(["--html", "p.html", "none.ndjson"], in: workshop)
        let page = try workshop.read("p.html")
        #expect(page.contains("<p class=\"note\">\(Self.warning); \(Self.help)</p>\n"), "\(page)")
        #expect(!page.contains("Nothing was found."))
    }

    @Test func summaryWarns() throws {
        let result = try validate(["-f", "ndjson", "--summary", "-", "none.ndjson"])
        let object = try JSONValueParser.parse(result.output)
        #expect(object["notices"][0]["code"] == "input.noRecords")
    }

    // MARK: - Exit status

    @Test(arguments: [
        (["--strict"], "--strict allows none"),
        (["--max-warnings", "0"], "--max-warnings allows 0"),
    ])
    func warningCounts(options: [String], words: String) throws {
        let result = try validate(["-f", "ndjson", "none.ndjson"] + options)
        #expect(result.status == 1)
        #expect(
            result.errors == """
                ruleshell: \(Self.warning)
                help: \(Self.help)
                ruleshell: 1 warning, and \(words)

                """)
    }

    @Test(arguments: [(["none.ndjson"], 1, "0 records were"), (["one.ndjson"], 2, "1 record was")])
    func fewerRecordsThanExpectedAreAnError(
        inputs: [String], minimum: Int, words: String
    ) throws {
        let workshop = try workshop()
        try workshop.write("{\"name\":\"Anna\",\"age\":33}", to: "one.ndjson")
        let result = try validate(
            ["-f", "concise", "--exit-zero", "--min-records", "\(minimum)"] + inputs, in: workshop)
        #expect(result.status == 3)
        let message = "\(words) read, and --min-records expects at least \(minimum)"
        let help =
            "check that the inputs are complete, or give --min-records a lower number (in a job, "
            + "min-records)"
        #expect(
            result.errors.hasPrefix(
                "ruleshell: error[input.tooFewRecords] \(message)\nhelp: \(help)\nruleshell: "),
            "\(result.errors)")
        let log = try JSONValueParser.parse(
            validate(
                ["-f", "sarif", "--min-records", "\(minimum)"] + inputs, in: workshop
            ).output)
        #expect(log["runs"][0]["invocations"][0]["executionSuccessful"] == false)
        let suites = try validate(
            ["-f", "junit", "--min-records", "\(minimum)"] + inputs, in: workshop
        ).output
        #expect(
            suites.hasSuffix(
                """
                 <testsuite name="people.yaml" tests="1" failures="0" errors="1" skipped="0" time="0.000">
                  <testcase classname="people.yaml" name="records">
                   <error type="input.tooFewRecords" message="\(message); \(help)"/>
                  </testcase>
                 </testsuite>
                </testsuites>

                """), "\(suites)")
    }

    /// The findings of the records would be missing in it.
    @Test func baselineIsNotWrittenFromTooFewRecords() throws {
        let workshop = try workshop()
        let result = try validate(
            ["-f", "ndjson", "--min-records", "1", "--write-baseline", "b.jsonl", "none.ndjson"],
            in: workshop)
        #expect(result.status == 2)
        #expect(result.errors.contains("error[baseline.incomplete]"))
        #expect(throws: SystemError.self) { try workshop.read("b.jsonl") }
    }

    /// A run that ends at an error has not read all records.
    @Test func runThatStopsIsNotShort() throws {
        let result = try validate(
            ["-f", "ndjson", "--max-errors", "1", "--min-records", "4", "people.ndjson"])
        #expect(result.status == 1)
        #expect(!result.errors.contains("input.tooFewRecords"))
    }

    @Test(arguments: [
        (["--min-records", "-1"], "missing value for '--min-records"),
        (["--min-records=-1"], "--min-records takes a number from 0, not -1"),
        (
            ["--min-records", "3", "--limit", "2"],
            "--min-records 3 is more than --limit 2 allows to read"
        ),
        (["--strict", "--max-warnings", "1"], "--strict means --max-warnings 0"),
    ])
    func wrongOptionsAreErrors(options: [String], message: String) throws {
        let result = try validate(options + ["none.ndjson"])
        #expect(result.status == 2)
        #expect(result.errors.hasPrefix("ruleshell: error[usage] \(message)"), "\(result.errors)")
    }

    // MARK: - Jobs

    private func run(_ job: String) throws -> ProcessResult {
        let workshop = try workshop()
        try workshop.write(
            "[jobs.people]\nrules = \"people.yaml\"\ninputs = \"none.*\"\nformat = \"concise\"\n"
                + job, to: "ruleshell.toml")
        return try RuleShellTool.run(["run"], in: workshop)
    }

    @Test func jobExpectsARecord() throws {
        let result = try run("")
        #expect(result.status == 3)
        #expect(
            result.errors.hasPrefix(
                "ruleshell: error[input.tooFewRecords] 0 records were read, and --min-records "
                    + "expects at least 1\n"), "\(result.errors)")
    }

    @Test func jobSaysHowManyItExpects() throws {
        let allowed = try run("min-records = 0\n")
        #expect(allowed.status == 0)
        #expect(allowed.errors == "ruleshell: 0 records: 0 valid, 0 invalid; 0 violations\n")
        #expect(try run("limits = { min-records = 2 }\n").errors.contains("expects at least 2\n"))
    }
}
