// SPDX-License-Identifier: Apache-2.0
public import AssayCore

/// `multipleOf`: exact decimal divisibility; 19.99 is a multiple of 0.01.
struct MultipleOfRule: Rule {
    enum Code: String, RuleCodes {
        case remainder = "must be a multiple of {divisor}"
    }

    static let definition = RuleDefinition(
        MultipleOfRule.self, "multipleOf", "A multiple of a number, in exact decimals",
        parameters: [
            RuleParameter(
                "divisor", .number, isRequired: true,
                "Greater than 0, at most 18 significant digits")
        ],
        kinds: .numbers, codes: Code.self,
        examples: [
            .valid(19.99, "multipleOf(0.01)"),
            .valid(-9, "multipleOf(3)"),
            .invalid(7, "multipleOf(2)", code: "multipleOf.remainder"),
            .invalid(0.005, "multipleOf(0.01)", code: "multipleOf.remainder"),
        ])

    private let divisor: SmallDecimal
    /// The divisor, if it is a whole number below 10^18.
    private let whole: UInt64?

    init(_ arguments: Arguments) throws(RuleError) {
        guard let number = arguments.number("divisor")?.decimal, !number.isZero,
            !number.isNegative
        else { throw arguments.invalid("divisor", "must be greater than 0") }
        guard let divisor = SmallDecimal(number) else {
            throw arguments.invalid("divisor", "must not have more than 18 significant digits")
        }
        guard divisor.power.magnitude < 1 << 60 else {
            throw arguments.invalid("divisor", "must not have more than 18 digits in its exponent")
        }
        self.divisor = divisor
        whole = MultipleOfRule.wholeNumber(divisor)
    }

    private static func wholeNumber(_ divisor: SmallDecimal) -> UInt64? {
        guard divisor.power >= 0, divisor.power < 18 else { return nil }
        var number = divisor.mantissa
        for _ in 0..<divisor.power {
            let (product, overflow) = number.multipliedReportingOverflow(by: 10)
            if overflow { return nil }
            number = product
        }
        return number
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        if let integer = value.integer {
            if let whole {
                return .pass(if: integer.magnitude % whole == 0, else: Code.remainder)
            }
            return .pass(if: isMultiple(SmallDecimal(integer)), else: Code.remainder)
        }
        if let small = SmallDecimal(value.sourceText) {
            return .pass(if: isMultiple(small), else: Code.remainder)
        }
        guard let number = ExactNumber(value)?.decimal else { return .fail(Code.remainder) }
        return .pass(if: isMultiple(number), else: Code.remainder)
    }

    private func isMultiple(_ number: SmallDecimal) -> Bool {
        isMultiple(
            remainder: number.mantissa % divisor.mantissa, isZero: number.mantissa == 0,
            power: number.power)
    }

    private func isMultiple(_ number: DecimalText) -> Bool {
        var remainder: UInt128 = 0
        for digit in number.digits {
            remainder = (remainder * 10 + UInt128(digit)) % UInt128(divisor.mantissa)
        }
        return isMultiple(
            remainder: UInt64(truncatingIfNeeded: remainder), isZero: number.isZero,
            power: number.exponent - number.digits.count)
    }

    /// Whether `m × 10^power` is a multiple, where `m mod divisor.mantissa` is `remainder` and `m`
    /// does not end with a zero: a number with more places than the divisor is never one.
    private func isMultiple(remainder: UInt64, isZero: Bool, power: Int) -> Bool {
        if isZero { return true }
        guard power >= divisor.power else { return false }
        let modulus = UInt128(divisor.mantissa)
        var factor: UInt128 = 10 % modulus
        var result = UInt128(remainder)
        var shift = power - divisor.power
        while shift > 0, result != 0 {
            if shift & 1 == 1 { result = result * factor % modulus }
            factor = factor * factor % modulus
            shift >>= 1
        }
        return result == 0
    }
}

extension RuleExpression {
    /// A multiple of a number, in exact decimals: `.multipleOf(0.01)`.
    public static func multipleOf(_ divisor: Value) -> RuleExpression {
        RuleExpression("multipleOf", positional: [.value(divisor)])
    }
}
