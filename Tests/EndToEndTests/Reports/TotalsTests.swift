// SPDX-License-Identifier: Apache-2.0
import Testing

/// `validate -f summary` and `--stats`.
@Suite struct TotalsTests {
    @Test func tablesAreByRuleAndByField() throws {
        let result = try RuleShellTool.run(
            ["validate", "-r", "people.yaml", "-f", "summary", "people.ndjson", "people.ndjson"],
            in: try Workshop.people())
        let lines = result.output.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(
            lines.dropLast(2).joined(separator: "\n") == """
                8 records: 2 valid (25.0 %), 6 invalid; 6 violations, 2 warnings, 2 faults, 2 malformed

                by rule
                  2  name      length(3...20)      length.tooShort 2
                  2  age       range(18...120)     range.tooSmall 2
                  2  code      regex(/^(a+)+\\1$/)  fault.matchLimit 2
                  2  nick      length(...3)        length.tooLong 2
                  2  (record)  readable            record.malformed 2

                by field
                  2  name
                  2  age
                  2  code
                  2  nick
                  2  (record)

                most frequent values
                  2  name  length(3...20)      "Bo"
                  2  age   range(18...120)     17
                  2  code  regex(/^(a+)+\\1$/)  "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab"
                  2  nick  length(...3)        "abcde"

                """)
        #expect(
            lines[lines.count - 2].wholeMatch(of: #/[0-9.]+ s, \d+ records/s, [0-9.]+ MB/s/#) != nil
        )
        #expect(result.errors == "")
        #expect(result.status == 1)
    }

    @Test(arguments: [
        (
            "{\"name\":\"Anna\",\"age\":33}\n",
            "1 record: 1 valid (100.0 %), 0 invalid; 0 violations\n"
        ),
        (
            "",
            """
            0 records: 0 valid (-), 0 invalid; 0 violations
            warning[input.noRecords] no record was read; name inputs that have records; \
            --min-records 1 makes this an error, --min-records 0 allows it

            """
        ),
    ])
    func headTellsTheShare(input: String, head: String) throws {
        let result = try RuleShellTool.run(
            ["validate", "-r", "people.yaml", "-f", "summary"], in: try Workshop.people(),
            input: input)
        #expect(result.output.hasPrefix(head + "\n"))
        #expect(result.status == 0)
    }

    @Test func summaryEndsWhereTheRunDoes() throws {
        let result = try RuleShellTool.run(
            [
                "validate", "-r", "people.yaml", "-f", "summary", "--max-errors", "2",
                "people.ndjson",
            ],
            in: try Workshop.people())
        #expect(
            result.output.hasPrefix(
                "2 records: 1 valid (50.0 %), 1 invalid; 2 violations; stopped there\n"))
        #expect(!result.output.contains("record.malformed"))
    }

    @Test(arguments: ["1", "2"])
    func statisticsTellWhatEachRuleDid(jobs: String) throws {
        let workshop = try Workshop.people()
        let result = try RuleShellTool.run(
            [
                "validate", "-r", "people.yaml", "-f", "concise", "--stats", "-j", jobs,
                "--summary", "-", "people.ndjson",
            ],
            in: workshop)
        let numbers = [
            #""rule":"required","findings":0,"passed":3,"failed":0,"undecided":0,"skipped":0,"#,
            #""rule":"length","findings":1,"passed":2,"failed":1,"undecided":0,"skipped":0,"#,
            #""rule":"range","findings":1,"passed":2,"failed":1,"undecided":0,"skipped":0,"#,
            #""rule":"regex","findings":1,"passed":0,"failed":0,"undecided":1,"skipped":2,"#,
            #""rule":"length","findings":1,"passed":0,"failed":1,"undecided":0,"skipped":2,"#,
        ]
        for number in numbers { #expect(result.output.contains(number), "\(number)") }
        #expect(result.errors.hasPrefix("rules, slowest first\n   seconds  passed  failed  "))
        #expect(
            result.errors.hasSuffix(
                """
                note: name: required never fails
                note: age: required never fails
                note: age: integer never fails
                note: nick: length(...3) always fails

                """))
    }

    @Test func statisticsAreOffWithoutTheOption() throws {
        let result = try RuleShellTool.run(
            ["validate", "-r", "people.yaml", "-f", "json", "people.ndjson"],
            in: try Workshop.people())
        #expect(!result.output.contains("\"passed\""))
        #expect(result.errors == "")
    }
}
