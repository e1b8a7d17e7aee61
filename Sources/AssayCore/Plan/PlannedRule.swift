// SPDX-License-Identifier: Apache-2.0

/// A rule of a plan as reports and tools describe it.
package struct PlannedRule: Sendable {
    /// The path of the validator: `items[*].price`.
    package let key: String
    /// The rule as written in the rule set, with its conditions and severity.
    package let entry: RuleEntry
    /// The rule with its arguments.
    package let bound: BoundRule
    /// Values of the field appear in no report.
    package let isSensitive: Bool
}

extension ValidationPlan {
    /// Every rule with what is known of it, in the order of `rules`.
    package var plannedRules: [PlannedRule] {
        validators.flatMap { validator in
            validator.steps.map { step in
                PlannedRule(
                    key: validator.key, entry: step.entry, bound: step.rule,
                    isSensitive: validator.isSensitive)
            }
        }
    }
}
