// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// `requiredUnless`: required unless another field has a given value.
struct RequiredUnlessRule: Rule {
    static let definition = RuleDefinition(
        RequiredUnlessRule.self, "requiredUnless",
        "Required unless another field has a given value",
        parameters: FieldCondition.parameters,
        codes: [RuleCode("requiredUnless.missing", "is required, given {field}")],
        examples: [
            .valid("x", "requiredUnless(kind, \"b\")", with: ["kind": "c"]),
            .valid(.absent, "requiredUnless(kind, \"b\")", with: ["kind": "b"]),
            .invalid(
                .absent, "requiredUnless(kind, \"b\")", code: "requiredUnless.missing",
                with: ["kind": "c"]),
            .invalid(
                .absent, "requiredUnless(kind, in=[\"a\", \"b\"])", code: "requiredUnless.missing",
                with: ["kind": "c"]),
        ],
        traits: [.judgesAbsence, .guardsLaterRules])

    private let condition: FieldCondition

    init(_ arguments: Arguments) throws(RuleError) {
        condition = try FieldCondition(arguments)
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        guard isEmptyValue(value) else { return .pass }
        return .pass(if: condition.holds(context))
    }
}
