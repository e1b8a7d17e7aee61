// SPDX-License-Identifier: Apache-2.0
import Testing

/// The colors of a line while it is typed.
@Suite struct PromptColorTests {
    private static let colors = ["NO_COLOR="]
    private static let rules = """
        assay: 1
        fields:
          name: required, length(3...20)
          items[*].qty: required, integer, range(1...)

        """

    /// What was typed, and the bytes that show it in its colors.
    @Test(
        arguments: [
            (
                "length(3...20, unit=bytes) \"ab\"",
                "\u{1B}[36mlength\u{1B}[0m(\u{1B}[33m3...20\u{1B}[0m, \u{1B}[35munit\u{1B}[0m="
                    + "\u{1B}[33mbytes\u{1B}[0m) \u{1B}[32m\"ab\"\u{1B}[0m"
            ),
            (
                "required, regex(/a b/i) 12",
                "\u{1B}[36mrequired\u{1B}[0m, \u{1B}[36mregex\u{1B}[0m(\u{1B}[32m/a b/i\u{1B}[0m) "
                    + "\u{1B}[33m12\u{1B}[0m"
            ),
            // A text without quotes has no color, a rule that there is not is red.
            ("lenght(3) ab", "\u{1B}[31mlenght\u{1B}[0m(\u{1B}[33m3\u{1B}[0m) ab"),
            (
                "anyOf(email, length(2...))",
                "\u{1B}[36manyOf\u{1B}[0m(\u{1B}[36memail\u{1B}[0m, \u{1B}[36mlength\u{1B}[0m("
                    + "\u{1B}[33m2...\u{1B}[0m))"
            ),
            ("qqq", "\u{1B}[31mqqq\u{1B}[0m"),
            (":why", "\u{1B}[36m:why\u{1B}[0m"), (":zzz", "\u{1B}[31m:zzz\u{1B}[0m"),
            (":explain length(3)", "\u{1B}[36m:explain\u{1B}[0m \u{1B}[36mlength\u{1B}[0m("),
            ("# a remark", "\u{1B}[90m# a remark\u{1B}[0m"),
            (
                #"{"name": "Bo", "n": 1, "t": true, "x": nil }"#,
                "{\u{1B}[35m\"name\"\u{1B}[0m: \u{1B}[32m\"Bo\"\u{1B}[0m, \u{1B}[35m\"n\"\u{1B}[0m: "
                    + "\u{1B}[33m1\u{1B}[0m, \u{1B}[35m\"t\"\u{1B}[0m: \u{1B}[33mtrue\u{1B}[0m, "
                    + "\u{1B}[35m\"x\"\u{1B}[0m: \u{1B}[31mnil\u{1B}[0m }"
            ),
            ("name Bo", "\u{1B}[36mname\u{1B}[0m Bo"),
            ("items[0].qty 0", "\u{1B}[36mitems[0].qty\u{1B}[0m \u{1B}[33m0\u{1B}[0m"),
            ("name absent", "\u{1B}[36mname\u{1B}[0m \u{1B}[33mabsent\u{1B}[0m"),
        ] as [(String, String)])
    func lineIsColoredWhileItIsTyped(line: String, colored: String) throws {
        let workshop = try StateWorkshop()
        try workshop.files.write(Self.rules, to: "rules.yaml")
        let terminal = try PseudoTerminal.prompt(
            ["-r", "rules.yaml"], in: workshop.files, environment: Self.colors, name: "rules")
        try terminal.type(":set hints off\r")
        try terminal.expectScreen("the second prompt") {
            $0.lines.contains("rules> :set hints off") && $0.lineWithCursor == "rules> "
        }
        try terminal.type(line)
        try terminal.expectOutput(colored)
        try terminal.expectPrompt("rules> " + line)
        try terminal.expectEnd()
    }

    @Test(arguments: [["NO_COLOR=1"], ["NO_COLOR=", "TERM=dumb"]])
    func nothingIsColoredWhereColorsAreOff(environment: [String]) throws {
        let workshop = try StateWorkshop()
        let terminal = try PseudoTerminal(
            RuleShellTool.product("ruleshell"), [], in: workshop.files.path,
            environment: ["HOME=\(workshop.files.path)", "XDG_STATE_HOME=\(workshop.files.path)"]
                + environment)
        try terminal.enter("length(3...20) \"ab\"")
        try terminal.expectOutput("must have at least 3 characters")
        #expect(!terminal.text.contains("\u{1B}[36m"))
        try terminal.enter(":quit")
        #expect(try terminal.finish() == 0)
    }

    @Test func settingEndsTheColors() throws {
        let workshop = try StateWorkshop()
        let terminal = try PseudoTerminal.prompt(in: workshop.files, environment: Self.colors)
        try terminal.enter(":set color off")
        try terminal.expectScreen("the second prompt") {
            $0.lines.contains("ruleshell> :set color off") && $0.lineWithCursor == "ruleshell> "
        }
        let before = terminal.output.count
        try terminal.type("email a@b.de")
        try terminal.expectPrompt("ruleshell> email a@b.de")
        #expect(!String(decoding: terminal.output[before...], as: UTF8.self).contains("\u{1B}[3"))
        try terminal.expectEnd()
    }

    /// Every cell is where it was, on a terminal so narrow that the line takes three rows, with characters that take
    /// two cells, one of which does not fit into the last column, and with marks.
    @Test func coloredLineKeepsItsCells() throws {
        let workshop = try StateWorkshop()
        let terminal = try PseudoTerminal.prompt(
            in: workshop.files, environment: Self.colors, columns: 20)
        try terminal.type("oneOf(\"a漢\", \"e\u{301}x\", \"漢字漢字漢字\")")
        let wanted = ["ruleshell> oneOf(\"a", "漢\", \"e\u{301}x\", \"漢字漢字", "漢字\")"]
        try terminal.expectScreen("three rows") {
            $0.lines.prefix(5).contains(wanted[0]) && $0.lineWithCursor == wanted[2]
        }
        #expect(Array(terminal.screen.lines[2...4]) == wanted)
        // Moving, deleting and inserting leave no trace of old colors or cells.
        try terminal.type("\u{1}\u{6}\u{6}\u{4}\u{4}\u{4}\u{1}")
        try terminal.expectScreen("three letters fewer") {
            $0.lines.contains("ruleshell> on(\"a漢\"") || $0.lines.contains("ruleshell> on(\"a漢\",")
        }
        try terminal.type("\u{5}z")
        try terminal.expectScreen("the end") { $0.lineWithCursor.hasSuffix(")z") }
        try terminal.type("\u{15}")
        try terminal.expectScreen("an empty line") { $0.lineWithCursor == "ruleshell> " }
        try terminal.expectEnd()
    }

    @Test func pastedLinesAreColoredOnTheirRows() throws {
        let workshop = try StateWorkshop()
        let terminal = try PseudoTerminal.prompt(in: workshop.files, environment: Self.colors)
        try terminal.expectOutput("\u{1B}[?2004h")
        try terminal.type("\u{1B}[200~anyOf(email,\rlength(2...)) ab\u{1B}[201~")
        try terminal.expectScreen("both lines") {
            $0.lines.contains("ruleshell> anyOf(email,") && $0.lineWithCursor == "length(2...)) ab"
        }
        try terminal.type("\r")
        try terminal.expectLine("valid \"ab\"")
        try terminal.expectEnd()
    }
}
