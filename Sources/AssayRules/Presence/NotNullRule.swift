// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// `notNull`: absent or a value, but not null.
struct NotNullRule: Rule {
    static let definition = RuleDefinition(
        NotNullRule.self, "notNull", "Not null",
        codes: [RuleCode("notNull.null", "must not be null")],
        examples: [
            .valid(.absent, "notNull"),
            .valid("", "notNull"),
            .invalid(nil, "notNull", code: "notNull.null"),
        ],
        traits: [.judgesAbsence, .guardsLaterRules])

    init(_ arguments: Arguments) {}

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        .pass(if: !value.isNull)
    }
}
