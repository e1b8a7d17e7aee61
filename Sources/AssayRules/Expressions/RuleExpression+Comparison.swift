// SPDX-License-Identifier: Apache-2.0
public import AssayCore

extension RuleExpression {
    /// A string.
    public static var string: RuleExpression { built("string") }

    /// A whole number; text that spells one in records from text.
    public static var integer: RuleExpression { built("integer") }

    /// A number; text that spells one in records from text.
    public static var number: RuleExpression { built("number") }

    /// true or false; these words in records from text.
    public static var boolean: RuleExpression { built("boolean") }

    /// An array.
    public static var array: RuleExpression { built("array") }

    /// An object.
    public static var object: RuleExpression { built("object") }

    /// A number within the range of a double.
    public static var finite: RuleExpression { built("finite") }

    /// A number above zero.
    public static var positive: RuleExpression { built("positive") }

    /// A number below zero.
    public static var negative: RuleExpression { built("negative") }

    /// Zero or a number above it.
    public static var nonNegative: RuleExpression { built("nonNegative") }

    /// Zero or a number below it.
    public static var nonPositive: RuleExpression { built("nonPositive") }

    /// One of the kinds null, boolean, integer, number, string, array and object.
    public static func type(_ names: String...) -> RuleExpression {
        built("type", names.map(ArgumentValue.text))
    }

    /// Equal to a value, as JSON: 1 equals 1.0.
    public static func equals(_ value: Value, ignoreCase: Bool = false) -> RuleExpression {
        built("equals", [.value(value)], ["ignoreCase": .flag(ignoreCase)])
    }

    /// Not equal to a value, as JSON.
    public static func notEquals(_ value: Value, ignoreCase: Bool = false) -> RuleExpression {
        built("notEquals", [.value(value)], ["ignoreCase": .flag(ignoreCase)])
    }

    /// One of the values, compared as JSON.
    public static func oneOf(_ values: Value...) -> RuleExpression {
        built("oneOf", [.list(values.map(ArgumentValue.value))])
    }

    /// One of the values, compared as JSON.
    public static func oneOf(_ values: [Value], ignoreCase: Bool = false) -> RuleExpression {
        built("oneOf", [.list(values.map(ArgumentValue.value))], ["ignoreCase": .flag(ignoreCase)])
    }

    /// None of the values, compared as JSON.
    public static func notOneOf(_ values: Value...) -> RuleExpression {
        built("notOneOf", [.list(values.map(ArgumentValue.value))])
    }

    /// None of the values, compared as JSON.
    public static func notOneOf(_ values: [Value], ignoreCase: Bool = false) -> RuleExpression {
        built(
            "notOneOf", [.list(values.map(ArgumentValue.value))], ["ignoreCase": .flag(ignoreCase)])
    }

    /// A multiple of a number, in exact decimals: `.multipleOf(0.01)`.
    public static func multipleOf(_ divisor: Value) -> RuleExpression {
        built("multipleOf", [.value(divisor)])
    }

    /// At most so many decimal digits in all and after the point.
    public static func precision(digits: Int? = nil, scale: Int? = nil) -> RuleExpression {
        built("precision", [], ["digits": .integer(digits), "scale": .integer(scale)])
    }

    /// Equal to another field.
    public static func sameAs(_ field: FieldPath) -> RuleExpression {
        built("sameAs", [.field(field)])
    }

    /// Not equal to another field.
    public static func differentFrom(_ field: FieldPath) -> RuleExpression {
        built("differentFrom", [.field(field)])
    }

    /// Greater than another field.
    public static func greaterThan(_ field: FieldPath) -> RuleExpression {
        built("greaterThan", [.field(field)])
    }

    /// Greater than another field or equal to it.
    public static func greaterOrEqual(_ field: FieldPath) -> RuleExpression {
        built("greaterOrEqual", [.field(field)])
    }

    /// Less than another field.
    public static func lessThan(_ field: FieldPath) -> RuleExpression {
        built("lessThan", [.field(field)])
    }

    /// Less than another field or equal to it.
    public static func lessOrEqual(_ field: FieldPath) -> RuleExpression {
        built("lessOrEqual", [.field(field)])
    }

    /// An element of the array in another field.
    public static func inField(_ field: FieldPath) -> RuleExpression {
        built("inField", [.field(field)])
    }
}
