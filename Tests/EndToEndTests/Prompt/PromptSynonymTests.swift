// SPDX-License-Identifier: Apache-2.0
import Testing

/// Commands as other prompts spell them.
@Suite struct PromptSynonymTests {
    @Test(arguments: [
        ("help", "help", ":help"), ("?", "?", ":help"), (#"\q"#, #"\q"#, ":quit"),
        (".help", ".help", ":help"), ("quit", "quit", ":quit"), ("exit", "exit", ":quit"),
        ("/exit", "/exit", ":quit"), ("q", "q", ":quit"), ("summary", "summary", ":summary"),
        ("  next fail", "next", ":next fail"),
        (".open people.ndjson", ".open", ":open people.ndjson"),
        (#"\timer on"#, #"\timer"#, ":timer on"), ("quit now", "quit", ":quit"),
    ])
    func commandIsNamed(line: String, word: String, command: String) throws {
        let shown = line.drop { $0 == " " }
        let result = try Prompt.run([line])
        #expect(
            result
                == ProcessResult(
                    status: 2, output: "",
                    errors: """
                        -:1:1: error[prompt.command] there is no rule or field '\(word)'
                          \(shown)
                          \(String(repeating: "^", count: word.count))
                        help: the command is \(command)

                        """))
    }

    @Test(arguments: [(":exit", ":quit"), (":?", ":help"), (":bye", ":quit")])
    func wrongCommandNamesTheRightOne(line: String, command: String) throws {
        let result = try Prompt.run([line])
        #expect(
            result.errors == """
                -:1:1: error[prompt.command] there is no command '\(line)'
                help: did you mean '\(command)'?

                """)
    }

    /// A field of that name goes first.
    @Test func fieldIsNoCommand() throws {
        let workshop = try Workshop()
        try workshop.write("assay: 1\nfields:\n  help: integer\n  next: integer\n", to: "r.yaml")
        let result = try Prompt.run(["help 1", "next x"], in: workshop, ["-r", "r.yaml"])
        #expect(
            result.output == """
                valid help 1
                invalid next "x"
                  error[integer.kind] /next must be a number

                """)
        #expect(result.status == 0)
    }

    /// The text after the sign is no value.
    @Test func rulesAreSeparatedByCommas() throws {
        let result = try Prompt.run(["required|email x"])
        #expect(result.status == 2)
        #expect(
            result.errors == """
                -:1:9: error[expression.syntax] expected ',' or a value, found '|'
                  required|email x
                          ^
                help: write a comma if all rules must pass, or anyOf(a, b) if one of them must

                """)
        #expect(try Prompt.run(["oneOf(\"|\", \"a\") |"]).output == "valid \"|\"\n")
    }
}
