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
                invalid null
                  error[required.null] is required and must not be null
                invalid -1
                  error[length.kind] must be a string

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
                help: a range has three dots

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
}
