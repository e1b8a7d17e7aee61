// SPDX-License-Identifier: Apache-2.0
import Assay

extension PluginManifest.Rule {
    /// A definition to be shown; it cannot make an instance of the rule.
    var definition: RuleDefinition {
        var definition = RuleDefinition(
            id: id, summary: summary, parameters: parameters, kinds: kinds,
            codes: codes.map(\.code), examples: examples
        ) { (_: Arguments) throws(RuleError) in
            throw RuleError("rule.unknown", "the plugin is not loaded")
        }
        definition.deprecation = deprecation
        return definition
    }
}
