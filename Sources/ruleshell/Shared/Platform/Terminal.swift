// SPDX-License-Identifier: Apache-2.0
import AssaySystem

/// The terminal that the command runs on, if it is one.
enum Terminal {
    /// Whether lines can be edited: both ends are a terminal that obeys.
    static var editsLines: Bool {
        BorrowedDescriptor.standardInput.isTerminal
            && BorrowedDescriptor.standardOutput.isTerminal
            && Environment.variable("TERM") != "dumb"
    }

    /// Whether colours are wanted: standard output is a terminal, and `NO_COLOR` is not set
    /// (no-color.org).
    static var wantsColor: Bool {
        BorrowedDescriptor.standardOutput.isTerminal && Environment.variable("NO_COLOR") == ""
            && Environment.variable("TERM") != "dumb"
    }

    /// How wide the lines of messages may be; nil: standard error is no terminal, so that a program
    /// may read them line by line.
    static var columnsForMessages: Int? {
        BorrowedDescriptor.standardError.isTerminal ? columnsOfStandardError : nil
    }

    /// How many columns standard error has; 80 if it does not say.
    static var columnsOfStandardError: Int {
        BorrowedDescriptor.standardError.terminalColumns ?? 80
    }
}

/// The variables that the process was started with.
enum Environment {
    /// The value of a variable; empty if it is not set.
    static func variable(_ name: String) -> String { CurrentProcess.variable(name) ?? "" }
}
