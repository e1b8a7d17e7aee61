// SPDX-License-Identifier: Apache-2.0
import Testing

/// What is reported and what counts: `--select`, `--ignore`, `--limit`, `--max-warnings`, `--exit-zero`.
@Suite struct FilterTests {
    private func validate(
        _ arguments: [String], in workshop: Workshop? = nil
    ) throws -> ProcessResult {
        let workshop = try workshop ?? Workshop.people()
        return try RuleShellTool.run(
            ["validate", "-r", "people.yaml", "-f", "concise", "people.ndjson"] + arguments,
            in: workshop)
    }

    @Test(arguments: [
        (["--select", "length"], ["length.tooShort", "length.tooLong", "record.malformed"]),
        (["--select", "length.tooShort"], ["length.tooShort", "record.malformed"]),
        (["--select", "range,fault"], ["range.tooSmall", "record.malformed", "fault.matchLimit"]),
        (["--select", "regex"], ["record.malformed", "fault.matchLimit"]),
        (["--ignore", "length", "--ignore", "regex"], ["range.tooSmall", "record.malformed"]),
        (
            ["--select", "length", "--ignore", "length.tooLong"],
            ["length.tooShort", "record.malformed"]
        ),
    ])
    func findingsGoByTheirCodes(arguments: [String], codes: [String]) throws {
        let result = try validate(arguments)
        let found = result.output.split(separator: "\n").map { line in
            line.split(separator: "[")[1].split(separator: "]")[0]
        }
        #expect(found.map(String.init) == codes)
    }

