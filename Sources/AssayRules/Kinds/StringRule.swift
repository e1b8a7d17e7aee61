// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// `string`: the kind alone; a value of another kind fails with `string.kind`.
struct StringRule: Rule {
    static let definition = RuleDefinition(
        StringRule.self, "string", "A value of the kind string",
        kinds: .string, codes: [],
        examples: [
            .valid("a", "string"),
            .invalid(1, "string", code: "string.kind"),
        ],
        traits: .guardsLaterRules)

    init(_ arguments: Arguments) {}

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict { .pass }

    func evaluate(_ batch: RuleBatch) {}
}
