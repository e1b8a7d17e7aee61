// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// `requiredWithoutAll`: required if none of the fields has a value.
struct RequiredWithoutAllRule: Rule {
    static let definition = RuleDefinition(
        RequiredWithoutAllRule.self, "requiredWithoutAll",
        "Required if none of the fields has a value",
        parameters: [.otherFields],
        codes: [RuleCode("requiredWithoutAll.missing", "is required without all of {fields}")],
        examples: [
            .valid("x", "requiredWithoutAll(a, b)", with: [:]),
            .valid(.absent, "requiredWithoutAll(a, b)", with: ["a": 1]),
            .invalid(
                .absent, "requiredWithoutAll(a, b)", code: "requiredWithoutAll.missing", with: [:]),
        ],
        traits: [.judgesAbsence, .guardsLaterRules])

    private let fields: [FieldReference]

    init(_ arguments: Arguments) {
        fields = arguments.fields("fields")
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        guard isEmptyValue(value) else { return .pass }
        return .pass(if: !(!fields.contains { hasValue($0, context) }))
    }
}
