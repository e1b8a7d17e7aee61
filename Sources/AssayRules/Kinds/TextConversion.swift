// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayPluginABI

/// Typed values from the texts of a record that has only texts: a CSV row, a form.
enum TextConversion {
    /// The number that a text spells, or nil: a whole number with an optional sign, leading zeros
    /// included, or a number as JSON writes it (RFC 8259 section 6).
    @inline(__always)
    static func number(_ text: UnsafeBufferPointer<UInt8>) -> assay_value? {
        if let integer = integer(text) {
            var value = assay_value()
            value.kind = ASSAY_I64
            value.as.i64 = integer
            return value
        }
        return decimal(text)
    }

    /// A whole number of at most 18 digits.
    @inline(__always)
    static func integer(_ text: UnsafeBufferPointer<UInt8>) -> Int64? {
        var index = 0
        let sign = text.first ?? 0
        if sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { index = 1 }
        guard text.count > index, text.count - index <= 18 else { return nil }
        var result: Int64 = 0
        while index < text.count {
            guard ASCII.isDigit(text[index]) else { return nil }
            result = result &* 10 &+ Int64(text[index] &- 0x30)
            index += 1
        }
        return sign == UInt8(ascii: "-") ? -result : result
    }

    /// True for the text of true or false, in either case; nil for other texts.
    static func bool(_ text: UnsafeBufferPointer<UInt8>) -> Bool? {
        if spells("true", text) { return true }
        return spells("false", text) ? false : nil
    }

    private static func spells(_ word: StaticString, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard text.count == word.utf8CodeUnitCount else { return false }
        for index in 0..<text.count where ASCII.lowercase(text[index]) != word.utf8Start[index] {
            return false
        }
        return true
    }

    /// A number beyond the form of `integer`; it keeps its text for exact comparison.
    private static func decimal(_ text: UnsafeBufferPointer<UInt8>) -> assay_value? {
        let digits =
            text.first == UInt8(ascii: "+") ? UnsafeBufferPointer(rebasing: text[1...]) : text
        guard isJSONNumber(digits) else { return nil }
        let string = String(decoding: digits, as: UTF8.self)
        var value = assay_value()
        if let integer = Int64(string) {
            value.kind = ASSAY_I64
            value.as.i64 = integer
        } else if let unsigned = UInt64(string) {
            value.kind = ASSAY_U64
            value.as.u64 = unsigned
        } else if let number = fastDouble(digits) ?? Double(string), number.isFinite,
            digits.count < 1 << 24, let start = digits.baseAddress
        {
            value.kind = ASSAY_F64
            value.as.f64 = number
            value.len = UInt64(UInt(bitPattern: start))
            value.flags = ASSAY_FLAG_SOURCE_TEXT | UInt32(digits.count) << ASSAY_SOURCE_TEXT_SHIFT
        } else {
            value.kind = ASSAY_DECIMAL
            value.as.ptr = digits.baseAddress
            value.len = UInt64(digits.count)
        }
        return value
    }

    /// Exact where both the digits and the power of ten are exact doubles.
    private static func fastDouble(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
        guard let small = SmallDecimal(text), small.mantissa < 1 << 53, small.power <= 0,
            small.power >= -15
        else { return nil }
        var divisor = 1.0
        for _ in 0..<(-small.power) { divisor *= 10 }
        let number = Double(small.mantissa) / divisor
        return text.first == UInt8(ascii: "-") ? -number : number
    }

    private static func isJSONNumber(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        var index = text.first == UInt8(ascii: "-") ? 1 : 0
        let whole = skipDigits(text, &index)
        guard whole > 0, whole == 1 || text[index - whole] != UInt8(ascii: "0") else {
            return false
        }
        if index < text.count, text[index] == UInt8(ascii: ".") {
            index += 1
            guard skipDigits(text, &index) > 0 else { return false }
        }
        guard index < text.count else { return true }
        guard text[index] | 0x20 == UInt8(ascii: "e") else { return false }
        index += 1
        if index < text.count, text[index] == UInt8(ascii: "-") || text[index] == UInt8(ascii: "+")
        {
            index += 1
        }
        return skipDigits(text, &index) > 0 && index == text.count
    }

    private static func skipDigits(
        _ text: UnsafeBufferPointer<UInt8>, _ index: inout Int
    ) -> Int {
        let start = index
        while index < text.count, ASCII.isDigit(text[index]) { index += 1 }
        return index - start
    }
}

/// True for a number without fraction, in any representation: 1.0 counts.
@inline(__always)
func isWholeNumber(_ value: FieldValue) -> Bool {
    switch value.kind {
    case .integer, .unsignedInteger: true
    case .number, .decimal: ExactNumber(value)?.decimal.isWhole ?? false
    default: false
    }
}
