// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// `prohibitedIf`: prohibited if another field has a given value.
struct ProhibitedIfRule: Rule {
    static let definition = RuleDefinition(
        ProhibitedIfRule.self, "prohibitedIf", "Prohibited if another field has a given value",
        parameters: FieldCondition.parameters,
        codes: [RuleCode("prohibitedIf.present", "must not be given, given {field}")],
        examples: [
            .valid(.absent, "prohibitedIf(kind, \"b\")", with: ["kind": "b"]),
            .valid("x", "prohibitedIf(kind, \"b\")", with: ["kind": "c"]),
            .invalid(
                "x", "prohibitedIf(kind, \"b\")", code: "prohibitedIf.present", with: ["kind": "b"]),
            .invalid(
                "x", "prohibitedIf(kind, in=[\"a\", \"b\"])", code: "prohibitedIf.present",
                with: ["kind": "b"]),
        ],
        traits: [.judgesAbsence, .guardsLaterRules])

    private let condition: FieldCondition

    init(_ arguments: Arguments) throws(RuleError) {
        condition = try FieldCondition(arguments)
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        guard !isEmptyValue(value) else { return .pass }
        return .pass(if: !condition.holds(context))
    }
}
