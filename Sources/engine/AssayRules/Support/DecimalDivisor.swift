// SPDX-License-Identifier: Apache-2.0
package import AssayCore

/// A decimal number above zero that others are divided by, exactly.
package struct DecimalDivisor: Sendable {
    /// The reason a number cannot be a divisor.
    package enum Defect: String, Error {
        case notPositive = "must be greater than 0"
        case tooLong = "must not have more than 18 significant digits"
        case tooExtreme = "must not have more than 18 digits in its exponent"
    }

    private let divisor: SmallDecimal
    /// The divisor, if it is a whole number below 10^18.
    private let whole: UInt64?

    package init(_ number: ExactNumber) throws(Defect) {
        let number = number.decimal
        guard !number.isZero, !number.isNegative else { throw .notPositive }
        guard let divisor = SmallDecimal(number) else { throw .tooLong }
        guard divisor.power.magnitude < 1 << 60 else { throw .tooExtreme }
        self.divisor = divisor
        whole = Self.wholeNumber(divisor)
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

    /// Returns `true` if a number is a multiple, or `nil` if the value is not a finite number.
    package func divides(_ value: FieldValue) -> Bool? {
        if let integer = value.integer {
            if let whole { return integer.magnitude % whole == 0 }
            return divides(SmallDecimal(integer))
        }
        if let small = SmallDecimal(value.sourceText) { return divides(small) }
        return ExactNumber(value).map { divides($0.decimal) }
    }

    private func divides(_ number: SmallDecimal) -> Bool {
        divides(
            remainder: number.mantissa % divisor.mantissa, isZero: number.mantissa == 0,
            power: number.power)
    }

    private func divides(_ number: DecimalText) -> Bool {
        var remainder: UInt128 = 0
        for digit in number.digits {
            remainder = (remainder * 10 + UInt128(digit)) % UInt128(divisor.mantissa)
        }
        return divides(
            remainder: UInt64(truncatingIfNeeded: remainder), isZero: number.isZero,
            power: number.exponent - number.digits.count)
    }

    /// Returns `true` if `m × 10^power` is a multiple, where `m mod divisor.mantissa` is
    /// `remainder` and `m` does not end with a zero.
    ///
    /// A number with more places than the divisor is never a multiple.
    private func divides(remainder: UInt64, isZero: Bool, power: Int) -> Bool {
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
