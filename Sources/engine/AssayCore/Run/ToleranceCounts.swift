// SPDX-License-Identifier: Apache-2.0

/// The numbers of values that the rules with a tolerance decided in a data set, and of those that failed.
///
/// The numbers of threads, and those of a run that was interrupted, can be added.
package struct ToleranceCounts: Sendable, Equatable {
    /// The numbers of one rule.
    package struct Counts: Sendable, Equatable {
        package var failed = 0
        package var decided = 0

        package init() {}
    }

    /// The counts of each rule with a tolerance, in the order of `ValidationPlan.tolerantRules`.
    package var rules: [Counts]

    package init(_ plan: ValidationPlan) {
        rules = Array(repeating: Counts(), count: plan.tolerantRules.count)
    }

    /// Takes the numbers from the statistics of a session.
    package init(_ statistics: RuleStatistics, of plan: ValidationPlan) {
        self.init(plan)
        for (index, rule) in plan.tolerantRules.enumerated() {
            let counts = statistics.rules[plan.ruleOffsets[rule.validator] + rule.step]
            rules[index].failed = counts.failed
            // A value about which the rule could not decide is a fault, and no part of the share.
            rules[index].decided = counts.failed + counts.passed
        }
    }

    /// Adds the numbers of another session of the same plan.
    package static func += (left: inout ToleranceCounts, right: ToleranceCounts) {
        for (index, counts) in right.rules.enumerated() where left.rules.indices.contains(index) {
            left.rules[index].failed += counts.failed
            left.rules[index].decided += counts.decided
        }
    }

    /// The numbers as a checkpoint keeps them: failed and decided of each rule.
    package var saved: [Int] { rules.flatMap { [$0.failed, $0.decided] } }

    /// Restores numbers.
    ///
    /// - Returns: `nil` if they are not those of the plan.
    package init?(saved: [Int], of plan: ValidationPlan) {
        self.init(plan)
        guard saved.count == 2 * rules.count, saved.allSatisfy({ $0 >= 0 }) else { return nil }
        for index in rules.indices {
            rules[index].failed = saved[2 * index]
            rules[index].decided = saved[2 * index + 1]
        }
    }

    /// The violations of the rules that failed more often than their tolerance allows, in the order of the rule
    /// set; each is about the data set.
    package func violations(in plan: ValidationPlan) -> [Violation] {
        zip(plan.tolerantRules, rules).compactMap { rule, counts in
            guard !rule.tolerance.allows(counts.failed, of: counts.decided) else { return nil }
            let validator = plan.validators[rule.validator]
            let step = validator.steps[rule.step]
            return Violation(
                pointer: validator.pointer ?? "", field: validator.key,
                rule: step.rule.definition.id,
                code: "\(step.rule.definition.id).\(RecordsRuleDefinition.toleranceCode)",
                severity: step.entry.severityOfTooMany ?? step.entry.severity,
                parameters: step.parameters
                    + rule.tolerance.parameters(counts.failed, of: counts.decided),
                ruleLocation: step.entry.location, template: RecordsRuleDefinition.toleranceMessage,
                isSensitive: validator.isSensitive)
        }
    }
}

extension Tolerance {
    /// Returns the parameters of `<rule>.tolerance`: the numbers, their share and the tolerance.
    package func parameters(_ failed: Int, of decided: Int) -> [MessageParameter] {
        [
            MessageParameter("failed", .integer(Int64(failed))),
            MessageParameter("decided", .integer(Int64(decided))),
            MessageParameter("share", .string(Self.percentage(of: failed, in: decided))),
            MessageParameter("tolerance", .string(description)),
        ]
    }
}

/// A rule of a field with a tolerance, by its place in a plan.
package struct TolerantRule: Sendable, Equatable {
    package let validator: Int
    package let step: Int
    package let tolerance: Tolerance
}
