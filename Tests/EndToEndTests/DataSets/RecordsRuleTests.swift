// SPDX-License-Identifier: Apache-2.0
import Assay
import Testing

/// `validate` with rules about the records of the data set.
@Suite struct RecordsRuleTests {
    static let rules = """
        assay: 1
        fields:
          id: required
          email: email
        records:
          - unique(id)

        """

    /// Three records of one id, of which one is invalid by itself.
    static let records = """
        id,email
        7,a@b.example
        8,a@b.example
        7,x
        7,a@b.example

        """

    private func workshop(_ rules: String = Self.rules, _ records: String = Self.records) throws
        -> Workshop
    {
        let workshop = try Workshop()
        try workshop.write(rules, to: "r.yaml")
        try workshop.write(records, to: "a.csv")
        return workshop
    }

    private func validate(
        _ arguments: [String], input: String = "", in workshop: Workshop
    ) throws -> ProcessResult {
        try RuleShellTool.run(
            ["validate", "-r", "r.yaml"] + arguments, in: workshop, input: input)
    }

    @Test func repeatedKeysFollowTheOtherFindings() throws {
        let result = try validate(["-f", "concise", "a.csv"], in: workshop())
        #expect(
            result.output == """
                a.csv:4:3: error[email.syntax] /email must be an e-mail address: "x"
                a.csv:4:1: error[unique.repeated] /id is the same as in line 2: "7"
                a.csv:5:1: error[unique.repeated] /id is the same as in line 2: "7"

                """)
        #expect(
            result.errors == """
                ruleshell: 4 records: 2 valid, 2 invalid; 3 violations
                ruleshell: unique(id): 1 key repeated, 2 records too many, 3 concerned

                """)
        #expect(result.status == 1)
    }

    @Test func theFullFormatHasTheThreeNumbers() throws {
        let result = try validate(["--select", "unique", "a.csv"], in: workshop())
        #expect(
            result.output == """
                error[unique.repeated] /id is the same as in line 2
                  --> a.csv:4:1
                   |
                 4 | 7,x
                   | ^
                   = rule: unique(id) of records at r.yaml:6:5; 1 key repeated, 2 records too many, \
                3 concerned
                   = help: ruleshell explain unique.repeated

                error[unique.repeated] /id is the same as in line 2
                  --> a.csv:5:1
                   |
                 5 | 7,a@b.example
                   | ^
                   = rule: unique(id) of records at r.yaml:6:5; 1 key repeated, 2 records too many, \
                3 concerned
                   = help: ruleshell explain unique.repeated


                """)
        #expect(result.status == 1)
    }

    @Test func reportsForMachinesHaveTheNumbers() throws {
        let workshop = try workshop()
        let result = try validate(
            [
                "-o", "json:a.json", "-o", "sarif:a.sarif", "-o", "junit:a.xml", "-o",
                "ndjson:a.ndjson",
                "-o", "github:a.txt", "-o", "summary:a.summary", "--html", "a.html", "a.csv",
            ], in: workshop)
        #expect(result.status == 1)
        let report = try JSONValueParser.parse(workshop.read("a.json"))
        let finding = report["violations"][1]
        #expect(finding["code"] == "unique.repeated")
        #expect(finding["field"] == "id")
        #expect(finding["rule"] == "unique")
        #expect(finding["record"] == 3)
        #expect(finding["value"] == "7")
        #expect(finding["source"]["line"] == 4)
        #expect(finding["source"]["column"] == 1)
        #expect(finding["source"]["byteOffset"] == 37)
        #expect(finding["parameters"]["first"] == 2)
        let summary = report["summary"]
        #expect(summary["valid"] == 2)
        #expect(summary["invalid"] == 2)
        #expect(summary["violations"] == 3)
        let rule = summary["rules"][2]
        #expect(rule["field"] == "records")
        #expect(rule["expression"] == "unique(id)")
        #expect(rule["findings"] == 2)
        #expect(rule["repeatedKeys"] == 1)
        #expect(rule["surplusRecords"] == 2)
        #expect(rule["concernedRecords"] == 3)
        let numbers = "1 key repeated, 2 records too many, 3 concerned"
        for file in ["a.xml", "a.txt", "a.summary", "a.html"] {
            #expect(try workshop.read(file).contains(numbers), "\(file)")
        }
        let log = try JSONValueParser.parse(workshop.read("a.sarif"))["runs"][0]
        #expect(log["results"][1]["ruleId"] == "unique.repeated")
        let region = log["results"][1]["locations"][0]["physicalLocation"]["region"]
        #expect(region["startLine"] == 4)
        #expect(region["endColumn"] == 2)
        #expect(log["properties"]["summary"]["rules"][2]["surplusRecords"] == 2)
        let suites = try workshop.read("a.xml")
        #expect(
            suites.contains(
                "<testcase classname=\"r.yaml\" name=\"records: unique(id)\">\n   <failure"))
        #expect(try workshop.read("a.ndjson").split(separator: "\n").count == 3)
    }

    /// All inputs are one data set, in the order in which they are given.
    @Test func theFirstRecordMayBeInAnotherFile() throws {
        let workshop = try workshop()
        try workshop.write("{\"id\": \"8\"}\n{\"id\": \"9\"}\n{\"id\": \"9\"}\n", to: "b.ndjson")
        let result = try validate(["-f", "concise", "a.csv", "b.ndjson"], in: workshop)
        #expect(
            result.output.hasSuffix(
                """
                b.ndjson:1:8: error[unique.repeated] /id is the same as in line 3 of a.csv: "8"
                b.ndjson:3:8: error[unique.repeated] /id is the same as in line 2: "9"

                """), "\(result.output)")
    }

    /// What cannot be read twice has the line of each record, and no column, value or excerpt.
    @Test func aPipeHasLines() throws {
        let workshop = try workshop()
        let concise = try validate(
            ["-f", "concise", "--input-format", "csv"], input: Self.records, in: workshop)
        #expect(
            concise.output == """
                -:4:3: error[email.syntax] /email must be an e-mail address: "x"
                -:4: error[unique.repeated] /id is the same as in line 2
                -:5: error[unique.repeated] /id is the same as in line 2

                """)
        let lines = try validate(
            ["-f", "ndjson", "--input-format", "csv"], input: Self.records, in: workshop)
        #expect(lines.output.hasSuffix(#","source":{"line":5}}"# + "\n"), "\(lines.output)")
    }

    @Test func aRuleWithoutViolationsIsInTheSummary() throws {
        let result = try validate(
            ["-f", "concise", "a.csv"], in: workshop(Self.rules, "id,email\n1,a@b.example\n"))
        #expect(result.output == "")
        #expect(
            result.errors == """
                ruleshell: 1 record: 1 valid, 0 invalid; 0 violations
                ruleshell: unique(id): 0 keys repeated, 0 records too many, 0 concerned

                """)
        #expect(result.status == 0)
    }

    @Test func malformedRecordsAreInNoKeyAndAreCounted() throws {
        let result = try validate(
            ["-f", "concise", "a.csv"], in: workshop(Self.rules, "id,email\n1,\n1\n"))
        #expect(
            result.errors.hasSuffix(
                "ruleshell: unique(id): 0 keys repeated, 0 records too many, 0 concerned, 1 malformed left out\n"
            ),
            "\(result.errors)")
        #expect(result.status == 1)
    }

    @Test func aWarningLeavesRecordsValid() throws {
        let rules = Self.rules.replacing(
            "  - unique(id)", with: "  - { rule: unique(id), severity: warning }")
        let workshop = try workshop(rules, "id,email\n1,\n1,\n")
        let result = try validate(["-f", "concise", "a.csv"], in: workshop)
        #expect(
            result.output
                == "a.csv:3:1: warning[unique.repeated] /id is the same as in line 2: \"1\"\n")
        #expect(result.status == 0)
        #expect(try validate(["--strict", "a.csv"], in: workshop).status == 1)
    }

    @Test func theDataSetItselfHasFindings() throws {
        let rules = """
            assay: 1
            fields:
              total: number
            records:
              - count(3...)
              - sum(total, ...5)
              - sorted(total)

            """
        let workshop = try workshop(rules, "total\n4\n3\n")
        let result = try validate(["-f", "concise", "a.csv"], in: workshop)
        #expect(
            result.output == """
                a.csv:3:1: error[sorted.order] /total must be sorted in ascending order: "3"
                a.csv: error[count.tooFew] must have at least 3 records, not 2
                a.csv: error[sum.tooLarge] must have a sum of at most 5, not 7

                """)
        #expect(result.status == 1)
        try workshop.write("total\n5\n", to: "b.csv")
        let several = try validate(["-f", "json", "a.csv", "b.csv"], in: workshop)
        let findings = try JSONValueParser.parse(several.output)["violations"]
        #expect(findings[0]["file"] == "a.csv")
        #expect(findings[1]["code"] == "sum.tooLarge")
        #expect(findings[1]["file"] == .absent)
        #expect(findings[1]["parameters"]["sum"] == 12)
    }

    // MARK: - Not everything seen

    @Test(arguments: [["--limit", "2"], ["--max-errors", "1"]])
    func aRunThatEndsEarlyIsNotValid(options: [String]) throws {
        let workshop = try workshop(Self.rules, "id,email\n1,x\n2,x\n3,\n")
        let result = try validate(
            options + ["--ignore", "email", "-f", "concise", "a.csv"], in: workshop)
        guard options[0] == "--limit" else { return }
        #expect(
            result.output
                == "a.csv: fault[fault.recordsIncomplete] /id could not be checked by unique: not all records were read\n"
        )
        #expect(result.status == 1)
    }

    @Test func theLimitOfErrorsLeavesAFault() throws {
        let result = try validate(["--max-errors", "1", "-f", "concise", "a.csv"], in: workshop())
        #expect(
            result.output == """
                a.csv:4:3: error[email.syntax] /email must be an e-mail address: "x"
                a.csv: fault[fault.recordsIncomplete] /id could not be checked by unique: not all records were read

                """)
        #expect(result.status == 1)
    }

    /// Findings after the limit are not written, and no summary calls their records valid.
    @Test func theLimitOfErrorsCountsAllRecordsOfARuleAboutThem() throws {
        let workshop = try workshop(
            "assay: 1\nfields: {}\nrecords: [unique(id)]\n", "id\n7\n7\n7\n8\n7\n")
        let result = try validate(["--max-errors", "1", "-f", "concise", "a.csv"], in: workshop)
        #expect(
            result.output
                == "a.csv:3:1: error[unique.repeated] /id is the same as in line 2: \"7\"\n")
        #expect(
            result.errors.hasPrefix(
                "ruleshell: 5 records: 2 valid, 3 invalid; 1 violation; stopped there\n"),
            "\(result.errors)")
        #expect(result.status == 1)
    }

    /// A value that no error reports is not left out of a sum in silence.
    @Test(
        arguments: [
            ("{ rule: number, severity: warning }", [], "fault.incomplete"),
            ("number", ["--ignore", "number"], "fault.incomplete"),
            ("number", [], "number.syntax"),
            ("{ rule: number, tolerance: 1 }", [], "warning[number.syntax]"),
        ])
    func aSumSaysWhatItCannotUse(rule: String, options: [String], code: String) throws {
        let workshop = try workshop(
            "assay: 1\nfields:\n  total: [\(rule)]\nrecords: [\"sum(total, 0...10)\"]\n",
            "total\nx\n3\n")
        let result = try validate(options + ["-f", "concise", "a.csv"], in: workshop)
        #expect(result.output.contains(code), "\(result.output)")
        #expect(result.output.contains("fault.") == (code == "fault.incomplete"))
        #expect(result.status == (rule.contains("tolerance") ? 0 : 1), "\(result.output)")
    }

    @Test func anUnreadableInputLeavesAFault() throws {
        let result = try validate(["-f", "concise", "a.csv", "missing.csv"], in: workshop())
        #expect(
            result.output.contains(
                "a.csv:4:1: error[unique.repeated] /id is the same as in line 2: \"7\"\n")
        )
        #expect(
            result.output.contains(
                "fault[fault.recordsIncomplete] /id could not be checked by unique"))
        #expect(result.status == 3)
    }

    @Test func aRuleThatIsNotSelectedDoesNotRun() throws {
        let result = try validate(
            ["--select", "email", "--limit", "1", "-f", "concise", "a.csv"], in: workshop())
        #expect(result.output == "")
        #expect(
            result.errors
                == "ruleshell: 1 record: 1 valid, 0 invalid; 0 violations; stopped at --limit 1\n")
        #expect(result.status == 0)
    }

    // MARK: - Doors

    /// A baseline knows findings about records, and none about the data set.
    @Test func aBaselineKnowsRepeatedRecords() throws {
        let workshop = try workshop(Self.rules + "  - count(9...)\nidentity: [id, email]\n")
        let first = try validate(["--write-baseline", "b", "-f", "concise", "a.csv"], in: workshop)
        #expect(first.status == 1, "\(first.errors)")
        try workshop.write(Self.records + "8,c@b.example\n", to: "a.csv")
        let next = try validate(["--baseline", "b", "-f", "concise", "a.csv"], in: workshop)
        #expect(
            next.output == """
                a.csv:6:1: error[unique.repeated] /id is the same as in line 3: "8"
                a.csv: error[count.tooFew] must have at least 9 records, not 5

                """)
        #expect(
            next.errors.hasPrefix("ruleshell: 5 records: 4 valid, 1 invalid; 2 violations\n"),
            "\(next.errors)")
        #expect(next.status == 1)
    }

    @Test func optionsOfRecordsRulesNeedOne() throws {
        let workshop = try workshop("assay: 1\nfields: {}\n")
        for option in [
            ["--scratch-memory", "1M"], ["--limit-scratch", "1G"], ["--source", "a=b"],
        ] {
            let result = try validate(option + ["a.csv"], in: workshop)
            #expect(
                result.errors.hasPrefix(
                    "ruleshell: error[usage] \(option[0]) is for rules under 'records', and the rule set has none\n"
                ),
                "\(result.errors)")
            #expect(result.status == 2)
        }
        for (option, message) in [
            (["--scratch-memory", "12X"], "not a size"),
            (["--scratch-memory", "1K"], "takes a size from 1M"),
            (["--scratch", "a.csv"], "takes a directory"), (["--source", "a"], "not a source"),
            (["--source", "a=b", "--source", "a=c"], "two files for 'a'"),
            (["--strict-split"], "needs --valid, --invalid or --invalid-with-reasons"),
        ] {
            let result = try validate(option + ["a.csv"], in: workshop)
            #expect(result.errors.contains(message), "\(result.errors)")
            #expect(result.status == 2)
        }
    }

    // MARK: - Threads and memory

    @Test func outputDependsOnNeitherThreadsNorMemory() throws {
        let workshop = try Workshop()
        try workshop.write(
            "assay: 1\nfields: {}\nrecords: [unique(id), 'unique(a, b)']\n", to: "r.yaml")
        var text = ""
        var random = UInt64(17)
        for _ in 0..<120_000 {
            random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let id = random >> 40
            text += "{\"id\":\(id),\"a\":\(id % 997),\"b\":\(random >> 52)}\n"
        }
        try workshop.write(text, to: "a.ndjson")
        let one = try validate(["-f", "concise", "-j", "1", "a.ndjson"], in: workshop)
        #expect(one.output.utf8.count > 100_000)
        for options in [
            ["-j", "2"], ["-j", "4", "--scratch-memory", "1M"],
            ["-j", "1", "--scratch-memory", "1M"],
        ] {
            let other = try validate(["-f", "concise"] + options + ["a.ndjson"], in: workshop)
            #expect(other.output == one.output, "\(options)")
            #expect(other.errors == one.errors, "\(options)")
        }
        _ = try workshop.packed("a.ndjson")
        let packed = try validate(["-f", "concise", "a.ndjson.gz"], in: workshop)
        #expect(packed.output == one.output.replacing("a.ndjson:", with: "a.ndjson.gz:"))
    }

    @Test func aLimitOfScratchIsAnError() throws {
        let workshop = try Workshop()
        try workshop.write("assay: 1\nfields: {}\nrecords: [unique(id)]\n", to: "r.yaml")
        let lines = (0..<100_000).map { "{\"id\":\($0)}\n" }.joined()
        try workshop.write(lines, to: "a.ndjson")
        let result = try validate(
            ["--scratch-memory", "1M", "--limit-scratch", "64K", "-f", "json", "a.ndjson"],
            in: workshop)
        #expect(result.errors.contains("error[scratch.limit]"), "\(result.errors)")
        #expect(
            result.output.contains(
                "\"notices\":[{\"severity\":\"error\",\"code\":\"scratch.limit\""))
        #expect(result.status == 2)
    }
}
