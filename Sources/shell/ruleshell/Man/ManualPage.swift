// SPDX-License-Identifier: Apache-2.0
import Assay

/// The manual page in the language of man(7), generated from `--help`.
struct ManualPage {
    private let command: Value

    /// - Parameter description: The JSON object with which the argument parser describes a command.
    init(_ description: String) {
        command = ((try? JSONValueParser.parse(description)) ?? .null)["command"]
    }

    /// The whole page.
    var text: String {
        let head =
            ".TH RULESHELL 1 \"\" \"ruleshell \(RuleShell.version)\" \"User Commands\"\n"
            + ".SH NAME\nruleshell \\- \(Roff.text(Self.sentence(of: command["abstract"])))\n"
        let names = shown(of: command["subcommands"])
        let usages =
            ".SH SYNOPSIS\n" + names.map { synopsis(of: $0, parents: ["ruleshell"]) }.joined()
        let description = ".SH DESCRIPTION\n" + Roff.paragraphs(command["discussion"].text)
        let commands =
            ".SH COMMANDS\n" + names.map { section(of: $0, parents: ["ruleshell"]) }.joined()
        return head + usages + description + commands + Self.files
    }

    private static let files = """
        .SH ENVIRONMENT
        .TP
        .B ASSAY_PLUGIN_PATH
        Libraries and directories of plugins, separated by colons.
        .SH EXIT STATUS
        .TP
        .B 0
        Every record, value or case is valid.
        .TP
        .B 1
        There are findings.
        .TP
        .B 2
        The command line, a rule set, a plugin or an output cannot be used.
        .TP
        .B 3
        An input cannot be read.
        .TP
        .B 130
        The run was interrupted.

        """

    /// An abstract as it follows a name: without its period, in lower case.
    private static func sentence(of abstract: Value) -> String {
        var text = abstract.text
        if text.hasSuffix(".") { text.removeLast() }
        return text.prefix(1).lowercased() + text.dropFirst()
    }

    /// The elements of a list that help shows.
    private func shown(of list: Value) -> [Value] {
        guard case .array(let elements) = list else { return [] }
        return elements.filter {
            $0["shouldDisplay"] != false && $0["commandName"].text != "help"
                && $0["valueName"].text != "help" && $0["valueName"].text != "version"
        }
    }

    // MARK: - Commands

    private func synopsis(of command: Value, parents: [String]) -> String {
        let path = parents + [command["commandName"].text]
        let commands = shown(of: command["subcommands"])
        guard commands.isEmpty else {
            return commands.map { synopsis(of: $0, parents: path) }.joined()
        }
        let arguments = shown(of: command["arguments"])
        let options = arguments.contains { $0["kind"].text != "positional" } ? " [options]" : ""
        let positional = arguments.filter { $0["kind"].text == "positional" }.map(Self.usage)
        return ".B \(Roff.text(path.joined(separator: " ")))\n"
            + Roff.text(([options] + positional.map { " " + $0 }).joined()).trimmed + "\n.br\n"
    }

    private static func usage(of argument: Value) -> String {
        let name = "<\(argument["valueName"].text)>"
        let repeated = argument["isRepeating"] == true ? name + "..." : name
        return argument["isOptional"] == true ? "[\(repeated)]" : repeated
    }

    private func section(of command: Value, parents: [String]) -> String {
        let path = parents + [command["commandName"].text]
        let name = path.dropFirst().joined(separator: " ")
        let commands = shown(of: command["subcommands"])
        guard commands.isEmpty else {
            return commands.map { section(of: $0, parents: path) }.joined()
        }
        return ".SS \(Roff.text(name))\n" + Roff.paragraphs(command["abstract"].text)
            + Roff.paragraphs(command["discussion"].text)
            + shown(of: command["arguments"]).map(Self.argument).joined()
    }

    // MARK: - Arguments

    private static func argument(of argument: Value) -> String {
        var text = ".TP\n.B \(Roff.text(names(of: argument)))\n"
        var help = argument["abstract"].text
        if case .array(let values) = argument["allValues"], !values.isEmpty {
            help += " (values: \(values.map(\.text).joined(separator: ", ")))"
        }
        if case .string(let given) = argument["defaultValue"] { help += " (default: \(given))" }
        text += Roff.text(help.isEmpty ? "-" : help) + "\n"
        return text
    }

    /// `-f, --format <format>`, or the name of a positional argument.
    private static func names(of argument: Value) -> String {
        guard argument["kind"].text != "positional" else { return usage(of: argument) }
        guard case .array(let list) = argument["names"] else { return "" }
        let names = list.map { name in
            (name["kind"].text == "long" ? "--" : "-") + name["name"].text
        }
        let value = argument["kind"].text == "option" ? " <\(argument["valueName"].text)>" : ""
        return names.joined(separator: ", ") + value
    }
}

/// Text in the language of man(7).
enum Roff {
    /// Escapes special characters; line breaks become spaces.
    static func text(_ text: String) -> String {
        var result = ""
        for character in text {
            switch character {
            case "\\": result += "\\e"
            case "-": result += "\\-"
            case "\n": result += " "
            default: result.append(character)
            }
        }
        let isRequest = result.hasPrefix(".") || result.hasPrefix("'")
        return isRequest ? "\\&" + result : result
    }

    /// A paragraph for each line.
    static func paragraphs(_ text: String) -> String {
        text.split(separator: "\n").map { ".PP\n" + self.text(String($0)) + "\n" }.joined()
    }
}

extension Value {
    /// The text of a string, or an empty text for other values.
    fileprivate var text: String {
        if case .string(let text) = self { text } else { "" }
    }
}

extension String {
    /// The text without spaces at its start.
    fileprivate var trimmed: String { String(drop { $0 == " " }) }
}
