// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// A decimal number of at most 18 significant digits: `mantissa × 10^power`, without a sign.
struct SmallDecimal: Sendable {
    let mantissa: UInt64
    let power: Int

    /// Reads a number as JSON writes it; nil for other texts and for longer numbers.
    ///
    /// Trailing zeros of the mantissa belong to the power, so that each number has one form.
    init?(_ text: Span<UInt8>) {
        var index = text.first == UInt8(ascii: "-") ? 1 : 0
        var mantissa: UInt64 = 0
        var power = 0
        var sawPoint = false
        var digits = 0
        while index < text.count {
            let byte = text[index]
            if ASCII.isDigit(byte) {
                digits += 1
                guard digits <= 18 else { return nil }
                mantissa = mantissa * 10 + UInt64(byte &- 0x30)
                power -= sawPoint ? 1 : 0
            } else if byte == UInt8(ascii: "."), !sawPoint, digits > 0 {
                sawPoint = true
            } else {
                return nil
            }
            index += 1
        }
        guard digits > 0 else { return nil }
        self.init(mantissa: mantissa, power: power)
    }

    init(_ integer: Int64) {
        self.init(mantissa: integer.magnitude, power: 0)
    }

    private init(mantissa: UInt64, power: Int) {
        var (mantissa, power) = (mantissa, power)
        while mantissa != 0, mantissa % 10 == 0 {
            mantissa /= 10
            power += 1
        }
        self.mantissa = mantissa
        self.power = mantissa == 0 ? 0 : power
    }

    /// The same number from its digits; nil if there are more than 18.
    init?(_ number: DecimalText) {
        guard number.digits.count <= 18 else { return nil }
        mantissa = number.digits.reduce(0) { $0 * 10 + UInt64($1) }
        power = number.isZero ? 0 : number.exponent - number.digits.count
    }
}
