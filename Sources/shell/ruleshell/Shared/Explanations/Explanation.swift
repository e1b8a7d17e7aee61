// SPDX-License-Identifier: Apache-2.0
import Assay

/// The meaning of a rule or a code.
struct Explanation {
    private let registry: RuleRegistry

    init(registry: RuleRegistry) {
        self.registry = registry
    }

    /// Returns the text about a rule's id or a code, or `nil` for a name that is neither.
    func text(of name: String) -> String? { registry.explanation(of: name) }

    /// The error for an unknown name.
    func unknown(_ name: String) -> Diagnostic {
        let definitions = registry.allDefinitions
        let names =
            definitions.map(\.id) + definitions.flatMap { $0.explainedCodes.map(\.id) }
            + CodeCatalogue.codes
        return Diagnostic(
            "explain.unknown", "there is no rule or code '\(name)'",
            help: nearestName(to: name, in: names).map { "did you mean '\($0)'?" }
                ?? "'ruleshell rules' lists the rules and their codes")
    }
}
