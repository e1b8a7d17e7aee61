// SPDX-License-Identifier: Apache-2.0
import Assay
import Testing

/// The files of records of `validate` with rules about the data set, and tolerances.
@Suite struct RecordsSplitTests {
    private func workshop(_ rules: String = RecordsRuleTests.rules) throws -> Workshop {
        let workshop = try Workshop()
        try workshop.write(rules, to: "r.yaml")
        try workshop.write(RecordsRuleTests.records, to: "a.csv")
        return workshop
    }

    private func validate(_ arguments: [String], in workshop: Workshop) throws -> ProcessResult {
        try RuleShellTool.run(
            ["validate", "-r", "r.yaml", "-f", "concise"] + arguments, in: workshop)
    }

    private static let files = [
        "--valid", "v.csv", "--invalid", "i.csv", "--invalid-with-reasons", "w.csv",
    ]

    @Test func repeatedRecordsAreInvalid() throws {
        let workshop = try workshop()
        #expect(try validate(Self.files + ["a.csv"], in: workshop).status == 1)
        #expect(try workshop.read("v.csv") == "id,email\n7,a@b.example\n8,a@b.example\n")
        #expect(try workshop.read("i.csv") == "id,email\n7,x\n7,a@b.example\n")
        #expect(
            try workshop.read("w.csv") == """
                _line,_codes,_reasons,id,email
                4,email.syntax unique.repeated,/email must be an e-mail address; /id is the same as in line 2,7,x
                5,unique.repeated,/id is the same as in line 2,7,a@b.example

                """)
    }

    @Test func aPipeCannotBeReadTwice() throws {
        let workshop = try workshop()
        let result = try RuleShellTool.run(
            ["validate", "-r", "r.yaml", "--valid", "v.csv", "-"], in: workshop,
            input: RecordsRuleTests.records)
        #expect(
            result.errors == """
                ruleshell: error[records.onePass] --valid with rules under 'records' needs inputs that can be read \
                twice, and standard input cannot
                help: give --spool DIR, where it is copied to first, or validate a file

                """)
        #expect(result.status == 2)
    }

    @Test func aPipeIsCopied() throws {
        let workshop = try workshop()
        let result = try RuleShellTool.run(
            [
                "validate", "-r", "r.yaml", "-f", "concise", "--input-format", "csv", "--spool",
                ".",
                "--select", "unique",
            ] + Self.files, in: workshop, input: RecordsRuleTests.records)
        #expect(
            result.output == """
                -:4:1: error[unique.repeated] /id is the same as in line 2: "7"
                -:5:1: error[unique.repeated] /id is the same as in line 2: "7"

                """)
        #expect(try workshop.read("v.csv") == "id,email\n7,a@b.example\n8,a@b.example\n")
        #expect(try workshop.read("i.csv") == "id,email\n7,x\n7,a@b.example\n")
    }

    @Test func severalInputsAndALimit() throws {
        let workshop = try workshop()
        try workshop.write("id,email\n8,a@b.example\n9,\n9,\n", to: "b.csv")
        _ = try validate(Self.files + ["--limit", "6", "a.csv", "b.csv"], in: workshop)
        #expect(try workshop.read("v.csv") == "id,email\n7,a@b.example\n8,a@b.example\n9,\n")
        #expect(
            try workshop.read("i.csv") == "id,email\n7,x\n7,a@b.example\n8,a@b.example\n")
    }

    @Test func theFilesDoNotDependOnThreads() throws {
        let workshop = try Workshop()
        try workshop.write(
            "assay: 1\nfields: {n: 'range(5...)'}\nrecords: [unique(id)]\n", to: "r.yaml")
        let lines = (0..<60_000).map { "{\"id\":\($0 % 50_000),\"n\":\($0 % 1000)}\n" }
        try workshop.write(lines.joined(), to: "a.ndjson")
        for jobs in ["1", "4"] {
            _ = try validate(
                ["--valid", "v\(jobs)", "--invalid", "i\(jobs)", "-j", jobs, "a.ndjson"],
                in: workshop)
        }
        let valid = lines.enumerated().filter { $0.offset < 50_000 && $0.offset % 1000 >= 5 }.map(
            \.element
        ).joined()
        #expect(try workshop.read("v1") == valid)
        #expect(try workshop.read("v4") == valid)
        #expect(try workshop.read("i1") == workshop.read("i4"))
    }

    // MARK: - Tolerances

    private static let tolerant = """
        assay: 1
        fields:
          email: [{ rule: email, tolerance: 1 }]
        records:
          - { rule: unique(id), tolerance: 60 % }

        """

    @Test func failuresWithinATolerancePass() throws {
        let workshop = try workshop(Self.tolerant)
        let result = try validate(
            ["--max-warnings", "0", "--valid", "v.csv", "a.csv"], in: workshop)
        #expect(
            result.output == """
                a.csv:4:3: warning[email.syntax] /email must be an e-mail address: "x"
                a.csv:4:1: warning[unique.repeated] /id is the same as in line 2: "7"
                a.csv:5:1: warning[unique.repeated] /id is the same as in line 2: "7"

                """)
        #expect(result.status == 0)
        #expect(try workshop.read("v.csv") == RecordsRuleTests.records)
    }

    @Test func tooManyFailuresAreAnError() throws {
        let workshop = try workshop(
            Self.tolerant.replacing("tolerance: 1 ", with: "tolerance: 0 ").replacing(
                "60 %", with: "10 %"))
        let result = try validate(["a.csv"], in: workshop)
        #expect(
            result.output.hasSuffix(
                """
                a.csv: error[unique.tolerance] failed unique in 2 of 4 cases (50 %); at most 10 % may fail
                a.csv: error[email.tolerance] /email failed email in 1 of 4 cases (25 %); at most 0 may fail

                """), "\(result.output)")
        #expect(result.status == 1)
        let suites = try RuleShellTool.run(
            ["validate", "-r", "r.yaml", "-f", "junit", "a.csv"], in: workshop
        ).output
        #expect(suites.contains("<failure type=\"email.tolerance\""), "\(suites)")
        #expect(suites.contains("<failure type=\"unique."), "\(suites)")
    }

    @Test func aStrictSplitTakesThemOut() throws {
        let workshop = try workshop(Self.tolerant)
        let result = try validate(Self.files + ["--strict-split", "a.csv"], in: workshop)
        #expect(result.status == 0)
        #expect(try workshop.read("v.csv") == "id,email\n7,a@b.example\n8,a@b.example\n")
        #expect(try workshop.read("i.csv") == "id,email\n7,x\n7,a@b.example\n")
    }

    @Test func aToleranceThatIsNotSelectedHasNoFinding() throws {
        let workshop = try workshop(Self.tolerant.replacing("tolerance: 1 ", with: "tolerance: 0 "))
        for options in [["--limit", "3"], []] {
            let result = try validate(["--select", "unique", "a.csv"] + options, in: workshop)
            #expect(!result.output.contains("email"), "\(result.output)")
        }
    }

    @Test func aToleranceThatIsNotDecidedIsAFault() throws {
        let workshop = try workshop(
            Self.tolerant.replacing(
                "records:\n  - { rule: unique(id), tolerance: 60 % }\n", with: ""))
        let result = try validate(["--limit", "3", "a.csv"], in: workshop)
        #expect(
            result.output == """
                a.csv:4:3: warning[email.syntax] /email must be an e-mail address: "x"
                a.csv: fault[fault.recordsIncomplete] could not be checked by email: not all records were read

                """)
        #expect(result.status == 1)
    }
}
