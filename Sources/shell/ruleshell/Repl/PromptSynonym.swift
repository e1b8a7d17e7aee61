// SPDX-License-Identifier: Apache-2.0
import Assay

/// The commands of the prompt as other prompts spell them: `help`, `exit`, `?`, `\q`, `.help`.
enum PromptSynonym {
    /// The signs with which commands of other prompts begin.
    private static let signs: Set<Character> = ["\\", ".", "/"]

    /// The words of other prompts for commands that have other names here.
    private static let words = [
        "?": "help", "h": "help", "man": "help", "commands": "help", "exit": "quit", "q": "quit",
        "bye": "quit", "logout": "quit",
    ]

    /// Returns the name of the command that a word without a colon means, or `nil` if it means none.
    static func command(meantBy word: String) -> String? {
        let name = signs.contains(word.first ?? " ") ? String(word.dropFirst()) : word
        return words[name] ?? PromptCommand.all.first { $0.name == name }?.name
    }

    /// Returns the error for an input that is a command without its colon, or `nil` for any other
    /// input.
    ///
    /// Rules and fields go first: an input that begins with the name of one is about it.
    static func error(in input: String, registry: RuleRegistry) -> Diagnostic? {
        let word = String(input.prefix { !$0.isWhitespace })
        guard registry.definition(for: word) == nil, let name = command(meantBy: word),
            let command = PromptCommand.all.first(where: { $0.name == name })
        else { return nil }
        let rest = command.usage.isEmpty ? "" : input.dropFirst(word.count)
        return Diagnostic(
            "prompt.command", "there is no rule or field '\(word)'",
            help: "the command is :\(name)\(rest)",
            excerpt: Excerpt(input, marking: 0..<word.utf8.count), column: 1)
    }
}
