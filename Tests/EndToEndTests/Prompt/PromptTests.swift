// SPDX-License-Identifier: Apache-2.0
import Testing

/// What is typed at a prompt, and scripts.
@Suite struct PromptTests {
    @Test(
        arguments: [
            (
                #"length(3...20) "ab""#,
                "invalid \"ab\"\n  error[length.tooShort] must have at least 3 characters\n"
            ),
            ("required, length(3...20) abc", "valid \"abc\"\n"),
            ("required absent", "invalid absent\n  error[required.missing] is required\n"),
            (
                "required null",
                "invalid null\n  error[required.null] is required and must not be null\n"
            ),
            (
                "required {}",
                "invalid {}\n  error[required.empty] is required and must not be empty\n"
            ),
            (#"required "absent""#, "valid \"absent\"\n"),
            ("range(18...) 17.5", "invalid 17.5\n  error[range.tooSmall] must be at least 18\n"),
            (
                "each(length(2...)) [\"ab\", \"c\"]",
                "invalid [\"ab\",\"c\"]\n  error[each.failed] /1 must satisfy length(2...)\n"
                    + "    note: element 1: length(2...) of \"c\": must have at least 2 characters\n"
            ),
            ("# a comment", ""), ("", ""), ("   ", ""),
        ] as [(String, String)])
    func valueIsChecked(line: String, answer: String) throws {
        #expect(try Prompt.run([line]) == ProcessResult(status: 0, output: answer, errors: ""))
    }

    /// `repl` may be left out, with options and without.
    @Test(arguments: [[], ["--safe"], ["repl"]])
    func scriptIsRunByWhateverOpensAPrompt(arguments: [String]) throws {
        let result = try RuleShellTool.run(arguments, input: "length(2...) ab\n")
        #expect(result == ProcessResult(status: 0, output: "valid \"ab\"\n", errors: ""))
    }

    @Test func expressionAloneIsExplained() throws {
        let result = try Prompt.run(["length(3...20)"])
        #expect(
            result.output == """
                length(3...20)
                  A string of a given length
                  values: a string
                  arguments:
                    min = 3
                    max = 20
                    unit = "characters"
                  fails with:
                    length.tooShort: must have at least 3 characters
                    length.tooLong: must have at most 20 characters
                    length.kind: must be a string

                """)
    }

    @Test func inputGoesOnUntilBracketsAreClosed() throws {
        let lines = ["anyOf(", "  email,", "  length(2...3)", ") \"abcd\""]
        let result = try Prompt.run(lines)
        #expect(result.output.hasPrefix("invalid \"abcd\"\n"))
        #expect(try Prompt.run(["required {", "\"a\": 1}"]).output == "valid {\"a\":1}\n")
    }

    @Test func bracketsInTextsAndPatternsOpenNothing() throws {
        let result = try Prompt.run([
            #"regex(/[(]/) "(""#, #"contains("(") "a(""#, "contains(\":-\") :-(",
        ])
        #expect(
            result
                == ProcessResult(
                    status: 0, output: "valid \"(\"\nvalid \"a(\"\nvalid \":-(\"\n", errors: ""))
    }

    @Test func textSettingTakesCells() throws {
        let result = try Prompt.run([":set text on", "integer, range(3...) 5", "integer x"])
        #expect(
            result.output == """
                valid "5"
                invalid "x"
                  error[integer.notWhole] must be a whole number

                """)
    }

    // MARK: - Scripts

    @Test func scriptStopsAtTheFirstErrorWithItsLine() throws {
        let lines = ["length(1...) a", "", "length(3..5) x", "length(1...) b"]
        #expect(
            try Prompt.run(lines)
                == ProcessResult(
                    status: 2, output: "valid \"a\"\n",
                    errors: """
                        -:3:9: error[expression.range] expected '...', found '..'
                          length(3..5) x
                                  ^^
                        help: write three dots in a range

                        """))
    }

    @Test func keepGoingAnswersTheRestAndFailsAtTheEnd() throws {
        let lines = ["lenght(1) a", "length(1...) b"]
        let result = try Prompt.run(lines, ["--keep-going"])
        #expect(result.output == "valid \"b\"\n")
        #expect(result.status == 2)
        #expect(
            result.errors == """
                -:1:1: error[rule.unknown] there is no rule 'lenght'
                  lenght(1) a
                  ^^^^^^
                help: did you mean 'length'?

                """)
    }

    @Test func failingVerdictIsAnAnswer() throws {
        #expect(try Prompt.run(["length(3...) a"]).status == 0)
    }

    @Test func quitEndsAScript() throws {
        let result = try Prompt.run(["length(1...) a", ":q", "nonsense("])
        #expect(result == ProcessResult(status: 0, output: "valid \"a\"\n", errors: ""))
    }

    @Test func readRunsAFileAndNamesItsLine() throws {
        let workshop = try Workshop()
        try workshop.write("length(1...) a\r\nlength(\n", to: "lines")
        let result = try Prompt.run([":read lines"], in: workshop)
        #expect(result.output == "valid \"a\"\n")
        #expect(result.errors.hasPrefix("lines:2:1: error[prompt.incomplete] "))
    }

    @Test func fileThatReadsItselfEnds() throws {
        let workshop = try Workshop()
        try workshop.write(":read lines\n", to: "lines")
        let result = try Prompt.run([":read lines"], in: workshop)
        #expect(
            result.errors == """
                lines:1:1: error[prompt.nesting] files are nested more than 16 levels deep
                help: check for a script that includes itself

                """)
    }
}
