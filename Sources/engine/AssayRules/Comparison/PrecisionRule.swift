// SPDX-License-Identifier: Apache-2.0
public import AssayCore

/// `precision`: how many decimal digits a number has.
struct PrecisionRule: Rule {
    enum Code: String, RuleCodes {
        case tooManyDigits = "must have at most {digits} {digits:digit|digits}"
        case tooManyPlaces = "must have at most {scale} {scale:digit|digits} after the point"
    }

    static let definition = RuleDefinition(
        PrecisionRule.self, "precision",
        "A number with a limited number of digits, in all and after the point",
        parameters: [
            RuleParameter(
                "digits", .integer, limits: 1...1000, "The maximum number of digits in all"),
            RuleParameter(
                "scale", .integer, limits: 0...1000, "The maximum number of digits after the point"
            ),
        ],
        kinds: .numbers, codes: Code.self,
        examples: [
            .valid(123.45, "precision(5, 2)"),
            .valid(1.10, "precision(scale=1)"),
            .invalid(1234, "precision(3)", code: "precision.tooManyDigits"),
            .invalid(1.234, "precision(scale=2)", code: "precision.tooManyPlaces"),
        ])

    private let digits: Int?
    private let scale: Int?

    init(_ arguments: Arguments) throws(RuleError) {
        digits = arguments.int("digits")
        scale = arguments.int("scale")
        guard digits != nil || scale != nil else {
            throw arguments.invalid("digits", "or 'scale' must be given")
        }
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        guard let number = ExactNumber(value)?.decimal else { return .fail(Code.tooManyDigits) }
        if let scale, number.scale > scale { return .fail(Code.tooManyPlaces) }
        guard let digits else { return .pass }
        return .pass(
            if: max(0, number.exponent) + number.scale <= digits, else: Code.tooManyDigits)
    }
}

extension RuleExpression {
    /// At most so many decimal digits in all and after the point.
    public static func precision(digits: Int? = nil, scale: Int? = nil) -> RuleExpression {
        RuleExpression(
            "precision", options: ["digits": .integer(digits), "scale": .integer(scale)])
    }
}
