// SPDX-License-Identifier: Apache-2.0

/// Messages by code that replace the rules' own: another language, a house style.
///
/// A template has `{name}` placeholders for the parameters of the violation; `{value}` is the
/// parameter of that name for rules that have one, such as `equals`, and else the value. `{field}`
/// and `{rule}` are the field's label, or else its path, and the rule's id; in the message of a fault, `{reason}` is why the
/// rule could not decide. `{count:item|items}` is the form that goes with the number. A message that
/// a rule set gives to one of its rules takes precedence.
public struct MessageCatalogue: Sendable, Equatable, ExpressibleByDictionaryLiteral {
    /// Templates by code, such as `length.tooShort` or `fault.matchLimit`.
    package var templates: [String: String]
    /// Templates by the English template, for codes without a template of their own.
    package var phrases: [String: String] = [:]
    /// The language of the templates (BCP 47), which decides about plural forms.
    public package(set) var language: String

    /// Makes a catalogue of templates by code, such as `length.tooShort` or `fault.matchLimit`.
    public init(_ templates: [String: String] = [:], language: String = "en") {
        self.templates = templates
        self.language = language
    }

    /// Makes a catalogue of templates by code; if a code appears twice, the last one counts.
    public init(dictionaryLiteral elements: (String, String)...) {
        self.init(Dictionary(elements) { $1 })
    }

    /// `true` if the catalogue has no messages.
    package var isEmpty: Bool { templates.isEmpty && phrases.isEmpty }

    /// The message of a violation: of the rule set, else of this catalogue, else of the rule.
    public func message(of violation: Violation) -> String {
        guard let template = template(of: violation) else {
            return violation.phrase == Violation.inputPhrase
                ? text(ofAnswer: violation.message) : violation.message
        }
        return MessageTemplate.format(template, in: language) { name in
            let value = violation.placeholder(name, in: language)
            guard name == "reason", violation.code == RecordIssue.malformedCode,
                case .string(let reason)? = value
            else { return value }
            return .string(text(ofReason: reason))
        }
    }

    /// The reason a record is malformed, or the text itself if it has no translation.
    func text(ofReason reason: String) -> String {
        guard !phrases.isEmpty else { return reason }
        return translation(of: reason, among: MalformedReason.allCases) ?? reason
    }

    /// The template for a violation, or `nil` to use its own, whose plural forms are those of English.
    func template(of violation: Violation) -> String? {
        if let own = violation.ownTemplate(writtenFor: language) { return own }
        return violation.hasOwnMessage
            ? nil : templates[violation.code] ?? phrases[violation.phrase]
    }

    /// The message of a fault: of this catalogue, else in English.
    public func message(of fault: Fault) -> String {
        let own = templates[fault.code]
        guard let template = own ?? phrases[Fault.phrase] else { return fault.message }
        let reason = phrases[fault.reason.message] ?? fault.reason.message
        let text = MessageTemplate.format(template, in: language) { name in
            let texts = [
                "field": fault.label(in: language) ?? fault.field, "rule": fault.rule,
                "reason": reason,
                "detail": fault.detail ?? "",
            ]
            return texts[name].map { .string($0) }
        }
        guard own == nil, let detail = fault.detail else { return text }
        return "\(text): \(detail)"
    }

    // `Value` alone may also be that of a dictionary literal, depending on the order of the files.

    /// A text that is known by its English form, with values in it.
    package func text(_ english: String, _ values: [String: AssayCore.Value]) -> String {
        guard let translation = phrases[english] else {
            return MessageTemplate.format(english) { values[$0] }
        }
        return MessageTemplate.format(translation, in: language) { values[$0] }
    }

    /// The message of a code where there is no violation: of this catalogue, else in English.
    package func message(of code: RuleCode, _ value: (String) -> AssayCore.Value?) -> String {
        guard let template = templates[code.id] ?? phrases[code.message] else {
            return MessageTemplate.format(code.message, value)
        }
        return MessageTemplate.format(template, in: language, value)
    }

    /// Returns the catalogue with other messages in place of its own for the same codes.
    ///
    /// - Parameters:
    ///   - other: Messages in the same language, such as a house's own words; its language counts.
    ///   - english: The messages in English by code: a message that `other` has for one stands for all of
    ///     its codes.
    /// - Returns: Both.
    package func replacing(
        by other: MessageCatalogue, english: [String: String]
    ) -> MessageCatalogue {
        let kept = templates.filter { code, _ in
            english[code].map { other.phrases[$0] == nil } ?? true
        }
        var result = MessageCatalogue(
            kept.merging(other.templates) { $1 }, language: other.language)
        result.phrases = phrases.merging(other.phrases) { $1 }
        return result
    }
}

extension RuleRegistry {
    /// Translations of messages by the English message, or `nil` for an unknown language.
    package typealias Phrases = @Sendable (_ tag: String) -> [String: String]?

    /// The messages of the registered rules, and of the engine, in a language.
    ///
    /// A registry with the built-in rules has them in Arabic, Chinese (simplified), French, German,
    /// Japanese, Russian and Spanish; plugins bring theirs along.
    ///
    /// - Parameter language: A BCP 47 tag. For `de-AT`, its own messages are taken first, then the
    ///   ones for `de`; a message that is in neither stays in English.
    /// - Returns: A catalogue; in English with a template for every code, with which a translation
    ///   begins.
    public func messages(in language: String = "en") -> MessageCatalogue {
        let exact = LanguageChoice.tags(for: language)
        let tags = exact.map { $0.lowercased() }
        var catalogue = MessageCatalogue(language: exact.first ?? "en")
        for tag in tags.reversed() {
            if let phrases = phrases?(tag) { catalogue.phrases.merge(phrases) { $1 } }
        }
        let isEnglish = tags.last == "en"
        for code in allDefinitions.flatMap(\.allCodes) {
            let translation = tags.lazy.compactMap { tag in
                code.translations.first { $0.key.lowercased() == tag }?.value
            }.first
            catalogue.templates[code.id] = translation ?? (isEnglish ? code.message : nil)
        }
        return catalogue
    }

    /// The languages in which there are messages: tags, in order.
    package var languages: [String] {
        let translated = allDefinitions.flatMap(\.allCodes).flatMap(\.translations.keys)
        return Set(translated + phraseLanguages + ["en"]).sorted()
    }

    /// The messages in the available language that a client prefers.
    ///
    /// - Parameter acceptLanguage: The header of a request, such as `de-AT, de;q=0.9, en;q=0.5` (RFC
    ///   9110, 12.5.4).
    /// - Returns: A catalogue; in English if none of the languages is available.
    public func messages(accepting acceptLanguage: String) -> MessageCatalogue {
        let languages = Set(languages.map { $0.lowercased() })
        let wish = LanguageChoice.wishes(in: acceptLanguage).first { wish in
            LanguageChoice.tags(for: wish).contains { languages.contains($0.lowercased()) }
        }
        return messages(in: wish ?? "en")
    }
}