    /// The rule `path` is in no rule set, and known nevertheless.
    @Test func findingsAboutContainersAreSelectedAndLeftOut() throws {
        let workshop = try Workshop()
        try workshop.write(
            "assay: 1\nfields:\n  addr.zip: digits(5)\n  tags[*]: length(2...)\n  b: length(2...)\n",
            to: "people.yaml")
        try workshop.write("{\"addr\":\"x\",\"tags\":\"y\",\"b\":\"z\"}\n", to: "people.ndjson")
        let containers = """
            people.ndjson:1:9: error[path.object] /addr must be an object because of the rules for addr.zip: "x"
            people.ndjson:1:20: error[path.array] /tags must be an array because of the rules for tags[*]: "y"

            """
        let selected = try validate(["--select", "path"], in: workshop)
        #expect(selected.output == containers)
        #expect(selected.status == 1)
        let others = try validate(["--ignore", "path"], in: workshop)
        #expect(
            others.output
                == "people.ndjson:1:28: error[length.tooShort] /b must have at least 2 characters: \"z\"\n"
        )
        #expect(try RuleShellTool.run(["explain", "path.array"]).output.hasPrefix("path.array\n"))
    }

    @Test func recordWithoutReportedFindingsIsValid() throws {
        let workshop = try Workshop.people()
        let result = try validate(
            ["--ignore", "length,range,regex", "--valid", "v", "--summary", "-"], in: workshop)
        #expect(result.output.contains(#"{"records":4,"valid":3,"invalid":1,"violations":1,"#))
        #expect(try workshop.read("v").split(separator: "\n").count == 3)
    }

    /// A failure that is not reported keeps no other rule from running: the record could pass in silence.
    @Test func rulesThatAreNotReportedTakeNothingAway() throws {
        let workshop = try Workshop()
        try workshop.write(
            "assay: 1\nfields:\n  a: required, integer, range(5...)\n  b: lessThan(a)\n",
            to: "people.yaml")
        try workshop.write(
            "{\"a\":\"x\",\"b\":1}\n{\"a\":1,\"b\":9}\n{\"a\":10,\"b\":90}\n", to: "people.ndjson")
        let all = try validate([], in: workshop).output.split(separator: "\n")
        #expect(all.count == 3)
        let some = try validate(["--ignore", "integer,range"], in: workshop)
        #expect(
            some.output.split(separator: "\n") == [
                "people.ndjson:1:14: error[lessThan.incomparable] /b cannot be compared with a: 1",
                "people.ndjson:2:12: error[lessThan.notLess] /b must be less than a: 9", all[2],
            ])
    }

    @Test(
        arguments: [
            (
                ["--select", "lenght"], "--select: there is no code 'lenght'",
                "did you mean 'length'?"
            ),
            (
                ["--ignore", "length.toShort"], "--ignore: there is no code 'length.toShort'",
                "did you mean 'length.tooShort'?"
            ),
            (
                ["--select", "length,xyzxyzxyz"], "--select: there is no code 'xyzxyzxyz'",
                "'ruleshell rules' lists the rules and their codes"
            ),
            (
                ["--ignore", "record.malformed"], "--ignore: record.malformed cannot be left out",
                "such a record is not validated; a report without the finding would call it valid"
            ),
            (
                ["--ignore", "fault"], "--ignore: fault cannot be left out",
                "a rule that could not decide has not validated the value; ignore the rule as a "
                    + "whole, or raise the limit that it reached"
            ),
            (
                ["--ignore", "length,fault.matchLimit"],
                "--ignore: fault.matchLimit cannot be left out",
                "a rule that could not decide has not validated the value; ignore the rule as a "
                    + "whole, or raise the limit that it reached"
            ),
            (
                ["--ignore", "regex.undecided"], "--ignore: regex.undecided cannot be left out",
                "a rule that could not decide has not validated the value; ignore the rule as a "
                    + "whole, or raise the limit that it reached"
            ),
            (
                ["--select", "luhn"], "--select: no rule of the rule set has the code 'luhn'",
                "leave the code out, or name the rule set that has it"
            ),
            (
                ["--select", "length,requiredIf"],
                "--select: no rule of the rule set has the code 'requiredIf'",
                "did you mean 'required'?"
            ),
            (
                ["--ignore", "luhn.checkDigit"],
                "--ignore: no rule of the rule set has the code 'luhn.checkDigit'",
                "leave the code out, or name the rule set that has it"
            ),
            (
                ["--select", "length,"], "the value 'length,' is invalid for '--select <code,..>'",
                "see 'ruleshell help validate'"
            ),
            (
                ["--limit", "0"], "--limit takes a number from 1, not 0",
                "see 'ruleshell help validate'"
            ),
            (
                ["--max-warnings", "-1"], "missing value for '--max-warnings <max-warnings>'",
                "see 'ruleshell help validate'"
            ),
            (
                ["--strict", "--max-warnings", "3"], "--strict means --max-warnings 0",
                "give one of the two"
            ),
            (
                ["--no-header", "--input-format", "json"],
                "--no-header is for CSV, and --input-format is json",
                "see 'ruleshell help validate'"
            ),
            (
                ["--delimiter", ";", "--input-format", "ndjson"],
                "--delimiter is for CSV, and --input-format is ndjson",
                "see 'ruleshell help validate'"
            ),
            (["--resume"], "--resume needs --checkpoint", "see 'ruleshell help validate'"),
            (
                ["--valid", "-"], "--valid takes the name of a file, not '-'",
                "see 'ruleshell help validate'"
            ),
            (
                ["--compression", "xz"],
                "the value 'xz' is invalid for '--compression <compression>'",
                "please provide one of 'auto', 'none', 'gz' or 'zst'"
            ),
            (
                ["--progress", "yes"], "the value 'yes' is invalid for '--progress <progress>'",
                "please provide one of 'auto', 'always' or 'never'"
            ),
        ] as [([String], String, String)])
    func errorIsExplained(arguments: [String], message: String, help: String) throws {
        let result = try validate(arguments)
        #expect(
            result
                == ProcessResult(
                    status: 2, output: "",
                    errors: "ruleshell: error[usage] \(message)\nhelp: \(help)\n"))
    }

    @Test(arguments: [(1, 0), (2, 3), (4, 5), (5, 5), (6, 8), (8, 10), (100, 10)])
    func limitCountsTheRecordsOfAllInputs(limit: Int, findings: Int) throws {
        for jobs in ["1", "2"] {
            let result = try validate(["people.ndjson", "--limit", "\(limit)", "-j", jobs])
            #expect(result.output.split(separator: "\n").count == findings)
            #expect(result.errors.hasPrefix("ruleshell: \(min(limit, 8)) record"))
        }
    }

    @Test func tooManyWarningsMakeTheStatusOne() throws {
        let workshop = try Workshop.people()
        try workshop.write(
            "{\"name\":\"Anna\",\"age\":33,\"nick\":\"abcd\"}\n", to: "people.ndjson")
        let line = "ruleshell: 1 record: 1 valid, 0 invalid; 0 violations, 1 warning\n"
        let allowed = try validate(["--max-warnings", "1"], in: workshop)
        #expect(allowed.status == 0)
        #expect(allowed.errors == line)
        let exceeded = try validate(["--max-warnings", "0"], in: workshop)
        #expect(exceeded.status == 1)
        #expect(exceeded.errors == line + "ruleshell: 1 warning, and --max-warnings allows 0\n")
        #expect(try validate(["--max-warnings", "0", "--exit-zero"], in: workshop).status == 0)
    }

    @Test func exitZeroIsForFindingsAlone() throws {
        let workshop = try Workshop.people()
        let found = try validate(["--exit-zero"], in: workshop)
        #expect(found.status == 0)
        #expect(found.output.split(separator: "\n").count == 5)
        #expect(try validate(["--exit-zero", "missing"], in: workshop).status == 3)
        #expect(try validate(["--exit-zero", "-o", "/dev/full"], in: workshop).status == 2)
    }

    @Test func numbersOfRecordsStartAnewInEachInput() throws {
        let workshop = try Workshop.people()
        let result = try RuleShellTool.run(
            ["validate", "-r", "people.yaml", "-f", "ndjson", "people.ndjson", "people.ndjson"],
            in: workshop)
        let lines = result.output.split(separator: "\n")
        #expect(lines.count == 10)
        #expect(Array(lines[..<5]) == Array(lines[5...]))
        #expect(lines.allSatisfy { $0.hasPrefix(#"{"file":"people.ndjson","record":"#) })
    }
}
