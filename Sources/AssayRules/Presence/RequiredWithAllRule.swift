// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// `requiredWithAll`: required if all of the fields have a value.
struct RequiredWithAllRule: Rule {
    static let definition = RuleDefinition(
        RequiredWithAllRule.self, "requiredWithAll", "Required if all of the fields have a value",
        parameters: [.otherFields],
        codes: [RuleCode("requiredWithAll.missing", "is required together with all of {fields}")],
        examples: [
            .valid("x", "requiredWithAll(a, b)", with: ["a": 1, "b": 2]),
            .valid(.absent, "requiredWithAll(a, b)", with: ["a": 1]),
            .invalid(
                .absent, "requiredWithAll(a, b)", code: "requiredWithAll.missing",
                with: ["a": 1, "b": 2]),
        ],
        traits: [.judgesAbsence, .guardsLaterRules])

    private let fields: [FieldReference]

    init(_ arguments: Arguments) {
        fields = arguments.fields("fields")
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        guard isEmptyValue(value) else { return .pass }
        return .pass(if: !(fields.allSatisfy { hasValue($0, context) }))
    }
}
