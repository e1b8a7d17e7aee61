// SPDX-License-Identifier: Apache-2.0

/// A rule of a plan as reports and tools describe it.
package struct PlannedRule: Sendable {
    // Those of the plan, of which nothing is copied for thousands of rules.
    fileprivate let validator: CompiledValidator
    fileprivate let step: CompiledStep

    /// The path of the validator: `items[*].price`; empty for the record itself.
    package var key: String { validator.key }
    /// `true` if the rule is one of the record itself.
    package var isOfRecord: Bool { validator.path.isRecord }
    /// The rule as written in the rule set, with its conditions and severity.
    package var entry: RuleEntry { step.entry }
    /// The rule with its arguments.
    package var bound: BoundRule { step.rule }
    /// The paths of other rules imply the rule, which the rule set does not have.
    package var isImplied: Bool { step.isImplied }
    /// Values of the field appear in no report.
    package var isSensitive: Bool { validator.isSensitive }
}

extension ValidationPlan {
    /// Every rule with what is known of it, in the order of `rules`.
    package var plannedRules: [PlannedRule] {
        validators.flatMap { validator in
            validator.steps.map { PlannedRule(validator: validator, step: $0) }
        }
    }
}
