// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A program that runs in a terminal of its own, typed at and read by a test.
///
/// Nothing waits for a time: `wait` reads until the screen shows what is expected, and fails the
/// test with the screen when the program ends or is silent for a minute.
final class PseudoTerminal {
    /// The screen as it is now.
    private(set) var screen: TerminalScreen
    /// Everything that the program wrote, as it came.
    private(set) var output: [UInt8] = []
    /// What the program wrote, as text.
    var text: String { String(decoding: output, as: UTF8.self) }

    private let descriptor: Int32
    private let process: pid_t
    private var isOpen = true

    /// How long the program may be silent, in milliseconds.
    private static let patience: Int32 = 60_000
    /// TIOCSPTLCK and TIOCGPTN.
    private static let (setLock, getNumber): (UInt, UInt) = (0x4004_5431, 0x8004_5430)

    /// Starts a program as the leader of a session whose terminal this is.
    ///
    /// - Parameters:
    ///   - executable: Its path.
    ///   - arguments: The arguments after its name.
    ///   - folder: Where it runs.
    ///   - environment: `NAME=value`, set on top of the test's own.
    ///   - columns: The width of the terminal.
    ///   - rows: Its height.
    /// - Throws: That there is no terminal or no such program.
    init(
        _ executable: String, _ arguments: [String], in folder: String? = nil,
        environment: [String] = [], columns: Int = 80, rows: Int = 24
    ) throws {
        // What posix_openpt, unlockpt and ptsname do, which Swift's Glibc module hides.
        descriptor = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        var (locked, number): (Int32, UInt32) = (0, 0)
        guard descriptor >= 0, ioctl(descriptor, Self.setLock, &locked) == 0,
            ioctl(descriptor, Self.getNumber, &number) == 0
        else { throw SystemError("/dev/ptmx", errno) }
        screen = TerminalScreen(columns: columns, rows: rows)
        let words =
            ["/usr/bin/env"] + (folder.map { ["-C", $0] } ?? []) + ["TERM=xterm", "LC_ALL=C.UTF-8"]
            + environment
            + [executable] + arguments
        try Self.setSize(descriptor, columns: columns, rows: rows)
        process = try Self.spawn(words, on: "/dev/pts/\(number)")
    }

    deinit {
        if isOpen {
            kill(process, SIGKILL)
            var status: Int32 = 0
            waitpid(process, &status, 0)
        }
        close(descriptor)
    }

    // MARK: - Starting

    private static func spawn(_ words: [String], on slave: String) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        // The first open by the leader of a session makes this its terminal.
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, slave, O_RDWR, 0)
        posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDERR_FILENO)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        let newSession: Int16 = 0x80  // POSIX_SPAWN_SETSID, which Swift's Glibc module hides
        // Whoever runs the tests may ignore ^C: the program is not to inherit that.
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        for signal in [SIGINT, SIGQUIT, SIGTSTP, SIGHUP, SIGTERM] { sigaddset(&signals, signal) }
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(
            &attributes,
            newSession | Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF))
        var arguments = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var process: pid_t = 0
        let error = posix_spawn(&process, words[0], &actions, &attributes, &arguments, environ)
        guard error == 0 else { throw SystemError("posix_spawn \(words[0])", error) }
        return process
    }

    private static func setSize(_ descriptor: Int32, columns: Int, rows: Int) throws {
        var size = winsize(
            ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
        guard ioctl(descriptor, UInt(TIOCSWINSZ), &size) == 0 else {
            throw SystemError("TIOCSWINSZ", errno)
        }
    }

    // MARK: - Typing

    /// Types a text: the bytes go to the program as they are.
    func type(_ text: String) throws {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw SystemError("write", errno) }
            bytes = bytes.dropFirst(count)
        }
    }

    /// Types a line and the Enter key.
    func enter(_ line: String) throws {
        try type(line + "\r")
    }

    /// Changes the size of the terminal; the program is told by SIGWINCH.
    func resize(columns: Int, rows: Int) throws {
        try Self.setSize(descriptor, columns: columns, rows: rows)
        screen.resize(columns: columns, rows: rows)
    }

    // MARK: - Reading

    /// Reads until the screen fulfils the condition.
    func expectScreen(
        _ what: String, until condition: (TerminalScreen) -> Bool
    ) throws {
        while !condition(screen) {
            guard try read(for: what) else {
                throw Silence(what: what, screen: screen.description)
            }
        }
    }

    /// Reads until a line of the screen is this one, but for blanks at its end.
    func expectLine(_ line: String) throws {
        try expectScreen("the line '\(line)'") { $0.lines.contains(line) }
    }

    /// Reads until the line with the cursor is this one and the cursor is after it.
    func expectPrompt(_ line: String) throws {
        try expectScreen("the prompt '\(line)'") { $0.lineWithCursor == line && $0.isCursorAtEnd }
    }

    /// Reads until the program has written this, wherever it is on the screen.
    func expectOutput(_ wanted: String) throws {
        let bytes = Array(wanted.utf8)
        var start = 0
        while true {
            if Self.contains(bytes, in: output[start...]) { return }
            start = max(0, output.count - bytes.count)
            let what = "the output '\(wanted)'"
            guard try read(for: what) else {
                throw Silence(what: what, screen: screen.description)
            }
        }
    }

    private static func contains(_ bytes: [UInt8], in output: ArraySlice<UInt8>) -> Bool {
        guard output.count >= bytes.count else { return false }
        return (output.startIndex...(output.endIndex - bytes.count)).contains {
            output[$0..<$0 + bytes.count].elementsEqual(bytes)
        }
    }

    /// Takes what the program wrote; false when it has ended.
    private func read(for what: String) throws -> Bool {
        var polls = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        let ready = poll(&polls, 1, Self.patience)
        if ready < 0, errno == EINTR { return true }
        guard ready > 0 else { throw Silence(what: what, screen: screen.description) }
        let chunk = [UInt8](unsafeUninitializedCapacity: 1 << 12) { buffer, count in
            count = max(0, Glibc.read(descriptor, buffer.baseAddress, buffer.count))
        }
        output += chunk
        screen.write(chunk)
        return !chunk.isEmpty
    }

    /// Reads to the end of the program.
    ///
    /// - Returns: Its exit status, or 128 and the number of the signal that ended it.
    func finish() throws -> Int32 {
        while try read(for: "the end of the program") {}
        var status: Int32 = 0
        guard waitpid(process, &status, 0) == process else { throw SystemError("waitpid", errno) }
        isOpen = false
        let signal = status & 0x7F
        return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
    }

    /// Sends a signal to the program.
    func send(_ signal: Int32) {
        kill(process, signal)
    }

    /// The program did not show what was waited for.
    struct Silence: Error, CustomStringConvertible {
        let what: String
        let screen: String

        var description: String { "waited in vain for \(what); the screen:\n\(screen)" }
    }
}
