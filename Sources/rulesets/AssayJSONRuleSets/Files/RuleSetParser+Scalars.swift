// SPDX-License-Identifier: Apache-2.0
import AssayCore

// The values of single keys of a rule set.
extension RuleSetParser {
    /// The most bytes of a message.
    private static let maximumMessageLength = 4096

    mutating func text(of node: DocumentNode, expected: String) -> String? {
        guard case .scalar(let text) = node.content, !node.isNull else {
            reportType(at: node, expected: expected)
            return nil
        }
        return text
    }

    mutating func boolean(from node: DocumentNode) -> Bool? {
        if case .scalar("true") = node.content, node.style == .plain { return true }
        if case .scalar("false") = node.content, node.style == .plain { return false }
        reportType(at: node, expected: "true or false")
        return nil
    }

    mutating func positiveInteger(from node: DocumentNode) -> Int? {
        if case .scalar(let text) = node.content, node.style == .plain, let number = Int(text),
            number >= 1
        {
            return number
        }
        reportType(at: node, expected: "a whole number from 1")
        return nil
    }

    mutating func choice<Choice>(
        from node: DocumentNode, key: String
    ) -> Choice? where Choice: CaseIterable & RawRepresentable<String> {
        let names = Choice.allCases.map(\.rawValue)
        let expected = "one of \(names.joined(separator: ", "))"
        guard let text = text(of: node, expected: expected) else { return nil }
        if let choice = Choice(rawValue: text) { return choice }
        let near = issues.isFull ? nil : nearestName(to: text, in: names)
        report(
            "ruleSet.value", "'\(key)' must be \(expected), not '\(abbreviated(text))'",
            help: near.map { "did you mean '\($0)'?" }, at: node)
        return nil
    }

    /// A text, or a mapping of languages to texts.
    mutating func message(from node: DocumentNode) -> OwnMessage? {
        guard case .mapping(let members) = node.content else {
            let text = messageText(of: node, expected: "a text, or texts by language")
            return text.map { OwnMessage($0) }
        }
        // What could not be read is not empty.
        let texts = texts(byLanguage: members) { parser, node in
            parser.messageText(of: node, expected: "a text")
        }.texts
        return texts.isEmpty && !members.isEmpty ? nil : OwnMessage(texts)
    }

    private mutating func messageText(of node: DocumentNode, expected: String) -> String? {
        guard let message = text(of: node, expected: expected) else { return nil }
        guard message.utf8.count <= Self.maximumMessageLength else {
            report(
                "ruleSet.messageLength",
                "the message has \(message.utf8.count) bytes, more than \(Self.maximumMessageLength)",
                help: "write a shorter message", at: node)
            return nil
        }
        return message
    }
}
