// SPDX-License-Identifier: Apache-2.0
public import AssayCore

/// The condition under which a rule on presence applies: if another field has one of some values,
/// or unless it has.
protocol PresenceCondition: Sendable {
    /// The end of the rules' ids.
    static var suffix: String { get }
    static var phrase: String { get }
    /// `true` if the rule applies when the other field has one of the values, `false` if it applies
    /// otherwise.
    static var appliesWhenEqual: Bool { get }
    /// Values of the other field with which the rule applies and with which it does not, where
    /// `"b"` is the accepted one.
    static var examples: (applies: Value, doesNot: Value) { get }
}

enum If: PresenceCondition {
    static let suffix = "If"
    static let phrase = "if another field has a given value"
    static let appliesWhenEqual = true
    static let examples: (applies: Value, doesNot: Value) = ("b", "c")
}

enum Unless: PresenceCondition {
    static let suffix = "Unless"
    static let phrase = "unless another field has a given value"
    static let appliesWhenEqual = false
    static let examples: (applies: Value, doesNot: Value) = ("c", "b")
}

/// `requiredIf` and `requiredUnless`.
struct ConditionallyRequiredRule<Condition: PresenceCondition>: Rule {
    enum Code: String, RuleCodes {
        case missing = "is required because of the value of {field}"
    }

    static var definition: RuleDefinition {
        let id = "required" + Condition.suffix
        let (applies, doesNot) = Condition.examples
        return RuleDefinition(
            ConditionallyRequiredRule.self, id, "Required " + Condition.phrase,
            parameters: FieldCondition.parameters, codes: Code.self,
            examples: [
                .valid("x", "\(id)(kind, \"b\")", with: ["kind": applies]),
                .valid(.absent, "\(id)(kind, \"b\")", with: ["kind": doesNot]),
                .invalid(
                    .absent, "\(id)(kind, \"b\")", code: "\(id).missing", with: ["kind": applies]),
                .invalid(
                    .absent, "\(id)(kind, in=[\"a\", \"b\"])", code: "\(id).missing",
                    with: ["kind": applies]),
            ],
            traits: [.acceptsMissing, .stopsOnFailure]
        ).stating(FieldCondition.facets)
    }

    private let condition: FieldCondition

    init(_ arguments: Arguments) throws(RuleError) {
        condition = try FieldCondition(arguments)
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        guard isEmptyValue(value) else { return .pass }
        return .pass(
            if: condition.isMet(in: context) != Condition.appliesWhenEqual, else: Code.missing)
    }
}

/// `prohibitedIf` and `prohibitedUnless`.
struct ConditionallyProhibitedRule<Condition: PresenceCondition>: Rule {
    enum Code: String, RuleCodes {
        case present = "must not have a value, because of the value of {field}"
    }

    static var definition: RuleDefinition {
        let id = "prohibited" + Condition.suffix
        let (applies, doesNot) = Condition.examples
        return RuleDefinition(
            ConditionallyProhibitedRule.self, id, "Prohibited " + Condition.phrase,
            parameters: FieldCondition.parameters, codes: Code.self,
            examples: [
                .valid(.absent, "\(id)(kind, \"b\")", with: ["kind": applies]),
                .valid("x", "\(id)(kind, \"b\")", with: ["kind": doesNot]),
                .invalid(
                    "x", "\(id)(kind, \"b\")", code: "\(id).present", with: ["kind": applies]),
                .invalid(
                    "x", "\(id)(kind, in=[\"a\", \"b\"])", code: "\(id).present",
                    with: ["kind": applies]),
            ],
            traits: [.acceptsMissing, .stopsOnFailure, .prohibits]
        ).stating(FieldCondition.facets)
    }

    private let condition: FieldCondition

    init(_ arguments: Arguments) throws(RuleError) {
        condition = try FieldCondition(arguments)
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        guard !isEmptyValue(value) else { return .pass }
        return .pass(
            if: condition.isMet(in: context) != Condition.appliesWhenEqual, else: Code.present)
    }
}

/// A test that another field has one of some values, from the arguments `field`, and `equals` or
/// `in`.
private struct FieldCondition: Sendable {
    static let parameters: [RuleParameter] = [
        .otherField,
        RuleParameter("equals", .value, "The value of the other field"),
        RuleParameter("in", .list, "The values of the other field"),
    ]

    static let facets = RuleFacets(comparisons: { arguments in
        guard let field = arguments.fields("field").first else { return [] }
        return [.literals(accepted(by: arguments), of: field.path)]
    })

    private static func accepted(by arguments: Arguments) -> [Value] {
        (arguments.list("in") ?? []) + (arguments.value("equals").map { [$0] } ?? [])
    }

    private let field: FieldReference
    private let values: ValueSet
    private let acceptsNull: Bool

    init(_ arguments: Arguments) throws(RuleError) {
        field = try arguments.field("field")
        let accepted = Self.accepted(by: arguments)
        guard !accepted.isEmpty else { throw arguments.invalid("equals", "or 'in' must be given") }
        values = ValueSet(accepted)
        acceptsNull = accepted.contains(.null)
    }

    /// True if the other field has one of the values; an absent field counts as null.
    func isMet(in context: RuleContext) -> Bool {
        let other = context.field(field)
        return other.isAbsentOrNull ? acceptsNull : values.contains(other)
    }
}

extension RuleExpression {
    /// Required if another field has this value.
    public static func requiredIf(_ field: FieldPath, equals value: Value) -> RuleExpression {
        conditional("requiredIf", field, equals: value)
    }

    /// Required if another field has one of these values.
    public static func requiredIf(_ field: FieldPath, in values: [Value]) -> RuleExpression {
        conditional("requiredIf", field, in: values)
    }

    /// Required unless another field has this value.
    public static func requiredUnless(_ field: FieldPath, equals value: Value) -> RuleExpression {
        conditional("requiredUnless", field, equals: value)
    }

    /// Required unless another field has one of these values.
    public static func requiredUnless(_ field: FieldPath, in values: [Value]) -> RuleExpression {
        conditional("requiredUnless", field, in: values)
    }

    /// Prohibited if another field has this value.
    public static func prohibitedIf(_ field: FieldPath, equals value: Value) -> RuleExpression {
        conditional("prohibitedIf", field, equals: value)
    }

    /// Prohibited if another field has one of these values.
    public static func prohibitedIf(_ field: FieldPath, in values: [Value]) -> RuleExpression {
        conditional("prohibitedIf", field, in: values)
    }

    /// Prohibited unless another field has this value.
    public static func prohibitedUnless(_ field: FieldPath, equals value: Value) -> RuleExpression {
        conditional("prohibitedUnless", field, equals: value)
    }

    /// Prohibited unless another field has one of these values.
    public static func prohibitedUnless(_ field: FieldPath, in values: [Value]) -> RuleExpression {
        conditional("prohibitedUnless", field, in: values)
    }

    private static func conditional(
        _ id: String, _ field: FieldPath, equals value: Value
    ) -> RuleExpression {
        RuleExpression(id, positional: [.field(field)], options: ["equals": .value(value)])
    }

    private static func conditional(
        _ id: String, _ field: FieldPath, in values: [Value]
    ) -> RuleExpression {
        RuleExpression(id, positional: [.field(field)], options: ["in": .values(values)])
    }
}
