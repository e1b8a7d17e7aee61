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

    /// The template in English, which counts in the languages that have none of their own; `nil` if the
    /// rule's own message does.
    var common: String? { texts[FieldLabel.lastResort] }

    /// Returns the template that is written for a language, or for the one that it is a variety of, or `nil`
    /// if there is none.
    func text(writtenFor language: String) -> String? {
        // A message without a language is in none of them.
        if texts.count == 1, common != nil { return nil }
        return LanguageChoice.text(writtenFor: language, of: texts)
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
