// SPDX-License-Identifier: Apache-2.0
import Assay

/// What a rule or a code means.
struct Explanation {
    private let registry: RuleRegistry

    init(_ registry: RuleRegistry) {
        self.registry = registry
    }

    /// The text about a rule's id or a code; nil for a name that is neither.
    func text(of name: String) -> String? {
        if let definition = registry.definition(for: name) {
            return DefinitionText.block(definition)
        }
        if let meaning = CodeCatalogue.meaning(of: name) {
            return "\(name)\n  \(meaning)\n" + CodeAdvice.text(name)
        }
        for definition in registry.allDefinitions {
            if let code = Self.codes(of: definition).first(where: { $0.id == name }) {
                return SafeText.line(code.id) + "\n  " + SafeText.line(code.message) + "\n\n"
                    + DefinitionText.block(definition)
            }
        }
        return nil
    }

    /// The mistake of asking for another name.
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

    /// What a rule's violations can be called, the code of a fault that counts as one included.
    private static func codes(of definition: RuleDefinition) -> [RuleCode] {
        definition.allCodes + [definition.code(at: Verdict.undecidedCode)]
    }
}
