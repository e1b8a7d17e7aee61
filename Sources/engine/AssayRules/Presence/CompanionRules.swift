// SPDX-License-Identifier: Apache-2.0
public import AssayCore

/// A condition on the values of other fields, under which a field is required.
protocol CompanionCondition: Sendable {
    associatedtype Code: RuleCodes

    static var id: String { get }
    static var summary: String { get }
    static var failure: Code { get }
    /// Members of a record with which `a` and `b` require the field, and with which they do not.
    static var examples: (required: [String: Value], optional: [String: Value]) { get }

    /// Returns `true` if the field is required.
    static func applies(to fields: [FieldReference], in context: RuleContext) -> Bool
}

/// `requiredWith`, `requiredWithAll`, `requiredWithout` and `requiredWithoutAll`.
struct CompanionRule<Condition: CompanionCondition>: Rule {
    static var definition: RuleDefinition {
        let expression = "\(Condition.id)(a, b)"
        let (required, optional) = Condition.examples
        return RuleDefinition(
            CompanionRule.self, Condition.id, Condition.summary,
            parameters: [
                RuleParameter("fields", .fields, isRequired: true, "The other fields")
            ],
            codes: Condition.Code.self,
            examples: [
                .valid("x", expression, with: required),
                .valid(.absent, expression, with: optional),
                .invalid(
                    .absent, expression, code: "\(Condition.id).missing", with: required),
            ],
            traits: [.acceptsMissing, .stopsOnFailure])
    }

    private let fields: [FieldReference]

    init(_ arguments: Arguments) {
        fields = arguments.fields("fields")
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        guard isEmptyValue(value) else { return .pass }
        return .pass(if: !Condition.applies(to: fields, in: context), else: Condition.failure)
    }
}

/// Any of the fields has a value.
enum WithAny: CompanionCondition {
    enum Code: String, RuleCodes {
        case missing = "is required if {fields:|any of }{fields} has a value"
    }

    static let id = "requiredWith"
    static let summary = "Required if any of the fields has a value"
    static let failure = Code.missing
    static let examples: (required: [String: Value], optional: [String: Value]) = (["a": 1], [:])

    static func applies(to fields: [FieldReference], in context: RuleContext) -> Bool {
        fields.contains { hasValue($0, in: context) }
    }
}

/// All of the fields have a value.
enum WithAll: CompanionCondition {
    enum Code: String, RuleCodes {
        case missing = "is required if {fields:{fields} has|all of {fields} have} a value"
    }

    static let id = "requiredWithAll"
    static let summary = "Required if all of the fields have a value"
    static let failure = Code.missing
    static let examples: (required: [String: Value], optional: [String: Value]) = (
        ["a": 1, "b": 2], ["a": 1]
    )

    static func applies(to fields: [FieldReference], in context: RuleContext) -> Bool {
        fields.allSatisfy { hasValue($0, in: context) }
    }
}

/// Any of the fields has no value.
enum WithoutAny: CompanionCondition {
    enum Code: String, RuleCodes {
        case missing = "is required if {fields:|any of }{fields} has no value"
    }

    static let id = "requiredWithout"
    static let summary = "Required if any of the fields has no value"
    static let failure = Code.missing
    static let examples: (required: [String: Value], optional: [String: Value]) = (
        ["a": 1], ["a": 1, "b": 2]
    )

    static func applies(to fields: [FieldReference], in context: RuleContext) -> Bool {
        !WithAll.applies(to: fields, in: context)
    }
}

/// All of the fields have no value.
enum WithoutAll: CompanionCondition {
    enum Code: String, RuleCodes {
        case missing = "is required if {fields:{fields} has no value|none of {fields} has a value}"
    }

    static let id = "requiredWithoutAll"
    static let summary = "Required if none of the fields has a value"
    static let failure = Code.missing
    static let examples: (required: [String: Value], optional: [String: Value]) = ([:], ["a": 1])

    static func applies(to fields: [FieldReference], in context: RuleContext) -> Bool {
        !WithAny.applies(to: fields, in: context)
    }
}

/// True if the field that an argument names is neither absent, null nor empty.
private func hasValue(_ field: FieldReference, in context: RuleContext) -> Bool {
    !isEmptyValue(context.field(field))
}

extension RuleExpression {
    /// Required if any of the fields has a value.
    public static func requiredWith(_ fields: FieldPath...) -> RuleExpression {
        RuleExpression("requiredWith", positional: fields.map { .field($0) })
    }

    /// Required if all of the fields have a value.
    public static func requiredWithAll(_ fields: FieldPath...) -> RuleExpression {
        RuleExpression("requiredWithAll", positional: fields.map { .field($0) })
    }

    /// Required if any of the fields has no value.
    public static func requiredWithout(_ fields: FieldPath...) -> RuleExpression {
        RuleExpression("requiredWithout", positional: fields.map { .field($0) })
    }

    /// Required if none of the fields has a value.
    public static func requiredWithoutAll(_ fields: FieldPath...) -> RuleExpression {
        RuleExpression("requiredWithoutAll", positional: fields.map { .field($0) })
    }
}
