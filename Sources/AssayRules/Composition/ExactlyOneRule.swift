// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// `exactlyOne`: one of the given rules passes, and no other.
struct ExactlyOneRule: Rule {
    static let definition = RuleDefinition(
        ExactlyOneRule.self, "exactlyOne", "One of the given rules passes, and no other",
        parameters: [.nestedRules],
        codes: [
            RuleCode("exactlyOne.none", "must satisfy one of {rules}"),
            RuleCode("exactlyOne.several", "must satisfy only one of {rules}"),
        ],
        examples: [
            .valid(3, "exactlyOne(multipleOf(2), multipleOf(3))"),
            .invalid(5, "exactlyOne(multipleOf(2), multipleOf(3))", code: "exactlyOne.none"),
            .invalid(6, "exactlyOne(multipleOf(2), multipleOf(3))", code: "exactlyOne.several"),
        ])

    private let rules: NestedRules

    init(_ arguments: Arguments) throws(RuleError) {
        rules = try NestedRules(arguments)
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        var passed = 0
        var undecided: Verdict?
        for index in 0..<rules.count {
            let verdict = rules.check(index, value, context)
            context.discardExplanation()
            if verdict.isPass || verdict.isSkip { passed += 1 }
            if verdict.isUndecided { undecided = verdict }
        }
        if passed > 1 { return .fail(1) }
        return undecided ?? .pass(if: passed == 1)
    }
}
