// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// `precision`: how many decimal digits a number has.
struct PrecisionRule: Rule {
    static let definition = RuleDefinition(
        PrecisionRule.self, "precision", "Decimal digits in all and after the point",
        parameters: [
            RuleParameter("digits", .integer, limits: 1...1000, "The most digits in all"),
            RuleParameter("scale", .integer, limits: 0...1000, "The most digits after the point"),
        ],
        kinds: .numbers,
        codes: [
            RuleCode("precision.tooManyDigits", "must have at most {digits} digits"),
            RuleCode("precision.tooManyPlaces", "must have at most {scale} digits after the point"),
        ],
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
            throw arguments.invalid("digits", "or 'scale' is needed")
        }
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        guard let number = ExactNumber(value)?.decimal else { return .fail(0) }
        if let scale, number.scale > scale { return .fail(1) }
        if let digits, max(0, number.exponent) + number.scale > digits { return .fail(0) }
        return .pass
    }
}
