// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// `object`: the kind alone; a value of another kind fails with `object.kind`.
struct ObjectRule: Rule {
    static let definition = RuleDefinition(
        ObjectRule.self, "object", "A value of the kind object",
        kinds: .object, codes: [],
        examples: [
            .valid(["a": 1], "object"),
            .invalid([1], "object", code: "object.kind"),
        ],
        traits: .guardsLaterRules)

    init(_ arguments: Arguments) {}

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict { .pass }

    func evaluate(_ batch: RuleBatch) {}
}
