// SPDX-License-Identifier: Apache-2.0
import Glibc
import Testing

/// The driver itself, with programs of the system.
@Suite struct PseudoTerminalTests {
    @Test func programHasATerminalOfItsOwn() throws {
        let terminal = try PseudoTerminal(
            "/bin/sh", ["-c", "tty -s && stty size && printf 'go> ' && read x && echo \"<$x>\""],
            columns: 50, rows: 10)
        try terminal.expectLine("10 50")
        try terminal.expectPrompt("go> ")
        try terminal.enter("hello")
        try terminal.expectLine("<hello>")
        #expect(try terminal.finish() == 0)
    }

    @Test func interruptKeyEndsTheForegroundProcess() throws {
        let terminal = try PseudoTerminal("/bin/sh", ["-c", "echo ready; exec cat"])
        try terminal.expectLine("ready")
        try terminal.type("\u{3}")
        #expect(try terminal.finish() == 128 + SIGINT)
    }

    @Test func silenceNamesWhatWasWaitedFor() throws {
        let terminal = try PseudoTerminal("/bin/sh", ["-c", "echo other"])
        #expect(throws: PseudoTerminal.Silence.self) { try terminal.expectLine("expected") }
    }

    @Test(arguments: [
        ("abc\rX", ["Xbc"]), ("ab\u{8}X", ["aX"]), ("abcdef\u{1B}[3DX", ["abcXef"]),
        ("abc\u{1B}[2D\u{1B}[K", ["a"]), ("漢字\u{1B}[2DX", ["漢X"]), ("e\u{301}x", ["e\u{301}x"]),
        ("0123456789", ["01234567", "89"]), ("a\r\n\u{1B}[1;32mb\u{1B}[0m", ["a", "b"]),
        ("abcd\u{1B}[3D\u{1B}[2P", ["ad"]), ("ad\u{1B}[D\u{1B}[2@bc", ["abcd"]),
    ])
    func screenShowsWhatATerminalShows(output: String, lines: [String]) {
        var screen = TerminalScreen(columns: 8, rows: 3)
        screen.write(Array(output.utf8))
        #expect(screen.lines.prefix(lines.count) == lines[...])
    }
}
