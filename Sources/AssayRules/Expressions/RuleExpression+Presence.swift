// SPDX-License-Identifier: Apache-2.0
public import AssayCore

extension RuleExpression {
    /// Not absent, null, empty or white space only; 0 and false pass.
    public static var required: RuleExpression { built("required") }

    /// Not absent, null or empty; without `trim`, white space is a value.
    public static func required(trim: Bool) -> RuleExpression {
        built("required", [], ["trim": .flag(trim, default: true)])
    }

    /// Not absent; null and empty values pass.
    public static var present: RuleExpression { built("present") }

    /// Not null or empty if it is present.
    public static var filled: RuleExpression { built("filled") }

    /// Not null.
    public static var notNull: RuleExpression { built("notNull") }

    /// A string that is not empty or white space only.
    public static var notBlank: RuleExpression { built("notBlank") }

    /// Absent, null or empty.
    public static var prohibited: RuleExpression { built("prohibited") }

    /// Required if another field has this value.
    public static func requiredIf(_ field: FieldPath, equals value: Value) -> RuleExpression {
        built("requiredIf", [.field(field)], ["equals": .value(value)])
    }

    /// Required if another field has one of these values.
    public static func requiredIf(_ field: FieldPath, in values: [Value]) -> RuleExpression {
        built("requiredIf", [.field(field)], ["in": .values(values)])
    }

    /// Required unless another field has this value.
    public static func requiredUnless(_ field: FieldPath, equals value: Value) -> RuleExpression {
        built("requiredUnless", [.field(field)], ["equals": .value(value)])
    }

    /// Required unless another field has one of these values.
    public static func requiredUnless(_ field: FieldPath, in values: [Value]) -> RuleExpression {
        built("requiredUnless", [.field(field)], ["in": .values(values)])
    }

    /// Prohibited if another field has this value.
    public static func prohibitedIf(_ field: FieldPath, equals value: Value) -> RuleExpression {
        built("prohibitedIf", [.field(field)], ["equals": .value(value)])
    }

    /// Prohibited if another field has one of these values.
    public static func prohibitedIf(_ field: FieldPath, in values: [Value]) -> RuleExpression {
        built("prohibitedIf", [.field(field)], ["in": .values(values)])
    }

    /// Prohibited unless another field has this value.
    public static func prohibitedUnless(_ field: FieldPath, equals value: Value) -> RuleExpression {
        built("prohibitedUnless", [.field(field)], ["equals": .value(value)])
    }

    /// Prohibited unless another field has one of these values.
    public static func prohibitedUnless(_ field: FieldPath, in values: [Value]) -> RuleExpression {
        built("prohibitedUnless", [.field(field)], ["in": .values(values)])
    }

    /// Required if any of the fields has a value.
    public static func requiredWith(_ fields: FieldPath...) -> RuleExpression {
        built("requiredWith", fields.map(ArgumentValue.field))
    }

    /// Required if all of the fields have a value.
    public static func requiredWithAll(_ fields: FieldPath...) -> RuleExpression {
        built("requiredWithAll", fields.map(ArgumentValue.field))
    }

    /// Required if any of the fields has no value.
    public static func requiredWithout(_ fields: FieldPath...) -> RuleExpression {
        built("requiredWithout", fields.map(ArgumentValue.field))
    }

    /// Required if none of the fields has a value.
    public static func requiredWithoutAll(_ fields: FieldPath...) -> RuleExpression {
        built("requiredWithoutAll", fields.map(ArgumentValue.field))
    }

    /// true, 1, "yes", "on", "true" or "1".
    public static var accepted: RuleExpression { built("accepted") }

    /// false, 0, "no", "off", "false" or "0".
    public static var declined: RuleExpression { built("declined") }
}
