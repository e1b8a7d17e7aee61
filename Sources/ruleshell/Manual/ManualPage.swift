// SPDX-License-Identifier: Apache-2.0
import Assay

/// The manual page in the language of man(7), made of what `--help` knows.
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
            + ".SH NAME\nruleshell \\- \(Roff.text(Self.sentence(command["abstract"])))\n"
        let names = shown(command["subcommands"])
        let usages = ".SH SYNOPSIS\n" + names.map { synopsis($0, ["ruleshell"]) }.joined()
        let description = ".SH DESCRIPTION\n" + Roff.paragraphs(command["discussion"].text)
        let commands = ".SH COMMANDS\n" + names.map { section($0, ["ruleshell"]) }.joined()
        return head + usages + description + commands + Self.files
    }

    private static let files = """
        .SH ENVIRONMENT
        .TP
        .B ASSAY_PLUGIN_PATH
        Libraries and directories of plugins, with colons between them.
        .SH EXIT STATUS
        .TP
        .B 0
        Everything is valid.
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

    /// An abstract as it stands behind a name: without its period, beginning low.
    private static func sentence(_ abstract: Value) -> String {
        var text = abstract.text
        if text.hasSuffix(".") { text.removeLast() }
        return text.prefix(1).lowercased() + text.dropFirst()
    }

    /// The elements of a list that help shows.
    private func shown(_ list: Value) -> [Value] {
        guard case .array(let elements) = list else { return [] }
        return elements.filter {
            $0["shouldDisplay"] != false && $0["commandName"].text != "help"
                && $0["valueName"].text != "help" && $0["valueName"].text != "version"
        }
    }

    // MARK: - Commands

    private func synopsis(_ command: Value, _ parents: [String]) -> String {
        let path = parents + [command["commandName"].text]
        let commands = shown(command["subcommands"])
        guard commands.isEmpty else { return commands.map { synopsis($0, path) }.joined() }
        let arguments = shown(command["arguments"])
        let options = arguments.contains { $0["kind"].text != "positional" } ? " [options]" : ""
        let positional = arguments.filter { $0["kind"].text == "positional" }.map(Self.usage)
        return ".B \(Roff.text(path.joined(separator: " ")))\n"
            + Roff.text(([options] + positional.map { " " + $0 }).joined()).trimmed + "\n.br\n"
    }

    private static func usage(_ argument: Value) -> String {
        let name = "<\(argument["valueName"].text)>"
        let repeated = argument["isRepeating"] == true ? name + "..." : name
        return argument["isOptional"] == true ? "[\(repeated)]" : repeated
    }

    private func section(_ command: Value, _ parents: [String]) -> String {
        let path = parents + [command["commandName"].text]
        let name = path.dropFirst().joined(separator: " ")
        let commands = shown(command["subcommands"])
        guard commands.isEmpty else { return commands.map { section($0, path) }.joined() }
        return ".SS \(Roff.text(name))\n" + Roff.paragraphs(command["abstract"].text)
            + Roff.paragraphs(command["discussion"].text)
            + shown(command["arguments"]).map(Self.argument).joined()
    }

    // MARK: - Arguments

    private static func argument(_ argument: Value) -> String {
        var text = ".TP\n.B \(Roff.text(names(argument)))\n"
        var help = argument["abstract"].text
        if case .array(let values) = argument["allValues"], !values.isEmpty {
            help += " (values: \(values.map(\.text).joined(separator: ", ")))"
        }
        if case .string(let given) = argument["defaultValue"] { help += " (default: \(given))" }
        text += Roff.text(help.isEmpty ? "-" : help) + "\n"
        return text
    }

    /// `-f, --format <format>`, or the name of what stands without one.
    private static func names(_ argument: Value) -> String {
        guard argument["kind"].text != "positional" else { return usage(argument) }
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
    /// Escapes what means something there; line breaks become spaces.
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
    /// A string; an empty one for other values.
    fileprivate var text: String {
        if case .string(let text) = self { text } else { "" }
    }
}

extension String {
    /// Without spaces at its start.
    fileprivate var trimmed: String { String(drop { $0 == " " }) }
}
