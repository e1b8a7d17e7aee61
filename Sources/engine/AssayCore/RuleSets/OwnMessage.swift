// SPDX-License-Identifier: Apache-2.0

/// The message that a rule set gives to one of its rules, in one language or several.
package struct OwnMessage: Sendable, Hashable {
    /// The templates by their language tags in lower case.
    package var texts: [String: String]

    /// A message that all languages have in common, in place of the rule's own in each of them.
    package init(_ text: String) {
        texts = [FieldLabel.lastResort: text]
    }

    /// A message in some languages.
    package init(_ texts: [String: String]) {
        self.texts = Dictionary(texts.map { ($0.lowercased(), $1) }) { first, _ in first }
    }

    /// The template for messages in a language, chosen as a label is; `nil` if the rule's own message
    /// stays.
    package func text(in language: String) -> String? {
        if texts.count == 1, let text = texts[FieldLabel.lastResort] { return text }
        return LanguageChoice.text(in: language, of: texts)
    }

    /// The issues of the message, which are known once the rule set is compiled.
    func issues(ofField field: String, at location: FileLocation?) -> [RuleSetIssue] {
        if texts.isEmpty {
            return [
                RuleSetIssue(
                    code: "message.empty", message: "the message has no text in any language",
                    help: "write a text for a language, such as en, or remove 'message'",
                    field: field,
                    location: location)
            ]
        }
        return texts.keys.sorted().filter { !LanguageTag.isWellFormed($0) }.map { tag in
            RuleSetIssue(
                code: "message.language", message: "'\(abbreviated(tag))' is not a language tag",
                help: LanguageTag.help(for: tag), field: field, location: location)
        }
    }
}

extension OwnMessage: ExpressibleByStringLiteral {
    package init(stringLiteral text: String) {
        self.init(text)
    }
}
