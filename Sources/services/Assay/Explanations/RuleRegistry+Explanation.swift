// SPDX-License-Identifier: Apache-2.0
public import AssayCore

extension RuleRegistry {
    /// Every rule as data, in the form that `ruleshell rules --json` writes: an object whose member `rules`
    /// lists ids, summaries, parameters, codes and examples.
    public var catalogue: Value { DefinitionJSON.object(of: allDefinitions, recordsRules) }

    /// Returns the meaning of a rule, a code or a key of rule sets, for people.
    ///
    /// - Parameter name: The id of a rule, a code such as `length.tooShort`, a key of rule sets such as
    ///   `severity`, or a word of other tools, such as `minLength`.
    /// - Returns: Some lines of text, or `nil` for any other name.
    public func explanation(of name: String) -> String? {
        let records = recordsRules.first { $0.id == name }.map { DefinitionText.block(of: $0) }
        if let definition = definition(for: name) {
            // Rules about records have a list of their own, so that two rules can have one id.
            return DefinitionText.block(of: definition) + (records.map { "\n" + $0 } ?? "")
        }
        if let records { return records }
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
        for definition in recordsRules {
            if let code = definition.rule.codes.first(where: { $0.id == name }) {
                return SafeText.line(code.id) + "\n  "
                    + SafeText.line(MessageTemplate.outline(of: code.message))
                    + "\n\n" + DefinitionText.block(of: definition)
            }
        }
        return tolerance(explaining: name)
    }

    /// Returns the meaning of the code of too many failures of a rule, or `nil` for any other name.
    private func tolerance(explaining name: String) -> String? {
        let suffix = "." + RecordsRuleDefinition.toleranceCode
        guard name.hasSuffix(suffix),
            let rule = definition(for: String(name.dropLast(suffix.count)))
        else {
            return nil
        }
        return SafeText.line(name) + "\n  "
            + SafeText.line(
                "In a data set, more values failed '\(rule.id)' than 'tolerance' of the rule allows."
            ) + "\n"
    }

    /// The rules, their codes and the keys of rule sets, which can be explained.
    @_spi(Engine) public var explainedNames: [String] {
        allDefinitions.flatMap { [$0.id] + $0.explainedCodes.map(\.id) } + RuleSetKeyHelp.names
            + recordsRules.flatMap { [$0.id] + $0.rule.codes.map(\.id) }
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
