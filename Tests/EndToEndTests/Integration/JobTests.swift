// SPDX-License-Identifier: Apache-2.0
import Assay
import Testing

extension Workshop {
    /// A rule set, `x.csv` with a valid record and an invalid one, `y.csv` with a valid one, and a file of jobs.
    static func withJobs(_ jobs: String, as name: String = "ruleshell.toml") throws -> Workshop {
        let workshop = try Workshop()
        try workshop.write("assay: 1\nfields:\n  a: required, integer\n", to: "r.yaml")
        try workshop.write("a\n1\nx\n", to: "x.csv")
        try workshop.write("a\n1\n", to: "y.csv")
        try workshop.write(jobs, to: name)
        return workshop
    }
}

/// `ruleshell run`, and `check` of files with jobs.
@Suite struct JobTests {
    private static let two = """
        [defaults]
        format = "concise"

        [jobs.zoo]
        rules = "r.yaml"
        inputs = ["*.csv"]
        limits = { max-errors = 100 }

        [jobs.good]
        rules = ["r.yaml"]
        inputs = "y.csv"

        """

    @Test func jobsRunInTheOrderOfTheFile() throws {
        let result = try RuleShellTool.run(["run"], in: Workshop.withJobs(Self.two))
        #expect(
            result.output
                == "x.csv:3:1: error[integer.notWhole] /a must be a whole number: \"x\"\n")
        let lines = result.errors.split(separator: "\n").filter { $0.hasPrefix("ruleshell: job") }
        #expect(lines == ["ruleshell: job zoo", "ruleshell: job good"])
        #expect(result.status == 1)
    }

    @Test func oneJobIsChosen() throws {
        let workshop = try Workshop.withJobs(Self.two)
        #expect(try RuleShellTool.run(["run", "good"], in: workshop).status == 0)
        #expect(try RuleShellTool.run(["run", "--list"], in: workshop).output == "zoo\ngood\n")
        let unknown = try RuleShellTool.run(["run", "god"], in: workshop)
        #expect(unknown.errors.contains("error[config.unknownJob] there is no job 'god' in '"))
        #expect(unknown.errors.hasSuffix("help: did you mean 'good'?\n"))
        #expect(unknown.status == 2)
    }

    @Test func projectFileHasATable() throws {
        let workshop = try Workshop.withJobs(
            "[project]\nname = \"x\"\n[tool.assay.jobs.a]\nrules = \"r.yaml\"\ninputs = [\"y.csv\"]\n",
            as: "pyproject.toml")
        #expect(try RuleShellTool.run(["run"], in: workshop).status == 0)
        try workshop.write("[project]\nname = \"x\"\n", to: "pyproject.toml")
        let result = try RuleShellTool.run(["check", "pyproject.toml"], in: workshop)
        #expect(
            result.output.hasPrefix(
                "pyproject.toml:1:1: error[config.missing] there is no table 'tool.assay'\n"))
        #expect(result.status == 2)
    }

    @Test func everyMistakeHasAPlace() throws {
        let workshop = try Workshop.withJobs(
            """
            [jobs.all]
            selekt = "x"
            inputs = [3]
            max-errors = "x"
            format = "concse"
            stats = 1
            [jobs.b]
            inputs = "x"
            [jobs.c]
            rules = "r.yaml"
            max-warnings = 3
            strict = true
            [job]
            x = 1

            """)
        let result = try RuleShellTool.run(["check", "ruleshell.toml"], in: workshop)
        let lines = result.output.split(separator: "\n").map(String.init)
        let places: [String] = lines.filter { $0.hasPrefix("ruleshell.toml:") }
        let expected: [String] = [
            "ruleshell.toml:13:2: error[config.unknownKey] there is no key 'job'",
            "ruleshell.toml:2:1: error[config.unknownKey] there is no key 'selekt'",
            "ruleshell.toml:3:11: error[config.type] expected a string, or an array of strings, "
                + "found an integer",
            "ruleshell.toml:4:14: error[config.type] expected an integer, found a string",
            "ruleshell.toml:5:10: error[config.value] the value 'concse' is invalid for "
                + "'--format <format>'",
            "ruleshell.toml:6:9: error[config.type] expected true or false, found an integer",
            "ruleshell.toml:7:7: error[config.missing] the job 'b' has no rules",
            "ruleshell.toml:9:7: error[config.value] --strict means --max-warnings 0",
        ]
        #expect(places == expected)
        #expect(result.output.contains("help: did you mean 'select'?\n"))
        #expect(result.output.hasSuffix("\n1 file: 8 errors, 0 warnings\n"))
        #expect(result.status == 2)
        #expect(try RuleShellTool.run(["run"], in: workshop).status == 2)
    }

    /// What `validate` would say of a job that is well-formed.
    @Test func checkLooksForRuleSetsAndCodes() throws {
        let workshop = try Workshop.withJobs(
            """
            [defaults]
            select = ["range", "emial"]
            [jobs.a]
            rules = ["r.yaml", "rr.yaml"]
            [jobs.b]
            rules = "r.yaml"
            ignore = "integer.kind,integr.kind"
            [jobs.c]
            rules = "r.yaml"
            plugin = "acme.so"

            """)
        let result = try RuleShellTool.run(["check", "ruleshell.toml"], in: workshop)
        let lines = result.output.split(separator: "\n").map(String.init)
        #expect(
            lines.filter { $0.hasPrefix("ruleshell.toml:") } == [
                "ruleshell.toml:4:20: error[config.value] there is no file 'rr.yaml'",
                "ruleshell.toml:2:20: error[config.value] there is no code 'emial'",
                "ruleshell.toml:7:10: error[config.value] there is no code 'integr.kind'",
            ])
        #expect(result.output.contains("help: did you mean 'email'?\n"))
        #expect(result.status == 2)
    }

    @Test(arguments: [
        ("[jobs\n", "ruleshell.toml:1:6: error[config.syntax]"),
        ("[jobs.x]\nrules=\"r\"\nrules=\"s\"\n", "ruleshell.toml:3:7: error[config.syntax]"),
        ("jobs = 1\n", "ruleshell.toml:1:8: error[config.type] expected a table of jobs"),
        ("", "ruleshell.toml:1:1: error[config.missing] there are no jobs"),
        (
            String(repeating: "a.", count: 60_000) + "a = 1\n",
            "ruleshell.toml:1:1: error[config.syntax] the line has more than 500 dots"
        ),
        ("a = " + String(repeating: "[", count: 60_000), "ruleshell.toml:1:"),
        ("a = \"\u{0}\"", "ruleshell.toml:1:6: error[config.syntax]"),
    ])
    func malformedFilesAreRejected(text: String, start: String) throws {
        let result = try RuleShellTool.run(
            ["check", "ruleshell.toml"], in: Workshop.withJobs(text))
        #expect(result.output.hasPrefix(start), "\(result.output.prefix(300))")
        #expect(result.status == 2)
    }

    @Test func patternWithoutFilesIsAnError() throws {
        let workshop = try Workshop.withJobs(
            "[jobs.a]\nrules = \"r.yaml\"\ninputs = [\"**/*.json\"]\n")
        let result = try RuleShellTool.run(["run"], in: workshop)
        #expect(
            result.errors.contains(":3:11: error[config.noInput] no file matches '**/*.json'\n"))
        #expect(result.status == 2)
    }

    @Test func nothingIsFoundAboveWithoutAFile() throws {
        let result = try RuleShellTool.run(["run", "--config", "none.toml"], in: Workshop())
        #expect(
            result.errors == "ruleshell: error[config.missing] 'none.toml' cannot be read: No such "
                + "file or directory\nhelp: name a file that exists and may be read\n")
        #expect(result.status == 2)
    }
}

