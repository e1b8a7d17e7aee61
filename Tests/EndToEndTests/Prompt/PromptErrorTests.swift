// SPDX-License-Identifier: Apache-2.0
import Testing

/// Errors at the prompt.
@Suite struct PromptErrorTests {
    /// For the system, a path ends at a zero, so that another file would be opened.
    @Test(arguments: [":use people.yaml\0x", ":read script\0x"])
    func pathWithAZeroIsThatOfNoFile(command: String) throws {
        let workshop = try Workshop.people()
        try workshop.write("length(1...) a\n", to: "script")
        let result = try Prompt.run([command], in: workshop)
        #expect(result.output == "")
        #expect(result.errors.contains("No such file or directory"), "\(result.errors)")
        #expect(result.status == 2)
    }

    @Test(arguments: [":once out\0x", ":save out\0x"])
    func pathWithAZeroIsNotWritten(command: String) throws {
        let workshop = try Workshop.people()
        let before = try workshop.contents()
        let result = try Prompt.run(["length(1...) a", command, "length(1...) b"], in: workshop)
        #expect(result.errors.contains("No such file or directory"), "\(result.errors)")
        #expect(result.status == 2)
        #expect(try workshop.contents() == before)
    }

    @Test(
        arguments: [
            (
                ":frob",
                """
                -:1:1: error[prompt.command] there is no command ':frob'
                help: :help lists the commands
                """
            ),
            (
                "regex(/日本(/) x",
                """
                -:1:1: error[pattern.syntax] the pattern is wrong: missing closing parenthesis at \
                offset 7
                  regex(/日本(/) x
                  ^^^^^^^^^^^^^^
                help: 日本(
                           ^
                """
            ),
            (
                ":opne x",
                """
                -:1:1: error[prompt.command] there is no command ':opne'
                help: did you mean ':open'?
                """
            ),
            (
                ":s",
                """
                -:1:1: error[prompt.ambiguous] ':s' can be :summary, :save or :set
                help: write the whole name of the command
                """
            ),
            (
                ":re",
                """
                -:1:1: error[prompt.ambiguous] ':re' can be :redos, :read or :reload
                help: write the whole name of the command
                """
            ),
            (
                ":open",
                """
                -:1:1: error[prompt.argument] ':open' needs an argument
                help: write :open FILE
                """
            ),
            (
                ":quit now",
                """
                -:1:7: error[prompt.argument] ':quit' takes no argument
                  :quit now
                        ^^^
                help: write :quit
                """
            ),
            (
                ":set colour on",
                """
                -:1:6: error[prompt.argument] there is no setting 'colour'
                  :set colour on
                       ^^^^^^
                help: did you mean 'color'?
                """
            ),
            (
                ":set keys wordstar",
                """
                -:1:11: error[prompt.argument] 'keys' cannot be 'wordstar'
                  :set keys wordstar
                            ^^^^^^^^
                help: give one of emacs, vi
                """
            ),
            (
                ":set matchLimit 0",
                """
                -:1:17: error[prompt.argument] 'matchLimit' cannot be '0'
                  :set matchLimit 0
                                  ^
                help: give a number from 1, or off
                """
            ),
            (
                ":mode wide",
                """
                -:1:7: error[prompt.argument] 'mode' cannot be 'wide'
                  :mode wide
                        ^^^^
                help: give one of full, concise, json
                """
            ),
            (
                ":rules emial",
                """
                -:1:8: error[prompt.argument] no rule matches 'emial'
                  :rules emial
                         ^^^^^
                help: did you mean 'email'?
                """
            ),
            (
                ":help watsch",
                """
                -:1:7: error[prompt.argument] there is no help about 'watsch'
                  :help watsch
                        ^^^^^^
                help: did you mean 'watch'?
                """
            ),
            (
                ":next",
                """
                -:1:1: error[prompt.data] no file is open
                help: :open FILE opens one
                """
            ),
            (
                ":open people.ndjson",
                """
                -:1:1: error[prompt.ruleSet] no rule set is open
                help: :use FILE opens one, as does --rules FILE
                """
            ),
            (
                "{\"name\": \"Bo\"}",
                """
                -:1:1: error[prompt.ruleSet] no rule set is open
                help: :use FILE opens one, as does --rules FILE
                """
            ),
            (
                ":why",
                """
                -:1:1: error[prompt.nothingTried] there is no earlier input
                help: type a rule and a value: length(3...20) "ab"
                """
            ),
            (
                "length(1...) \"ab",
                """
                -:1:1: error[prompt.value] the value is not JSON: expected a closing '"'
                  "ab
                     ^
                help: text without quotes is taken as it is; a value that begins with ", [ or { is JSON
                """
            ),
            (
                ":explain anyOf(email, nothing)",
                """
                -:1:23: error[rule.unknown] there is no rule 'nothing'
                  anyOf(email, nothing)
                               ^^^^^^^
                """
            ),
            (
                ":explain length.tooShrt",
                """
                -:1:1: error[explain.unknown] there is no rule or code 'length.tooShrt'
                help: did you mean 'length.tooShort'?
                """
            ),
            (
                ":example length(3...) \"ab\"",
                """
                -:1:23: error[prompt.argument] ':example' takes rules and no value
                  :example length(3...) "ab"
                                        ^^^^
                help: leave the value out
                """
            ),
            (
                ":redos /(a/",
                """
                -:1:1: error[pattern.syntax] the pattern is wrong: missing closing parenthesis
                  (a
                    ^
                help: patterns are those of PCRE2; between slashes, write a slash as \\/
                """
            ),
            (
                ":redos /a/g",
                """
                -:1:1: error[pattern.flag] unknown pattern flag 'g'; the flags are i, m, s, x and n
                help: the flags are i, m, s, x and n
                """
            ),
            (
                "length(",
                """
                -:1:1: error[prompt.incomplete] the input ends inside brackets
                  length(
                         ^
                help: close them, or end the input with an empty line
                """
            ),
        ] as [(String, String)])
    func errorIsExplained(line: String, message: String) throws {
        let result = try Prompt.run([line])
        #expect(result == ProcessResult(status: 2, output: "", errors: message + "\n"))
    }

    @Test(arguments: [
        ":use x", ":open x", ":load x", ":reload", ":read x", ":save x", ":once x", ":watch x",
        ":validate", ":summary",
    ])
    func safePromptTouchesNoFile(line: String) throws {
        let workshop = try Workshop.people()
        let result = try Prompt.run([line], in: workshop, ["--safe", "-r", "people.yaml"])
        let name = line.prefix { $0 != " " }
        #expect(
            result.errors == """
                -:1:1: error[prompt.unsafe] '\(name)' uses files, which --safe does not allow
                help: start ruleshell without --safe

                """)
        #expect(result.status == 2)
    }

    @Test func optionsAloneOpenThePrompt() throws {
        let workshop = try Workshop.people()
        let result = try RuleShellTool.run(
            ["--rules", "people.yaml"], in: workshop, input: "name Bo\n")
        #expect(result.output.hasPrefix("invalid name \"Bo\"\n"))
    }
}
