// SPDX-License-Identifier: Apache-2.0
import Assay
import Testing

/// The summary's numbers.
@Suite struct SummaryTests {
    @Test func numbersAreThoseOfTheFindings() throws {
        let workshop = try Workshop.people()
        let result = try RuleShellTool.run(
            [
                "validate", "-r", "people.yaml", "-f", "concise", "--summary", "s.json",
                "people.ndjson",
            ],
            in: workshop)
        #expect(result.errors == "")
        guard case .object(var summary) = try JSONValueParser.parse(workshop.read("s.json")) else {
            throw TestFailure(description: "the summary is no object")
        }
        guard let seconds = summary["seconds"].flatMap({ ExactNumber($0) }),
            let zero = ExactNumber(0)
        else { throw TestFailure(description: "there are no seconds") }
        #expect(!(seconds < zero))
        summary["seconds"] = nil
        #expect(
            Value.object(summary).json == #"{"records":4,"valid":1,"invalid":3,"violations":3,"#
                + #""warnings":1,"faults":1,"malformed":1,"bytes":144,"rules":["#
                + #"{"field":"name","rule":"required","findings":0},"#
                + #"{"field":"name","rule":"length","findings":1},"#
                + #"{"field":"age","rule":"required","findings":0},"#
                + #"{"field":"age","rule":"integer","findings":0},"#
                + #"{"field":"age","rule":"range","findings":1},"#
                + #"{"field":"code","rule":"regex","findings":1},"#
                + #"{"field":"nick","rule":"length","findings":1}]}"#)
    }

    @Test func dashIsTheLastLineOfTheOutput() throws {
        let workshop = try Workshop.people()
        let result = try RuleShellTool.run(
            ["validate", "-r", "people.yaml", "-f", "ndjson", "--summary", "-", "people.ndjson"],
            in: workshop)
        let lines = result.output.split(separator: "\n")
        #expect(lines.count == 6)
        #expect(lines.last?.hasPrefix(#"{"records":4,"valid":1,"#) == true)
        #expect(result.errors == "")
    }

    @Test func severalInputsAreAddedUp() throws {
        let workshop = try Workshop.people()
        try workshop.write("name,age\nAnna,33\nBo,12\n", to: "more.csv")
        let result = try RuleShellTool.run(
            [
                "validate", "-r", "people.yaml", "-f", "concise", "--allow-missing-columns",
                "people.ndjson", "more.csv", "-",
            ],
            in: workshop, input: "[{\"name\":\"Anna\",\"age\":33}]")
        #expect(
            result.errors == """
                ruleshell: warning[field.neverSeen] no record of 'more.csv' has the fields 'code' and 'nick'
                help: check the spelling of the fields in the rule set
                ruleshell: 7 records: 3 valid, 4 invalid; 5 violations, 1 warning, 1 fault, 1 malformed

                """)
        #expect(result.output.contains("\nmore.csv:3:1: error[length.tooShort] /name "))
    }

    @Test func warningsLeaveTheStatusAlone() throws {
        let workshop = try Workshop.people()
        let result = try RuleShellTool.run(
            ["validate", "-r", "people.yaml", "-f", "concise"], in: workshop,
            input: "{\"name\":\"Anna\",\"age\":33,\"nick\":\"abcdef\"}\n")
        #expect(result.output.hasPrefix("-:1:32: warning[length.tooLong] /nick "))
        #expect(result.status == 0)
    }

    @Test func subjectLimitAppliesToTheRun() throws {
        let workshop = try Workshop.people()
        let subject = "{\"name\":\"Anna\",\"age\":33,\"code\":\"aaab\"}\n"
        let short = try RuleShellTool.run(
            ["validate", "-r", "people.yaml", "-f", "concise", "--subject-limit", "3"],
            in: workshop, input: subject)
        #expect(
            short.output.contains(
                "fault[fault.subjectLimit] /code could not be checked by regex: "
                    + "the text is longer than the subject limit of patterns"))
        #expect(short.status == 1)
        let long = try RuleShellTool.run(
            ["validate", "-r", "people.yaml", "-f", "concise", "--subject-limit", "4"],
            in: workshop, input: subject)
        #expect(long.output.contains("error[regex.noMatch] /code "))
    }

    @Test func matchLimitAppliesToTheRun() throws {
        let workshop = try Workshop.people()
        let subject =
            "{\"name\":\"Anna\",\"age\":33,\"code\":\"\(String(repeating: "a", count: 16))b\"}\n"
        let few = try RuleShellTool.run(
            ["validate", "-r", "people.yaml", "-f", "concise", "--match-limit", "100"],
            in: workshop, input: subject)
        #expect(few.output.contains("fault[fault.matchLimit] /code "))
        #expect(few.status == 1)
        let many = try RuleShellTool.run(
            ["validate", "-r", "people.yaml", "-f", "concise", "--match-limit", "10000000"],
            in: workshop, input: subject)
        #expect(many.output.contains("error[regex.noMatch] /code "))
    }
}
