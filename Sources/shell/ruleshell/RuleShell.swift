// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

/// The root of the command line.
struct RuleShell: ParsableCommand {
    static let version = "0.1.0"

    static let configuration = CommandConfiguration(
        commandName: "ruleshell",
        abstract: "Validates records against rule sets, tries rules and explains them.",
        discussion: """
            Exit status: 0 valid, 1 findings, 2 usage, rule set or plugin error, 3 unreadable input, \
            130 interrupted.
            """,
        version: "ruleshell \(version)",
        subcommands: [
            ValidateCommand.self, RunCommand.self, WatchCommand.self, CheckCommand.self,
            TestCommand.self, TryCommand.self, RulesCommand.self, ExplainCommand.self,
            ImportCommand.self, ExportCommand.self, ReplCommand.self, PluginCommand.self,
            CompletionsCommand.self, ManCommand.self,
        ])
}

/// A command of ruleshell, which ends with a status or with an error.
protocol ShellCommand: ParsableCommand {
    func execute() throws(Diagnostic) -> ExitStatus
}

extension ShellCommand {
    /// Returns the command with its arguments, or `nil` if they are wrong or ask for help.
    static func parsed(_ arguments: some Sequence<String>) -> Self? {
        try? parse(Array(arguments))
    }
}

/// The exit status of ruleshell.
enum ExitStatus: Int32 {
    case valid = 0
    case findings = 1
    /// A usage, rule set or plugin error, and output that cannot be written.
    case unusable = 2
    case unreadable = 3
    case interrupted = 130
}
