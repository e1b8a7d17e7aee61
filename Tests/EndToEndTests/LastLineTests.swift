// SPDX-License-Identifier: Apache-2.0
import Assay
import Testing

/// The last line of a run, which says how it ended.
@Suite struct LastLineTests {
    private static let counts =
        "4 records: 1 valid, 3 invalid; 3 violations, 1 warning, 1 fault, 1 malformed"

    private func validate(
        _ arguments: [String], in workshop: Workshop? = nil
    ) throws -> ProcessResult {
        try RuleShellTool.run(
            ["validate", "-r", "people.yaml"] + arguments + ["people.ndjson"],
            in: workshop ?? Workshop.people())
    }

    // MARK: - Findings in files only

    @Test(arguments: ["full", "concise", "ndjson", "json", "sarif", "junit", "github", "summary"])
    func findingsInAFileLeaveALine(format: String) throws {
        let result = try validate(["-o", "\(format):report"])
        #expect(
            result
                == ProcessResult(
                    status: 1, output: "",
                    errors: "ruleshell: \(Self.counts); see 'report'\n"))
    }

    @Test func lineNamesEveryFile() throws {
        let workshop = try Workshop.people()
        let result = try validate(
            ["-o", "sarif:a.sarif", "-o", "junit:b.xml", "--summary", "s.json"], in: workshop)
        #expect(result.errors == "ruleshell: \(Self.counts); see 'a.sarif', 'b.xml'\n")
    }

    /// A report on standard output has the findings, and its readers read nothing else.
    @Test func reportOnStandardOutputLeavesNoLine() throws {
        let result = try validate(["-f", "ndjson", "-o", "sarif:a.sarif"])
        #expect(result.status == 1)
        #expect(result.errors == "")
        #expect(result.output.split(separator: "\n").count == 5)
    }

    @Test func summaryOnStandardOutputLeavesTheLine() throws {
        let result = try validate(["-o", "sarif:a.sarif", "--summary", "-"])
        #expect(result.errors == "ruleshell: \(Self.counts); see 'a.sarif'\n")
        #expect(result.output.hasPrefix(#"{"records":4,"#))
    }

    @Test func jobsNameThemselves() throws {
        let workshop = try Workshop.people()
        let job = "rules = \"people.yaml\"\ninputs = \"people.ndjson\"\n"
        try workshop.write(
            "[jobs.first]\n\(job)outputs = \"sarif:a.sarif\"\n"
                + "[jobs.second]\n\(job)outputs = \"junit:b.xml\"\n", to: "ruleshell.toml")
        let one = try RuleShellTool.run(["run", "first"], in: workshop)
        #expect(one.status == 1)
        #expect(one.errors == "ruleshell: job first: \(Self.counts); see 'a.sarif'\n")
        let both = try RuleShellTool.run(["run"], in: workshop)
        #expect(
            both.errors == """
                ruleshell: job first
                ruleshell: job first: \(Self.counts); see 'a.sarif'
                ruleshell: job second
                ruleshell: job second: \(Self.counts); see 'b.xml'

                """)
    }

    /// The option that names a job is for messages alone.
    @Test func nameOfAJobIsNoKey() throws {
        let workshop = try Workshop.people()
        try workshop.write(
            "[jobs.a]\nrules = \"people.yaml\"\nof-job = \"b\"\n", to: "ruleshell.toml")
        let result = try RuleShellTool.run(["run"], in: workshop)
        #expect(result.status == 2)
        #expect(result.errors.contains("there is no key 'of-job'"))
        #expect(
            try !RuleShellTool.run(["help", "validate"]).output.contains("of-job"))
    }

    // MARK: - Runs that end at --limit

    @Test(arguments: ["1", "2"])
    func lineSaysThatTheLimitEndedTheRun(jobs: String) throws {
        let result = try validate(["-f", "concise", "--limit", "2", "-j", jobs])
        #expect(
            result.errors
                == "ruleshell: 2 records: 1 valid, 1 invalid; 2 violations, 1 warning; "
                + "stopped at --limit 2\n")
    }

    @Test func limitThatIsNotReachedIsNotNamed() throws {
        let result = try validate(["-f", "concise", "--limit", "5"])
        #expect(result.errors == "ruleshell: \(Self.counts)\n")
    }

    @Test func limitOfErrorsIsNamedFirst() throws {
        let result = try validate(["-f", "concise", "--limit", "2", "--max-errors", "2"])
        #expect(
            result.errors
                == "ruleshell: 2 records: 1 valid, 1 invalid; 2 violations; stopped there\n")
    }

    @Test func reportsNameTheLimit() throws {
        let workshop = try Workshop.people()
        _ = try validate(
            [
                "--limit", "2", "--html", "p.html", "-o", "json:a.json", "-o", "sarif:a.sarif",
                "-o", "summary:a.txt",
            ], in: workshop)
        #expect(try workshop.read("a.txt").contains("1 warning; stopped at --limit 2\n"))
        #expect(
            try workshop.read("p.html").contains(
                "<p class=\"note\">The run ended at --limit 2.</p>\n"))
        let object = try JSONValueParser.parse(workshop.read("a.json"))
        #expect(object["summary"]["limited"] == true)
        let log = try JSONValueParser.parse(workshop.read("a.sarif"))
        #expect(
            log["runs"][0]["invocations"][0]["toolExecutionNotifications"] == [
                [
                    "descriptor": ["id": "run.limited"], "level": "warning",
                    "message": ["text": "the run ended at --limit 2"],
                ]
            ])
    }
}
