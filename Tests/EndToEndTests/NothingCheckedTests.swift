// SPDX-License-Identifier: Apache-2.0
import Glibc
import Testing

/// What checks nothing is an error: rule sets, cases and jobs that are cut off or left out.
@Suite struct NothingCheckedTests {
    // MARK: - Rule sets

    /// The beginning of a file that was cut off.
    @Test(arguments: ["assay: 1\n", "assay: 1\nunknownFields: reject\n", "{\"assay\": 1}"])
    func ruleSetWithoutFieldsIsAnError(text: String) throws {
        let workshop = try Workshop.people()
        try workshop.write(text, to: "cut.yaml")
        let result = try RuleShellTool.run(
            ["validate", "-r", "cut.yaml", "people.ndjson"], in: workshop)
        #expect(result.status == 2)
        #expect(
            result.errors.hasPrefix(
                "cut.yaml:1:1: error[ruleSet.missingKey] the key 'fields' is missing\n"),
            "\(result.errors)")
        #expect(
            result.errors.hasSuffix(
                "help: write the rules under 'fields:', or restore the rest of the file if it was cut off; "
                    + "'fields: {}' is a rule set without rules\n"), "\(result.errors)")
    }

    /// One of several files may be cut off, too.
    @Test func partWithoutFieldsIsAnError() throws {
        let workshop = try Workshop.people()
        try workshop.write("assay: 1\n", to: "cut.yaml")
        let result = try RuleShellTool.run(
            ["validate", "-r", "people.yaml", "-r", "cut.yaml", "people.ndjson"], in: workshop)
        #expect(result.status == 2)
        #expect(result.errors.contains("cut.yaml:1:1: error[ruleSet.missingKey]"))
    }

    /// The fields of labels are in another file.
    @Test func labelsAloneAreAnErrorToo() throws {
        let workshop = try Workshop.people()
        try workshop.write("assay: 1\nlabels: {}\n", to: "cut.yaml")
        try workshop.write("assay: 1\nlabels: { name: Name }\n", to: "labels.yaml")
        for (file, code) in [("cut.yaml", "ruleSet.missingKey"), ("labels.yaml", "field.unknown")] {
            let result = try RuleShellTool.run(
                ["validate", "-r", file, "people.ndjson"], in: workshop)
            #expect(result.status == 2)
            #expect(result.errors.contains("error[\(code)]"), "\(result.errors)")
        }
        let both = try RuleShellTool.run(
            ["validate", "-r", "people.yaml", "-r", "labels.yaml", "people.ndjson"], in: workshop)
        #expect(both.status == 1)
    }

    @Test func fieldsWithoutAValueAreAnError() throws {
        let workshop = try Workshop.people()
        try workshop.write("assay: 1\nfields:\n", to: "cut.yaml")
        let result = try RuleShellTool.run(
            ["validate", "-r", "cut.yaml", "people.ndjson"], in: workshop)
        #expect(result.status == 2)
        #expect(result.errors.contains("error[ruleSet.type] expected a mapping of fields"))
    }

    @Test func mistypedKeyIsTheOnlyIssue() throws {
        let workshop = try Workshop.people()
        try workshop.write("assay: 1\nfelds: {}\n", to: "cut.yaml")
        let result = try RuleShellTool.run(
            ["validate", "-r", "cut.yaml", "people.ndjson"], in: workshop)
        #expect(result.errors.contains("error[ruleSet.unknownKey] there is no key 'felds'"))
        #expect(!result.errors.contains("ruleSet.missingKey"))
    }

    // MARK: - Cases

    @Test(arguments: ["", "\n\n", "\r\n"])
    func fileWithoutCasesIsAnError(text: String) throws {
        let workshop = try Workshop.people()
        try workshop.write(text, to: "people.test.jsonl")
        let message = "people.test.jsonl:1:1: error[fixture.form] the file has no cases\n"
        for path in ["people.test.jsonl", "people.yaml"] {
            let result = try RuleShellTool.run(["test", path], in: workshop)
            #expect(result.status == 2)
            #expect(result.errors.hasPrefix(message), "\(result.errors)")
        }
        let folder = try RuleShellTool.run(["test", "."], in: workshop)
        #expect(folder.status == 2)
        #expect(folder.errors.hasPrefix("./" + message), "\(folder.errors)")
        let check = try RuleShellTool.run(["check", "people.yaml"], in: workshop)
        #expect(check.output.contains("the file has no cases"))
        #expect(check.status == 1)
    }

    /// A file that cannot be used leaves the others of its folder to be tested.
    @Test func otherFilesOfTheFolderAreTested() throws {
        let workshop = try Workshop.people()
        try workshop.write("", to: "a.test.jsonl")
        try workshop.write(
            "{\"rule\":\"email\",\"value\":\"a\",\"valid\":false}\n", to: "b.test.jsonl")
        symlink("nowhere", workshop.path + "/c.test.yaml")
        let result = try RuleShellTool.run(["test", "."], in: workshop)
        #expect(result.status == 3)
        #expect(result.output == "email 1/1\n")
        #expect(
            result.errors == """
                ruleshell: error[input.unreadable] './c.test.yaml' is a symbolic link whose target does not exist
                help: remove the link, or restore the file that it names
                ./a.test.jsonl:1:1: error[fixture.form] the file has no cases
                help: write a case in each line, as 'ruleshell help test' shows, or remove the file

                """)
    }

    @Test func reportsNameWhatCannotBeTested() throws {
        let workshop = try Workshop.people()
        symlink("nowhere", workshop.path + "/c.test.yaml")
        let suites = try RuleShellTool.run(["test", "-f", "junit", "."], in: workshop)
        #expect(
            suites.output == """
                <?xml version="1.0" encoding="UTF-8"?>
                <testsuites name="ruleshell">
                 <testsuite name="./c.test.yaml" tests="1" failures="0" errors="1" skipped="0">
                  <testcase classname="./c.test.yaml" name="line 1">
                   <error type="input.unreadable" message="&#39;./c.test.yaml&#39; is a symbolic \
                link whose target does not exist">1:1: input.unreadable: &#39;./c.test.yaml&#39; is \
                a symbolic link whose target does not exist
                </error>
                  </testcase>
                 </testsuite>
                </testsuites>

                """)
        let log = try RuleShellTool.run(["test", "-f", "github", "."], in: workshop)
        #expect(
            log.output.hasPrefix("::error file=./c.test.yaml,line=1,col=1,title=input.unreadable::")
        )
    }

    /// The fixtures next to a rule set are named by the rule set.
    @Test func linkToNoFixturesIsAnError() throws {
        let workshop = try Workshop.people()
        symlink("nowhere", workshop.path + "/people.test.yaml")
        let result = try RuleShellTool.run(["test", "people.yaml"], in: workshop)
        #expect(result.status == 3)
        #expect(
            result.errors.hasPrefix("ruleshell: error[input.unreadable] people.test.yaml cannot"))
    }

    // MARK: - Jobs

    @Test(arguments: ["[jobs]\n", "[defaults]\nformat = \"json\"\n[jobs]\n", "jobs = {}\n"])
    func fileWithoutJobsIsAnError(text: String) throws {
        let workshop = try Workshop.withJobs(text)
        let result = try RuleShellTool.run(["run"], in: workshop)
        #expect(result.status == 2)
        #expect(result.errors.contains("error[config.missing] there are no jobs\n"))
        #expect(
            result.errors.hasSuffix("help: write [jobs.NAME] with rules and inputs\n"),
            "\(result.errors)")
        #expect(try RuleShellTool.run(["check", "ruleshell.toml"], in: workshop).status == 2)
    }

    @Test func inputsThatAreLeftOutAreAnError() throws {
        let workshop = try Workshop.withJobs(
            "[jobs.a]\nrules = \"r.yaml\"\ninputs = \"*.csv\"\n[jobs.b]\nrules = \"r.yaml\"\n"
                + "inputs = \"y.csv\"\n")
        symlink("nowhere", workshop.path + "/z.csv")
        let result = try RuleShellTool.run(["run"], in: workshop)
        #expect(result.status == 3)
        #expect(
            result.errors.contains(
                """
                ruleshell.toml:3:10: error[input.unreadable] 'z.csv' is a symbolic link whose target does not exist
                  inputs = "*.csv"
                           ^
                help: remove the link, or restore the file that it names

                """), "\(result.errors)")
        // The other job runs.
        #expect(result.errors.contains("ruleshell: 1 record: 1 valid, 0 invalid; 0 violations\n"))
    }

    /// Names that are the same to a reader may be different files.
    @Test func namesAreBytes() throws {
        let workshop = try Workshop.withJobs(
            "[jobs.a]\nrules = \"r.yaml\"\ninputs = \"n*.csv\"\nformat = \"concise\"\n")
        for name in ["n\u{E9}.csv", "ne\u{301}.csv"] { try workshop.write("a\nx\n", to: name) }
        // The byte of a name in Latin-1 is no UTF-8.
        let latin1 = Array("\(workshop.path)/n".utf8) + [0xE9] + Array(".csv".utf8) + [0]
        let name = latin1.map { CChar(bitPattern: $0) }
        let created = open(name, O_CREAT | O_WRONLY, 0o644)
        #expect(write(created, "a\nx\n", 4) == 4)
        close(created)
        defer { unlink(name) }
        let result = try RuleShellTool.run(["run"], in: workshop)
        #expect(result.status == 1)
        #expect(
            result.output.split(separator: "\n").map { Array($0.prefix { $0 != ":" }.utf8) }
                == ["ne\u{301}.csv", "n\u{E9}.csv", "n\\xE9.csv"].map { Array($0.utf8) })
        #expect(result.errors == "ruleshell: 3 records: 0 valid, 3 invalid; 3 violations\n")
    }

    // MARK: - Inputs

    /// The reader of the findings cuts the input before it takes the second one.
    @Test(arguments: ["1", "2", "4"])
    func inputThatBecomesShorterIsAnError(jobs: String) throws {
        let workshop = try Workshop.people()
        let line = "{\"name\":\"Bo\",\"age\":33,\"nick\":\"abc\"}\n"
        try workshop.write(String(repeating: line, count: 600_000), to: "a.ndjson")
        try #require(mkfifo(workshop.path + "/findings", 0o600) == 0)
        let process = try RuleShellTool.start(
            [
                "validate", "-r", "people.yaml", "-o", "ndjson:findings", "-j", jobs, "a.ndjson",
            ], in: workshop)
        let findings = open(workshop.path + "/findings", O_RDONLY)
        try #require(findings >= 0)
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        #expect(read(findings, &buffer, 1) == 1)
        try #require(truncate(workshop.path + "/a.ndjson", off_t(400_000 * line.utf8.count)) == 0)
        while read(findings, &buffer, buffer.count) > 0 {}
        close(findings)
        let result = try process.finish()
        #expect(result.status == 3)
        #expect(
            result.errors.hasPrefix(
                """
                ruleshell: error[input.shrunk] cannot read 'a.ndjson' to its end: it became shorter while \
                it was read
                help: validate it again when no program writes to it

                """), "\(result.errors)")
        // A part of the input that has the new end is not validated, however long it is.
        let last = try #require(result.errors.split(separator: "\n").last)
        let count = try #require(Int(last.dropFirst("ruleshell: ".count).prefix { $0.isNumber }))
        #expect(count > 0 && count <= 400_000)
        #expect(jobs != "1" || count == 400_000)
    }

    // MARK: - Columns

    @Test func inputWithoutAnyColumnIsAnError() throws {
        let workshop = try Workshop.people()
        try workshop.write("id,mail\n1,x\n", to: "a.csv")
        let result = try RuleShellTool.run(
            ["validate", "-r", "people.yaml", "-f", "ndjson", "--allow-missing-columns", "a.csv"],
            in: workshop)
        #expect(result.status == 3)
        #expect(
            result.errors == """
                ruleshell: error[column.missing] 'a.csv' has no columns 'name', 'age', 'code' and 'nick'
                help: its header has 'id', 'mail'; --allow-missing-columns needs one of the columns

                """)
        try workshop.write("id,nick\n1,x\n", to: "a.csv")
        let some = try RuleShellTool.run(
            ["validate", "-r", "people.yaml", "-f", "ndjson", "--allow-missing-columns", "a.csv"],
            in: workshop)
        #expect(some.status == 1)
    }

    // MARK: - Text that the rules cannot check

    private static let message = "error[field.unread]"

    /// The status does not depend on the name of an input.
    @Test(arguments: [
        ["a.csv"], ["data"], ["-"], ["--input-format", "csv", "data"], ["b.ndjson", "data"],
        ["data", "none.ndjson"], ["--exit-zero", "-"],
    ])
    func textThatTheRulesCannotCheckIsAnIssueOfTheRules(arguments: [String]) throws {
        let workshop = try Workshop()
        try workshop.write("assay: 1\nfields:\n  size: range(1...9)\n", to: "r.yaml")
        for name in ["a.csv", "data"] { try workshop.write("size\n50\n", to: name) }
        try workshop.write("{\"size\":5}\n", to: "b.ndjson")
        let result = try RuleShellTool.run(
            ["validate", "-r", "r.yaml"] + arguments, in: workshop, input: "size\n50\n")
        #expect(result.status == 2, "\(result.errors)")
        #expect(result.errors.contains(Self.message), "\(result.errors)")
        #expect(!result.errors.contains("50"))
    }

    /// A run that continues from a checkpoint does not forget it.
    @Test func aCheckpointKeepsTheStatus() throws {
        let workshop = try Workshop()
        try workshop.write("assay: 1\nfields:\n  size: range(1...9)\n", to: "r.yaml")
        try workshop.write("size\n50\n", to: "data")
        let arguments = ["validate", "-r", "r.yaml", "--checkpoint", "c", "-o", "out", "data"]
        #expect(try RuleShellTool.run(arguments, in: workshop).status == 2)
        #expect(try workshop.read("c").contains("\"hasUncheckable\":true"))
        #expect(try RuleShellTool.run(arguments + ["--resume"], in: workshop).status == 2)
    }
}
