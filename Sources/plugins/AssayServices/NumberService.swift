// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayPluginABI
import AssayRules

/// `assay.number/1`: exact decimals.
enum NumberService {
    static let table = assay_number_service(
        struct_size: .size(of: assay_number_service.self), reserved: 0,
        parse: { parse($0, into: $1) },
        compare: { left, right, order in
            guard let left = number(left), let right = number(right), let order else {
                return ASSAY_E_PARAM
            }
            order.pointee = left < right ? -1 : left == right ? 0 : 1
            return ASSAY_OK
        },
        multiple_of: { value, divisor, isMultiple in
            guard let value = checked(value), let number = number(divisor), let isMultiple,
                let divisor = try? DecimalDivisor(number),
                let divides = divisor.divides(FieldValue(unsafePointer: value))
            else { return ASSAY_E_PARAM }
            isMultiple.pointee = divides ? 1 : 0
            return ASSAY_OK
        },
        digits: { value, whole, fraction in
            guard let number = number(value)?.decimal, let whole, let fraction else {
                return ASSAY_E_PARAM
            }
            whole.pointee = bounded(number.isZero ? 0 : max(0, number.exponent))
            fraction.pointee = bounded(number.scale)
            return ASSAY_OK
        })

    private static func parse(
        _ text: assay_str, into value: UnsafeMutablePointer<assay_value>?
    ) -> assay_rc {
        guard let bytes = ServiceText.bytes(text), let value, isNumber(bytes),
            let syntax = try? NumberSyntax(bytes.span, from: 0)
        else { return ASSAY_E_PARAM }
        value.pointee = read(
            text, words: String(decoding: bytes, as: UTF8.self), isWhole: syntax.isWhole)
        return ASSAY_OK
    }

    /// Returns the value of a number as the readers of records read it.
    ///
    /// The kind is that of the smallest range, and the text is kept.
    private static func read(_ text: assay_str, words: String, isWhole: Bool) -> assay_value {
        var value = assay_value()
        if isWhole, words != "-0", let integer = Int64(words) {
            value.kind = ASSAY_I64
            value.as.i64 = integer
        } else if isWhole, words != "-0", let unsigned = UInt64(words) {
            value.kind = ASSAY_U64
            value.as.u64 = unsigned
        } else if text.len < 1 << 24, let number = Double(words), number.isFinite {
            value.kind = ASSAY_F64
            value.as.f64 = number
            value.flags =
                ASSAY_FLAG_SOURCE_TEXT | UInt32(text.len) << UInt32(ASSAY_SOURCE_TEXT_SHIFT)
            value.len = UInt64(UInt(bitPattern: text.ptr))
        } else {
            value.kind = ASSAY_DECIMAL
            value.as.ptr = text.ptr
            value.len = text.len
        }
        return value
    }

    private static func number(_ value: UnsafePointer<assay_value>?) -> ExactNumber? {
        checked(value).flatMap { ExactNumber(FieldValue(unsafePointer: $0)) }
    }

    /// The value if it is a number, and its text, where it has one, spells it.
    private static func checked(
        _ value: UnsafePointer<assay_value>?
    ) -> UnsafePointer<assay_value>? {
        guard let value else { return nil }
        let raw = value.pointee
        switch raw.kind {
        case ASSAY_I64, ASSAY_U64: return value
        case ASSAY_F64 where raw.flags & ASSAY_FLAG_SOURCE_TEXT == 0:
            return raw.as.f64.isFinite ? value : nil
        case ASSAY_F64:
            let text = assay_str(
                ptr: UnsafePointer(bitPattern: UInt(raw.len)),
                len: UInt64(raw.flags >> UInt32(ASSAY_SOURCE_TEXT_SHIFT)))
            return spellsNumber(text) ? value : nil
        case ASSAY_DECIMAL:
            return spellsNumber(assay_str(ptr: raw.as.ptr, len: raw.len)) ? value : nil
        default: return nil
        }
    }

    private static func spellsNumber(_ text: assay_str) -> Bool {
        ServiceText.bytes(text).map(isNumber) ?? false
    }

    private static func isNumber(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        (try? NumberSyntax(bytes.span, from: 0))?.end == bytes.count
    }

    /// Exponents are known up to ±2^62.
    private static func bounded(_ digits: Int) -> UInt64 {
        digits >= 1 << 62 ? .max : UInt64(digits)
    }
}
