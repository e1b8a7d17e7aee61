// SPDX-License-Identifier: Apache-2.0

/// Messages by code, in place of those that rules bring along: another language, a house style.
///
/// A template has `{name}` placeholders for the parameters of the violation; `{value}` is the
/// parameter of that name for rules that have one, such as `equals`, and else the value. `{field}`
/// and `{rule}` are the path and the rule's id; in the message of a fault, `{reason}` is why the
/// rule could not decide. `{count:item|items}` is the form that goes with the number. A message that
/// a rule set gives to one of its rules takes precedence.
public struct MessageCatalogue: Sendable, Equatable, ExpressibleByDictionaryLiteral {
    /// Templates by code, such as `length.tooShort` or `fault.matchLimit`.
    package var templates: [String: String]
    /// The language of the templates (BCP 47), which decides about plural forms.
    package var language: String

    /// Makes a catalogue of templates by code, such as `length.tooShort` or `fault.matchLimit`.
    public init(_ templates: [String: String] = [:], language: String = "en") {
        self.templates = templates
        self.language = language
    }

    /// Of codes that appear twice, the last one counts.
    public init(dictionaryLiteral elements: (String, String)...) {
        self.init(Dictionary(elements) { $1 })
    }

    /// The message of a violation: of the rule set, else of this catalogue, else of the rule.
    public func message(of violation: Violation) -> String {
        guard !violation.hasOwnMessage, let template = templates[violation.code] else {
            return violation.message
        }
        return MessageTemplate.format(template, in: language) { name in
            violation.placeholder(name)
                ?? ["field": violation.field, "rule": violation.rule][name].map { .string($0) }
        }
    }

    /// The message of a fault: of this catalogue, else in English.
    package func message(of fault: Fault) -> String {
        guard let template = templates[fault.code] else { return fault.message }
        return MessageTemplate.format(template, in: language) { name in
            let texts = [
                "field": fault.field, "rule": fault.rule, "reason": fault.reason.message,
                "detail": fault.detail ?? "",
            ]
            return texts[name].map { .string($0) }
        }
    }
}

extension RuleRegistry {
    /// The messages that the registered rules bring along in a language.
    ///
    /// - Parameter language: A tag as the rules' authors wrote it, such as `de`; case does not matter.
    /// - Returns: Templates by code: in English of every code, which is what a translation begins with,
    ///   and in another language of the codes that have one.
    public func messages(in language: String = "en") -> MessageCatalogue {
        let wanted = language.lowercased()
        var catalogue = MessageCatalogue(language: language)
        for code in allDefinitions.flatMap(\.allCodes) {
            let translation = code.translations.first { $0.key.lowercased() == wanted }?.value
            catalogue.templates[code.id] = translation ?? (wanted == "en" ? code.message : nil)
        }
        return catalogue
    }
}
