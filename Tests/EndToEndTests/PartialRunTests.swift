// SPDX-License-Identifier: Apache-2.0
import Assay
import Testing

/// `validate --partial` and `--combine`.
@Suite struct PartialRunTests {
    private func workshop() throws -> Workshop {
        let workshop = try Workshop()
        try workshop.write(
            "assay: 1\nfields:\n  name: required, length(2...)\n  email: required, email\n",
            to: "r.yaml")
        return workshop
    }

    private func validate(
        _ arguments: [String], in workshop: Workshop
    ) throws -> ProcessResult {
        try RuleShellTool.run(
            ["validate", "-r", "r.yaml", "-f", "concise"] + arguments, in: workshop)
    }

    @Test func givenFieldsAreChecked() throws {
        let workshop = try workshop()
        try workshop.write("{\"name\":null}\n{\"name\":\"A\"}\n{}\n", to: "a.ndjson")
        let result = try validate(["--partial", "a.ndjson"], in: workshop)
        #expect(
            result.output == """
                a.ndjson:1:9: error[required.null] /name is required and must not be null: null
                a.ndjson:2:9: error[length.tooShort] /name must have at least 2 characters: "A"

                """)
        #expect(
            result.errors == """
                ruleshell: 3 records: 1 valid, 2 invalid; 2 violations; partial: absent fields were \
                not required

                """)
        #expect(result.status == 1)
    }

    /// A column that is there has cells that are given; one with a similar name may be mistyped.
    @Test func anEmptyCellIsGiven() throws {
        let workshop = try workshop()
        try workshop.write("name,phone\n,1\nAnn,2\n", to: "a.csv")
        let result = try validate(["--partial", "a.csv"], in: workshop)
        #expect(result.output == "a.csv:2:1: error[required.missing] /name is required\n")
        #expect(result.status == 1)
        try workshop.write("name,emial\nAnn,x\n", to: "b.csv")
        let mistyped = try validate(["--partial", "b.csv"], in: workshop)
        #expect(mistyped.errors.contains("no column 'email' (did you mean 'emial'?)"))
        #expect(mistyped.status == 3)
        try workshop.write("phone\n1\n", to: "c.csv")
        #expect(try validate(["--partial", "c.csv"], in: workshop).status == 3)
    }

    @Test func everySummarySaysIt() throws {
        let workshop = try workshop()
        try workshop.write("{\"name\":\"Ann\"}\n", to: "a.ndjson")
        for (format, text) in [
            ("json", "\"partial\":true"), ("ndjson", ""), ("junit", "partial: absent fields"),
            ("sarif", "partial: absent fields"), ("summary", "partial: absent fields"),
        ] {
            let result = try RuleShellTool.run(
                [
                    "validate", "-r", "r.yaml", "-f", format, "--partial", "a.ndjson", "--html",
                    "p.html",
                ],
                in: workshop)
            #expect(result.output.contains(text), "\(format)")
            #expect(result.status == 0, "\(format)")
        }
        #expect(try workshop.read("p.html").contains("absent fields were not required"))
    }

    @Test func combinedRuleSetsNameTheSameField() throws {
        let workshop = try workshop()
        try workshop.write("assay: 1\nfields:\n  name: oneOf(\"Ann\")\n", to: "s.yaml")
        try workshop.write("{\"name\":\"Bob\",\"email\":\"a@b.example\"}\n", to: "a.ndjson")
        let apart = try validate(["-r", "s.yaml", "a.ndjson"], in: workshop)
        #expect(apart.status == 2)
        #expect(apart.errors.contains("or give --combine to use the rules of both"))
        let result = try validate(["-r", "s.yaml", "--combine", "a.ndjson"], in: workshop)
        #expect(
            result.output == "a.ndjson:1:9: error[oneOf.other] /name must be one of Ann: \"Bob\"\n")
        #expect(result.status == 1)
    }

    @Test func aJobHasBothKeys() throws {
        let workshop = try workshop()
        try workshop.write(
            """
            [jobs.patch]
            rules = ["r.yaml"]
            inputs = ["a.ndjson"]
            partial = true
            combine = true
            """, to: "ruleshell.toml")
        try workshop.write("{}\n", to: "a.ndjson")
        let result = try RuleShellTool.run(["run", "patch"], in: workshop)
        #expect(result.status == 0)
        #expect(result.errors.contains("partial: absent fields were not required"))
    }
}
