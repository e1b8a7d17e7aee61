// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// `sameAs`: equal to another field of the record.
struct SameAsRule: Rule {
    static let definition = RuleDefinition(
        SameAsRule.self, "sameAs", "Equal to another field, as JSON",
        parameters: [.otherField],
        codes: [RuleCode("sameAs.different", "must be the same as {field}")],
        examples: [
            .valid("secret", "sameAs(other)", with: ["other": "secret"]),
            .invalid("secret", "sameAs(other)", code: "sameAs.different", with: ["other": "x"]),
            .invalid("secret", "sameAs(other)", code: "sameAs.different"),
        ])

    private let other: FieldReference

    init(_ arguments: Arguments) throws(RuleError) {
        other = try arguments.field("field")
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        .pass(if: valuesAreEqual(value, context.field(other)))
    }
}
