// SPDX-License-Identifier: Apache-2.0
import AssaySystem
import AssayCLibrary
import Synchronization

/// The program that shows texts which are longer than the terminal is high.
///
/// `ASSAY_PAGER`, or else `PAGER`, has its command; an empty one and `cat` switch it off. Without
/// either it is `less`, if that exists. As for git, `LESS` is `FRX` and `LV` is `-c` unless they
/// are set, so that colors stay and the text stays on the terminal.
enum Pager {
    private static let isOff = Atomic<Bool>(false)

    /// Shows every text without a pager from now on.
    static func turnOff() { isOff.store(true, ordering: .relaxed) }

    /// Shows a text and waits until the reader leaves it.
    ///
    /// - Returns: `false` if nothing was shown, because no pager is wanted or needed, or none can
    ///   be started.
    static func show(_ text: String) -> Bool {
        guard !isOff.load(ordering: .relaxed), BorrowedDescriptor.standardOutput.isTerminal,
            BorrowedDescriptor.standardInput.isTerminal, Environment.variable("TERM") != "dumb",
            exceedsScreen(text), let command
        else { return false }
        return run(command, with: Array(text.utf8))
    }

    private static func exceedsScreen(_ text: String) -> Bool {
        let terminal = BorrowedDescriptor.standardOutput
        let columns = terminal.terminalColumns ?? 80
        // The last row is for what comes next.
        var left = (terminal.terminalRows ?? 24) - 1
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
            left -= max(1, (cells(of: line) + columns - 1) / columns)
            if left < 0 { return true }
        }
        return false
    }

    /// Returns about as many cells as a terminal takes; sequences for colors take none.
    private static func cells(of line: Substring) -> Int {
        var count = 0
        var isInSequence = false
        for scalar in line.unicodeScalars {
            if scalar == "\u{1B}" {
                isInSequence = true
            } else if isInSequence {
                isInSequence = scalar != "m"
            } else {
                count += 1
            }
        }
        return count
    }

    // MARK: - The program

    private static var command: String? {
        for name in ["ASSAY_PAGER", "PAGER"] {
            guard let value = CurrentProcess.variable(name) else { continue }
            return value.isEmpty || value == "cat" ? nil : value
        }
        let folders = Environment.variable("PATH").split(separator: ":")
        return folders.contains { access("\($0)/less", X_OK) == 0 } ? "less" : nil
    }

    private static func run(_ command: String, with text: [UInt8]) -> Bool {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return false }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        // ^C belongs to the pager as long as it runs.
        let before = signal(SIGINT, SIG_IGN)
        defer { signal(SIGINT, before) }
        let process = start(command, input: ends[0])
        close(ends[0])
        guard let process else {
            close(ends[1])
            return false
        }
        // A reader who has seen enough closes the pipe.
        try? BorrowedDescriptor(number: ends[1]).write(text)
        close(ends[1])
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        // A shell exits with these if it does not find a command or may not run it.
        return ![126, 127].contains(status >> 8 & 0xFF)
    }

    private static func start(_ command: String, input: Int32) -> pid_t? {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        for signal in [SIGINT, SIGPIPE, SIGQUIT] { sigaddset(&signals, signal) }
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
        let words = ["sh", "-c", command]
        var arguments = words.map { strdup($0) } + [nil]
        var variables = Self.variables.map { strdup($0) } + [nil]
        defer { for text in arguments + variables { free(text) } }
        var process: pid_t = 0
        let error = posix_spawn(
            &process, "/bin/sh", &actions, &attributes, &arguments, &variables)
        return error == 0 ? process : nil
    }

    /// The environment of the pager.
    private static var variables: [String] {
        var texts: [String] = []
        var next = environ
        while let text = next.pointee {
            texts.append(String(cString: text))
            next += 1
        }
        for (name, value) in [("LESS", "FRX"), ("LV", "-c")]
        where CurrentProcess.variable(name) == nil {
            texts.append("\(name)=\(value)")
        }
        return texts
    }
}
