// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// `required`: neither absent, null nor empty; 0 and false are values.
struct RequiredRule: Rule {
    static let definition = RuleDefinition(
        RequiredRule.self, "required", "Not absent, null or empty",
        parameters: [
            RuleParameter(
                "trim", .boolean, default: true, "Text of white space only counts as empty")
        ],
        codes: [RuleCode("required.missing", "is required")],
        examples: [
            .valid("a", "required"),
            .valid(0, "required"),
            .valid(false, "required"),
            .valid(" ", "required(trim=false)"),
            .invalid(.absent, "required", code: "required.missing"),
            .invalid(nil, "required", code: "required.missing"),
            .invalid("  ", "required", code: "required.missing"),
            .invalid([], "required", code: "required.missing"),
        ],
        traits: [.judgesAbsence, .guardsLaterRules])

    private let trim: Bool

    init(_ arguments: Arguments) {
        trim = arguments.bool("trim")
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        .pass(if: !isEmptyValue(value, trim: trim))
    }
}
