// SPDX-License-Identifier: Apache-2.0

/// A filter with its decisions for the rules of a plan, each of which is made once.
final class FindingFilter {
    /// The properties that all findings of one rule with one verdict share.
    struct RuleVerdict: Hashable {
        let validator: UInt32
        let step: UInt32
        let verdict: UInt32
        /// The rule was to read a text and could not decide.
        let isUnread: Bool
    }

    let codes: CodeFilter
    private let plan: ValidationPlan
    private var decisions: [RuleVerdict: Bool] = [:]

    init(_ codes: CodeFilter, for plan: ValidationPlan) {
        self.codes = codes
        self.plan = plan
    }

    /// Returns `true` if a verdict of a rule is reported.
    func includes(_ found: RuleVerdict) -> Bool {
        // The filter is applied to those before they are recorded.
        if found.validator == Finding.recordValidator { return true }
        if let decision = decisions[found] { return decision }
        let decision = decide(found)
        decisions[found] = decision
        return decision
    }

    private func decide(_ found: RuleVerdict) -> Bool {
        let verdict = Verdict(bits: found.verdict)
        let step = plan.validators[Int(found.validator)].steps[Int(found.step)]
        let definition = step.rule.definition
        if let reason = verdict.faultReason {
            return includesUndecided(reason.code, of: definition, isUnread: found.isUnread)
        }
        let code = definition.code(at: verdict.code).id
        guard verdict.code == Verdict.undecidedCode else {
            // The code can be that of a rule in the arguments.
            return codes.includes(code, rule: definition.id)
        }
        return includesUndecided(code, of: definition, isUnread: found.isUnread)
    }

    /// Returns `true` if a rule that could not decide is reported.
    ///
    /// It is reported if a finding that it might have had would be reported.
    ///
    /// If it was to read a text, the rules that see the value might have had any finding.
    private func includesUndecided(
        _ code: String, of definition: RuleDefinition, isUnread: Bool
    ) -> Bool {
        codes.includes(code, rule: definition.id) || isUnread
            || definition.allCodes.contains { codes.includes($0.id, rule: definition.id) }
    }
}
