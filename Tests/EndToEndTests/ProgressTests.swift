// SPDX-License-Identifier: Apache-2.0
import Glibc
import Testing

/// `--progress`: a line on standard error that never mixes with what is written.
@Suite struct ProgressTests {
    private static let many = GeneratedPeople(count: 20_000)

    private func terminal(
        _ arguments: [String], in workshop: Workshop, columns: Int = 100
    ) throws -> PseudoTerminal {
        let tool = try RuleShellTool.product("ruleshell")
        let words = ["validate", "-r", "people.yaml", "-f", "concise"] + arguments
        return try PseudoTerminal(tool, words, in: workshop.path, columns: columns)
    }

    @Test func lineIsDrawnAndTakenAway() throws {
        let workshop = try Workshop.people()
        try workshop.write(Self.many.ndjson, to: "a.ndjson")
        let terminal = try terminal(["-o", "out", "a.ndjson"], in: workshop, columns: 120)
        #expect(try terminal.finish() == 1)
        #expect(terminal.screen.lines[0].hasPrefix("ruleshell: 20000 records: "))
        #expect(terminal.screen.lines[0].hasSuffix("; see 'out'"))
        #expect(terminal.screen.lines[1] == "")
        let drawings = Self.drawings(terminal)
        for line in drawings {
            let form =
                #/ {0,2}\d+% \[=*>? *\] [\d,]+ records?, [\d,]+/s, [\d,]+ findings?(, [\d:]+ left)?/#
            #expect(line.wholeMatch(of: form) != nil, "\(line)")
        }
        #expect(!drawings.isEmpty)
    }

    /// What was drawn, one text for each time.
    private static func drawings(_ terminal: PseudoTerminal) -> [String] {
        terminal.text.split(separator: "\r").compactMap { part in
            guard part.hasSuffix("\u{1B}[K"), part.contains("record") else { return nil }
            return String(part.dropLast(3))
        }
    }

    @Test func drawingsAreATenthOfASecondApart() throws {
        let workshop = try Workshop.people()
        try workshop.write(Self.many.ndjson, to: "a.ndjson")
        let start = ContinuousClock.now
        let terminal = try terminal(["-o", "out", "a.ndjson"], in: workshop)
        #expect(try terminal.finish() == 1)
        let tenths = (ContinuousClock.now - start) / .milliseconds(100)
        #expect(Double(Self.drawings(terminal).count) <= tenths + 1)
    }

    @Test func findingsOnTheTerminalAreOnLinesOfTheirOwn() throws {
        let workshop = try Workshop.people()
        try workshop.write(Self.many.ndjson, to: "a.ndjson")
        let plain = try RuleShellTool.run(
            ["validate", "-r", "people.yaml", "-f", "concise", "a.ndjson"], in: workshop)
        let terminal = try terminal(
            ["a.ndjson", "--show", "all", "--color", "never"], in: workshop, columns: 200)
        #expect(try terminal.finish() == 1)
        // The terminal makes a line feed a new line; what is drawn is erased before.
        let text = terminal.text.replacing("\r\n", with: "\n")
        let shown = text.replacing(#/\r[^\r\n]*\u{1B}\[K/#, with: "")
        #expect(shown == plain.output + plain.errors)
    }

    @Test func lineIsAsWideAsTheTerminal() throws {
        let workshop = try Workshop.people()
        let terminal = try terminal(
            ["--progress", "always", "-"], in: workshop, columns: 18)
        try terminal.expectLine("0 records, 0/s, 0")
        try terminal.resize(columns: 30, rows: 24)
        try terminal.expectLine("0 records, 0/s, 0 findings")
        try terminal.type("\u{3}")
        #expect(try terminal.finish() == 130)
        #expect(terminal.screen.lines.contains { $0.hasPrefix("ruleshell: 0 records") })
    }

    /// What is typed would be overwritten.
    @Test func inputThatIsTypedHasNoProgress() throws {
        let workshop = try Workshop.people()
        let terminal = try terminal(["-"], in: workshop)
        try terminal.expectLine("ruleshell: reading standard input; ^D ends it")
        try terminal.type("{\"name\":\"Bo\",\"age\":20}\r")
        try terminal.type("\u{4}")
        #expect(try terminal.finish() == 1)
        #expect(!terminal.text.contains("\u{1B}[K"))
        #expect(terminal.text.contains("length.tooShort"))
    }

    /// A rule set may be what is typed.
    @Test(arguments: [
        ["try", "-r", "-", "a", "x"], ["validate", "-r", "-", "people.ndjson"], ["check", "-"],
    ])
    func ruleSetThatIsTypedIsAwaited(arguments: [String]) throws {
        let workshop = try Workshop.people()
        let terminal = try PseudoTerminal(
            RuleShellTool.product("ruleshell"), arguments, in: workshop.path)
        try terminal.expectLine("ruleshell: reading standard input; ^D ends it")
        try terminal.type("assay: 1\rfields: {a: required, b: email}\r")
        try terminal.type("\u{4}")
        #expect(try terminal.finish() == (arguments[0] == "validate" ? 1 : 0))
        #expect(terminal.text.ranges(of: "reading standard input").count == 1)
    }

    @Test func neverIsNever() throws {
        let workshop = try Workshop.people()
        let terminal = try terminal(
            ["--progress", "never", "--color", "never", "people.ndjson"], in: workshop)
        #expect(try terminal.finish() == 1)
        #expect(!terminal.text.contains("\u{1B}"))
    }

    @Test func linesAreWrittenWhereThereIsNoTerminal() throws {
        let workshop = try Workshop.people()
        let arguments = ["validate", "-r", "people.yaml", "-f", "concise", "-"]
        let process = try RuleShellTool.start(arguments + ["--progress", "always"], in: workshop)
        try process.write(people)
        let result = try process.finish()
        #expect(result.errors.hasPrefix("ruleshell: 0 records, 0/s, 0 findings\n"))
        #expect(!result.errors.contains("\u{1B}"))
        let silent = try RuleShellTool.run(arguments, in: workshop, input: people)
        #expect(silent.errors.split(separator: "\n").count == 1)
        #expect(silent.output == result.output)
    }
}
