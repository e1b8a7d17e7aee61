// SPDX-License-Identifier: Apache-2.0
import AssaySystem

/// Messages for people.
enum StandardError {
    /// Writes a text; a failure is ignored, as there is nowhere to report it.
    static func write(_ text: String) {
        try? BorrowedDescriptor.standardError.write(text.utf8)
    }
}

extension StandardError {
    /// Says on a terminal that nothing happens until something is typed.
    static func noteStandardInput() {
        guard BorrowedDescriptor.standardInput.isTerminal,
            BorrowedDescriptor.standardError.isTerminal
        else { return }
        write("ruleshell: reading standard input; ^D ends it\n")
    }

    /// Writes a line, on a terminal broken between words.
    static func writeLine(_ line: String) {
        write(WrappedText(columns: Terminal.columnsForMessages, indent: "  ").lines(line))
    }
}

/// Results of the commands that print once.
enum StandardOutput {
    /// Writes a text and a line feed.
    ///
    /// - Returns: `false`, after a message on standard error, if that fails. A closed pipe is not a
    ///   failure.
    static func print(_ text: String) -> Bool {
        write(Array((text + "\n").utf8))
    }

    /// Writes a text that people read, with their pager if the terminal is too low for it.
    ///
    /// - Returns: The same as `print`. Leaving the pager early is not a failure.
    static func page(_ text: String) -> Bool {
        Pager.show(text) || write(Array(text.utf8))
    }

    static func write(_ bytes: [UInt8]) -> Bool {
        do throws(SystemError) {
            try BorrowedDescriptor.standardOutput.write(bytes)
            return true
        } catch {
            if error == .brokenPipe { return true }
            StandardError.write(Diagnostic.unwritable("standard output", error: error).shown)
            return false
        }
    }
}

extension Diagnostic {
    /// The run ended before its inputs did.
    static let interrupted = Diagnostic("run.interrupted", "the run was interrupted")

    /// Output that cannot be written.
    static func unwritable(_ name: String, error: SystemError) -> Diagnostic {
        Diagnostic(
            "output.unwritable", "cannot write \(name): \(error)",
            help: "free some space, or name another file")
    }

    /// A file that cannot be made or written.
    static func unwritable(path: String, error: SystemError) -> Diagnostic {
        guard let help = missingDirectory(of: path) else {
            return unwritable("'\(path)'", error: error)
        }
        return Diagnostic(
            "output.unwritable", "cannot write '\(path)': \(error)", help: help)
    }

    /// Returns the help for a path into a directory that does not exist, or `nil` if it exists.
    static func missingDirectory(of path: String) -> String? {
        let directory = FileSystem.directory(of: path)
        guard !FileSystem.exists(directory) else { return nil }
        return "there is no directory '\(directory)': create it, or name another file"
    }
}
