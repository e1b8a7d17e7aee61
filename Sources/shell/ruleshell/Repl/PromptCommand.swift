// SPDX-License-Identifier: Apache-2.0
import Assay

/// A command of the prompt, `:name`.
struct PromptCommand: Sendable {
    /// The kind of text that follows the name, for completion.
    enum Argument: Sendable {
        case none
        case expression
        case rule
        case ruleOrCode
        case file
        case topic
        case setting
        case mode
        case flag
        case plugin
        case next
        case text
    }

    let name: String
    /// The form of the argument, with optional parts in brackets.
    let usage: String
    let summary: String
    let argument: Argument
    /// `true` if the command loads, reads or writes files.
    let usesFiles: Bool
    let action: @Sendable (PromptSession, PromptArgument) throws(Diagnostic) -> Void

    init(
        _ name: String, _ usage: String, _ summary: String, argument: Argument = .none,
        usesFiles: Bool = false,
        action: @escaping @Sendable (PromptSession, PromptArgument) throws(Diagnostic) -> Void
    ) {
        self.name = name
        self.usage = usage
        self.summary = summary
        self.argument = argument
        self.usesFiles = usesFiles
        self.action = action
    }

    /// The name and the usage.
    var call: String { ":" + name + (usage.isEmpty ? "" : " " + usage) }

    /// `true` if the argument may be left out.
    private var takesNothing: Bool { usage.isEmpty || usage.hasPrefix("[") }

    func run(_ session: PromptSession, argument: PromptArgument) throws(Diagnostic) {
        if argument.text.isEmpty, !takesNothing {
            throw Diagnostic(
                "prompt.argument", "':\(name)' needs an argument", help: "write \(call)")
        }
        if !argument.text.isEmpty, usage.isEmpty {
            throw argument.error("':\(name)' takes no argument", help: "write \(call)")
        }
        do throws(Diagnostic) {
            try action(session, argument)
        } catch {
            // Expressions are read without the command before them.
            let isShort = self.argument == .expression || self.argument == .ruleOrCode
            throw isShort && error.code != "prompt.argument"
                ? error.shifted(by: argument.offset) : error
        }
    }

    // MARK: - Names

    /// The name and the argument of an input that begins with a colon.
    static func split(_ input: String) -> (name: String, argument: String)? {
        let text = PromptSession.trimmed(input)
        guard text.hasPrefix(":") else { return nil }
        let name = text.dropFirst().prefix { !$0.isWhitespace }
        let rest = text.dropFirst(1 + name.count)
        return (String(name), PromptSession.trimmed(rest))
    }

    /// The command with a name, or the only one whose name begins with a text.
    static func find(_ name: String) throws(Diagnostic) -> PromptCommand {
        if let command = all.first(where: { $0.name == name }) { return command }
        let possible = name.isEmpty ? [] : all.filter { $0.name.hasPrefix(name) }
        if possible.count == 1 { return possible[0] }
        let names = all.map(\.name)
        guard possible.isEmpty else {
            let choices = possible.map { ":\($0.name)" }
            throw Diagnostic(
                "prompt.ambiguous",
                "':\(name)' can be \(choices.dropLast().joined(separator: ", ")) or \(choices[choices.count - 1])",
                help: "write the whole name of the command")
        }
        throw Diagnostic(
            "prompt.command", "there is no command ':\(name)'",
            help: (PromptSynonym.command(meantBy: name) ?? nearestName(to: name, in: names)).map {
                "did you mean ':\($0)'?"
            } ?? ":help lists the commands")
    }
}

/// The text that follows the name of a command.
struct PromptArgument {
    /// The text without white space at its ends.
    let text: String
    let command: PromptCommand
    /// The whole input, on a line.
    let input: String

    init(_ text: String, of command: PromptCommand, in input: String) {
        self.text = text
        self.command = command
        self.input = PromptSession.trimmed(input)
    }

    /// The number of code points before the text.
    var offset: Int {
        input.unicodeScalars.count - text.unicodeScalars.count
    }

    /// The parts between white space.
    var words: [String] { text.split(whereSeparator: \.isWhitespace).map(String.init) }

    /// An error in the argument, with carets under it or a word of it.
    func error(_ message: String, help: String, at word: String? = nil) -> Diagnostic {
        let wanted = word ?? text
        let end = input.utf8.count
        let offset =
            input.lastIndex(ofText: wanted).map {
                input.utf8.distance(from: input.startIndex, to: $0)
            } ?? end
        return Diagnostic(
            "prompt.argument", message, help: help,
            excerpt: Excerpt(input, marking: offset..<offset + wanted.utf8.count),
            column: offset + 1)
    }
}

extension String {
    /// Returns the last place where a text appears, or `nil` if it does not appear.
    fileprivate func lastIndex(ofText text: String) -> String.Index? {
        var start = index(endIndex, offsetBy: -min(count, text.count))
        while true {
            if self[start...].hasPrefix(text) { return start }
            guard start > startIndex else { return nil }
            start = index(before: start)
        }
    }
}
