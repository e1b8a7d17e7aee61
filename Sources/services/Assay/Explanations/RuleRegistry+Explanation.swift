// SPDX-License-Identifier: Apache-2.0
public import AssayCore

extension RuleRegistry {
    /// Every rule as data, in the form that `ruleshell rules --json` writes: an object whose member `rules`
    /// lists ids, summaries, parameters, codes and examples.
    public var catalogue: Value { DefinitionJSON.object(of: allDefinitions) }

    /// Returns the meaning of a rule or a code, for people.
    ///
    /// - Parameter name: The id of a rule, a code such as `length.tooShort`, or a word of other
    ///   tools, such as `minLength`.
    /// - Returns: Some lines of text, or `nil` for any other name.
    public func explanation(of name: String) -> String? {
        if let definition = definition(for: name) {
            return DefinitionText.block(of: definition)
        }
        if let meaning = CodeCatalogue.meaning(of: name) {
            return "\(name)\n  \(meaning)\n" + CodeHelp.text(of: name)
        }
        if let synonym = Synonym.named(name) {
            let rules = synonym.rules.compactMap { definition(for: $0) }
            return SafeText.line("\(name) is a word of other tools: \(synonym.help)") + "\n"
                + (rules.isEmpty ? "" : "\n" + DefinitionText.lines(of: rules))
        }
        for definition in allDefinitions {
            if let code = definition.explainedCodes.first(where: { $0.id == name }) {
                return SafeText.line(code.id) + "\n  "
                    + SafeText.line(MessageTemplate.outline(of: code.message)) + "\n\n"
                    + DefinitionText.block(of: definition)
            }
        }
        return nil
    }

    /// The rules and their codes, which can be explained.
    @_spi(Engine) public var explainedNames: [String] {
        allDefinitions.flatMap { [$0.id] + $0.explainedCodes.map(\.id) }
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
