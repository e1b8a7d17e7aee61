// SPDX-License-Identifier: Apache-2.0
import Testing

@Suite struct TryTests {
    @Test func everyValueIsChecked() throws {
        let result = try RuleShellTool.run(
            ["try", "required, length(3...20)", "\"ab\"", "abc", "12", "null", "--", "-1"])
        #expect(
            result.output == """
                invalid "ab"
                  error[length.tooShort] must have at least 3 characters
                valid "abc"
                invalid 12
                  error[length.kind] must be a string
                    note: --text reads the value as text, like a cell of CSV
                invalid null
                  error[required.null] is required and must not be null
                invalid -1
                  error[length.kind] must be a string
                    note: --text reads the value as text, like a cell of CSV

                """)
        #expect(result.status == 1)
    }

    @Test func textIsCheckedLikeACell() throws {
        let result = try RuleShellTool.run(["try", "--text", "integer, range(3...)", "5", "2", ""])
        #expect(
            result.output == """
                valid "5"
                invalid "2"
                  error[range.tooSmall] must be at least 3
                valid ""

                """)
        #expect(result.status == 1)
    }

    @Test func undecidedIsNotValid() throws {
        let result = try RuleShellTool.run(
            ["try", #"regex(/^(a+)+\1$/)"#, String(repeating: "a", count: 40) + "b"])
        #expect(result.output.hasPrefix("undecided \"aaaa"))
        #expect(
            result.output.hasSuffix(
                "\n  fault[fault.matchLimit] could not be checked by regex: the pattern's match limit was reached\n"
            ))
        #expect(result.status == 1)
    }

    @Test func validValuesEndWithZero() throws {
        let result = try RuleShellTool.run(["try", "range(18...)", "18", "19.5"])
        #expect(result == ProcessResult(status: 0, output: "valid 18\nvalid 19.5\n", errors: ""))
    }

    @Test(
        arguments: [
            (
                "length(3..20)",
                """
                ruleshell: error[expression.range] expected '...', found '..'
                  length(3..20)
                          ^^
                help: write three dots in a range

                """
            ),
            (
                "required, lenght(3)",
                """
                ruleshell: error[rule.unknown] there is no rule 'lenght'
                  required, lenght(3)
                            ^^^^^^
                help: did you mean 'length'?

                """
            ),
            (
                "regex(/[a-z/)",
                """
                ruleshell: error[pattern.syntax] the pattern is wrong: missing terminating ] for \
                character class at offset 4
                  regex(/[a-z/)
                  ^^^^^^^^^^^^^
                help: [a-z
                          ^

                """
            ),
            (
                "regex(/日本(/)",
                """
                ruleshell: error[pattern.syntax] the pattern is wrong: missing closing parenthesis \
                at offset 7
                  regex(/日本(/)
                  ^^^^^^^^^^^^^^
                help: 日本(
                           ^

                """
            ),
            (
                "regex(/a\t(/)",
                """
                ruleshell: error[pattern.syntax] the pattern is wrong: missing closing parenthesis \
                at offset 3
                  regex(/a (/)
                  ^^^^^^^^^^^^
                help: a (
                         ^

                """
            ),
        ])
    func errorsAreShownWithACaret(expression: String, message: String) throws {
        let result = try RuleShellTool.run(["try", expression, "x"])
        #expect(result == ProcessResult(status: 2, output: "", errors: message))
    }

    @Test(arguments: [
        (["range(18...)", "-5"], "invalid -5\n  error[range.tooSmall] must be at least 18\n"),
        (["range(...0)", "-5", "-0.5"], "valid -5\nvalid -0.5\n"),
        (
            ["-r", "r.yaml", "balance", "-5"],
            "invalid -5\n  error[range.tooSmall] must be at least 0\n"
        ),
        (["--text", "integer", "-5"], "valid \"-5\"\n"),
    ])
    func negativeNumberIsAValue(arguments: [String], output: String) throws {
        let workshop = try Workshop()
        try workshop.write("assay: 1\nfields:\n  balance: range(0...)\n", to: "r.yaml")
        let result = try RuleShellTool.run(["try"] + arguments, in: workshop)
        #expect(result.output == output, "\(result.errors)")
        #expect(result.status == (output.hasPrefix("valid") ? 0 : 1))
    }

    /// A place of a list has the rules of its elements.
    @Test func fieldMayBeAPlace() throws {
        let workshop = try Workshop()
        try workshop.write("assay: 1\nfields:\n  items[*].qty: range(1...)\n", to: "r.yaml")
        let wrong = try RuleShellTool.run(
            ["try", "-r", "r.yaml", "rows[0].qty", "0"], in: workshop)
        #expect(
            wrong.errors
                == "ruleshell: error[field.unknown] 'r.yaml' has no rules for 'rows[0].qty'\n")
        let result = try RuleShellTool.run(
            ["try", "-r", "r.yaml", "items[3].qty", "0", "1"], in: workshop)
        #expect(
            result.output
                == "invalid 0\n  error[range.tooSmall] must be at least 1\nvalid 1\n")
    }

    @Test(arguments: [["try", "acme.taxId", "5"], ["validate", "--rule", "x: acme.taxId", "-"]])
    func ruleOfAPluginHasHelp(arguments: [String]) throws {
        let result = try RuleShellTool.run(arguments)
        #expect(
            result.errors == """
                ruleshell: error[rule.unknown] there is no rule 'acme.taxId'
                  acme.taxId
                  ^^^^^^^^^^
                help: a plugin has this rule: load 'acme' with --plugin FILE

                """)
        #expect(result.status == 2)
    }

    @Test(arguments: ["json:none/a.json", "none/a"])
    func missingDirectoryIsNamed(target: String) throws {
        let result = try RuleShellTool.run(
            ["validate", "--rule", "a: email", "-o", target, "-"], in: Workshop())
        let path = target.replacing("json:", with: "")
        #expect(
            result.errors == """
                ruleshell: error[output.unwritable] cannot write '\(path)': No such file or directory
                help: there is no directory 'none': create it, or name another file

                """)
    }
}
