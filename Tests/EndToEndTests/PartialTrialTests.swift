// SPDX-License-Identifier: Apache-2.0
import Testing

/// `--partial` and `--combine` of `try`, `test`, `watch` and the prompt.
@Suite struct PartialTrialTests {
    private func workshop() throws -> Workshop {
        let workshop = try Workshop()
        try workshop.write(
            """
            assay: 1
            fields:
              name: required, length(2...)
              password: length(8...), sameAs(again)
              again: required

            """, to: "r.yaml")
        try workshop.write("assay: 1\nfields:\n  name: oneOf(\"Ann\")\n", to: "s.yaml")
        return workshop
    }

    // MARK: - try

    @Test func tryNamesTheRulesThatReadUnknownFields() throws {
        let workshop = try workshop()
        let whole = try RuleShellTool.run(
            ["try", "-r", "r.yaml", "password", "longer-than-8"], in: workshop)
        #expect(whole.output.hasPrefix("invalid \"longer-than-8\"\n  error[sameAs."))
        #expect(whole.status == 1)
        let result = try RuleShellTool.run(
            ["try", "-r", "r.yaml", "--partial", "password", "short", "longer-than-8"],
            in: workshop)
        #expect(
            result.output == """
                invalid (partial) "short"
                  error[length.tooShort] must have at least 8 characters
                  note: sameAs(again) did not run: again is absent, and the record is partial
                valid (partial) "longer-than-8"
                  note: sameAs(again) did not run: again is absent, and the record is partial

                """)
        #expect(result.status == 1)
    }

    /// The value itself is given, also as an empty cell.
    @Test func tryWithTextTakesAnEmptyCellAsGiven() throws {
        let result = try RuleShellTool.run(["try", "--partial", "--text", "required", ""])
        #expect(
            result.output
                == "invalid (partial) \"\"\n  error[required.missing] is required\n")
        #expect(result.status == 1)
    }

    @Test func tryCombinesTheRulesOfAField() throws {
        let workshop = try workshop()
        let files = ["-r", "r.yaml", "-r", "s.yaml"]
        let apart = try RuleShellTool.run(["try"] + files + ["name", "B"], in: workshop)
        #expect(apart.errors.contains("or give --combine to use the rules of both"))
        #expect(apart.status == 2)
        let result = try RuleShellTool.run(
            ["try", "--combine"] + files + ["name", "B"], in: workshop)
        #expect(
            result.output == """
                invalid "B"
                  error[length.tooShort] must have at least 2 characters
                  error[oneOf.other] must be one of Ann

                """)
    }

    // MARK: - test

    private func test(_ cases: String, in workshop: Workshop) throws -> ProcessResult {
        try workshop.write(cases, to: "c.test.yaml")
        return try RuleShellTool.run(["test", "c.test.yaml"], in: workshop)
    }

    @Test(
        arguments: [
            ("record: { name: null }", "found required.null /name"),
            ("record: { name: A }", "found length.tooShort /name"),
            ("record: { name: '' }, text: true", "found required.missing /name"),
            ("field: name, value: '', text: true", "found required.missing /name"),
            ("expression: required, value: '', text: true", "found required.missing /value"),
        ])
    func aPartialCaseChecksWhatIsGiven(subject: String, difference: String) throws {
        let result = try test(
            "rules: r.yaml\ncases:\n  - { \(subject), partial: true, valid: true }\n",
            in: workshop())
        #expect(result.output.contains(difference), "\(result.output)\(result.errors)")
        #expect(result.status == 1)
    }

    @Test func aPartialCaseDoesNotRequireWhatIsAbsent() throws {
        let result = try test(
            """
            rules: r.yaml
            cases:
              - { record: {}, partial: true, valid: true }
              - { record: { password: longer-than-8 }, partial: true, valid: true }
              - { field: name, partial: true, valid: true }
              - { record: {}, expect: [required.missing /name, required.missing /again] }
              - { record: {}, partial: false, includes: required.missing /name }

            """, in: workshop())
        #expect(result == ProcessResult(status: 0, output: "c.test.yaml 5/5\n", errors: ""))
    }

    @Test func aPartialRecordIsNoBase() throws {
        let result = try test(
            """
            rules: r.yaml
            cases:
              - { name: some, record: { name: Ann }, partial: true, valid: true }
              - { base: some, with: { name: A }, valid: true }

            """, in: workshop())
        #expect(
            result.errors.contains("no case before this one has a valid record and the name 'some'")
        )
        #expect(result.status == 2)
    }

    @Test func casesCombineRuleSets() throws {
        let workshop = try workshop()
        let apart = try test(
            "rules: [r.yaml, s.yaml]\ncases:\n  - { record: { name: B }, valid: true }\n",
            in: workshop)
        #expect(
            apart.output.contains(
                "write all rules of a field in one of the files, or write 'combine: true' to use the "
                    + "rules of both"), "\(apart.output)")
        #expect(apart.status == 1)
        let result = try test(
            """
            rules: [r.yaml, s.yaml]
            combine: true
            cases:
              - { record: { name: B }, includes: [oneOf.other, length.tooShort] }
              - { rules: [s.yaml, r.yaml], combine: true, record: { name: B }, includes: oneOf.other }

            """, in: workshop)
        #expect(result == ProcessResult(status: 0, output: "c.test.yaml 2/2\n", errors: ""))
    }

    @Test(
        arguments: [
            ("combine: true\ncases: []", "'combine' needs 'rules', which is missing"),
            ("rules: r.yaml\ncombine: 1\ncases: []", "'combine' is not true or false"),
            (
                "cases:\n  - { record: {}, combine: true, valid: true }",
                "'combine' needs 'rules', which is missing"
            ),
            (
                "cases:\n  - { record: {}, partial: 1, valid: true }",
                "'partial' is not true or false"
            ),
            ("partial: true\ncases: []", "a file of cases has no 'partial'; it belongs to a case"),
        ])
    func wrongKeysAreIssues(cases: String, message: String) throws {
        let result = try test(cases + "\n", in: workshop())
        #expect(result.errors.contains(message), "\(result.errors)")
        #expect(result.status == 2)
    }

    // MARK: - The prompt

    @Test func theOptionsOfAPromptAreThoseOfValidate() throws {
        let workshop = try workshop()
        let files = ["-r", "r.yaml", "-r", "s.yaml"]
        let apart = try Prompt.run([], in: workshop, files)
        #expect(apart.errors.contains("or give --combine to use the rules of both"))
        #expect(apart.status == 2)
        let result = try Prompt.run(
            ["name B", "{\"password\":\"longer-than-8\"}", "{}", ":mode json", "{}"], in: workshop,
            files + ["--combine", "--partial"])
        #expect(result.output.hasPrefix("invalid (partial) name \"B\"\n"), "\(result.output)")
        #expect(
            result.output.hasSuffix(
                """
                valid (partial) {"password":"longer-than-8"}
                valid (partial) {}
                {"verdict":"valid","partial":true,"value":{},"findings":[]}

                """), "\(result.output)")
    }

    @Test func theSettingChangesTheAnswers() throws {
        let result = try Prompt.run(
            [
                "{}", ":set partial on", "{}", ":why", ":set text on", "name \"\"",
                ":set partial off", "name \"\"",
            ], in: workshop(), ["-r", "r.yaml"])
        let output = Prompt.withoutTimes(result.output)
        #expect(output.hasPrefix("invalid {}\n"))
        #expect(
            output.contains("did not run: name is absent, and the record is partial"), "\(output)")
        #expect(
            output.hasSuffix(
                """
                invalid (partial) name absent
                  error[required.missing] /name is required
                invalid name absent
                  error[required.missing] /name is required

                """), "\(output)")
    }

    /// A file is read again when the setting changes, so that no record is validated as it was.
    @Test func theSettingIsThatOfTheOpenFile() throws {
        let workshop = try workshop()
        try workshop.write("{\"name\":\"Ann\"}\n{\"name\":\"A\"}\n", to: "a.ndjson")
        let result = try Prompt.run(
            [
                ":mode concise", ":open a.ndjson", ":set partial on", ":next", ":validate",
                ":set partial off", ":next",
            ], in: workshop, ["-r", "r.yaml"])
        let lines = result.output.split(separator: "\n")
        #expect(lines.first == "valid (partial) record 1 of a.ndjson")
        #expect(
            result.output.contains(
                "a.ndjson: 2 records: 1 valid, 1 invalid; 1 violation; partial: absent fields were "
                    + "not required"), "\(result.output)")
        #expect(lines.last?.hasPrefix("invalid record 1 of a.ndjson") == true)
    }

    /// A record is made of cells too if values are.
    @Test func aRecordOfCellsIsAnswered() throws {
        let workshop = try Workshop()
        try workshop.write("assay: 1\nfields:\n  age: integer, range(18...)\n", to: "r.yaml")
        let result = try Prompt.run(
            [":set text on", "{\"age\":\"17\"}", "{\"age\":18}"], in: workshop, ["-r", "r.yaml"])
        #expect(
            result.output == """
                invalid {"age":"17"}
                  error[range.tooSmall] /age must be at least 18
                valid {"age":"18"}

                """)
    }

    @Test func savedCasesSayThatTheyArePartial() throws {
        let workshop = try workshop()
        let result = try Prompt.run(
            ["{\"name\":\"A\"}", ":save c.test.jsonl"], in: workshop,
            ["-r", "r.yaml", "-r", "s.yaml", "--combine", "--partial"])
        #expect(result.output.hasSuffix("1 case in c.test.jsonl\n"))
        #expect(
            try workshop.read("c.test.jsonl")
                == """
                {"record":{"name":"A"},"partial":true,"combine":true,"rules":["r.yaml","s.yaml"],\
                "expect":["length.tooShort /name","oneOf.other /name"]}

                """)
        let test = try RuleShellTool.run(["test", "c.test.jsonl"], in: workshop)
        #expect(test.status == 0)
    }

    // MARK: - watch

    @Test(arguments: ["--combine", "--partial"])
    func watchNeedsRulesForThem(option: String) throws {
        let result = try RuleShellTool.run(["watch", option])
        #expect(
            result.errors.contains("--combine and --partial are for --rules"), "\(result.errors)")
        #expect(result.status == 2)
    }
}
