// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay

/// The meaning of a rule, a code or a key of rule sets.
struct Explanation {
    private let registry: RuleRegistry

    init(registry: RuleRegistry) {
        self.registry = registry
    }

    /// Returns the text about a rule's id, a code or a key of rule sets, or `nil` for any other
    /// name.
    func text(of name: String) -> String? { registry.explanation(of: name) }

    /// The error for an unknown name.
    func unknown(_ name: String) -> Diagnostic {
        let names = registry.explainedNames + CodeCatalogue.codes
        return Diagnostic(
            "explain.unknown", "there is no rule or code '\(name)'",
            help: nearestName(to: name, in: names).map { "did you mean '\($0)'?" }
                ?? "'ruleshell rules' lists the rules and their codes")
    }
}
