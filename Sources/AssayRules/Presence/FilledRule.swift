// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// `filled`: a field that is there has a value.
struct FilledRule: Rule {
    static let definition = RuleDefinition(
        FilledRule.self, "filled", "Not null or empty if it is present",
        codes: [RuleCode("filled.empty", "must not be empty")],
        examples: [
            .valid(.absent, "filled"),
            .valid("a", "filled"),
            .invalid(nil, "filled", code: "filled.empty"),
            .invalid("", "filled", code: "filled.empty"),
        ],
        traits: [.judgesAbsence, .guardsLaterRules])

    init(_ arguments: Arguments) {}

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        .pass(if: value.isAbsent || !isEmptyValue(value))
    }
}
