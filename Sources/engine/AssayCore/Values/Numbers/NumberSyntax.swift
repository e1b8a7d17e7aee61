// SPDX-License-Identifier: Apache-2.0

/// The parts of a number as JSON writes it (RFC 8259, section 6): the one place that knows the grammar.
///
/// Offsets are those of the text that was read.
package struct NumberSyntax {
    /// The reason a text is not a number, with its place.
    package enum Defect: Error, Equatable {
        /// There is no digit where one has to be.
        case noDigit(offset: Int)
        /// A digit follows a leading zero.
        case leadingZero(offset: Int)
    }

    /// A minus precedes the digits.
    package let isNegative: Bool
    /// The digits before the point.
    package let whole: Range<Int>
    /// The digits after the point; empty without one.
    package let fraction: Range<Int>
    /// The digits of the exponent; empty without one.
    package let exponent: Range<Int>
    /// A minus precedes the digits of the exponent.
    package let hasNegativeExponent: Bool
    /// The offset after the last byte of the number.
    package let end: Int

    /// There is neither a point nor an exponent.
    package var isWhole: Bool { fraction.isEmpty && exponent.isEmpty }

    /// Reads the number that begins at an offset, as far as it goes.
    ///
    /// A point before another point belongs to a range, not to the number: `3...20`.
    ///
    /// - Parameters:
    ///   - text: The bytes around the number.
    ///   - start: The offset of its first byte.
    ///   - isLenient: A leading `+` and leading zeros are accepted too.
    /// - Throws: `Defect` if no number begins at the offset.
    @inline(__always)
    package init(
        _ text: Span<UInt8>, from start: Int, isLenient: Bool = false
    ) throws(Defect) {
        var index = start
        let sign = start < text.count ? text[start] : 0
        isNegative = sign == UInt8(ascii: "-")
        if isNegative || isLenient && sign == UInt8(ascii: "+") { index &+= 1 }
        whole = try Self.digits(of: text, at: &index)
        if !isLenient, whole.count > 1, text[whole.lowerBound] == UInt8(ascii: "0") {
            throw .leadingZero(offset: whole.lowerBound &+ 1)
        }
        if index < text.count, text[index] == UInt8(ascii: "."),
            index &+ 1 == text.count || text[index &+ 1] != UInt8(ascii: ".")
        {
            index &+= 1
            fraction = try Self.digits(of: text, at: &index)
        } else {
            fraction = index..<index
        }
        if index < text.count, text[index] | 0x20 == UInt8(ascii: "e") {
            index &+= 1
            let sign = index < text.count ? text[index] : 0
            hasNegativeExponent = sign == UInt8(ascii: "-")
            if hasNegativeExponent || sign == UInt8(ascii: "+") { index &+= 1 }
            exponent = try Self.digits(of: text, at: &index)
        } else {
            hasNegativeExponent = false
            exponent = index..<index
        }
        end = index
    }

    /// Reads at least one digit.
    @inline(__always)
    private static func digits(
        of text: Span<UInt8>, at index: inout Int
    ) throws(Defect) -> Range<Int> {
        let start = index
        while index < text.count, text[index] &- 0x30 < 10 { index &+= 1 }
        guard index > start else { throw .noDigit(offset: start) }
        return start..<index
    }
}

extension Value {
    /// The number that a text spells; it keeps every digit.
    package init(number text: String, _ syntax: NumberSyntax) {
        if syntax.isWhole, text != "-0", let integer = Int64(text) {
            self = .integer(integer)
        } else if syntax.isWhole, let unsigned = UInt64(text) {
            self.init(unsigned)
        } else if let number = Double(text), number.isFinite, number.description == text {
            self = .number(number)
        } else {
            self = .decimal(text)
        }
    }
}
