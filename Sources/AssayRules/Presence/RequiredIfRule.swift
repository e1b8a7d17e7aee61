// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// `requiredIf`: required if another field has a given value.
struct RequiredIfRule: Rule {
    static let definition = RuleDefinition(
        RequiredIfRule.self, "requiredIf", "Required if another field has a given value",
        parameters: FieldCondition.parameters,
        codes: [RuleCode("requiredIf.missing", "is required, given {field}")],
        examples: [
            .valid("x", "requiredIf(kind, \"b\")", with: ["kind": "b"]),
            .valid(.absent, "requiredIf(kind, \"b\")", with: ["kind": "c"]),
            .invalid(
                .absent, "requiredIf(kind, \"b\")", code: "requiredIf.missing", with: ["kind": "b"]),
            .invalid(
                .absent, "requiredIf(kind, in=[\"a\", \"b\"])", code: "requiredIf.missing",
                with: ["kind": "b"]),
        ],
        traits: [.judgesAbsence, .guardsLaterRules])

    private let condition: FieldCondition

    init(_ arguments: Arguments) throws(RuleError) {
        condition = try FieldCondition(arguments)
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        guard isEmptyValue(value) else { return .pass }
        return .pass(if: !condition.holds(context))
    }
}
