// SPDX-License-Identifier: Apache-2.0
import Glibc
import Testing

/// Long output on a terminal is shown by the pager that people have.
@Suite struct PagerTests {
    /// A pager that says how it was called and leaves after a line.
    private static let early = "PAGER=echo \"paged LESS=$LESS LV=$LV\"; head -n 1"

    private func terminal(
        _ arguments: [String], _ environment: [String], in workshop: Workshop, rows: Int = 24
    ) throws -> PseudoTerminal {
        try PseudoTerminal(
            RuleShellTool.product("ruleshell"), arguments, in: workshop.path,
            environment: ["NO_COLOR=1", "HOME=\(workshop.path)", "XDG_STATE_HOME=\(workshop.path)"]
                + environment, rows: rows)
    }

    /// Whoever leaves the pager early has seen enough: that is no error.
    @Test(
        arguments: [
            ["rules"], ["man"], ["--help"], ["validate", "--help"], ["help", "validate"],
            ["explain", "anyOf"], ["rules", "--json"],
        ])
    func longOutputIsPaged(arguments: [String]) throws {
        let workshop = try Workshop()
        let terminal = try terminal(arguments, [Self.early], in: workshop, rows: 12)
        #expect(try terminal.finish() == 0)
        let lines = terminal.text.split(separator: "\r\n")
        #expect(lines.first == "paged LESS=FRX LV=-c")
        #expect(lines.count <= 2)
    }

    @Test(
        arguments: [
            ["PAGER="], ["PAGER=cat"], ["PAGER=false", "ASSAY_PAGER="],
            ["PAGER=false", "TERM=dumb"],
            // What cannot be started is left out.
            ["PAGER=/nowhere/pager"],
        ])
    func withoutPagerTheTextIsThere(environment: [String]) throws {
        let workshop = try Workshop()
        let terminal = try terminal(["rules"], environment, in: workshop)
        #expect(try terminal.finish() == 0)
        #expect(terminal.text.contains("creditCard"))
        #expect(terminal.text.contains("uuid"))
    }

    @Test(
        arguments: [
            ["rules", "--no-pager"], ["explain", "--no-pager", "anyOf"], ["--no-pager", "rules"],
            ["--no-pager", "--help"], ["man", "--no-pager"],
        ])
    func optionSwitchesThePagerOff(arguments: [String]) throws {
        let workshop = try Workshop()
        let terminal = try terminal(arguments, ["PAGER=echo paged"], in: workshop, rows: 5)
        #expect(try terminal.finish() == 0)
        #expect(!terminal.text.contains("paged"))
    }

    @Test func ownVariableComesFirstAndSettingsStay() throws {
        let workshop = try Workshop()
        let terminal = try terminal(
            ["rules"],
            ["PAGER=false", "ASSAY_PAGER=echo \"own LESS=$LESS\"; head -n 1", "LESS=R"],
            in: workshop)
        #expect(try terminal.finish() == 0)
        #expect(terminal.text.hasPrefix("own LESS=R\r\n"))
    }

    @Test func shortOutputNeedsNoPager() throws {
        let workshop = try Workshop()
        let terminal = try terminal(
            ["explain", "email"], ["PAGER=echo paged"], in: workshop, rows: 60)
        #expect(try terminal.finish() == 0)
        #expect(!terminal.text.contains("paged"))
    }

    /// Neither a file nor a pipe has a pager, whatever the variables say.
    @Test func outputThatIsNoTerminalIsNotPaged() throws {
        let result = try RuleShellTool.run(["rules"])
        #expect(result.output.contains("creditCard"))
        #expect(result.status == 0)
    }

    // MARK: - The manual

    @Test func manualIsTextOnTerminals() throws {
        let workshop = try Workshop()
        let terminal = try terminal(["man"], ["PAGER="], in: workshop)
        #expect(try terminal.finish() == 0)
        let text = terminal.text.replacing("\r\n", with: "\n")
        #expect(text.hasPrefix("NAME\n       ruleshell - validates records against rule sets"))
        #expect(text.contains("\nSYNOPSIS\n       ruleshell validate [options] [<input|->...]\n"))
        // Neither a request of roff nor an escape is left.
        #expect(!text.split(separator: "\n").contains { $0.hasPrefix(".") })
        #expect(!text.contains("\\-"))
        #expect(!text.contains("\\f"))
    }

    @Test func manualIsRoffElsewhere() throws {
        let result = try RuleShellTool.run(["man"])
        #expect(result.output.hasPrefix(".TH RULESHELL 1"))
    }

    // MARK: - The prompt

    @Test func longAnswersArePagedAtThePrompt() throws {
        let workshop = try StateWorkshop()
        let terminal = try PseudoTerminal.prompt(
            in: workshop.files, environment: ["NO_COLOR=1", Self.early])
        for command in [":rules", ":help"] {
            try terminal.enter(command)
            try terminal.expectLine("paged LESS=FRX LV=-c")
            try terminal.expectPrompt("ruleshell> ")
            try terminal.type("\u{C}")
            try terminal.expectScreen("a clear screen") {
                !$0.lines.contains("paged LESS=FRX LV=-c")
            }
        }
        try terminal.enter(":set pager off")
        try terminal.enter(":rules")
        try terminal.expectScreen("the last rule") {
            $0.lines.contains { $0.hasPrefix("xor") || $0.hasPrefix("uuid") }
        }
        try terminal.expectEnd()
    }

    /// ^C reaches the pager, which decides about it, and ends neither the prompt nor the command.
    @Test func interruptBelongsToThePager() throws {
        let workshop = try StateWorkshop()
        let terminal = try PseudoTerminal.prompt(
            in: workshop.files,
            environment: [
                "NO_COLOR=1",
                "PAGER=trap 'echo caught; exit 0' INT; echo ready; while :; do sleep 1; done",
            ])
        try terminal.enter(":rules")
        try terminal.expectLine("ready")
        try terminal.type("\u{3}")
        try terminal.expectScreen("the trap") { $0.lines.contains { $0.hasSuffix("caught") } }
        try terminal.expectPrompt("ruleshell> ")
        try terminal.expectEnd()
    }

    @Test func lessShowsTheTextAndLeavesItThere() throws {
        guard access("/usr/bin/less", X_OK) == 0 else { return }
        let workshop = try Workshop()
        let terminal = try terminal(["rules"], ["PAGER=less"], in: workshop)
        try terminal.expectScreen("the prompt of less") { $0.lineWithCursor.hasPrefix(":") }
        try terminal.type("q")
        #expect(try terminal.finish() == 0)
    }
}
