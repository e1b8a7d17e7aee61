// SPDX-License-Identifier: Apache-2.0
public import AssayCore

/// The facets of rules that compare a value with a list.
private let listFacets = RuleFacets(comparisons: { arguments in
    [.literals(arguments.list("values") ?? [], of: nil)]
})

/// The facets of rules that compare a value with one literal.
private let literalFacets = RuleFacets(comparisons: { arguments in
    [.literals(arguments.value("value").map { [$0] } ?? [], of: nil)]
})

/// `oneOf`: one of the given values.
struct OneOfRule: BatchRule {
    enum Code: String, RuleCodes {
        case other = "must be one of {values}"
    }

    static let definition = RuleDefinition(
        OneOfRule.self, "oneOf", "One of the given values, compared as JSON",
        parameters: [
            RuleParameter("values", .list, isRequired: true, "The accepted values"),
            .ignoreCase,
        ],
        codes: Code.self,
        examples: [
            .valid("red", "oneOf([\"red\", \"green\"])"),
            .valid(2.0, "oneOf([1, 2])"),
            .valid("RED", "oneOf([\"red\"], ignoreCase=true)"),
            .invalid("blue", "oneOf([\"red\", \"green\"])", code: "oneOf.other"),
        ]
    ).stating(listFacets)

    private let accepted: ValueSet

    init(_ arguments: Arguments) throws(RuleError) {
        accepted = ValueSet(
            try arguments.list(required: "values"), ignoreCase: arguments.bool("ignoreCase"))
    }

    var test: ValueTest? { accepted.test(failure: .fail(Code.other)) }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        .pass(if: accepted.contains(value), else: Code.other)
    }
}

/// `notOneOf`: none of the given values.
struct NotOneOfRule: Rule {
    enum Code: String, RuleCodes {
        case listed = "must not be one of {values}"
    }

    static let definition = RuleDefinition(
        NotOneOfRule.self, "notOneOf", "None of the given values, compared as JSON",
        parameters: [
            RuleParameter("values", .list, isRequired: true, "The excluded values"),
            .ignoreCase,
        ],
        codes: Code.self,
        examples: [
            .valid("alice", "notOneOf([\"root\", \"admin\"])"),
            .invalid("Root", "notOneOf([\"root\"], ignoreCase=true)", code: "notOneOf.listed"),
        ]
    ).stating(listFacets)

    private let excluded: ValueSet

    init(_ arguments: Arguments) throws(RuleError) {
        excluded = ValueSet(
            try arguments.list(required: "values"), ignoreCase: arguments.bool("ignoreCase"))
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        .pass(if: !excluded.contains(value), else: Code.listed)
    }
}

/// `equals`: one given value.
struct EqualsRule: BatchRule {
    enum Code: String, RuleCodes {
        case different = "must be {value}"
    }

    static let definition = RuleDefinition(
        EqualsRule.self, "equals", "Equal to a value, compared as JSON: 1 equals 1.0",
        parameters: [
            RuleParameter("value", .value, isRequired: true, "The value to compare with"),
            .ignoreCase,
        ],
        codes: Code.self,
        examples: [
            .valid(1.0, "equals(1)"),
            .valid("YES", "equals(\"yes\", ignoreCase=true)"),
            .invalid("1", "equals(1)", code: "equals.different"),
        ]
    ).stating(literalFacets)

    private let accepted: ValueSet

    init(_ arguments: Arguments) throws(RuleError) {
        accepted = ValueSet(
            [try arguments.value(required: "value")], ignoreCase: arguments.bool("ignoreCase"))
    }

    var test: ValueTest? { accepted.test(failure: .fail(Code.different)) }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        .pass(if: accepted.contains(value), else: Code.different)
    }
}

/// `notEquals`: anything but one given value.
struct NotEqualsRule: Rule {
    enum Code: String, RuleCodes {
        case equal = "must not be {value}"
    }

    static let definition = RuleDefinition(
        NotEqualsRule.self, "notEquals", "Not equal to a value, compared as JSON",
        parameters: [
            RuleParameter("value", .value, isRequired: true, "The value that is excluded"),
            .ignoreCase,
        ],
        codes: Code.self,
        examples: [
            .valid(2, "notEquals(1)"),
            .invalid(1.0, "notEquals(1)", code: "notEquals.equal"),
        ]
    ).stating(literalFacets)

    private let excluded: ValueSet

    init(_ arguments: Arguments) throws(RuleError) {
        excluded = ValueSet(
            [try arguments.value(required: "value")], ignoreCase: arguments.bool("ignoreCase"))
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        .pass(if: !excluded.contains(value), else: Code.equal)
    }
}

extension RuleExpression {
    /// Equal to a value, as JSON: 1 equals 1.0.
    public static func equals(_ value: Value, ignoreCase: Bool? = nil) -> RuleExpression {
        RuleExpression(
            "equals", positional: [.value(value)], options: ["ignoreCase": .flag(ignoreCase)])
    }

    /// A value that is not equal to the given one, as JSON.
    public static func notEquals(_ value: Value, ignoreCase: Bool? = nil) -> RuleExpression {
        RuleExpression(
            "notEquals", positional: [.value(value)], options: ["ignoreCase": .flag(ignoreCase)])
    }

    /// One of the values, compared as JSON.
    public static func oneOf(_ values: Value...) -> RuleExpression {
        oneOf(values)
    }

    /// One of the values, compared as JSON.
    public static func oneOf(_ values: [Value], ignoreCase: Bool? = nil) -> RuleExpression {
        RuleExpression(
            "oneOf", positional: [.values(values)], options: ["ignoreCase": .flag(ignoreCase)])
    }

    /// A value other than the given ones, compared as JSON.
    public static func notOneOf(_ values: Value...) -> RuleExpression {
        notOneOf(values)
    }

    /// A value other than the given ones, compared as JSON.
    public static func notOneOf(_ values: [Value], ignoreCase: Bool? = nil) -> RuleExpression {
        RuleExpression(
            "notOneOf", positional: [.values(values)], options: ["ignoreCase": .flag(ignoreCase)])
    }
}
