// SPDX-License-Identifier: Apache-2.0
import Glibc
import Testing

/// The prompt on a terminal: keys, and what the screen shows.
@Suite struct PromptTerminalTests {
    // MARK: - Lines

    @Test func answerStandsBelowTheLine() throws {
        let workshop = try StateWorkshop()
        let terminal = try PseudoTerminal.prompt(in: workshop.files)
        try terminal.enter("length(3...20) \"ab\"")
        try terminal.waitForLine("  error[length.tooShort] must have at least 3 characters")
        try terminal.waitForPrompt("ruleshell> ")
        #expect(terminal.screen.lines[1] == "ruleshell> length(3...20) \"ab\"")
        #expect(terminal.screen.lines[2] == "invalid \"ab\"")
        #expect(!terminal.text.contains("\u{1B}[31m"))
        try terminal.endPrompt()
    }

    @Test func colorsAreForTerminalsThatWantThem() throws {
        let workshop = try StateWorkshop()
        let terminal = try PseudoTerminal.prompt(in: workshop.files, environment: ["NO_COLOR="])
        try terminal.enter("length(3...20) \"ab\"")
        try terminal.waitForOutput("\u{1B}[31minvalid\u{1B}[0m \"ab\"")
        try terminal.waitForPrompt("ruleshell> ")
        try terminal.enter("lenght(1) x")
        try terminal.waitForOutput(
            "\u{1B}[31merror[rule.unknown]\u{1B}[0m there is no rule 'lenght'")
        try terminal.endPrompt()
    }

    @Test func openBracketsAskForMore() throws {
        let workshop = try StateWorkshop()
        let terminal = try PseudoTerminal.prompt(in: workshop.files)
        try terminal.enter("anyOf(email,")
        try terminal.waitForPrompt(".......> ")
        try terminal.enter("length(2...2)) ab")
        try terminal.waitForLine("valid \"ab\"")
        // The whole input comes back at once.
        try terminal.waitForPrompt("ruleshell> ")
        try terminal.type("\u{1B}[A")
        try terminal.wait("both lines") {
            $0.lines.suffix(20).contains("length(2...2)) ab")
                && $0.lineWithCursor.hasPrefix("length")
        }
        try terminal.type("\u{3}")
        try terminal.waitForPrompt("ruleshell> ")
        try terminal.endPrompt()
    }

    @Test func mistakeKeepsThePromptOpen() throws {
        let workshop = try StateWorkshop()
        let terminal = try PseudoTerminal.prompt(in: workshop.files)
        try terminal.enter(":frob")
        try terminal.waitForLine("error[prompt.command] there is no command ':frob'")
        try terminal.waitForPrompt("ruleshell> ")
        try terminal.enter("length(1...) a")
        try terminal.waitForLine("valid \"a\"")
        try terminal.endPrompt()
    }

    // MARK: - Keys

    @Test func interruptForgetsTheLine() throws {
        let workshop = try StateWorkshop()
        let terminal = try PseudoTerminal.prompt(in: workshop.files)
        try terminal.type("length(\u{3}")
        try terminal.waitForLine("ruleshell> length(^C")
        try terminal.waitForPrompt("ruleshell> ")
        try terminal.enter("anyOf(")
        try terminal.waitForPrompt(".......> ")
        try terminal.type("\u{3}")
        try terminal.waitForPrompt("ruleshell> ")
        try terminal.enter("length(1...) a")
        try terminal.waitForLine("valid \"a\"")
        try terminal.endPrompt()
    }

    @Test func endKeyEndsOnAnEmptyLineOnly() throws {
        let workshop = try StateWorkshop()
        let terminal = try PseudoTerminal.prompt(in: workshop.files)
        // In front of a character it deletes.
        try terminal.type("ab\u{1}\u{4}")
        try terminal.wait("b alone") { $0.lineWithCursor == "ruleshell> b" }
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
        try terminal.waitForOutput("\u{1B}[?2004h")
        try terminal.type("\u{1B}[200~length(")
        terminal.send(SIGTERM)
        #expect(try terminal.finish() == 128 + SIGTERM)
    }

    @Test func keysAreThoseOfEmacsAndOfVi() throws {
        let workshop = try StateWorkshop()
        let terminal = try PseudoTerminal.prompt(in: workshop.files)
        try terminal.type("ength(1...) a\u{1}l\u{5}b")
        try terminal.waitForPrompt("ruleshell> length(1...) ab")
        try terminal.type("\r")
        try terminal.waitForLine("valid \"ab\"")
        try terminal.waitForPrompt("ruleshell> ")
        try terminal.enter(":set keys vi")
        try terminal.wait("the second prompt") {
            $0.lines.contains("ruleshell> :set keys vi") && $0.lineWithCursor == "ruleshell> "
        }
        try terminal.type("ength(1...) c\u{1B}0il")
        try terminal.wait("the line") { $0.lineWithCursor == "ruleshell> length(1...) c" }
        try terminal.type("\r")
        try terminal.waitForLine("valid \"c\"")
        try terminal.waitForPrompt("ruleshell> ")
        try terminal.type("\u{3}")
        try terminal.enter(":quit")
        #expect(try terminal.finish() == 0)
    }

