// SPDX-License-Identifier: Apache-2.0
import Glibc
import Testing

/// What is wrong with jobs before one of them runs.
@Suite struct JobMistakeTests {
    /// What `check` says, without the lines of the file.
    private func messages(_ jobs: String) throws -> [String] {
        let result = try RuleShellTool.run(
            ["check", "ruleshell.toml"], in: Workshop.withJobs(jobs))
        let lines = result.output.split(separator: "\n").map(String.init)
        return lines.filter { $0.hasPrefix("ruleshell.toml:") || $0.hasPrefix("help: ") }
    }

    private static let job = "rules = \"r.yaml\"\ninputs = \"x.csv\"\n"

    // MARK: - Characters

    /// For the system, a path and an argument end at the character.
    @Test(arguments: [
        ("rules = \"r.yaml\\u0000x\"\ninputs = \"x.csv\"\n", "3:9"),
        ("rules = \"r.yaml\"\ninputs = [\"x.csv\", \"y.csv\\u0000x\"]\n", "4:20"),
        ("rules = \"r.yaml\"\ninputs = \"*.csv\\u0000\"\n", "4:10"),
        ("rules = \"r.yaml\"\ninputs = \"x.csv\"\noutput = \"json:o\\u0000x\"\n", "5:10"),
        ("rules = \"r.yaml\"\ninputs = \"x.csv\"\nvalid = \"o\\u0000x\"\n", "5:9"),
    ])
    func zeroIsInNoText(job: String, place: String) throws {
        let jobs = "\n[jobs.a]\n" + job
        #expect(
            try messages(jobs) == [
                "ruleshell.toml:\(place): error[config.value] the text has the character U+0000",
                "help: remove it",
            ])
        let workshop = try Workshop.withJobs(jobs)
        let before = try workshop.contents()
        #expect(try RuleShellTool.run(["run"], in: workshop).status == 2)
        #expect(try workshop.contents() == before)
    }

    @Test func zeroIsInNoNameOfAJob() throws {
        #expect(
            try messages("[jobs.\"a\\u0000b\"]\n\(Self.job)")
                == [
                    "ruleshell.toml:1:7: error[config.value] the text has the character U+0000",
                    "help: remove it",
                ])
    }

    // MARK: - Outputs

    @Test func reportOfOneJobIsNotThatOfAnother() throws {
        let jobs = """
            [defaults]
            rules = "r.yaml"
            outputs = ["sarif:report.sarif"]
            [jobs.bad]
            inputs = "x.csv"
            [jobs.good]
            inputs = "y.csv"

            """
        let workshop = try Workshop.withJobs(jobs)
        let result = try RuleShellTool.run(["run"], in: workshop)
        #expect(
            result.errors.contains(
                "ruleshell.toml:6:7: error[output.collision] the jobs 'bad' and 'good' both write "
                    + "'report.sarif'\n"), "\(result.errors)")
        #expect(result.errors.hasSuffix("help: name another file in one of the two\n"))
        #expect(result.status == 2)
        #expect(throws: (any Error).self) { try workshop.read("report.sarif") }
        #expect(
            try messages(jobs).first
                == "ruleshell.toml:6:7: error[output.collision] the jobs 'bad' and 'good' both "
                + "write 'report.sarif'")
    }

    /// Whatever option writes the file, and whatever its name is.
    @Test(arguments: [
        ("summary = \"./o\"", "output = \"json:o\"", "o"),
        ("html = \"none/../o\"", "valid = \"none/.//../o\"", "none/.//../o"),
        ("invalid = \"x/o\"", "checkpoint = \"x/./o\"", "x/./o"),
        ("write-baseline = \"r.yaml/../o\"", "write-baseline = \"r.yaml/../o\"", "r.yaml/../o"),
        ("html = \"y.csv\"", "valid = \"./y.csv\"", "./y.csv"),
    ])
    func everyOutputIsLookedAt(first: String, second: String, path: String) throws {
        let messages = try messages(
            "[jobs.a]\n\(Self.job)\(first)\n[jobs.b]\n\(Self.job)\(second)\n")
        #expect(
            messages.first
                == "ruleshell.toml:5:7: error[output.collision] the jobs 'a' and 'b' both write "
                + "'\(path)'", "\(messages)")
    }

    @Test func oneJobWritesAFileOnce() throws {
        #expect(
            try messages("[jobs.a]\n\(Self.job)valid = \"o\"\noutputs = [\"json:o\"]\n").first
                == "ruleshell.toml:1:7: error[output.collision] the job 'a' writes 'o' twice: with "
                + "output and with valid")
    }

    @Test func whatKeepsNothingIsShared() throws {
        let outputs = "output = \"json:/dev/null\"\nsummary = \"-\"\n"
        #expect(
            try messages("[jobs.a]\n\(Self.job)\(outputs)[jobs.b]\n\(Self.job)\(outputs)") == [])
    }

    // MARK: - Rules

    /// None runs: what the first one writes would be half of a run.
    @Test(arguments: [
        (
            "rule = \"b: emial\"",
            """
            ruleshell.toml:5:7: error[rule.unknown] there is no rule 'emial'
              emial
              ^^^^^
            help: did you mean 'email'?

            """
        ),
        (
            "rules = \"bad.yaml\"",
            """
            bad.yaml:3:6: error[rule.unknown] a: there is no rule 'intger'
                a: intger
                   ^
            help: did you mean 'integer'?

            """
        ),
        (
            "select = \"integre\"",
            """
            ruleshell.toml:5:7: error[usage] --select: there is no code 'integre'
            help: did you mean 'integer'?

            """
        ),
        (
            "plugin = \"none.so\"",
            """
            ruleshell.toml:5:7: error[plugin.open] cannot load plugin 'none.so': found no such \
            file, expected a regular file that can be read
            help: check the path

            """
        ),
        (
            "messages = \"none.yaml\"",
            """
            ruleshell.toml:5:7: error[ruleSet.file] none.yaml cannot be read: No such file or directory
            help: name a file that exists and may be read

            """
        ),
    ])
    func rulesOfALaterJobAreCompiledFirst(line: String, errors: String) throws {
        let jobs = """
            [jobs.first]
            rules = "r.yaml"
            inputs = "y.csv"
            output = "json:first.json"
            [jobs.second]
            inputs = "y.csv"
            output = "json:second.json"
            \(line.hasPrefix("rules") ? "" : "rules = \"r.yaml\"")
            \(line)

            """
        let workshop = try Workshop.withJobs(jobs)
        try workshop.write("assay: 1\nfields:\n  a: intger\n", to: "bad.yaml")
        let result = try RuleShellTool.run(["run"], in: workshop)
        #expect(result.errors == errors)
        #expect(result.output == "")
        #expect(result.status == 2)
        for name in ["first.json", "second.json"] {
            #expect(throws: (any Error).self) { try workshop.read(name) }
        }
        // The job that is not at fault runs alone.
        #expect(try RuleShellTool.run(["run", "first"], in: workshop).status == 0)
    }

    /// Every job says what is wrong with it, each once.
    @Test func allJobsAreCompiled() throws {
        let bad = "inputs = \"y.csv\"\nrule = \"b: emial\"\n"
        let result = try RuleShellTool.run(
            ["run"], in: Workshop.withJobs("[jobs.-a]\n\(bad)[jobs.\"b c\"]\n\(bad)"))
        #expect(
            result.errors == """
                ruleshell.toml:1:7: error[rule.unknown] there is no rule 'emial'
                  emial
                  ^^^^^
                help: did you mean 'email'?
                ruleshell.toml:4:7: error[rule.unknown] there is no rule 'emial'
                  emial
                  ^^^^^
                help: did you mean 'email'?

                """)
        #expect(result.status == 2)
    }

    /// A pipe has them for the job that reads them, and not for a second time.
    @Test func rulesFromAPipeAreReadOnce() throws {
        let workshop = try Workshop.withJobs(
            "[jobs.a]\nrules = \"pipe\"\ninputs = \"y.csv\"\n"
                + "[jobs.b]\nrules = \"r.yaml\"\ninputs = \"y.csv\"\n")
        mkfifo(workshop.path + "/pipe", 0o600)
        let script = "cat r.yaml >pipe & \(try RuleShellTool.product("ruleshell")) run; wait"
        let result = try ChildProcess("/bin/sh", ["-c", script], in: workshop.path).finish()
        #expect(
            result.errors == """
                ruleshell: job a
                ruleshell: 1 record: 1 valid, 0 invalid; 0 violations
                ruleshell: job b
                ruleshell: 1 record: 1 valid, 0 invalid; 0 violations

                """)
        #expect(result.status == 0)
    }

    // MARK: - Keys

    @Test(arguments: [
        (
            "output = \"x\"\noutputs = [\"y\"]",
            [
                "ruleshell.toml:5:1: error[config.value] 'output' and 'outputs' are the same option",
                "help: write all of it under one of the keys",
            ]
        ),
        (
            "limit = 2\nlimits = { limit = 1 }",
            [
                "ruleshell.toml:5:12: error[config.value] 'limit' is given twice",
                "help: give it once, here or in 'limits'",
            ]
        ),
        (
            "resume = true",
            [
                "ruleshell.toml:4:1: error[config.unknownKey] 'resume' is not allowed in a job",
                "help: remove the key, because a job would skip what an earlier run has validated; "
                    + "continue an interrupted run with 'ruleshell validate --resume' and the job's "
                    + "options, and with --min-records 1 if the job does not give it",
            ]
        ),
        (
            "ignore = [\"fault.matchLimit\"]",
            [
                "ruleshell.toml:4:11: error[config.value] --ignore: fault.matchLimit cannot be left out",
                "help: a rule that could not decide has not validated the value; ignore the rule as a "
                    + "whole, or raise the limit that it reached",
            ]
        ),
        (
            "min-records = -1",
            [
                "ruleshell.toml:4:15: error[config.value] --min-records takes a number from 0, not -1",
                "help: see 'ruleshell help validate'",
            ]
        ),
        (
            "show = \"al\"",
            ["ruleshell.toml:4:8: error[config.type] expected an integer, found a string"]
        ),
        (
            "rule = \"email\"",
            [
                "ruleshell.toml:4:8: error[config.value] --rule takes a field and its rules, not "
                    + "'email'", "help: such as --rule 'email: required, email'",
            ]
        ),
        (
            "rule = [\"b: emial\"]",
            [
                "ruleshell.toml:4:9: error[config.value] there is no rule 'emial'",
                "help: did you mean 'email'?",
            ]
        ),
    ])
    func mistakeIsExplained(line: String, expected: [String]) throws {
        #expect(try messages("[jobs.a]\n\(Self.job)\(line)\n") == expected)
    }

    @Test func jobThatReadsNothingIsAnError() throws {
        let jobs = "[jobs.a]\nrules = \"r.yaml\"\ninputs = []\n"
        #expect(
            try messages(jobs) == [
                "ruleshell.toml:3:10: error[config.noInput] the list has no inputs",
                "help: name an input, or remove the key to read standard input",
            ])
        #expect(try RuleShellTool.run(["run"], in: Workshop.withJobs(jobs)).status == 2)
    }

    @Test(arguments: [
        "show = \"all\"", "show = 1", "rule = \"b: email\"\nallow-missing-columns = true",
    ])
    func optionIsTaken(line: String) throws {
        let jobs = "[jobs.a]\n\(Self.job)\(line)\n"
        #expect(try messages(jobs) == [])
        #expect(try RuleShellTool.run(["run"], in: Workshop.withJobs(jobs)).status == 1)
    }

    // MARK: - The file

    @Test func projectNamesItsTable() throws {
        let workshop = try Workshop.withJobs("[tool.assay]\n", as: "pyproject.toml")
        let result = try RuleShellTool.run(["check", "pyproject.toml"], in: workshop)
        #expect(
            result.output.contains(
                "error[config.missing] there are no jobs\n"), "\(result.output)")
        #expect(
            result.output.contains(
                "help: write [tool.assay.jobs.NAME] with rules and inputs\n"))
    }
}
