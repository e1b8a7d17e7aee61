// SPDX-License-Identifier: Apache-2.0
import Glibc
import Testing

/// Completion, hints and history of the prompt.
@Suite struct PromptCompletionTests {
    // MARK: - Completion

    @Test func tabCompletesWhatIsUnambiguous() throws {
        let workshop = try StateWorkshop()
        try workshop.files.write(StateWorkshop.rules, to: "sign-up.yaml")
        let terminal = try PseudoTerminal.prompt(in: workshop.files)
        try terminal.type(":us\t")
        try terminal.expectScreen("the command") { $0.lineWithCursor.hasPrefix("ruleshell> :use ") }
        try terminal.type("si\t")
        try terminal.expectPrompt("ruleshell> :use sign-up.yaml")
        try terminal.type("\r")
        try terminal.expectPrompt("sign-up> ")
        // A field of the open rule set.
        try terminal.type("nick\t")
        try terminal.expectPrompt("sign-up> nickname")
        // The name of an argument, then a choice.
        try terminal.type("\u{15}length(3..., un\tco\t")
        try terminal.expectScreen("the choice") {
            $0.lineWithCursor.hasPrefix("sign-up> length(3..., unit=codePoints")
        }
        // A field where a rule takes one.
        try terminal.type("\u{15}sameAs(pas\t")
        try terminal.expectScreen("the field") {
            $0.lineWithCursor.hasPrefix("sign-up> sameAs(password")
        }
        try terminal.expectEnd()
    }

    @Test func tabListsWhatIsPossible() throws {
        let workshop = try StateWorkshop()
        let terminal = try PseudoTerminal.prompt(in: workshop.files)
        try terminal.type("lessT\t")
        try terminal.expectScreen("the rule") { $0.lineWithCursor.hasPrefix("ruleshell> lessThan") }
        try terminal.type("\u{15}requiredWith\t")
        try terminal.expectScreen("the list") { screen in
            let names = screen.lines.joined(separator: " ").split(separator: " ")
            return ["requiredWith", "requiredWithAll", "requiredWithout", "requiredWithoutAll"]
                .allSatisfy { names.contains(Substring($0)) }
        }
        try terminal.expectScreen("the line again") {
            $0.lineWithCursor.hasPrefix("ruleshell> requiredWith")
        }
        try terminal.expectEnd()
    }

    @Test func hintsShowTheArgumentsThatAreLeft() throws {
        let workshop = try StateWorkshop()
        let terminal = try PseudoTerminal.prompt(in: workshop.files)
        try terminal.type("multipleOf(")
        try terminal.expectScreen("the hint") {
            $0.lineWithCursor == "ruleshell> multipleOf(divisor: number)"
                && $0.column == "ruleshell> multipleOf(".count
        }
        try terminal.type("7) 14\r")
        try terminal.expectLine("valid 14")
        try terminal.expectPrompt("ruleshell> ")
        // What was only a hint is gone.
        #expect(terminal.screen.lines.contains("ruleshell> multipleOf(7) 14"))
        try terminal.type(":open")
        try terminal.expectScreen("the usage") { $0.lineWithCursor == "ruleshell> :open FILE" }
        try terminal.expectEnd()
    }

    @Test func safePromptCompletesNoFiles() throws {
        let workshop = try StateWorkshop()
        try workshop.files.write(StateWorkshop.rules, to: "sign-up.yaml")
        let terminal = try PseudoTerminal.prompt(["--safe"], in: workshop.files)
        try terminal.type(":use si\t")
        try terminal.expectOutput("\u{7}")
        #expect(terminal.screen.lineWithCursor == "ruleshell> :use si")
        try terminal.expectEnd()
        #expect(access(workshop.history, F_OK) != 0)
    }

    // MARK: - History

    @Test func historyOutlivesThePrompt() throws {
        let workshop = try StateWorkshop()
        try workshop.files.write(StateWorkshop.rules, to: "sign-up.yaml")
        let first = try PseudoTerminal.prompt(
            ["-r", "sign-up.yaml"], in: workshop.files, name: "sign-up")
        for (line, answer) in [
            ("length(1...) one", "valid \"one\""), ("length(1...) two", "valid \"two\""),
            (" length(1...) hidden", "valid \"hidden\""),
            ("password secret12", "valid password [sensitive]"),
        ] {
            try first.enter(line)
            try first.expectLine(answer)
            try first.expectPrompt("sign-up> ")
        }
        try first.expectEnd()
        #expect(try Workshop.read(workshop.history) == "length(1...) one\nlength(1...) two\n")
        var status = stat()
        #expect(stat(workshop.history, &status) == 0 && status.st_mode & 0o777 == 0o600)

        let second = try PseudoTerminal.prompt(in: workshop.files)
        try second.type("\u{1B}[A")
        try second.expectPrompt("ruleshell> length(1...) two")
        try second.type("\u{1B}[A")
        try second.expectPrompt("ruleshell> length(1...) one")
        try second.type("\u{3}")
        try second.expectPrompt("ruleshell> ")
        try second.type("\u{12}tw")
        try second.expectScreen("what ^R finds") {
            $0.lines.contains("ruleshell> length(1...) two")
                && $0.lines.contains { $0.hasPrefix("bck:tw") }
        }
        try second.type("\r")
        try second.expectLine("valid \"two\"")
        try second.expectEnd()
    }

    /// However the field is named: by its path, as one place of it, mistyped, or in a record.
    @Test(arguments: [
        "pins[*] 1234", "pins[1] 1234", "pins 1234", "adress.door 1234",
        "pins[0] \"1234\"", "address.door 1234", #"address {"door":"1234"}"#, " pins[0] 1",
        #"{"pins":["1234"]}"#, #"{"name":"Anna"}"#,
    ])
    func valuesOfSensitiveFieldsAreNotInTheHistory(line: String) throws {
        let workshop = try StateWorkshop()
        try workshop.files.write(
            """
            assay: 1
            fields:
              name: string
              pins[*]: { rules: "length(...8)", sensitive: true }
              address: object
              address.door: { rules: "length(...8)", sensitive: true }
            """, to: "doors.yaml")
        let terminal = try PseudoTerminal.prompt(
            ["-r", "doors.yaml"], in: workshop.files, name: "doors")
        try terminal.enter(line)
        try terminal.expectScreen("the answer") {
            $0.lines.contains { line in
                ["valid ", "invalid ", "error["].contains { line.hasPrefix($0) }
            }
        }
        try terminal.enter("name Bo")
        try terminal.expectLine("valid name \"Bo\"")
        try terminal.expectPrompt("doors> ")
        try terminal.expectEnd()
        #expect(try Workshop.read(workshop.history) == "name Bo\n")
    }
}
