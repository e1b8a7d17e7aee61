// SPDX-License-Identifier: Apache-2.0
import AssaySystem

/// The terminal that the command runs on, if it is one.
enum Terminal {
    /// `true` if lines can be edited, because both ends are a terminal that is not `dumb`.
    static var editsLines: Bool {
        BorrowedDescriptor.standardInput.isTerminal
            && BorrowedDescriptor.standardOutput.isTerminal
            && Environment.variable("TERM") != "dumb"
    }

    /// `true` if colors are wanted on standard output.
    static var wantsColor: Bool { wantsColor(on: .standardOutput) }

    /// The colors of what is written to standard output.
    static var outputPaint: Paint { Paint(isOn: wantsColor) }

    /// The colors of messages on standard error.
    static var messagePaint: Paint { Paint(isOn: wantsColor(on: .standardError)) }

    /// Returns `true` if colors are wanted on a descriptor.
    ///
    /// The option `--color` decides. If it is `auto`, colors are never wanted if `NO_COLOR` is set
    /// (no-color.org), always if `FORCE_COLOR` or `CLICOLOR_FORCE` is set to anything but 0, and
    /// else on a terminal that is not `dumb`.
    private static func wantsColor(on descriptor: BorrowedDescriptor) -> Bool {
        switch ColorChoice.current {
        case .always: return true
        case .never: return false
        case .auto: break
        }
        if Environment.variable("NO_COLOR") != "" { return false }
        for name in ["FORCE_COLOR", "CLICOLOR_FORCE"] {
            let value = Environment.variable(name)
            if value != "", value != "0" { return true }
        }
        return descriptor.isTerminal && Environment.variable("TERM") != "dumb"
    }

    /// The width of messages in columns, or `nil` if standard error is not a terminal.
    ///
    /// Without a terminal, a program may read messages line by line.
    static var columnsForMessages: Int? {
        BorrowedDescriptor.standardError.isTerminal ? columnsOfStandardError : nil
    }

    /// The width of standard output in columns, or `nil` if it is not a terminal.
    static var columnsOfOutput: Int? {
        BorrowedDescriptor.standardOutput.isTerminal
            ? BorrowedDescriptor.standardOutput.terminalColumns ?? 80 : nil
    }

    /// The width of standard error in columns, or 80 if it is not known.
    static var columnsOfStandardError: Int {
        BorrowedDescriptor.standardError.terminalColumns ?? 80
    }
}

/// The variables that the process was started with.
enum Environment {
    /// Returns the value of a variable, or an empty text if it is not set.
    static func variable(_ name: String) -> String { CurrentProcess.variable(name) ?? "" }
}
