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

    /// Whether colours are wanted on standard output.
    static var wantsColor: Bool { wantsColor(on: .standardOutput) }

    /// The colours of what is written to standard output.
    static var outputPaint: Paint { Paint(isOn: wantsColor) }

    /// The colours of messages on standard error.
    static var messagePaint: Paint { Paint(isOn: wantsColor(on: .standardError)) }

    /// Whether colours are wanted: as `--color` says; else never if `NO_COLOR` is set (no-color.org), always if `FORCE_COLOR`
    /// or `CLICOLOR_FORCE` is set to anything but 0, else on a terminal that is not `dumb`.
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

    /// How wide the lines of messages may be; nil: standard error is no terminal, so that a program
    /// may read them line by line.
    static var columnsForMessages: Int? {
        BorrowedDescriptor.standardError.isTerminal ? columnsOfStandardError : nil
    }

    /// How wide the lines of standard output may be; nil: it is no terminal.
    static var columnsOfOutput: Int? {
        BorrowedDescriptor.standardOutput.isTerminal
            ? BorrowedDescriptor.standardOutput.terminalColumns ?? 80 : nil
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
