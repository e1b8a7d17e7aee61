// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// `requiredWithout`: required if any of the fields has no value.
struct RequiredWithoutRule: Rule {
    static let definition = RuleDefinition(
        RequiredWithoutRule.self, "requiredWithout", "Required if any of the fields has no value",
        parameters: [.otherFields],
        codes: [RuleCode("requiredWithout.missing", "is required without {fields}")],
        examples: [
            .valid("x", "requiredWithout(a, b)", with: ["a": 1]),
            .valid(.absent, "requiredWithout(a, b)", with: ["a": 1, "b": 2]),
            .invalid(
                .absent, "requiredWithout(a, b)", code: "requiredWithout.missing", with: ["a": 1]),
        ],
        traits: [.judgesAbsence, .guardsLaterRules])

    private let fields: [FieldReference]

    init(_ arguments: Arguments) {
        fields = arguments.fields("fields")
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        guard isEmptyValue(value) else { return .pass }
        return .pass(if: !(fields.contains { !hasValue($0, context) }))
    }
}
