// SPDX-License-Identifier: Apache-2.0
public import AssayCore
import AssayPluginABI
import CRules

extension RuleRegistry {
    /// A registry with every built-in rule, in Swift and in C, and their messages in eight languages.
    ///
    /// Built-in ids are unique and the table of the rules in C keeps the contract, as the tests
    /// check: an error in either ends the process here.
    ///
    /// - Parameter clock: The time since 1970-01-01T00:00:00Z for `past`, `future` and `within`,
    ///   called from any thread, or `nil` for the clock of the system.
    ///   `{ .seconds(1_704_067_200) }` fixes it.
    /// - Returns: The rules, to which others can be added.
    public static func standard(clock: (@Sendable () -> Duration)? = nil) -> RuleRegistry {
        let registry = RuleRegistry(
            clock: clock, phrases: BuiltInMessages.phrases, in: BuiltInMessages.languages,
            recordsRules: { RecordsRules.definitions })
        do {
            try registry.register(BuiltInRules.definitions, from: .swift)
            guard let table = assay_c_rules_v1(nil) else {
                preconditionFailure("the rules in C have no table")
            }
            try registry.register(
                TableReader(table, state: nil, textChecks: assay_c_text_checks())
                    .namedDefinitions(), from: .c)
            registry.relate(BuiltInRelations.all)
            registry.state(BuiltInFacets.ofC)
        } catch {
            preconditionFailure("the built-in rules cannot be registered: \(error)")
        }
        return registry
    }
}

extension ValidatorsManager {
    /// Compiles the validators of a rule set that names built-in rules alone.
    ///
    /// - Parameter ruleSet: The fields with their rules.
    /// - Throws: `RuleSetError` with every issue.
    public convenience init(_ ruleSet: RuleSet) throws(RuleSetError) {
        try self.init(ruleSet, registry: .standard())
    }
}