    // MARK: - What is typed and pasted

    @Test func pastedLinesRunOnEnterOnly() throws {
        let workshop = try StateWorkshop()
        let terminal = try PseudoTerminal.prompt(in: workshop.files)
        try terminal.waitForOutput("\u{1B}[?2004h")
        try terminal.type("\u{1B}[200~length(1...) a\rlength(1...)\tb\r\u{1B}[201~")
        try terminal.wait("both lines") {
            $0.lines.contains("ruleshell> length(1...) a")
                && $0.lineWithCursor.hasPrefix("length(1...)")
        }
        #expect(!terminal.screen.lines.contains("valid \"a\""))
        try terminal.type("\r")
        try terminal.waitForLine("valid \"a\"")
        try terminal.waitForLine("valid \"b\"")
        try terminal.waitForPrompt("ruleshell> ")
        try terminal.endPrompt()
        #expect(terminal.screen.modes.isEmpty)
    }

    @Test func wideCharactersAndMarksTakeTheirCells() throws {
        let workshop = try StateWorkshop()
        let terminal = try PseudoTerminal.prompt(in: workshop.files)
        try terminal.type("length(1...) e\u{301}漢字x")
        try terminal.waitForPrompt("ruleshell> length(1...) e\u{301}漢字x")
        #expect(terminal.screen.column == "ruleshell> length(1...) ".count + 6)
        // Three to the left stands the first ideograph, four the e with its mark.
        try terminal.type("\u{1B}[D\u{1B}[D\u{1B}[D-")
        try terminal.wait("the dash") {
            $0.lineWithCursor == "ruleshell> length(1...) e\u{301}-漢字x"
        }
        try terminal.type("\u{7F}\u{7F}")
        try terminal.wait("no e") { $0.lineWithCursor == "ruleshell> length(1...) 漢字x" }
        try terminal.type("\r")
        try terminal.waitForLine("valid \"漢字x\"")
        try terminal.endPrompt()
    }

    @Test func marksReachTheRulesAsTheyWereTyped() throws {
        let workshop = try StateWorkshop()
        let terminal = try PseudoTerminal.prompt(in: workshop.files)
        try terminal.enter("length(...1, unit=codePoints) e\u{301}")
        try terminal.waitForLine("  error[length.tooLong] must have at most 1 codePoints")
        try terminal.enter("length(...1, unit=characters) e\u{301}")
        try terminal.waitForLine("valid \"e\u{301}\"")
        try terminal.endPrompt()
    }

    @Test func narrowerTerminalIsDrawnAgain() throws {
        let workshop = try StateWorkshop()
        let terminal = try PseudoTerminal.prompt(in: workshop.files)
        try terminal.type("length(1...) \"abcdefghi\"")
        try terminal.waitForPrompt("ruleshell> length(1...) \"abcdefghi\"")
        try terminal.resize(columns: 40, rows: 10)
        try terminal.type("\u{8}0123456789\"")
        try terminal.wait("two lines") {
            $0.lines.contains("ruleshell> length(1...) \"abcdefghi012345")
                && $0.lineWithCursor == "6789\""
        }
        try terminal.type("\r")
        try terminal.waitForLine("valid \"abcdefghi0123456789\"")
        try terminal.endPrompt()
    }

    // MARK: - Watching

    @Test func watchJudgesAgainWhenAFileChanges() throws {
        let workshop = try StateWorkshop()
        try workshop.files.write(StateWorkshop.rules, to: "sign-up.yaml")
        try workshop.files.write(
            #"{"name":"Anna","password":"abcdefgh"}"# + "\n", to: "one.ndjson")
        let terminal = try PseudoTerminal.prompt(
            ["-r", "sign-up.yaml"], in: workshop.files, name: "sign-up")
        try terminal.enter(":watch one.ndjson")
        try terminal.waitForLine("one.ndjson: 1 record: 1 valid, 0 invalid")
        try terminal.waitForLine("watching; ^C ends it")
        try workshop.files.write(#"{"name":"Bo","password":"abcdefgh"}"# + "\n", to: "one.ndjson")
        try terminal.waitForLine("one.ndjson: 1 record: 0 valid, 1 invalid")
        // A rule set that is wrong is waited out.
        try workshop.files.write("assay: 1\nfields:\n  name: lenght(2...)\n", to: "sign-up.yaml")
        try terminal.waitForLine(
            "sign-up.yaml:3:9: error[rule.unknown] name: there is no rule 'lenght'")
        try workshop.files.write("assay: 1\nfields:\n  name: length(2...)\n", to: "sign-up.yaml")
        try terminal.wait("a valid record again") {
            $0.lines.count { $0 == "one.ndjson: 1 record: 1 valid, 0 invalid" } == 2
        }
        try terminal.type("\u{3}")
        try terminal.waitForLine("no longer watching")
        try terminal.waitForPrompt("sign-up> ")
        try terminal.endPrompt()
    }
}
