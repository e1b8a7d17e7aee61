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
        if let command = directCommand { return run(command) }
        if let unknown = unknownSubcommand { return report(unknown) }
        let arguments = promptArguments ?? arguments
        if let repeated = RepeatedOptions(arguments).diagnostic { return report(repeated) }
        do {
            var command = try RuleShell.parseAsRoot(arguments)
            if let command = command as? any ShellCommand { return run(command) }
            try command.run()
            return .valid
        } catch let diagnostic as Diagnostic {
            return report(diagnostic)
        } catch {
            return report(parseError: error)
        }
    }

    private func run(_ command: any ShellCommand) -> ExitStatus {
        do throws(Diagnostic) {
            return try command.execute()
        } catch {
            return report(error)
        }
    }

    /// The command of the arguments, read without the others.
    ///
    /// The parser reflects on a command's options once where the command is its root, and several times below
    /// another one: that is a good part of the time in which a command starts. Nil where the arguments are not
    /// as they should be, or ask for help: the errors are those of the whole.
    private var directCommand: (any ShellCommand)? {
        switch arguments.first {
        case ValidateCommand.configuration.commandName: direct(ValidateCommand.self)
        case TryCommand.configuration.commandName: direct(TryCommand.self)
        case CheckCommand.configuration.commandName: parsed(CheckCommand.self)
        case TestCommand.configuration.commandName: parsed(TestCommand.self)
        default: nil
        }
    }

    private func direct<Command: DirectCommand>(_ type: Command.Type) -> (any ShellCommand)? {
        if let direct = DirectArguments(arguments.dropFirst()),
            let command = Command(direct: direct)
        {
            return command
        }
        return parsed(type)
    }

    private func parsed<Command: ShellCommand>(_ type: Command.Type) -> (any ShellCommand)? {
        guard RepeatedOptions(arguments).diagnostic == nil else { return nil }
        return Command.parsed(arguments.dropFirst())
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
        let message = RuleShell.message(for: error)
        // The parser does not look for other mistakes where it misses something.
        if message.lowercased().hasPrefix("missing expected argument"),
            let mistyped = MistypedOption(arguments).diagnostic
        {
            return report(mistyped)
        }
        return report(UsageError(message, command: command).diagnostic)
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
