// SPDX-License-Identifier: Apache-2.0
import Assay
import Testing

/// `:validate` and `:summary`: all records of the open file.
@Suite struct PromptValidateTests {
    private static let rules =
        "assay: 1\nfields:\n  id: required\n  age: integer, range(18...120)\n"

    private func run(
        _ lines: [String], records: String, file: String = "many.ndjson"
    ) throws -> ProcessResult {
        let workshop = try Workshop()
        try workshop.write(Self.rules, to: "rules.yaml")
        try workshop.write(records, to: file)
        return try Prompt.run([":open \(file)"] + lines, in: workshop, ["-r", "rules.yaml"])
    }

    @Test(arguments: [":validate", ":summary"])
    func fileMustBeOpen(line: String) throws {
        let workshop = try Workshop.people()
        let result = try Prompt.run([line], in: workshop, ["-r", "people.yaml"])
        #expect(
            result
                == ProcessResult(
                    status: 2, output: "",
                    errors: """
                        -:1:1: error[prompt.data] no file is open
                        help: :open FILE opens one

                        """))
    }

    @Test(arguments: [":validate now", ":summary people.ndjson"])
    func thereIsNoArgument(line: String) throws {
        #expect(try Prompt.run([line]).errors.contains("error[prompt.argument] ':"))
    }

    @Test func firstInvalidRecordsAreShownAndAllAreCounted() throws {
        let records = (1...8).map { "{\"id\":\($0),\"age\":\($0 == 2 ? 30 : 17)}\n" }.joined()
        let result = try run([":validate"], records: records)
        let lines = result.output.split(separator: "\n").map(String.init)
        #expect(lines.count { $0.hasPrefix("error[range.tooSmall] ") } == 5)
        #expect(
            lines.suffix(2) == [
                "many.ndjson: 8 records: 1 valid, 7 invalid; 7 violations",
                "2 more invalid records are not shown; :summary counts all findings",
            ])
        #expect(result.status == 0)
    }

    /// The place of `:next` stays as it is.
    @Test func nextGoesOnAfterwards() throws {
        let records = "{\"id\":1,\"age\":17}\n{\"id\":2,\"age\":30}\n"
        let result = try run(
            [":mode concise", ":next", ":validate", ":next"], records: records)
        #expect(
            result.output == """
                invalid record 1 of many.ndjson: /age range.tooSmall
                many.ndjson: 2 records: 1 valid, 1 invalid; 1 violation
                valid record 2 of many.ndjson

                """)
    }

    @Test func whatIsNotARecordIsCounted() throws {
        let result = try run(
            [":mode concise", ":validate"], records: "[{\"id\":1,\"age\":30}] x", file: "a.json")
        #expect(
            result.output == "a.json: 1 record: 1 valid, 0 invalid; 1 violation, 1 malformed\n")
    }

    @Test func fieldThatNoRecordHasIsAWarning() throws {
        let result = try run(
            [":mode concise", ":validate"], records: "{\"id\":1}\n{\"id\":2,\"agee\":1}\n")
        #expect(
            result.output == """
                many.ndjson: 2 records: 2 valid, 0 invalid; 0 violations
                warning[field.neverSeen] no record has the field 'age'; did you mean 'agee', which the \
                first records have?

                """)
    }

    @Test func columnThatTheFileLacksIsAWarning() throws {
        let result = try run(
            [":mode concise", ":validate"], records: "id,other\n1,2\n", file: "a.csv")
        let lines = result.output.split(separator: "\n").map(String.init)
        #expect(lines.count { $0.hasPrefix("warning[column.missing] ") } == 2, "\(result)")
        #expect(
            lines.dropLast().last == "a.csv: 1 record: 1 valid, 0 invalid; 0 violations")
    }

    @Test func fileWithoutRecordsIsAWarning() throws {
        let result = try run([":mode concise", ":validate"], records: "")
        #expect(
            result.output == """
                many.ndjson: 0 records: 0 valid, 0 invalid; 0 violations
                warning[input.noRecords] no record was read

                """)
    }

    @Test func summaryIsThatOfValidate() throws {
        let records = ["17", "17", #""x""#, #""x""#].map {
            #"{"id":1,"age":"# + $0 + "}\n"
        }.joined()
        let result = try run([":summary"], records: records)
        let text = result.output.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(
            text.dropLast(2).joined(separator: "\n") == """
                4 records: 0 valid (0.0 %), 4 invalid; 4 violations

                by rule
                  2  age  integer          integer.kind 2
                  2  age  range(18...120)  range.tooSmall 2

                by field
                  4  age

                """)
        let json = try run([":mode json", ":summary"], records: records)
        #expect(try JSONValueParser.parse(json.output)["invalid"] == 4)
    }

    /// A record that is far ahead is found a chunk at a time, with the counts of one at a time.
    @Test func countsOfAJumpAreThoseOfSteps() throws {
        let records = (1...500).map {
            $0 % 7 == 0 ? "{\"id\":\n" : "{\"id\":\($0),\"age\":\($0 % 5 == 0 ? 17 : 30)}\n"
        }.joined()
        let steps = try run(
            [String](repeating: ":next", count: 500), records: records)
        let jump = try run([":next 500"], records: records)
        #expect(steps.output.hasSuffix("\n500 read, 157 invalid\n"))
        #expect(jump.output.hasSuffix("\n499 records skipped; 500 read, 157 invalid\n"))
        let failing = try run(
            [":next 490", ":next fail", ":next fail", ":next 491"], records: records)
        let heads = failing.output.split(separator: "\n").filter { $0.contains("record 49") }
        #expect(
            heads == [
                "invalid record 490 of many.ndjson", "invalid record 495 of many.ndjson",
                "invalid record 497 of many.ndjson", "valid record 491 of many.ndjson",
            ])
    }
}
