// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// `allOf`: every one of the given rules passes.
struct AllOfRule: Rule {
    static let definition = RuleDefinition(
        AllOfRule.self, "allOf", "Every one of the given rules passes",
        parameters: [.nestedRules],
        codes: [RuleCode("allOf.failed", "must satisfy {broken}")],
        examples: [
            .valid("ab", "allOf(length(2...), regex(/^[a-z]+$/))"),
            .invalid("a", "allOf(length(2...), regex(/^[a-z]+$/))", code: "allOf.failed"),
        ])

    private let rules: NestedRules

    init(_ arguments: Arguments) throws(RuleError) {
        rules = try NestedRules(arguments)
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        let (verdict, rule) = rules.checkAll(value, context)
        context.discardExplanation()
        guard verdict.isFail else { return verdict }
        context.explain(ofRuleSet: [("broken", .string(rules.description(at: rule)))])
        return .fail()
    }
}