/// `check` and `test` for CI systems.
@Suite struct ToolFormatTests {
    private func workshop() throws -> Workshop {
        let workshop = try Workshop()
        try workshop.write(
            "assay: 1\nfields:\n  a: range(5...), range(...3)\n  b: oneOf(1,2), range(2...)\n",
            to: "r.yaml")
        return workshop
    }

    @Test func annotationsHaveEndColumns() throws {
        let result = try RuleShellTool.run(["check", "-f", "github", "r.yaml"], in: workshop())
        #expect(
            result.output == """
                ::error file=r.yaml,line=3,col=19,endColumn=30,title=lint.contradiction::a: no value \
                passes range(...3) and range(5...): no number is within both; the other rule is \
                range(5...) in line 3
                ::warning file=r.yaml,line=4,col=6,endColumn=16,title=lint.deadValue::b: 1 never \
                passes: range(2...) rejects it; remove the value; the other rule is range(2...) in \
                line 4

                """)
        #expect(result.status == 1)
    }

    @Test func logsFitTheSchema() throws {
        let schema = try SchemaCheck(
            DocumentationExample.text(of: "Tests/EndToEndTests/Schemas/sarif-2.1.0.json"))
        let workshop = try workshop()
        try workshop.write("cases:\n  - record: {a: 4}\n    valid: true\n", to: "r.test.yaml")
        for command in ["check", "test"] {
            let result = try RuleShellTool.run([command, "-f", "sarif", "r.yaml"], in: workshop)
            let log = try JSONValueParser.parse(result.output)
            #expect(schema.issues(in: log) == [])
            #expect(log["runs"][0]["results"][0] != .absent)
        }
    }

    @Test func testsAreCasesOfJUnit() throws {
        let workshop = try workshop()
        try workshop.write("cases:\n  - record: {a: 4}\n    valid: true\n", to: "r.test.yaml")
        let result = try RuleShellTool.run(["test", "-f", "junit", "r.yaml"], in: workshop)
        #expect(
            result.output == """
                <?xml version="1.0" encoding="UTF-8"?>
                <testsuites name="ruleshell">
                 <testsuite name="r.test.yaml" tests="1" failures="1" errors="0" skipped="0">
                  <testcase classname="r.test.yaml" name="line 2">
                   <failure type="case.disagreement" message="found range.tooSmall /a, range.tooLarge /a">2:5: \
                case.disagreement: found range.tooSmall /a, range.tooLarge /a
                </failure>
                  </testcase>
                 </testsuite>
                </testsuites>

                """)
        #expect(result.status == 1)
    }

    @Test func twoFormatsAreRejected() throws {
        let result = try RuleShellTool.run(
            ["check", "--json", "-f", "junit", "r.yaml"], in: workshop())
        #expect(
            result.errors == "ruleshell: error[usage] --json means --format json\n"
                + "help: give one of the two\n")
    }
}
