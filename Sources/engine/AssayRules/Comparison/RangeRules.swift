// SPDX-License-Identifier: Apache-2.0
public import AssayCore

/// `range`: a number between bounds.
struct RangeRule: BatchRule {
    enum Code: String, RuleCodes {
        case tooSmall = "must be at least {min}"
        case tooLarge = "must be at most {max}"
        case notAbove = "must be greater than {exclusiveMin}"
        case notBelow = "must be less than {exclusiveMax}"
    }

    static let definition = RuleDefinition(
        RangeRule.self, "range", "A number between bounds",
        parameters: [
            RuleParameter("min", .number, "The minimum value, inclusive"),
            RuleParameter("max", .number, "The maximum value, inclusive"),
            RuleParameter("exclusiveMin", .number, "The value must be greater than this"),
            RuleParameter("exclusiveMax", .number, "The value must be less than this"),
        ],
        kinds: .numbers, codes: Code.self,
        examples: [
            .valid(18, "range(18...120)"),
            .valid(0.3, "range(...0.3)"),
            .invalid(17, "range(18...120)", code: "range.tooSmall"),
            .invalid(120.5, "range(18...120)", code: "range.tooLarge"),
            .invalid(0, "range(exclusiveMin=0)", code: "range.notAbove"),
            .invalid(1, "range(exclusiveMax=1)", code: "range.notBelow"),
            .invalid("18", "range(18...120)", code: "range.kind"),
        ])

    private let least: NumberLimit?
    private let most: NumberLimit?
    private let above: NumberLimit?
    private let below: NumberLimit?

    init(_ arguments: Arguments) throws(RuleError) {
        try arguments.checkOrder("min", "max")
        least = NumberLimit(arguments.value("min"))
        most = NumberLimit(arguments.value("max"))
        above = NumberLimit(arguments.value("exclusiveMin"))
        below = NumberLimit(arguments.value("exclusiveMax"))
    }

    /// Proves integers between integers, which need no rounding.
    var test: ValueTest? {
        guard above == nil, below == nil, let low = least.map(\.integer) ?? Int64.min,
            let high = most.map(\.integer) ?? Int64.max, low <= high
        else { return nil }
        var test = ValueTest(kinds: .integers)
        test.integers = low...high
        return test
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        if let least, least.order(of: value) < 0 { return .fail(Code.tooSmall) }
        if let most, most.order(of: value) > 0 { return .fail(Code.tooLarge) }
        if let above, above.order(of: value) <= 0 { return .fail(Code.notAbove) }
        if let below, below.order(of: value) >= 0 { return .fail(Code.notBelow) }
        return .pass
    }
}

/// `outside`: a number that is not between bounds.
struct OutsideRule: Rule {
    enum Code: String, RuleCodes {
        case within = "must be less than {min} or greater than {max}"
    }

    static let definition = RuleDefinition(
        OutsideRule.self, "outside", "A number that is not between two bounds",
        parameters: [
            RuleParameter("min", .number, isRequired: true, "The first value that is excluded"),
            RuleParameter("max", .number, isRequired: true, "The last value that is excluded"),
        ],
        kinds: .numbers, codes: Code.self,
        examples: [
            .valid(9, "outside(10...20)"),
            .invalid(10, "outside(10...20)", code: "outside.within"),
        ])

    private let low: NumberLimit?
    private let high: NumberLimit?

    init(_ arguments: Arguments) throws(RuleError) {
        try arguments.checkOrder("min", "max")
        low = NumberLimit(arguments.value("min"))
        high = NumberLimit(arguments.value("max"))
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        guard let low, let high else { return .pass }
        return .pass(
            if: low.order(of: value) < 0 || high.order(of: value) > 0, else: Code.within)
    }
}

extension Arguments {
    /// Throws where both numbers are given and the first one is greater.
    fileprivate func checkOrder(_ least: String, _ greatest: String) throws(RuleError) {
        if let low = number(least), let high = number(greatest), low > high {
            throw invalid(least, "is greater than '\(greatest)'")
        }
    }
}

extension RuleExpression {
    /// A number between bounds, inclusive.
    public static func range(_ bounds: ClosedRange<Int>) -> RuleExpression {
        RuleExpression("range", positional: [.range(bounds)])
    }

    /// A number that is not less.
    public static func range(_ bounds: PartialRangeFrom<Int>) -> RuleExpression {
        RuleExpression("range", positional: [.range(bounds)])
    }

    /// A number that is not greater.
    public static func range(_ bounds: PartialRangeThrough<Int>) -> RuleExpression {
        RuleExpression("range", positional: [.range(bounds)])
    }

    /// A number that is less.
    public static func range(_ bounds: PartialRangeUpTo<Int>) -> RuleExpression {
        RuleExpression("range", options: ["exclusiveMax": .integer(bounds.upperBound)])
    }

    /// A number that is not between bounds.
    public static func outside(_ bounds: ClosedRange<Int>) -> RuleExpression {
        RuleExpression("outside", positional: [.range(bounds)])
    }

    /// A number between bounds, inclusive.
    public static func range(_ bounds: ClosedRange<Double>) -> RuleExpression {
        RuleExpression("range", positional: [.range(bounds)])
    }

    /// A number that is not less.
    public static func range(_ bounds: PartialRangeFrom<Double>) -> RuleExpression {
        RuleExpression(
            "range", positional: [.range(lower: .number(bounds.lowerBound), upper: nil)])
    }

    /// A number that is not greater.
    public static func range(_ bounds: PartialRangeThrough<Double>) -> RuleExpression {
        RuleExpression(
            "range", positional: [.range(lower: nil, upper: .number(bounds.upperBound))])
    }

    /// A number that is less.
    public static func range(_ bounds: PartialRangeUpTo<Double>) -> RuleExpression {
        RuleExpression("range", options: ["exclusiveMax": .value(.number(bounds.upperBound))])
    }

    /// A number that is not between bounds.
    public static func outside(_ bounds: ClosedRange<Double>) -> RuleExpression {
        RuleExpression("outside", positional: [.range(bounds)])
    }

    /// A number above a bound, and below another.
    public static func range(above minimum: Value, below maximum: Value? = nil) -> RuleExpression {
        RuleExpression(
            "range",
            options: [
                "exclusiveMin": .value(minimum),
                "exclusiveMax": maximum.map { .value($0) },
            ])
    }
}

extension ArgumentValue {
    fileprivate static func range(_ bounds: ClosedRange<Double>) -> ArgumentValue {
        .range(lower: .number(bounds.lowerBound), upper: .number(bounds.upperBound))
    }
}
