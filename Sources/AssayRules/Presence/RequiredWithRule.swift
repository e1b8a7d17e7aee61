// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// `requiredWith`: required if any of the fields has a value.
struct RequiredWithRule: Rule {
    static let definition = RuleDefinition(
        RequiredWithRule.self, "requiredWith", "Required if any of the fields has a value",
        parameters: [.otherFields],
        codes: [RuleCode("requiredWith.missing", "is required together with {fields}")],
        examples: [
            .valid("x", "requiredWith(a, b)", with: ["a": 1]),
            .valid(.absent, "requiredWith(a, b)", with: [:]),
            .invalid(.absent, "requiredWith(a, b)", code: "requiredWith.missing", with: ["a": 1]),
        ],
        traits: [.judgesAbsence, .guardsLaterRules])

    private let fields: [FieldReference]

    init(_ arguments: Arguments) {
        fields = arguments.fields("fields")
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        guard isEmptyValue(value) else { return .pass }
        return .pass(if: !(fields.contains { hasValue($0, context) }))
    }
}
