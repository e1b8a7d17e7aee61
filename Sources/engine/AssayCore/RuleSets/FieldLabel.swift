// SPDX-License-Identifier: Apache-2.0

/// The name of a field for people, which messages show in place of the field's path.
///
/// ```swift
/// RuleSet(
///     Field("password", .required, label: ["en": "Password", "de": "Passwort"]),
///     Field("passwordConfirm", .sameAs("password"), label: "Password again"))
/// ```
///
/// A message takes the label in the language that is closest to its own: for `de-AT` the label in
/// that, then in `de`, then in English. A field without a label in any of these languages is called
/// by its path.
public struct FieldLabel: Sendable, Hashable {
    /// The texts by their tags in lower case.
    package var texts: [String: String]

    /// A label that all languages have in common.
    ///
    /// It stands for the one in English, which is what a message falls back on.
    public init(_ text: String) {
        texts = [Self.lastResort: text]
    }

    /// A label in some languages.
    ///
    /// - Parameter texts: The labels by BCP 47 tag, such as `de` or `pt-BR`, in any case. A tag
    ///   that is not well-formed, and a blank text, are issues when the rule set is compiled.
    public init(_ texts: [String: String]) {
        self.texts = Dictionary(texts.map { ($0.lowercased(), $1) }) { first, _ in first }
    }

    /// The label for messages in a language.
    ///
    /// - Parameter language: A BCP 47 tag.
    /// - Returns: The label in the language, in the one that it is a variety of, or in English;
    ///   `nil` if there is none of these.
    public func text(in language: String = "en") -> String? {
        LanguageChoice.text(in: language, of: texts)
    }

    /// The language that messages and labels fall back on.
    package static let lastResort = "en"
}

extension FieldLabel: ExpressibleByStringLiteral, ExpressibleByDictionaryLiteral {
    /// A label that all languages have in common: `"Password"`.
    public init(stringLiteral text: String) {
        self.init(text)
    }

    /// A label in some languages: `["en": "Password", "de": "Passwort"]`.
    ///
    /// If a tag appears twice, the last text counts.
    public init(dictionaryLiteral elements: (String, String)...) {
        texts = Dictionary(elements.map { ($0.lowercased(), $1) }) { $1 }
    }
}

/// The places of a label in a rule-set file.
package struct FieldLabelPlace: Sendable, Equatable {
    /// The place of the field's path.
    package var path: FileLocation
    /// The places of the language tags, by the tag in lower case.
    package var languages: [String: FileLocation] = [:]
    /// The places of the texts, by their tags in lower case.
    package var texts: [String: FileLocation] = [:]

    package init(path: FileLocation) {
        self.path = path
    }
}

/// The labels of the fields that a finding is about or that its parameters name.
package struct FindingLabels: Sendable, Equatable {
    /// The label of the field itself, or `nil` if it has none.
    package var own: FieldLabel?
    /// The labels of the fields that a parameter names, by the parameter's name and in its order;
    /// `nil` for a field without one.
    var named: [String: [FieldLabel?]] = [:]

    package init(own: FieldLabel? = nil) {
        self.own = own
    }

    /// - Parameters:
    ///   - own: The label of the field itself.
    ///   - arguments: Arguments of the rule, some of which name fields.
    ///   - labels: All labels of the rule set.
    init(own: FieldLabel?, namedBy arguments: Arguments, in labels: [FieldPath: FieldLabel]) {
        self.own = own
        guard !labels.isEmpty else { return }
        for (parameter, argument) in zip(arguments.parameters, arguments.bound) {
            guard case .fields(let fields) = argument else { continue }
            let found = fields.map { labels[$0.path] }
            if found.contains(where: { $0 != nil }) { named[parameter.name] = found }
        }
    }

    /// A parameter as messages show it: labels in place of paths.
    func shown(_ parameter: MessageParameter, in language: String) -> Value {
        guard let labels = named[parameter.name] else { return parameter.value }
        let texts = labels.map { $0?.text(in: language) }
        guard case .array(let paths) = parameter.value else {
            return texts.first?.map { .string($0) } ?? parameter.value
        }
        return .array(
            zip(paths, texts).map { path, text in text.map { .string($0) } ?? path })
    }
}
