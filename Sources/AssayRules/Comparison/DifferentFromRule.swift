// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// `differentFrom`: not equal to another field of the record.
struct DifferentFromRule: Rule {
    static let definition = RuleDefinition(
        DifferentFromRule.self, "differentFrom", "Not equal to another field, as JSON",
        parameters: [.otherField],
        codes: [RuleCode("differentFrom.same", "must be different from {field}")],
        examples: [
            .valid("new", "differentFrom(other)", with: ["other": "old"]),
            .valid("new", "differentFrom(other)"),
            .invalid(1, "differentFrom(other)", code: "differentFrom.same", with: ["other": 1.0]),
        ])

    private let other: FieldReference

    init(_ arguments: Arguments) throws(RuleError) {
        other = try arguments.field("field")
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        .pass(if: !valuesAreEqual(value, context.field(other)))
    }
}
