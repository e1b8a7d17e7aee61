// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// `present`: the field stands in the record, whatever its value.
struct PresentRule: Rule {
    static let definition = RuleDefinition(
        PresentRule.self, "present", "Not absent; null and empty values pass",
        codes: [RuleCode("present.absent", "must be present")],
        examples: [
            .valid(nil, "present"),
            .valid("", "present"),
            .invalid(.absent, "present", code: "present.absent"),
        ],
        traits: [.judgesAbsence, .guardsLaterRules])

    init(_ arguments: Arguments) {}

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        .pass(if: !value.isAbsent)
    }
}
