// SPDX-License-Identifier: Apache-2.0
import Testing

/// `validate --rule`, `try -r`, and what a terminal is told.
@Suite struct RulesOnTheCommandLineTests {
    private let record = #"{"name":"Bo","age":17,"e mail":"x"}"# + "\n"

    private func validate(_ arguments: [String]) throws -> ProcessResult {
        try RuleShellTool.run(
            ["validate", "-f", "concise"] + arguments, in: try Workshop.people(), input: record)
    }

    @Test func ruleNeedsNoFile() throws {
        let result = try validate([
            "--rule", "age: integer, range(18...)", "--rule", #""e mail": email"#,
        ])
        #expect(result.status == 1)
        #expect(
            result.output == """
                -:1:20: error[range.tooSmall] /age must be at least 18: 17
                -:1:32: error[email.syntax] /e mail must be an e-mail address: "x"

                """)
    }

    @Test func ruleIsAddedToThoseOfFiles() throws {
        let result = try validate(["-r", "people.yaml", "--rule", "zip: required"])
        #expect(result.output.contains("error[required.missing] /zip is required\n"))
        #expect(result.output.split(separator: "\n").count == 3)
    }

    @Test(arguments: [
        (
            ["--rule", "email"], "error[usage] --rule takes a field and its rules, not 'email'",
            "such as --rule 'email: required, email'"
        ),
        (
            ["--rule", "age: rnge(1...)"], "error[rule.unknown] there is no rule 'rnge'",
            "did you mean 'range'?"
        ),
        (
            ["-r", "people.yaml", "--rule", "age: integer"],
            "error[field.duplicate] --rule: 'age' has rules at people.yaml:4:3 too",
            "write all rules of a field in one place"
        ),
        (
            ["--rule", "a: email", "--rule", "a: uuid"],
            "error[field.duplicate] --rule: 'a' has rules in another --rule too",
            "write all rules of a field in one place"
        ),
        (
            [], "error[usage] missing expected argument '--rules <file> ...'",
            "name a rule set with -r rules.yaml, or write rules with --rule 'email: required, email'"
        ),
    ])
    func wrongRuleIsExplained(arguments: [String], message: String, help: String) throws {
        let result = try validate(arguments)
        #expect(result.status == 2)
        #expect(result.output == "")
        #expect(result.errors.hasPrefix("ruleshell: \(message)\n"), "\(result.errors)")
        #expect(result.errors.hasSuffix("help: \(help)\n"), "\(result.errors)")
    }

    // MARK: - try -r

    @Test func fieldOfARuleSetIsTried() throws {
        let workshop = try Workshop.signUp()
        let result = try RuleShellTool.run(
            ["try", "-r", "sign-up.yaml", "age", "17", "18", "\"18\""], in: workshop)
        #expect(
            result
                == ProcessResult(
                    status: 1,
                    output: """
                        invalid 17
                          error[range.tooSmall] must be at least 18
                        valid 18
                        invalid "18"
                          error[integer.kind] must be a number

                        """, errors: ""))
        let text = try RuleShellTool.run(
            ["try", "-r", "sign-up.yaml", "--text", "age", "18", ""], in: workshop)
        #expect(
            text.output == "valid \"18\"\ninvalid \"\"\n  error[required.missing] is required\n")
        let elements = try RuleShellTool.run(
            ["try", "-r", "sign-up.yaml", "tags[*]", "abcd"], in: workshop)
        #expect(elements.status == 1)
    }

    @Test func secretIsNotShown() throws {
        let result = try RuleShellTool.run(
            ["try", "-r", "sign-up.yaml", "password", "hunter2"], in: try Workshop.signUp())
        #expect(
            result.output
                == "invalid \"[sensitive]\"\n  error[length.tooShort] must have at least 8 characters\n"
        )
    }

    @Test(arguments: [
        (
            ["people.yaml", "aeg", "1"],
            "error[field.unknown] 'people.yaml' has no rules for 'aeg'; did you mean 'age'?\n"
        ),
        (
            ["people.yaml", "required", "1"],
            "error[field.unknown] 'people.yaml' has no rules for 'required'\n"
        ),
        (["no.yaml", "age", "1"], "error[ruleSet.file] "),
    ])
    func fieldThatIsMissingIsAnError(arguments: [String], message: String) throws {
        let result = try RuleShellTool.run(["try", "-r"] + arguments, in: try Workshop.people())
        #expect(result.status == 2)
        #expect(result.output == "")
        #expect(result.errors.hasPrefix("ruleshell: \(message)"), "\(result.errors)")
    }

    // MARK: - Standard input

    @Test func terminalIsToldThatItIsRead() throws {
        let terminal = try PseudoTerminal(
            RuleShellTool.product("ruleshell"),
            ["validate", "-f", "concise", "--rule", "age: range(18...)"])
        try terminal.expectLine("ruleshell: reading standard input; ^D ends it")
        try terminal.enter(#"{"age":17}"#)
        try terminal.type("\u{4}")
        #expect(try terminal.finish() == 1)
    }

    @Test func pipeIsReadSilently() throws {
        let result = try validate(["--rule", "age: range(1...)"])
        #expect(result.errors == "ruleshell: 1 record: 1 valid, 0 invalid; 0 violations\n")
    }

    // MARK: - Standard input

    private static let piped = "$schema: https://example.org/rules.json\nassay: 1\nfields:\n  age: "

    private func validatePiped(
        _ rule: String, _ arguments: String...
    ) throws -> ProcessResult {
        let workshop = try Workshop()
        try workshop.write("{\"age\":3}\n", to: "a.ndjson")
        return try RuleShellTool.run(
            ["validate", "-f", "concise", "-r", "-"] + arguments, in: workshop,
            input: Self.piped + rule + "\n")
    }

    @Test func ruleSetIsReadFromStandardInput() throws {
        let result = try validatePiped("range(18...)", "a.ndjson")
        #expect(
            result.output == "a.ndjson:1:8: error[range.tooSmall] /age must be at least 18: 3\n")
        #expect(result.status == 1)
    }

    @Test func issueOfStandardInputShowsItsLine() throws {
        let result = try validatePiped("rnge(18...)", "a.ndjson")
        #expect(result.status == 2)
        #expect(
            result.errors == """
                -:4:8: error[rule.unknown] age: there is no rule 'rnge'
                    age: rnge(18...)
                         ^
                help: did you mean 'range'?

                """)
    }

    @Test(arguments: [
        ([], "--rules - reads the rule set from standard input, which can be read only once"),
        (["-"], "--rules - reads the rule set from standard input, which can be read only once"),
        (
            ["-r", "-", "a.ndjson"],
            "--rules - reads the rule set from standard input, which can be read only once"
        ),
        (["--checkpoint", "c", "a.ndjson"], "--checkpoint needs rule sets in files, not -r -"),
    ])
    func standardInputIsReadOnce(arguments: [String], message: String) throws {
        let result = try RuleShellTool.run(
            ["validate", "-r", "-"] + arguments, in: try Workshop(), input: "assay: 1\n")
        #expect(result.status == 2)
        #expect(result.errors.hasPrefix("ruleshell: error[usage] \(message)"), "\(result.errors)")
    }
}
