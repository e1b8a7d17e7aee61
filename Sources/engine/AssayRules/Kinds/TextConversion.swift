// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayPluginABI

/// Typed values from the texts of a record that has only texts: a CSV row, a form.
enum TextConversion {
    /// Returns the number that a text spells, or `nil` if it spells none.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - form: The form of numbers with a fraction, or in groups.
    ///   - arena: The memory for the digits of a number that a double does not have, if the text spells the number
    ///     otherwise than JSON does (RFC 8259 section 6).
    /// - Returns: The number, or `nil`.
    @inline(__always)
    static func number(
        _ text: FieldValue, form: NumberForm = .plain, storingIn arena: ValueArena
    ) -> assay_value? {
        if let integer = integer(text.utf8) {
            var value = assay_value()
            value.kind = ASSAY_I64
            value.as.i64 = integer
            return value
        }
        if form.hasPoint, let number = decimal(text) { return number }
        return form.withNumber(in: text.utf8) { value(of: $0, storingIn: arena) }
    }

    /// A whole number of at most 18 digits.
    @inline(__always)
    static func integer(_ text: Span<UInt8>) -> Int64? {
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
    static func bool(_ text: Span<UInt8>) -> Bool? {
        switch text.count {
        case 4: text.hasPrefix("true", ignoringCase: true) ? true : nil
        case 5: text.hasPrefix("false", ignoringCase: true) ? false : nil
        default: nil
        }
    }

    /// The value of a number as JSON writes it, whose bytes are valid during the call only.
    private static func value(
        of number: Span<UInt8>, storingIn arena: ValueArena
    ) -> assay_value {
        var value = assay_value()
        if let integer = integer(number) {
            value.kind = ASSAY_I64
            value.as.i64 = integer
        } else if let double = shortDouble(number) {
            value.kind = ASSAY_F64
            value.as.f64 = double
        } else {
            let text = String(copying: number)
            let integer = Int64(text).map(Value.integer) ?? UInt64(text).map(Value.init)
            value = arena.store(integer ?? .decimal(text))
        }
        return value
    }

    /// The double of a number of at most 15 digits, of which it is the shortest decimal: no text is needed to
    /// compare it exactly.
    private static func shortDouble(_ text: Span<UInt8>) -> Double? {
        guard let small = SmallDecimal(text), small.mantissa < 1_000_000_000_000_000 else {
            return nil
        }
        return fastDouble(text)
    }

    /// A number beyond the form of `integer`; it keeps its text, where the input has it, for exact
    /// comparison.
    private static func decimal(_ text: FieldValue) -> assay_value? {
        let signLength = text.utf8.first == UInt8(ascii: "+") ? 1 : 0
        let digits = text.utf8.extracting(signLength...)
        guard let syntax = try? NumberSyntax(digits, from: 0), syntax.end == digits.count else {
            return nil
        }
        let start = text.unsafeBytes.baseAddress.map { $0 + signLength }
        let string = String(copying: digits)
        var value = assay_value()
        if let integer = Int64(string) {
            value.kind = ASSAY_I64
            value.as.i64 = integer
        } else if let unsigned = UInt64(string) {
            value.kind = ASSAY_U64
            value.as.u64 = unsigned
        } else if let number = fastDouble(digits) ?? Double(string), number.isFinite,
            digits.count < 1 << 24, let start
        {
            value.kind = ASSAY_F64
            value.as.f64 = number
            value.len = UInt64(UInt(bitPattern: start))
            value.flags = ASSAY_FLAG_SOURCE_TEXT | UInt32(digits.count) << ASSAY_SOURCE_TEXT_SHIFT
        } else {
            value.kind = ASSAY_DECIMAL
            value.as.ptr = start
            value.len = UInt64(digits.count)
        }
        return value
    }

    /// Exact where both the digits and the power of ten are exact doubles.
    private static func fastDouble(_ text: Span<UInt8>) -> Double? {
        guard let small = SmallDecimal(text), small.mantissa < 1 << 53, small.power <= 0,
            small.power >= -15
        else { return nil }
        var divisor = 1.0
        for _ in 0..<(-small.power) { divisor *= 10 }
        let number = Double(small.mantissa) / divisor
        return text.first == UInt8(ascii: "-") ? -number : number
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
