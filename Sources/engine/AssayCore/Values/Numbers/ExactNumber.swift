// SPDX-License-Identifier: Apache-2.0
import AssayPluginABI

/// A number compared without rounding: 64-bit integers and decimals of any length keep every digit.
///
/// A number that keeps its source text is compared by the text, a double without text by the
/// shortest decimal that gives the same double (what a person wrote).
package struct ExactNumber: Sendable, Comparable {
    private enum Form: Sendable {
        case integer(Int64)
        case decimal(DecimalText)
    }

    private let form: Form

    package init(_ integer: Int64) {
        form = .integer(integer)
    }

    /// Creates a number from an owned value, or `nil` if the value is not a finite number.
    package init?(_ value: Value) {
        switch value {
        case .integer(let integer): self.init(integer)
        case .unsignedInteger(let unsigned): self.init(text: String(unsigned))
        case .number(let number): self.init(text: number.description)
        case .decimal(let text): self.init(text: text)
        default: return nil
        }
    }

    /// Creates a number from a borrowed value, or `nil` if the value is not a finite number.
    package init?(_ value: FieldValue) {
        switch value.kind {
        case .integer:
            self.init(value.unsafePointer.pointee.as.i64)
        case .unsignedInteger:
            self.init(text: String(value.unsafePointer.pointee.as.u64))
        case .number, .decimal:
            let text = value.unsafeSourceText
            if text.isEmpty {
                self.init(text: value.unsafePointer.pointee.as.f64.description)
            } else {
                self.init(utf8: text)
            }
        default: return nil
        }
    }

    /// Reads a JSON number; nil for anything else, "inf" and "nan" included.
    package init?(text: String) {
        self.init(utf8: text.utf8)
    }

    private init?(utf8: some Sequence<UInt8>) {
        guard let decimal = DecimalText(utf8) else { return nil }
        form = .decimal(decimal)
    }

    /// The digits and exponent of the number.
    package var decimal: DecimalText {
        switch form {
        case .integer(let integer): DecimalText(integer)
        case .decimal(let decimal): decimal
        }
    }

    /// The number as JSON has it: digits and an exponent.
    package var text: String {
        let decimal = decimal
        guard !decimal.isZero else { return "0" }
        let digits = String(decoding: decimal.digits.map { $0 &+ 0x30 }, as: UTF8.self)
        let exponent = decimal.exponent - decimal.digits.count
        return "\(decimal.isNegative ? "-" : "")\(digits)e\(exponent)"
    }

    public static func == (left: ExactNumber, right: ExactNumber) -> Bool {
        if case .integer(let a) = left.form, case .integer(let b) = right.form { return a == b }
        return left.decimal == right.decimal
    }

    public static func < (left: ExactNumber, right: ExactNumber) -> Bool {
        if case .integer(let a) = left.form, case .integer(let b) = right.form { return a < b }
        return left.decimal < right.decimal
    }
}
