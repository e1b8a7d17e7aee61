// SPDX-License-Identifier: Apache-2.0
import Glibc
import Testing

/// The prompt on a terminal: keys, and what the screen shows.
@Suite struct PromptTerminalTests {
    // MARK: - Lines

    @Test func answerIsBelowTheLine() throws {
        let workshop = try StateWorkshop()
        let terminal = try PseudoTerminal.prompt(in: workshop.files)
        try terminal.enter("length(3...20) \"ab\"")
        try terminal.expectLine("  error[length.tooShort] must have at least 3 characters")
        try terminal.expectPrompt("ruleshell> ")
        #expect(terminal.screen.lines[1] == "ruleshell> length(3...20) \"ab\"")
        #expect(terminal.screen.lines[2] == "invalid \"ab\"")
        #expect(!terminal.text.contains("\u{1B}[31m"))
        try terminal.expectEnd()
    }

    @Test func colorsAreForTerminalsThatWantThem() throws {
        let workshop = try StateWorkshop()
        let terminal = try PseudoTerminal.prompt(in: workshop.files, environment: ["NO_COLOR="])
        try terminal.enter("length(3...20) \"ab\"")
        try terminal.expectOutput("\u{1B}[31minvalid\u{1B}[0m \"ab\"")
        try terminal.expectPrompt("ruleshell> ")
        try terminal.enter("lenght(1) x")
        try terminal.expectOutput(
            "\u{1B}[31merror[rule.unknown]\u{1B}[0m there is no rule 'lenght'")
        try terminal.expectEnd()
    }

    @Test func openBracketsAskForMore() throws {
        let workshop = try StateWorkshop()
        let terminal = try PseudoTerminal.prompt(in: workshop.files)
        try terminal.enter("anyOf(email,")
        try terminal.expectPrompt(".......> ")
        try terminal.enter("length(2...2)) ab")
        try terminal.expectLine("valid \"ab\"")
        // The whole input comes back at once.
        try terminal.expectPrompt("ruleshell> ")
        try terminal.type("\u{1B}[A")
        try terminal.expectScreen("both lines") {
            $0.lines.suffix(20).contains("length(2...2)) ab")
                && $0.lineWithCursor.hasPrefix("length")
        }
        try terminal.type("\u{3}")
        try terminal.expectPrompt("ruleshell> ")
        try terminal.expectEnd()
    }

    @Test func errorKeepsThePromptOpen() throws {
        let workshop = try StateWorkshop()
        let terminal = try PseudoTerminal.prompt(in: workshop.files)
        try terminal.enter(":frob")
        try terminal.expectLine("error[prompt.command] there is no command ':frob'")
        try terminal.expectPrompt("ruleshell> ")
        try terminal.enter("length(1...) a")
        try terminal.expectLine("valid \"a\"")
        try terminal.expectEnd()
    }

    // MARK: - Keys

    @Test func interruptForgetsTheLine() throws {
        let workshop = try StateWorkshop()
        let terminal = try PseudoTerminal.prompt(in: workshop.files)
        try terminal.type("length(\u{3}")
        try terminal.expectLine("ruleshell> length(^C")
        try terminal.expectPrompt("ruleshell> ")
        try terminal.enter("anyOf(")
        try terminal.expectPrompt(".......> ")
        try terminal.type("\u{3}")
        try terminal.expectPrompt("ruleshell> ")
        try terminal.enter("length(1...) a")
        try terminal.expectLine("valid \"a\"")
        try terminal.expectEnd()
    }

    @Test func endKeyEndsOnAnEmptyLineOnly() throws {
        let workshop = try StateWorkshop()
        let terminal = try PseudoTerminal.prompt(in: workshop.files)
        // In front of a character it deletes.
        try terminal.type("ab\u{1}\u{4}")
        try terminal.expectScreen("b alone") { $0.lineWithCursor == "ruleshell> b" }
        try terminal.type("\u{15}\u{4}")
        #expect(try terminal.finish() == 0)
    }

    @Test func endOfTheTerminalEndsThePrompt() throws {
        let workshop = try StateWorkshop()
        let terminal = try PseudoTerminal.prompt(in: workshop.files)
        terminal.send(SIGHUP)
        #expect(try terminal.finish() == 128 + SIGHUP)
    }

    @Test func programCanBeEndedWhileAPasteHasNoEnd() throws {
        let workshop = try StateWorkshop()
        let terminal = try PseudoTerminal.prompt(in: workshop.files)
        try terminal.expectOutput("\u{1B}[?2004h")
        try terminal.type("\u{1B}[200~length(")
        terminal.send(SIGTERM)
        #expect(try terminal.finish() == 128 + SIGTERM)
    }

    @Test func keysAreThoseOfEmacsAndOfVi() throws {
        let workshop = try StateWorkshop()
        let terminal = try PseudoTerminal.prompt(in: workshop.files)
        try terminal.type("ength(1...) a\u{1}l\u{5}b")
        try terminal.expectPrompt("ruleshell> length(1...) ab")
        try terminal.type("\r")
        try terminal.expectLine("valid \"ab\"")
        try terminal.expectPrompt("ruleshell> ")
        try terminal.enter(":set keys vi")
        try terminal.expectScreen("the second prompt") {
            $0.lines.contains("ruleshell> :set keys vi") && $0.lineWithCursor == "ruleshell> "
        }
        try terminal.type("ength(1...) c\u{1B}0il")
        try terminal.expectScreen("the line") { $0.lineWithCursor == "ruleshell> length(1...) c" }
        try terminal.type("\r")
        try terminal.expectLine("valid \"c\"")
        try terminal.expectPrompt("ruleshell> ")
        try terminal.type("\u{3}")
        try terminal.enter(":quit")
        #expect(try terminal.finish() == 0)
    }

