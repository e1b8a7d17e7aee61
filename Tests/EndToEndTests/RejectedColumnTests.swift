// SPDX-License-Identifier: Apache-2.0
import Assay
import Testing

/// A column that the rule set does not know, under `unknownFields: reject`: one finding of the header, and every
/// record has the field.
@Suite struct RejectedColumnTests {
    private func workshop(_ policy: String = "reject", more: String = "") throws -> Workshop {
        let workshop = try Workshop()
        try workshop.write(
            "assay: 1\nunknownFields: \(policy)\n\(more)fields:\n  a: integer\n", to: "r.yaml")
        try workshop.write("a,b\n1,x\ny,x\n3,x\n", to: "a.csv")
        return workshop
    }

    private func validate(_ arguments: [String], in workshop: Workshop) throws -> ProcessResult {
        try RuleShellTool.run(["validate", "-r", "r.yaml"] + arguments, in: workshop)
    }

    private static let header =
        "a.csv:1:3: error[record.unknownField] /b is not a field of the rule set\n"
    private static let cell =
        "a.csv:3:1: error[integer.notWhole] /a must be a whole number: \"y\"\n"

    @Test func noRecordIsValid() throws {
        let result = try validate(
            ["-f", "concise", "--valid", "v.csv", "--invalid", "i.csv", "a.csv"],
            in: workshop())
        #expect(result.output == Self.header + Self.cell)
        #expect(result.errors == "ruleshell: 3 records: 0 valid, 3 invalid; 2 violations\n")
        #expect(result.status == 1)
    }

    @Test func recordsAreSplitAsTheyAreCounted() throws {
        let workshop = try workshop()
        _ = try validate(["--valid", "v.csv", "--invalid", "i.csv", "a.csv"], in: workshop)
        #expect(try workshop.read("v.csv") == "a,b\n")
        #expect(try workshop.read("i.csv") == "a,b\n1,x\ny,x\n3,x\n")
    }

    @Test func summaryCountsThemAll() throws {
        let result = try validate(
            ["-f", "ndjson", "-o", "o", "--summary", "-", "a.csv"], in: workshop())
        let summary = try JSONValueParser.parse(result.output)
        #expect(summary["records"] == 3)
        #expect(summary["valid"] == 0)
        #expect(summary["invalid"] == 3)
        #expect(summary["violations"] == 2)
    }

    /// A spreadsheet leaves a separator at the end, and a header may have millions of names.
    @Test(arguments: [
        (
            "a,\n1,\n", "",
            "a.csv:1:3: error[record.unknownField] a column without a name is not a field of the rule set\n"
        ),
        (
            "a,b,c,d\n1,,,\n", "maximumViolations: 1\n",
            """
            a.csv:1:3: error[record.unknownField] /b is not a field of the rule set
            a.csv:1:5: error[record.unknownField] 2 more columns are not fields of the rule set

            """
        ),
        (
            "a,b,c\n1,,\n", "maximumViolations: 1\n",
            """
            a.csv:1:3: error[record.unknownField] /b is not a field of the rule set
            a.csv:1:5: error[record.unknownField] 1 more column is not a field of the rule set

            """
        ),
    ])
    func columnsAreNamedAndBounded(text: String, more: String, findings: String) throws {
        let workshop = try workshop(more: more)
        try workshop.write(text, to: "a.csv")
        let result = try validate(["-f", "concise", "a.csv"], in: workshop)
        #expect(result.output == findings)
        #expect(result.errors.hasPrefix("ruleshell: 1 record: 0 valid, 1 invalid;"))
        #expect(result.status == 1)
    }

    @Test func columnsThatAppearAgainAreBoundedToo() throws {
        let workshop = try workshop("allow", more: "maximumViolations: 1\n")
        try workshop.write("a,b,b,b,b\n1,,,,\n", to: "a.csv")
        let result = try validate(["-f", "concise", "a.csv"], in: workshop)
        #expect(
            result.output == """
                a.csv:1:5: warning[record.duplicateKey] /b appears more than once in the record
                a.csv:1:7: warning[record.duplicateKey] 2 more columns appear more than once

                """)
        #expect(result.status == 0)
    }

    @Test func emptyNameOfAMemberIsNamed() throws {
        let workshop = try workshop()
        try workshop.write("{\"a\":1,\"\":2}\n", to: "a.ndjson")
        let result = try validate(["-f", "concise", "a.ndjson"], in: workshop)
        #expect(
            result.output
                == "a.ndjson:1:8: error[record.unknownField] / is an empty name, which is not a field of the rule set\n"
        )
    }

    @Test func aHeaderAloneIsNotValidEither() throws {
        let workshop = try workshop()
        try workshop.write("a,b\n", to: "a.csv")
        let result = try validate(["-f", "concise", "a.csv"], in: workshop)
        #expect(result.output == Self.header)
        #expect(result.errors.hasPrefix("ruleshell: warning[input.noRecords] no record was read\n"))
        #expect(
            result.errors.hasSuffix("\nruleshell: 0 records: 0 valid, 0 invalid; 1 violation\n"))
        #expect(result.status == 1)
    }

    /// In pieces that other threads read, too.
    @Test(arguments: ["1", "3"])
    func everyPieceIsRejected(jobs: String) throws {
        let workshop = try workshop()
        try workshop.write(
            "a,b\n" + String(repeating: "1,\(String(repeating: "x", count: 98))\n", count: 20_000),
            to: "a.csv")
        let result = try validate(["-f", "concise", "-j", jobs, "a.csv"], in: workshop)
        #expect(result.output == Self.header)
        #expect(
            result.errors == "ruleshell: 20000 records: 0 valid, 20000 invalid; 1 violation\n")
    }

    @Test(arguments: [
        ("1", header, "0 records: 0 valid, 0 invalid; 1 violation"),
        ("2", header + cell, "2 records: 0 valid, 2 invalid; 2 violations"),
    ])
    func theLimitOfErrorsCountsThem(most: String, output: String, counts: String) throws {
        let result = try validate(
            ["-f", "concise", "--max-errors", most, "a.csv"], in: workshop())
        #expect(result.output == output)
        #expect(result.errors == "ruleshell: \(counts); stopped there\n")
        #expect(result.status == 1)
    }

    /// The header is of no record, and is in no baseline.
    @Test func aBaselineDoesNotMakeThemValid() throws {
        let workshop = try workshop(more: "identity: a\n")
        _ = try validate(
            ["-f", "concise", "--write-baseline", "b", "--accept-new", "a.csv"], in: workshop)
        let result = try validate(["-f", "concise", "--baseline", "b", "a.csv"], in: workshop)
        #expect(result.output == Self.header)
        #expect(result.errors.hasPrefix("ruleshell: 3 records: 0 valid, 3 invalid; 1 violation\n"))
        #expect(result.status == 1)
    }

    @Test func aFilterLeavesThemOut() throws {
        let result = try validate(
            ["-f", "concise", "--ignore", "record.unknownField", "a.csv"], in: workshop())
        #expect(result.output == Self.cell)
        #expect(result.errors == "ruleshell: 3 records: 2 valid, 1 invalid; 1 violation\n")
    }

    @Test func aWarningRejectsNone() throws {
        let result = try validate(["-f", "concise", "a.csv"], in: workshop("warn"))
        #expect(
            result.output == Self.header.replacing("error[", with: "warning[") + Self.cell)
        #expect(
            result.errors == "ruleshell: 3 records: 2 valid, 1 invalid; 1 violation, 1 warning\n")
    }
}
