// SPDX-License-Identifier: Apache-2.0
public import AssayCore

extension RuleRegistry {
    /// Every rule as data, in the form that `ruleshell rules --json` writes: an object whose member `rules`
    /// lists ids, summaries, parameters, codes and examples.
    public var catalogue: Value { DefinitionJSON.object(of: allDefinitions) }

    /// Returns the meaning of a rule, a code or a key of rule sets, for people.
    ///
    /// - Parameter name: The id of a rule, a code such as `length.tooShort`, a key of rule sets such as
    ///   `severity`, or a word of other tools, such as `minLength`.
    /// - Returns: Some lines of text, or `nil` for any other name.
    public func explanation(of name: String) -> String? {
        if let definition = definition(for: name) {
            return DefinitionText.block(of: definition)
        }
        if let meaning = CodeCatalogue.meaning(of: name) {
            return "\(name)\n  \(meaning)\n" + CodeHelp.text(of: name)
        }
        let key = RuleSetKeyHelp.text(of: name)
        if let synonym = Synonym.named(name) {
            let rules = synonym.rules.compactMap { definition(for: $0) }
            return (key.map { $0 + "\n" } ?? "")
                + SafeText.line("\(name) is a word of other tools: \(synonym.help)") + "\n"
                + (rules.isEmpty ? "" : "\n" + DefinitionText.lines(of: rules))
        }
        if let key { return key }
        for definition in allDefinitions {
            if let code = definition.explainedCodes.first(where: { $0.id == name }) {
                return SafeText.line(code.id) + "\n  "
                    + SafeText.line(MessageTemplate.outline(of: code.message)) + "\n\n"
                    + DefinitionText.block(of: definition)
            }
        }
        return nil
    }

    /// The rules, their codes and the keys of rule sets, which can be explained.
    @_spi(Engine) public var explainedNames: [String] {
        allDefinitions.flatMap { [$0.id] + $0.explainedCodes.map(\.id) } + RuleSetKeyHelp.names
    }

    /// The known name that a misspelled one probably stands for; nil if none is near.
    @_spi(Engine) public static func nearest(
        to name: String, among known: some Sequence<String>
    ) -> String? {
        nearestName(to: name, in: known)
    }
}

extension RuleDefinition {
    /// The codes of the rule, including that of a fault that counts as a violation.
    package var explainedCodes: [RuleCode] { allCodes + [code(at: Verdict.undecidedCode)] }
}
