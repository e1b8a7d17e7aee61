// SPDX-License-Identifier: Apache-2.0
public import AssayCore

extension RuleExpression {
    /// A number between bounds, inclusive.
    public static func range(_ bounds: ClosedRange<Int>) -> RuleExpression {
        built(
            "range",
            [
                .range(
                    lower: .integer(Int64(bounds.lowerBound)),
                    upper: .integer(Int64(bounds.upperBound)))
            ])
    }

    /// A number that is not less.
    public static func range(_ bounds: PartialRangeFrom<Int>) -> RuleExpression {
        built("range", [.range(lower: .integer(Int64(bounds.lowerBound)), upper: nil)])
    }

    /// A number that is not greater.
    public static func range(_ bounds: PartialRangeThrough<Int>) -> RuleExpression {
        built("range", [.range(lower: nil, upper: .integer(Int64(bounds.upperBound)))])
    }

    /// A number that is less.
    public static func range(_ bounds: PartialRangeUpTo<Int>) -> RuleExpression {
        built("range", [], ["exclusiveMax": .value(.integer(Int64(bounds.upperBound)))])
    }

    /// A number that is not between bounds.
    public static func outside(_ bounds: ClosedRange<Int>) -> RuleExpression {
        built(
            "outside",
            [
                .range(
                    lower: .integer(Int64(bounds.lowerBound)),
                    upper: .integer(Int64(bounds.upperBound)))
            ])
    }

    /// A number between bounds, inclusive.
    public static func range(_ bounds: ClosedRange<Double>) -> RuleExpression {
        built(
            "range", [.range(lower: .number(bounds.lowerBound), upper: .number(bounds.upperBound))])
    }

    /// A number that is not less.
    public static func range(_ bounds: PartialRangeFrom<Double>) -> RuleExpression {
        built("range", [.range(lower: .number(bounds.lowerBound), upper: nil)])
    }

    /// A number that is not greater.
    public static func range(_ bounds: PartialRangeThrough<Double>) -> RuleExpression {
        built("range", [.range(lower: nil, upper: .number(bounds.upperBound))])
    }

    /// A number that is less.
    public static func range(_ bounds: PartialRangeUpTo<Double>) -> RuleExpression {
        built("range", [], ["exclusiveMax": .value(.number(bounds.upperBound))])
    }

    /// A number that is not between bounds.
    public static func outside(_ bounds: ClosedRange<Double>) -> RuleExpression {
        built(
            "outside",
            [.range(lower: .number(bounds.lowerBound), upper: .number(bounds.upperBound))])
    }

    /// A number above a bound, and below another.
    public static func range(above minimum: Value, below maximum: Value? = nil) -> RuleExpression {
        built(
            "range", [],
            ["exclusiveMin": .value(minimum), "exclusiveMax": maximum.map(ArgumentValue.value)])
    }
}
