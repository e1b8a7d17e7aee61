// SPDX-License-Identifier: Apache-2.0
public import AssayCore

/// The facets of rules that compare a value with that of another field for equality.
private let equalityFacets = RuleFacets(comparisons: { arguments in
    arguments.fields("field").map { .equality($0.path) }
})

/// Two fields whose values are compared for equality: as JSON, or by what their texts stand for where
/// the rules of both fields read them in the same way.
private struct FieldEquality: Sendable {
    private let other: FieldReference
    private let own: TextReading?
    private let otherReading: TextReading?

    init(_ arguments: Arguments) throws(RuleError) {
        other = try arguments.field("field")
        let (own, otherReading) = (
            arguments.readings.own, arguments.readings.reading(of: other.path)
        )
        let isSame = own != nil && own?.quantities == otherReading?.quantities
        self.own = isSame ? own : nil
        self.otherReading = isSame ? otherReading : nil
    }

    func holds(for value: FieldValue, _ context: RuleContext) -> Bool {
        let limit = context.field(other)
        if let own, value.isString, limit.isString,
            let left = FieldReadings.ordered(value, own),
            let right = FieldReadings.ordered(limit, otherReading)
        {
            return left.order(to: right) == 0
        }
        return valuesAreEqual(value, limit)
    }
}

/// `sameAs`: equal to another field of the record.
struct SameAsRule: Rule {
    enum Code: String, RuleCodes {
        case different = "must be the same as {field}"
    }

    static let definition = RuleDefinition(
        SameAsRule.self, "sameAs", "Equal to another field, compared as JSON",
        parameters: [.otherField], codes: Code.self,
        examples: [
            .valid("secret", "sameAs(other)", with: ["other": "secret"]),
            .invalid("secret", "sameAs(other)", code: "sameAs.different", with: ["other": "x"]),
            .invalid("secret", "sameAs(other)", code: "sameAs.different"),
        ],
        traits: [.passesEqualTexts, .sharesSensitivity]
    ).stating(equalityFacets)

    private let equality: FieldEquality

    init(_ arguments: Arguments) throws(RuleError) {
        equality = try FieldEquality(arguments)
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        .pass(if: equality.holds(for: value, context), else: Code.different)
    }
}

/// `differentFrom`: not equal to another field of the record.
struct DifferentFromRule: Rule {
    enum Code: String, RuleCodes {
        case same = "must be different from {field}"
    }

    static let definition = RuleDefinition(
        DifferentFromRule.self, "differentFrom", "Not equal to another field, compared as JSON",
        parameters: [.otherField], codes: Code.self,
        examples: [
            .valid("new", "differentFrom(other)", with: ["other": "old"]),
            .valid("new", "differentFrom(other)"),
            .invalid(1, "differentFrom(other)", code: "differentFrom.same", with: ["other": 1.0]),
        ],
        traits: .sharesSensitivity
    ).stating(equalityFacets)

    private let equality: FieldEquality

    init(_ arguments: Arguments) throws(RuleError) {
        equality = try FieldEquality(arguments)
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        .pass(if: !equality.holds(for: value, context), else: Code.same)
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
