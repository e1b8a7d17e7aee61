// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// `prohibited`: absent, null or empty.
struct ProhibitedRule: Rule {
    static let definition = RuleDefinition(
        ProhibitedRule.self, "prohibited", "Absent, null or empty",
        codes: [RuleCode("prohibited.present", "must not be given")],
        examples: [
            .valid(.absent, "prohibited"),
            .valid("", "prohibited"),
            .invalid(0, "prohibited", code: "prohibited.present"),
        ],
        traits: [.judgesAbsence, .guardsLaterRules])

    init(_ arguments: Arguments) {}

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        .pass(if: isEmptyValue(value))
    }
}