    // MARK: - What is typed and pasted

    @Test func pastedLinesRunOnEnterOnly() throws {
        let workshop = try StateWorkshop()
        let terminal = try PseudoTerminal.prompt(in: workshop.files)
        try terminal.expectOutput("\u{1B}[?2004h")
        try terminal.type("\u{1B}[200~length(1...) a\rlength(1...)\tb\r\u{1B}[201~")
        try terminal.expectScreen("both lines") {
            $0.lines.contains("ruleshell> length(1...) a")
                && $0.lineWithCursor.hasPrefix("length(1...)")
        }
        #expect(!terminal.screen.lines.contains("valid \"a\""))
        try terminal.type("\r")
        try terminal.expectLine("valid \"a\"")
        try terminal.expectLine("valid \"b\"")
        try terminal.expectPrompt("ruleshell> ")
        try terminal.expectEnd()
        #expect(terminal.screen.modes.isEmpty)
    }

    @Test func wideCharactersAndMarksTakeTheirCells() throws {
        let workshop = try StateWorkshop()
        let terminal = try PseudoTerminal.prompt(in: workshop.files)
        try terminal.type("length(1...) e\u{301}漢字x")
        try terminal.expectPrompt("ruleshell> length(1...) e\u{301}漢字x")
        #expect(terminal.screen.column == "ruleshell> length(1...) ".count + 6)
        // The first ideograph is three to the left, the e with its mark four.
        try terminal.type("\u{1B}[D\u{1B}[D\u{1B}[D-")
        try terminal.expectScreen("the dash") {
            $0.lineWithCursor == "ruleshell> length(1...) e\u{301}-漢字x"
        }
        try terminal.type("\u{7F}\u{7F}")
        try terminal.expectScreen("no e") { $0.lineWithCursor == "ruleshell> length(1...) 漢字x" }
        try terminal.type("\r")
        try terminal.expectLine("valid \"漢字x\"")
        try terminal.expectEnd()
    }

    @Test func marksReachTheRulesAsTheyWereTyped() throws {
        let workshop = try StateWorkshop()
        let terminal = try PseudoTerminal.prompt(in: workshop.files)
        try terminal.enter("length(...1, unit=codePoints) e\u{301}")
        try terminal.expectLine("  error[length.tooLong] must have at most 1 code point")
        try terminal.enter("length(...1, unit=characters) e\u{301}")
        try terminal.expectLine("valid \"e\u{301}\"")
        try terminal.expectEnd()
    }

    @Test func narrowerTerminalIsDrawnAgain() throws {
        let workshop = try StateWorkshop()
        let terminal = try PseudoTerminal.prompt(in: workshop.files)
        try terminal.type("length(1...) \"abcdefghi\"")
        try terminal.expectPrompt("ruleshell> length(1...) \"abcdefghi\"")
        try terminal.resize(columns: 40, rows: 10)
        try terminal.type("\u{8}0123456789\"")
        try terminal.expectScreen("two lines") {
            $0.lines.contains("ruleshell> length(1...) \"abcdefghi012345")
                && $0.lineWithCursor == "6789\""
        }
        try terminal.type("\r")
        try terminal.expectLine("valid \"abcdefghi0123456789\"")
        try terminal.expectEnd()
    }

    // MARK: - Watching

    @Test func watchValidatesAgainWhenAFileChanges() throws {
        let workshop = try StateWorkshop()
        try workshop.files.write(StateWorkshop.rules, to: "sign-up.yaml")
        try workshop.files.write(
            #"{"name":"Anna","password":"abcdefgh"}"# + "\n", to: "one.ndjson")
        let terminal = try PseudoTerminal.prompt(
            ["-r", "sign-up.yaml"], in: workshop.files, name: "sign-up")
        try terminal.enter(":watch one.ndjson")
        try terminal.expectLine("one.ndjson: 1 record: 1 valid, 0 invalid; 0 violations")
        try terminal.expectLine("watching; ^C ends it")
        try workshop.files.write(#"{"name":"Bo","password":"abcdefgh"}"# + "\n", to: "one.ndjson")
        try terminal.expectLine("one.ndjson: 1 record: 0 valid, 1 invalid; 1 violation")
        // A rule set that is wrong is waited out.
        try workshop.files.write("assay: 1\nfields:\n  name: lenght(2...)\n", to: "sign-up.yaml")
        try terminal.expectLine(
            "sign-up.yaml:3:9: error[rule.unknown] name: there is no rule 'lenght'")
        try workshop.files.write("assay: 1\nfields:\n  name: length(2...)\n", to: "sign-up.yaml")
        try terminal.expectScreen("a valid record again") {
            $0.lines.count { $0 == "one.ndjson: 1 record: 1 valid, 0 invalid; 0 violations" } == 2
        }
        try terminal.type("\u{3}")
        try terminal.expectLine("no longer watching")
        try terminal.expectPrompt("sign-up> ")
        try terminal.expectEnd()
    }
}
