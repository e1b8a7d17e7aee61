// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
@_spi(Engine) import Assay

/// One call of ruleshell, from its arguments to its exit status.
struct CommandLineRun {
    let arguments: [String]

    init(_ arguments: [String]) {
        let isPagerOff = arguments.first == "--no-pager"
        if isPagerOff { Pager.turnOff() }
        self.arguments = Self.valuesApart(isPagerOff ? Array(arguments.dropFirst()) : arguments)
    }

    /// Returns the arguments with `--` before the first negative number of `try`, so that such
    /// numbers are values and not options.
    private static func valuesApart(_ arguments: [String]) -> [String] {
        guard arguments.first == TryCommand.configuration.commandName,
            let first = arguments.firstIndex(where: isNegative),
            !arguments.contains("--"),
            arguments[first...].allSatisfy({
                !$0.hasPrefix("-") || isNegative($0)
            })
        else { return arguments }
        return Array(arguments[..<first]) + ["--"] + arguments[first...]
    }

    private static func isNegative(_ argument: String) -> Bool {
        guard argument.hasPrefix("-"), let number = try? JSONValueParser.parse(argument) else {
            return false
        }
        return ValueKinds.numbers.contains(ValueKinds(number.kind))
    }

    func run() -> ExitStatus {
        ColorChoice.take(from: arguments)
        if let unknown = unknownVectors { return report(unknown) }
        if ShellCompletion.isRequest(arguments) { return complete() }
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

    /// Prints the names that can follow what was typed, for the script of a shell.
    private func complete() -> ExitStatus {
        do {
            _ = try RuleShell.parseAsRoot(arguments)
            return .valid
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

    /// The command of the arguments, parsed without the other commands.
    ///
    /// The parser reflects on a command's options once if the command is its root, and several
    /// times below another one, which is a good part of the time in which a command starts. The
    /// value is `nil` if the arguments are wrong or ask for help, because errors and help are those
    /// of the whole program.
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

    /// Reports that the arguments, including the program's name, cannot be read.
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

    /// Prints help or the version, and reports anything else as a usage error.
    private func report(parseError error: any Error) -> ExitStatus {
        if RuleShell.exitCode(for: error) == .success {
            return StandardOutput.page(RuleShell.fullMessage(for: error) + "\n")
                ? .valid : .unusable
        }
        let message = RuleShell.message(for: error)
        if let dashed = valueWithDash {
            return report(
                Diagnostic(
                    "usage", "unknown option '\(dashed)'",
                    help: "after --, a value may begin with a dash"))
        }
        if message.lowercased().hasPrefix("unknown option"),
            let unknown = MistypedOption(promptArguments ?? arguments).unknown
        {
            return report(unknown)
        }
        // If an argument is missing, the parser does not look for other errors.
        if message.lowercased().hasPrefix("missing expected argument"),
            let mistyped = MistypedOption(promptArguments ?? arguments).diagnostic
        {
            return report(mistyped)
        }
        return report(UsageError(message, command: command).diagnostic)
    }

    /// The first argument of `try` that begins with one dash and is not `-r`.
    private var valueWithDash: String? {
        guard command == TryCommand.configuration.commandName else { return nil }
        return arguments.prefix { $0 != "--" }.first {
            $0.hasPrefix("-") && !$0.hasPrefix("--") && $0.count > 1 && !$0.hasPrefix("-r")
        }
    }

    /// The arguments with the command name of the prompt, or `nil` if they name another command.
    private var promptArguments: [String]? {
        guard let first = arguments.first else { return ["repl"] }
        let ofRoot: Set = ["-h", "--help", "--version"]
        guard first.hasPrefix("-"), !ofRoot.contains(first), !first.hasPrefix("--generate"),
            !first.hasPrefix("--experimental")
        else { return nil }
        return ["repl"] + arguments
    }

    private var unknownVectors: Diagnostic? {
        ValidationPlan.unknownVectors.map {
            Diagnostic(
                "usage", "the variable ASSAY_SIMD is '\($0)', which names no vector instructions",
                help: "use none, ssse3, avx2, avx512 (x86-64) or neon (ARM64), or unset it for "
                    + "the best of this processor")
        }
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
