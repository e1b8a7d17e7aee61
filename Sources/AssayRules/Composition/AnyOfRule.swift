// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// `anyOf`: at least one of the given rules passes.
struct AnyOfRule: Rule {
    static let definition = RuleDefinition(
        AnyOfRule.self, "anyOf", "At least one of the given rules passes",
        parameters: [.nestedRules],
        codes: [RuleCode("anyOf.none", "must satisfy one of {rules}")],
        examples: [
            .valid("ab", "anyOf(length(2...2), regex(/^[0-9]+$/))"),
            .valid("123", "anyOf(length(2...2), regex(/^[0-9]+$/))"),
            .invalid("abc", "anyOf(length(2...2), regex(/^[0-9]+$/))", code: "anyOf.none"),
        ])

    private let rules: NestedRules

    init(_ arguments: Arguments) throws(RuleError) {
        rules = try NestedRules(arguments)
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        var result = Verdict.fail()
        for index in 0..<rules.count {
            let verdict = rules.check(index, value, context)
            context.discardExplanation()
            if verdict.isPass || verdict.isSkip { return .pass }
            if verdict.isUndecided { result = verdict }
        }
        return result
    }
}
