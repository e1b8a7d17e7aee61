// SPDX-License-Identifier: Apache-2.0
import AssayPluginABI

/// A decimal number where it is written: compared and hashed by its digits, without a copy.
///
/// The value is `0.d1d2d3... × 10^exponent`, the first and the last digit not 0; zero has no digits.
/// Borrows the text.
package struct NumberText {
    package let isNegative: Bool
    let exponent: DecimalExponent
    package let digitCount: Int
    private let text: UnsafeBufferPointer<UInt8>
    /// The range from the first to the last digit that is not 0, maybe with a point between them.
    private let extent: Range<Int>

    /// Reads a JSON number (RFC 8259 section 6); a leading `+` and leading zeros are accepted too.
    init?(_ text: UnsafeBufferPointer<UInt8>) {
        guard let syntax = try? NumberSyntax(text.span, from: 0, isLenient: true),
            syntax.end == text.count
        else { return nil }
        let whole = syntax.whole
        let extent = Self.significant(
            text, mantissa: whole.lowerBound..<max(whole.upperBound, syntax.fraction.upperBound))
        self.text = text
        self.extent = extent
        isNegative = syntax.isNegative && !extent.isEmpty
        let hasPoint = extent.lowerBound < whole.upperBound && extent.upperBound > whole.upperBound
        digitCount = extent.count &- (hasPoint ? 1 : 0)
        let shift =
            whole.upperBound &- extent.lowerBound &+ (extent.lowerBound > whole.upperBound ? 1 : 0)
        exponent =
            extent.isEmpty
            ? DecimalExponent(0)
            : DecimalExponent(
                text[syntax.exponent].drop { $0 == 0x30 },
                isNegative: syntax.hasNegativeExponent, shift: shift)
    }

    /// The exponent, or the nearer end of -2^62...2^62 where it is beyond.
    package var nearestExponent: Int { exponent.clamped }

    /// Calls `body` with each digit, 0 to 9.
    @inline(__always)
    package func forEachDigit(_ body: (UInt8) -> Void) {
        for index in extent where text[index] != UInt8(ascii: ".") { body(text[index] &- 0x30) }
    }

    /// The part of the mantissa from its first to its last digit that is not 0.
    private static func significant(
        _ text: UnsafeBufferPointer<UInt8>, mantissa: Range<Int>
    ) -> Range<Int> {
        let isDigit = { (byte: UInt8) in byte &- 0x31 < 9 }
        guard let first = text[mantissa].firstIndex(where: isDigit),
            let last = text[mantissa].lastIndex(where: isDigit)
        else { return mantissa.lowerBound..<mantissa.lowerBound }
        return first..<(last &+ 1)
    }
}

extension NumberText: Equatable {
    package static func == (left: NumberText, right: NumberText) -> Bool {
        guard left.digitCount == right.digitCount, left.isNegative == right.isNegative,
            left.exponent == right.exponent
        else { return false }
        var (a, b) = (left.extent.lowerBound, right.extent.lowerBound)
        for _ in 0..<left.digitCount {
            if left.text[a] == UInt8(ascii: ".") { a &+= 1 }
            if right.text[b] == UInt8(ascii: ".") { b &+= 1 }
            guard left.text[a] == right.text[b] else { return false }
            a &+= 1
            b &+= 1
        }
        return true
    }
}

extension NumberText {
    /// Calls `body` with the digits of a number, whatever its representation, or with `nil` for
    /// other kinds and for doubles that are not a number.
    package static func with<Result>(
        _ value: FieldValue, _ body: (NumberText?) -> Result
    ) -> Result {
        let raw = value.unsafePointer.pointee
        switch raw.kind {
        case ASSAY_I64: return with(raw.as.i64.magnitude, isNegative: raw.as.i64 < 0, body)
        case ASSAY_U64: return with(raw.as.u64, isNegative: false, body)
        case ASSAY_F64, ASSAY_DECIMAL:
            let text = value.unsafeSourceText
            guard text.isEmpty, raw.kind == ASSAY_F64 else { return body(NumberText(text)) }
            var description = raw.as.f64.description
            return description.withUTF8 { body(NumberText($0)) }
        default: return body(nil)
        }
    }

    private static func with<Result>(
        _ magnitude: UInt64, isNegative: Bool, _ body: (NumberText?) -> Result
    ) -> Result {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 24) { buffer in
            var start = buffer.count
            var rest = magnitude
            repeat {
                start &-= 1
                buffer[start] = UInt8(truncatingIfNeeded: rest % 10) &+ 0x30
                rest /= 10
            } while rest > 0
            if isNegative {
                start &-= 1
                buffer[start] = UInt8(ascii: "-")
            }
            return body(NumberText(UnsafeBufferPointer(rebasing: buffer[start...])))
        }
    }
}
