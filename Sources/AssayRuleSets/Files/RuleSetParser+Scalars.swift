// SPDX-License-Identifier: Apache-2.0
import AssayCore

// What single values of a rule set must be.
extension RuleSetParser {
    /// Bytes of a message: a sentence, not a text.
    private static let maximumMessageLength = 4096

    mutating func text(_ node: DocumentNode, _ expected: String) -> String? {
        guard case .scalar(let text) = node.content, !node.isNull else {
            reportType(node, expected)
            return nil
        }
        return text
    }

    mutating func boolean(_ node: DocumentNode) -> Bool? {
        if case .scalar("true") = node.content, node.style == .plain { return true }
        if case .scalar("false") = node.content, node.style == .plain { return false }
        reportType(node, "true or false")
        return nil
    }

    mutating func positiveInteger(_ node: DocumentNode) -> Int? {
        if case .scalar(let text) = node.content, node.style == .plain, let number = Int(text),
            number >= 1
        {
            return number
        }
        reportType(node, "a whole number from 1")
        return nil
    }

    mutating func choice<Choice>(
        _ node: DocumentNode, _ key: String
    ) -> Choice? where Choice: CaseIterable & RawRepresentable<String> {
        let names = Choice.allCases.map(\.rawValue)
        let expected = "one of \(names.joined(separator: ", "))"
        guard let text = text(node, expected) else { return nil }
        if let choice = Choice(rawValue: text) { return choice }
        let near = issues.isFull ? nil : nearestName(to: text, in: names)
        report(
            "ruleSet.value", "'\(key)' is \(expected), not '\(abbreviated(text))'",
            help: near.map { "did you mean '\($0)'?" }, node)
        return nil
    }

    mutating func message(_ node: DocumentNode) -> String? {
        guard let message = text(node, "a text") else { return nil }
        guard message.utf8.count <= Self.maximumMessageLength else {
            report(
                "ruleSet.messageLength",
                "the message has \(message.utf8.count) bytes, more than \(Self.maximumMessageLength)",
                help: "a message is a sentence", node)
            return nil
        }
        return message
    }
}
