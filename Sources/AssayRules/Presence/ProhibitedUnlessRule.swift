// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// `prohibitedUnless`: prohibited unless another field has a given value.
struct ProhibitedUnlessRule: Rule {
    static let definition = RuleDefinition(
        ProhibitedUnlessRule.self, "prohibitedUnless",
        "Prohibited unless another field has a given value",
        parameters: FieldCondition.parameters,
        codes: [RuleCode("prohibitedUnless.present", "must not be given, given {field}")],
        examples: [
            .valid(.absent, "prohibitedUnless(kind, \"b\")", with: ["kind": "c"]),
            .valid("x", "prohibitedUnless(kind, \"b\")", with: ["kind": "b"]),
            .invalid(
                "x", "prohibitedUnless(kind, \"b\")", code: "prohibitedUnless.present",
                with: ["kind": "c"]),
            .invalid(
                "x", "prohibitedUnless(kind, in=[\"a\", \"b\"])", code: "prohibitedUnless.present",
                with: ["kind": "c"]),
        ],
        traits: [.judgesAbsence, .guardsLaterRules])

    private let condition: FieldCondition

    init(_ arguments: Arguments) throws(RuleError) {
        condition = try FieldCondition(arguments)
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        guard !isEmptyValue(value) else { return .pass }
        return .pass(if: condition.holds(context))
    }
}
