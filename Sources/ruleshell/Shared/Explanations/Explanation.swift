// SPDX-License-Identifier: Apache-2.0
import Assay

/// What a rule or a code means.
struct Explanation {
    private let registry: RuleRegistry

    init(registry: RuleRegistry) {
        self.registry = registry
    }

    /// The text about a rule's id or a code; nil for a name that is neither.
    func text(of name: String) -> String? {
        if let definition = registry.definition(for: name) {
            return DefinitionText.block(of: definition)
        }
        if let meaning = CodeCatalogue.meaning(of: name) {
            return "\(name)\n  \(meaning)\n" + CodeHelp.text(of: name)
        }
        if let synonym = Synonym.named(name) {
            let rules = synonym.rules.compactMap { registry.definition(for: $0) }
            return SafeText.line("\(name) is a word of other tools: \(synonym.help)") + "\n"
                + (rules.isEmpty ? "" : "\n" + DefinitionText.lines(of: rules))
        }
        for definition in registry.allDefinitions {
            if let code = Self.codes(of: definition).first(where: { $0.id == name }) {
                return SafeText.line(code.id) + "\n  "
                    + SafeText.line(MessageTemplate.outline(of: code.message)) + "\n\n"
                    + DefinitionText.block(of: definition)
            }
        }
        return nil
    }

    /// The error for an unknown name.
    func unknown(_ name: String) -> Diagnostic {
        let definitions = registry.allDefinitions
        let names =
            definitions.map(\.id) + definitions.flatMap { Self.codes(of: $0).map(\.id) }
            + CodeCatalogue.codes
        return Diagnostic(
            "explain.unknown", "there is no rule and no code '\(name)'",
            help: nearestName(to: name, in: names).map { "did you mean '\($0)'?" }
                ?? "'ruleshell rules' lists the rules and their codes")
    }

    /// The codes of a rule, including that of a fault that counts as a violation.
    private static func codes(of definition: RuleDefinition) -> [RuleCode] {
        definition.allCodes + [definition.code(at: Verdict.undecidedCode)]
    }
}
