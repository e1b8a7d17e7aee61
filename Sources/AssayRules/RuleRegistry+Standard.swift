// SPDX-License-Identifier: Apache-2.0
public import AssayCore
import AssayPluginABI
import CRules

extension RuleRegistry {
    /// A registry with every built-in rule, in Swift and in C, and their messages in eight languages.
    ///
    /// Built-in ids are unique and the table of the rules in C keeps the contract, as the tests
    /// check: an error in either ends the process here.
    public static func standard() -> RuleRegistry {
        let registry = RuleRegistry(
            phrases: BuiltInMessages.phrases, in: BuiltInMessages.languages)
        do {
            try registry.register(BuiltInRules.definitions, from: .swift)
            guard let table = assay_c_rules_v1(nil) else {
                preconditionFailure("the rules in C have no table")
            }
            try registry.register(table, from: .c)
        } catch {
            preconditionFailure("the built-in rules cannot be registered: \(error)")
        }
        return registry
    }
}
