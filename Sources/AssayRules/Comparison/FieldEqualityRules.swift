// SPDX-License-Identifier: Apache-2.0
public import AssayCore

/// `sameAs`: equal to another field of the record.
struct SameAsRule: Rule {
    enum Code: String, RuleCodes {
        case different = "must be the same as {field}"
    }

    static let definition = RuleDefinition(
        SameAsRule.self, "sameAs", "Equal to another field, as JSON",
        parameters: [.otherField], codes: Code.self,
        examples: [
            .valid("secret", "sameAs(other)", with: ["other": "secret"]),
            .invalid("secret", "sameAs(other)", code: "sameAs.different", with: ["other": "x"]),
            .invalid("secret", "sameAs(other)", code: "sameAs.different"),
        ],
        traits: [.passesEqualTexts, .sharesSensitivity])

    private let other: FieldReference

    init(_ arguments: Arguments) throws(RuleError) {
        other = try arguments.field("field")
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        .pass(if: valuesAreEqual(value, context.field(other)), else: Code.different)
    }
}

/// `differentFrom`: not equal to another field of the record.
struct DifferentFromRule: Rule {
    enum Code: String, RuleCodes {
        case same = "must be different from {field}"
    }

    static let definition = RuleDefinition(
        DifferentFromRule.self, "differentFrom", "Not equal to another field, as JSON",
        parameters: [.otherField], codes: Code.self,
        examples: [
            .valid("new", "differentFrom(other)", with: ["other": "old"]),
            .valid("new", "differentFrom(other)"),
            .invalid(1, "differentFrom(other)", code: "differentFrom.same", with: ["other": 1.0]),
        ],
        traits: .sharesSensitivity)

    private let other: FieldReference

    init(_ arguments: Arguments) throws(RuleError) {
        other = try arguments.field("field")
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        .pass(if: !valuesAreEqual(value, context.field(other)), else: Code.same)
    }
}

extension RuleExpression {
    /// Equal to another field.
    public static func sameAs(_ field: FieldPath) -> RuleExpression {
        RuleExpression("sameAs", positional: [.field(field)])
    }

    /// A value that is not equal to another field.
    public static func differentFrom(_ field: FieldPath) -> RuleExpression {
        RuleExpression("differentFrom", positional: [.field(field)])
    }
}
