// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// `not`: the given rule fails.
struct NotRule: Rule {
    static let definition = RuleDefinition(
        NotRule.self, "not", "The given rule does not pass",
        parameters: [RuleParameter("rule", .rule, isRequired: true, "The rule")],
        codes: [RuleCode("not.passed", "must not satisfy {rule}")],
        examples: [
            .valid("alice", "not(oneOf([\"root\"]))"),
            .invalid("root", "not(oneOf([\"root\"]))", code: "not.passed"),
        ])

    private let rule: BoundRule

    init(_ arguments: Arguments) throws(RuleError) {
        guard let rule = arguments.rules("rule").first else {
            throw arguments.invalid("rule", "is needed")
        }
        self.rule = rule
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        let verdict = NestedRules.check(rule, value, context)
        context.discardExplanation()
        if verdict.isFail { return .pass }
        return verdict.isPass ? .fail() : verdict
    }
}
