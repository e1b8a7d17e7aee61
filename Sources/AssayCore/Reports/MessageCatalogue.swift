// SPDX-License-Identifier: Apache-2.0

/// Messages by code, in place of those that rules bring along: another language, a house style.
///
/// A template has `{name}` placeholders for the parameters of the violation; `{value}` is the
/// parameter of that name for rules that have one, such as `equals`, and else the value. `{field}` and `{rule}` stand for the path and the rule's id, and in the message of a fault
/// `{reason}` for why the rule could not decide. A message that a rule set gives to one of its rules
/// is more particular than a code and stays.
public struct MessageCatalogue: Sendable, Equatable, ExpressibleByDictionaryLiteral {
    /// Templates by code, such as `length.tooShort` or `fault.matchLimit`.
    public var templates: [String: String]

    public init(_ templates: [String: String] = [:]) {
        self.templates = templates
    }

    /// Of codes that stand twice the last one holds.
    public init(dictionaryLiteral elements: (String, String)...) {
        templates = Dictionary(elements) { $1 }
    }

    /// The message of a violation: of the rule set, else of this catalogue, else of the rule.
    public func message(of violation: Violation) -> String {
        guard !violation.hasOwnMessage, let template = templates[violation.code] else {
            return violation.message
        }
        return MessageTemplate.format(template) { name in
            violation.placeholder(name)
                ?? ["field": violation.field, "rule": violation.rule][name].map { .string($0) }
        }
    }

    /// The message of a fault: of this catalogue, else in English.
    public func message(of fault: Fault) -> String {
        guard let template = templates[fault.code] else { return fault.message }
        return MessageTemplate.format(template) { name in
            let texts = [
                "field": fault.field, "rule": fault.rule, "reason": fault.reason.message,
                "detail": fault.detail ?? "",
            ]
            return texts[name].map { .string($0) }
        }
    }
}

extension RuleRegistry {
    /// The messages of every registered rule by code: what a translation begins with.
    public var messages: MessageCatalogue {
        var catalogue = MessageCatalogue()
        for definition in allDefinitions {
            for code in definition.allCodes { catalogue.templates[code.id] = code.message }
        }
        return catalogue
    }

    /// The messages that rules bring along in another language.
    ///
    /// - Parameter language: A tag as the rules' authors wrote it, such as `de`; case does not matter.
    /// - Returns: Templates by code, for the codes that have one in this language.
    public func messages(in language: String) -> MessageCatalogue {
        let wanted = language.lowercased()
        var catalogue = MessageCatalogue()
        for code in allDefinitions.flatMap(\.allCodes) {
            let translation = code.translations.first { $0.key.lowercased() == wanted }
            if let translation { catalogue.templates[code.id] = translation.value }
        }
        return catalogue
    }
}
