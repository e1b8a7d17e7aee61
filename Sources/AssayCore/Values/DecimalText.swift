// SPDX-License-Identifier: Apache-2.0

/// A decimal number of any length: sign, digits without leading and trailing zeros, exponent.
///
/// The value is `0.d1d2d3... × 10^exponent`; zero has no digits.
public struct DecimalText: Sendable, Hashable {
    public private(set) var isNegative = false
    /// Digits 0 to 9, the first and the last not 0.
    public private(set) var digits: [UInt8] = []
    /// The power of ten that the digits, read as a fraction, are multiplied with.
    public private(set) var exponent = 0

    /// Exponents beyond this are clamped: such numbers are compared as "very large" or "very small".
    private static let exponentLimit = 1_000_000_000

    public init(_ integer: Int64) {
        isNegative = integer < 0
        digits = String(integer.magnitude).utf8.map { $0 - UInt8(ascii: "0") }
        exponent = digits.count
        normalize()
    }

    /// Reads a JSON number (RFC 8259 section 6); a leading `+` and leading zeros are accepted too.
    ///
    /// Nil for anything else.
    public init?(_ text: some Sequence<UInt8>) {
        var scanner = Scanner()
        for byte in text {
            guard scanner.take(byte) else { return nil }
        }
        guard scanner.isComplete else { return nil }
        isNegative = scanner.isNegative
        digits = scanner.digits
        exponent = scanner.wholeDigits + scanner.signedExponent
        normalize()
    }

    private mutating func normalize() {
        let leading = digits.prefix { $0 == 0 }.count
        digits.removeFirst(leading)
        exponent -= leading
        while digits.last == 0 { digits.removeLast() }
        if digits.isEmpty {
            exponent = 0
            isNegative = false
        }
    }

    public var isZero: Bool { digits.isEmpty }

    /// True when there is nothing after the decimal point.
    public var isWhole: Bool { digits.count <= exponent || isZero }

    /// How many digits stand after the decimal point.
    public var scale: Int { isZero ? 0 : max(0, digits.count - exponent) }

    private struct Scanner {
        enum Place { case start, whole, point, fraction, exponentMark, exponentSign, exponent }
        var place = Place.start
        var isNegative = false
        var digits: [UInt8] = []
        var wholeDigits = 0
        var exponent = 0
        var exponentIsNegative = false
        var sawSign = false

        var isComplete: Bool { place == .whole || place == .fraction || place == .exponent }
        var signedExponent: Int { exponentIsNegative ? -exponent : exponent }

        mutating func take(_ byte: UInt8) -> Bool {
            switch (byte, place) {
            case (UInt8(ascii: "0")...UInt8(ascii: "9"), _):
                takeDigit(byte - UInt8(ascii: "0"))
                return true
            case (UInt8(ascii: "-"), .start), (UInt8(ascii: "+"), .start):
                defer { sawSign = true }
                isNegative = byte == UInt8(ascii: "-")
                return !sawSign
            case (UInt8(ascii: "."), .whole): place = .point
            case (UInt8(ascii: "e"), .whole), (UInt8(ascii: "e"), .fraction),
                (UInt8(ascii: "E"), .whole), (UInt8(ascii: "E"), .fraction):
                place = .exponentMark
            case (UInt8(ascii: "-"), .exponentMark), (UInt8(ascii: "+"), .exponentMark):
                exponentIsNegative = byte == UInt8(ascii: "-")
                place = .exponentSign
            default: return false
            }
            return true
        }

        private mutating func takeDigit(_ digit: UInt8) {
            switch place {
            case .start, .whole:
                place = .whole
                digits.append(digit)
                wholeDigits += 1
            case .point, .fraction:
                place = .fraction
                digits.append(digit)
            case .exponentMark, .exponentSign, .exponent:
                place = .exponent
                exponent = min(exponent * 10 + Int(digit), DecimalText.exponentLimit)
            }
        }
    }
}

extension DecimalText: Comparable {
    public static func < (left: DecimalText, right: DecimalText) -> Bool {
        if left.isNegative != right.isNegative { return left.isNegative }
        return left.isNegative
            ? right.hasSmallerMagnitude(than: left) : left.hasSmallerMagnitude(than: right)
    }

    private func hasSmallerMagnitude(than other: DecimalText) -> Bool {
        if isZero || other.isZero { return isZero && !other.isZero }
        if exponent != other.exponent { return exponent < other.exponent }
        return digits.lexicographicallyPrecedes(other.digits)
    }
}
