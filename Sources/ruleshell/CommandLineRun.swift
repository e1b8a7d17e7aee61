// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

/// One call of ruleshell, from its arguments to its exit status.
struct CommandLineRun {
    let arguments: [String]

    init(_ arguments: [String]) {
        let isPagerOff = arguments.first == "--no-pager"
        if isPagerOff { Pager.turnOff() }
        self.arguments = isPagerOff ? Array(arguments.dropFirst()) : arguments
    }

    func run() -> ExitStatus {
        ColorChoice.take(from: arguments)
        if let unknown = unknownSubcommand { return report(unknown) }
        let arguments = promptArguments ?? arguments
        if let repeated = RepeatedOptions(arguments).diagnostic { return report(repeated) }
        do {
            var command = try RuleShell.parseAsRoot(arguments)
            if let command = command as? any ShellCommand { return try command.execute() }
            try command.run()
            return .valid
        } catch let diagnostic as Diagnostic {
            return report(diagnostic)
        } catch {
            return report(parseError: error)
        }
    }

    /// Says that the arguments, among them the program's name, cannot be read.
    static func withoutArguments() -> ExitStatus {
        CommandLineRun([]).report(
            Diagnostic(
                "usage", "cannot read the arguments from /proc/self/cmdline",
                help: "mount /proc where ruleshell runs"))
    }

    private func report(_ diagnostic: Diagnostic) -> ExitStatus {
        StandardError.write(diagnostic.shown)
        return .unusable
    }

    /// Prints help and version; anything else is a usage error.
    private func report(parseError error: any Error) -> ExitStatus {
        if RuleShell.exitCode(for: error) == .success {
            return StandardOutput.page(RuleShell.fullMessage(for: error) + "\n")
                ? .valid : .unusable
        }
        return report(UsageError(RuleShell.message(for: error), command: command).diagnostic)
    }

    /// The arguments of the prompt, which needs no command name.
    private var promptArguments: [String]? {
        guard let first = arguments.first else { return ["repl"] }
        let ofRoot: Set = ["-h", "--help", "--version"]
        guard first.hasPrefix("-"), !ofRoot.contains(first), !first.hasPrefix("--generate"),
            !first.hasPrefix("--experimental")
        else { return nil }
        return ["repl"] + arguments
    }

    private var command: String? {
        arguments.first.flatMap { Self.subcommands.contains($0) ? $0 : nil }
    }

    private static var subcommands: [String] {
        RuleShell.configuration.subcommands.compactMap { $0.configuration.commandName }
    }

    private var unknownSubcommand: Diagnostic? {
        guard let name = arguments.first, !name.hasPrefix("-"), name != "help",
            !Self.subcommands.contains(name)
        else { return nil }
        return UsageError.unknownCommand(name, known: Self.subcommands)
    }
}
