// SPDX-License-Identifier: Apache-2.0

/// A decimal number of any length: sign, digits without leading and trailing zeros, exponent.
///
/// The value is `0.d1d2d3... × 10^exponent`; zero has no digits. Numbers are compared exactly, however
/// large their exponents are.
package struct DecimalText: Sendable, Hashable {
    package let isNegative: Bool
    /// Digits 0 to 9, the first and the last not 0.
    package let digits: [UInt8]
    private let power: DecimalExponent

    /// The power of ten that the digits, read as a fraction, are multiplied with.
    ///
    /// An exponent beyond ±2^62 is that limit here; the order of numbers knows the whole one.
    package var exponent: Int { power.clamped }

    package init(_ integer: Int64) {
        let written = String(integer.magnitude).utf8.map { $0 &- 0x30 }
        var digits = written
        while digits.last == 0 { digits.removeLast() }
        self.digits = digits
        isNegative = integer < 0
        power = DecimalExponent(digits.isEmpty ? 0 : written.count)
    }

    /// Reads a JSON number (RFC 8259 section 6); a leading `+` and leading zeros are accepted too.
    ///
    /// Nil for anything else.
    package init?(_ text: some Sequence<UInt8>) {
        let read = text.withContiguousStorageIfAvailable { NumberText($0).map(DecimalText.init) }
        guard
            let number = read
                ?? Array(text).withUnsafeBufferPointer({
                    NumberText($0).map(DecimalText.init)
                })
        else { return nil }
        self = number
    }

    private init(_ number: NumberText) {
        var digits: [UInt8] = []
        digits.reserveCapacity(number.digitCount)
        number.forEachDigit { digits.append($0) }
        self.digits = digits
        isNegative = number.isNegative
        power = number.exponent
    }

    package var isZero: Bool { digits.isEmpty }

    /// True when there is nothing after the decimal point.
    package var isWhole: Bool { digits.count <= exponent || isZero }

    /// The number of digits after the decimal point.
    package var scale: Int { isZero ? 0 : max(0, digits.count - exponent) }
}

extension DecimalText: Comparable {
    package static func < (left: DecimalText, right: DecimalText) -> Bool {
        if left.isNegative != right.isNegative { return left.isNegative }
        return left.isNegative
            ? right.hasSmallerMagnitude(than: left) : left.hasSmallerMagnitude(than: right)
    }

    private func hasSmallerMagnitude(than other: DecimalText) -> Bool {
        if isZero || other.isZero { return isZero && !other.isZero }
        if power != other.power { return power < other.power }
        return digits.lexicographicallyPrecedes(other.digits)
    }
}
