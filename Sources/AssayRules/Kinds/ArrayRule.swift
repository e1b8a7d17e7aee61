// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// `array`: the kind alone; a value of another kind fails with `array.kind`.
struct ArrayRule: Rule {
    static let definition = RuleDefinition(
        ArrayRule.self, "array", "A value of the kind array",
        kinds: .array, codes: [],
        examples: [
            .valid([1], "array"),
            .invalid("[1]", "array", code: "array.kind"),
        ],
        traits: .guardsLaterRules)

    init(_ arguments: Arguments) {}

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict { .pass }

    func evaluate(_ batch: RuleBatch) {}
}
