// SPDX-License-Identifier: Apache-2.0
import Assay

/// A command line that cannot be understood, in the words of the argument parser.
struct UsageError {
    let message: String
    let command: String?

    init(_ message: String, command: String?) {
        self.message = message
        self.command = command
    }

    /// The parser's message; what it suggests becomes the help line.
    var diagnostic: Diagnostic {
        var text = firstLine
        var help = command.map { "see 'ruleshell help \($0)'" } ?? "see 'ruleshell help'"
        if text.hasSuffix(".") { text.removeLast() }
        if let end = text.firstRange(of: ". ") {
            help = Self.startingLow(text[end.upperBound...])
            text = String(text[..<end.lowerBound])
        }
        return Diagnostic("usage", Self.startingLow(text[...]), help: help)
    }

    /// The first line, with the choices that the parser lists on lines of their own.
    private var firstLine: String {
        let lines = message.split(separator: "\n")
        guard let first = lines.first else { return "wrong arguments" }
        let lead = " the following:"
        let choices = lines.dropFirst().map { "'\($0.drop { $0 == " " || $0 == "-" })'" }
        guard first.hasSuffix(lead), let last = choices.last else { return String(first) }
        let others = choices.dropLast().joined(separator: ", ")
        return "\(first.dropLast(lead.count)) \(others.isEmpty ? last : "\(others) or \(last)")"
    }

    private static func startingLow(_ text: Substring) -> String {
        text.prefix(1).lowercased() + text.dropFirst()
    }

    static func unknownCommand(_ name: String, known: [String]) -> Diagnostic {
        let near = nearestName(to: name, in: known)
        return Diagnostic(
            "usage", "there is no command '\(name)'",
            help: near.map { "did you mean '\($0)'?" }
                ?? "the commands are \(known.joined(separator: ", "))")
    }
}
