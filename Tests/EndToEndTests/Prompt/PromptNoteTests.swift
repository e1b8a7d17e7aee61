// SPDX-License-Identifier: Apache-2.0
import Testing

/// What the prompt says of a value that fails, and what one can do there.
@Suite struct PromptNoteTests {
    private func workshop() throws -> Workshop {
        let workshop = try Workshop()
        try workshop.write(
            "assay: 1\nfields:\n  email: email\n  street: requiredIf(email, \"a@b.c\")\n"
                + "  size: range(1...)\n", to: "r.yaml")
        try workshop.write("{\"email\":\"a b@c.d\"}\n", to: "a.ndjson")
        return workshop
    }

    // MARK: - Notes

    private static let note = "note: character 2, \" \", is not allowed there"

    @Test func valueAndFieldHaveTheNoteOfTry() throws {
        let answer =
            " \"a b@c.d\"\n  error[email.syntax] must be an e-mail address\n    \(Self.note)\n"
        let tried = try RuleShellTool.run(["try", "email", "a b@c.d"])
        #expect(tried.output == "invalid" + answer)
        #expect(try Prompt.run(["email a b@c.d"]).output == "invalid" + answer)
        let field = try Prompt.run(["email a b@c.d"], in: workshop(), ["-r", "r.yaml"])
        #expect(
            field.output
                == "invalid email \"a b@c.d\"\n  error[email.syntax] /email must be an e-mail "
                + "address\n    \(Self.note)\n")
    }

    @Test func recordOfAFileHasTheNoteOfValidate() throws {
        let result = try Prompt.run(
            [":open a.ndjson", ":next"], in: workshop(), ["-r", "r.yaml"])
        #expect(
            result.output.hasSuffix(
                """
                error[email.syntax] /email must be an e-mail address
                  --> a.ndjson:1:10
                   |
                 1 | {"email":"a b@c.d"}
                   |          ^^^^^^^^^
                   = rule: email of email at r.yaml:3:10
                   = note: character 2, " ", is not allowed there
                   = help: :explain email.syntax

                1 read, 1 invalid

                """), "\(result.output)")
    }

    @Test func treeHasTheNote() throws {
        let result = try Prompt.run(["email a b@c.d", ":why"])
        #expect(
            Prompt.withoutTimes(result.output).contains(
                "✗ email #  email.syntax: must be an e-mail address; character 2, \" \", is not "
                    + "allowed there\n"), "\(Prompt.withoutTimes(result.output))")
    }

    /// Of another field no more is said than the record has.
    @Test func recordTellsOfItsOtherFields() throws {
        let result = try Prompt.run(
            ["{\"email\":\"a@b.c\"}", "street absent"], in: workshop(), ["-r", "r.yaml"])
        #expect(result.output.contains("    note: email is \"a@b.c\"\n"), "\(result.output)")
        #expect(result.output.ranges(of: "note:").count == 1)
    }

    // MARK: - Help

    private func help(_ lines: [String], in workshop: Workshop) throws -> [String] {
        let result = try Prompt.run(lines, in: workshop, ["-r", "r.yaml", "--keep-going"])
        return (result.errors + result.output).split(separator: "\n").map(String.init)
            .filter { $0.contains("help: ") }
    }

    @Test func helpNamesNoOption() throws {
        let workshop = try workshop()
        let convert = "convert the file to UTF-8, with iconv for example"
        try workshop.write([0xFF, 0xFE] + "{\"a\":1}\n".utf8.flatMap { [$0, 0] }, to: "w.ndjson")
        try workshop.write([0x65, 0x6D, 0x61, 0xEF, 0x6C, 0x0A, 0x61, 0x0A], to: "l.csv")
        try workshop.write("x\n1\n", to: "m.csv")
        try workshop.write(
            [UInt8]("{\"email\":\"".utf8) + [0xEF] + [UInt8]("\"}\n".utf8), to: "l.ndjson")
        try workshop.write("assay: 1\nfields:\n  a: acme.taxId\n", to: "p.yaml")
        #expect(try help([":open w.ndjson", ":next"], in: workshop).first == "help: \(convert)")
        #expect(try help([":open l.csv"], in: workshop) == ["help: \(convert)"])
        #expect(
            try help([":open l.ndjson", ":next"], in: workshop) == ["   = help: \(convert)"])
        let columns = try help([":open m.csv"], in: workshop)
        #expect(columns.count == 1 && !columns[0].contains("--"), "\(columns)")
        let plugin = "help: a plugin has this rule: load 'acme' with :load FILE"
        #expect(try help([":use p.yaml"], in: workshop) == [plugin])
        #expect(try help(["acme.taxId 5"], in: workshop) == [plugin])
    }

    @Test func oneSlipHasOneHelp() throws {
        let workshop = try workshop()
        #expect(try help(["emial x"], in: workshop) == ["help: did you mean the field 'email'?"])
        #expect(try help(["rane 3"], in: workshop) == ["help: did you mean 'range'?"])
        try workshop.write("assay: 1\nfields:\n  ranges: required\n", to: "r.yaml")
        #expect(
            try help(["rangs x"], in: workshop)
                == ["help: did you mean the field 'ranges', or the rule 'range'?"])
    }

    // MARK: - :save

    @Test func fileOfOthersIsNotReplaced() throws {
        let workshop = try workshop()
        try workshop.write("mine\n", to: "c.jsonl")
        let result = try Prompt.run(["email x", ":save c.jsonl"], in: workshop)
        #expect(
            result.errors == """
                -:2:1: error[output.unwritable] cannot write 'c.jsonl': the file exists
                help: name another file, or remove this one; :save replaces only files that it wrote

                """)
        #expect(try workshop.read("c.jsonl") == "mine\n")
    }

    @Test func ownFileIsReplaced() throws {
        let workshop = try workshop()
        let result = try Prompt.run(
            ["email x", ":save c.jsonl", "email y", ":save c.jsonl"], in: workshop)
        #expect(result.errors == "")
        #expect(result.output.hasSuffix("2 cases in c.jsonl\n"))
    }

    @Test func missingDirectoryIsNamed() throws {
        let result = try Prompt.run(["email x", ":save none/c.yaml"], in: workshop())
        #expect(
            result.errors == """
                -:2:1: error[output.unwritable] cannot write 'none/c.yaml': no such directory
                help: there is no directory 'none': create it, or name another file

                """)
    }

    // MARK: - Colors

    @Test func colorsAreThoseOfTheOption() throws {
        let always = try Prompt.run(["length(3) \"a\""], ["--color", "always"])
        #expect(
            always.output
                == "\u{1B}[31minvalid\u{1B}[0m \"a\"\n"
                + "  \u{1B}[31merror[length.tooShort]\u{1B}[0m must have at least 3 characters\n")
        #expect(!(try Prompt.run(["length(3) \"a\""]).output.contains("\u{1B}")))
    }

    // MARK: - Narrow terminals

    /// Every line ends between words.
    @Test func answersFitTheTerminal() throws {
        let workshop = try workshop()
        let terminal = try PseudoTerminal.prompt(
            ["-r", "r.yaml"], in: workshop, name: "r", columns: 40)
        try terminal.type("email a b@c.d\r")
        try terminal.expectScreen("the answer") { screen in
            let lines = screen.lines
            return lines.contains("  error[email.syntax] /email must be an")
                && lines.contains("      e-mail address")
                && lines.contains("    note: character 2, \" \", is not")
                && lines.contains("      allowed there")
        }
        try terminal.type("emial x\r")
        try terminal.expectScreen("the error") { screen in
            screen.lines.contains("error[rule.unknown] there is no rule")
                && screen.lines.contains("  'emial'")
        }
        try terminal.expectEnd()
    }
}
