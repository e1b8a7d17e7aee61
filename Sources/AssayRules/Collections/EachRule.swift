// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// `each`: every element passes all of the given rules.
struct EachRule: Rule {
    static let definition = RuleDefinition(
        EachRule.self, "each", "An array whose elements all pass the given rules",
        parameters: [.nestedRules],
        kinds: .array,
        codes: [RuleCode("each.failed", "has an element that breaks {broken}")],
        examples: [
            .valid(["a", "b"], "each(length(1...20))"),
            .invalid(["a", ""], "each(length(1...20))", code: "each.failed"),
        ])

    private let rules: NestedRules

    init(_ arguments: Arguments) throws(RuleError) {
        rules = try NestedRules(arguments)
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        for index in 0..<value.count {
            guard let element = value.element(index) else { continue }
            let result = rules.checkAll(element, context)
            if result.verdict.isUndecided { return result.verdict }
            guard result.verdict.isFail else { continue }
            context.explain(
                ofRuleSet: [("broken", .string(rules.description(at: result.rule)))],
                element: index)
            return .fail()
        }
        return .pass
    }
}
