// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// The characters that a text may consist of: letters, digits if they are allowed, and further
/// ones.
struct CharacterClass: Sendable {
    private let allowsDigits: Bool
    private let isUnicode: Bool
    private let further: Set<UInt32>
    /// A bit for each ASCII character that is allowed.
    private let low: UInt64
    private let high: UInt64

    init(script: RuleExpression.Script, allowsDigits: Bool, further: String) {
        self.allowsDigits = allowsDigits
        isUnicode = script == .unicode
        let more = Set(further.unicodeScalars.map(\.value))
        self.further = more
        var bits: (low: UInt64, high: UInt64) = (0, 0)
        for byte in UInt8(0)..<128 {
            let isMember =
                ASCII.isLetter(byte) || allowsDigits && ASCII.isDigit(byte)
                || more.contains(UInt32(byte))
            guard isMember else { continue }
            if byte < 64 {
                bits.low |= 1 << UInt64(byte)
            } else {
                bits.high |= 1 << UInt64(byte - 64)
            }
        }
        (low, high) = bits
    }

    /// True for a text that is not empty and has no other characters.
    @inline(__always)
    func containsAll(of value: FieldValue) -> Bool {
        let text = value.utf8
        guard !text.isEmpty else { return false }
        for index in text.indices {
            let byte = text[index]
            guard byte < 128 else { return hasOnlyMembers(text) }
            let word = byte < 64 ? low : high
            guard word >> UInt64(byte & 63) & 1 == 1 else { return false }
        }
        return true
    }

    private func hasOnlyMembers(_ text: Span<UInt8>) -> Bool {
        var scalars = UTF8Decoder(text, at: 0)
        while let scalar = scalars.nextScalar() {
            guard isMember(scalar) else { return false }
        }
        return true
    }

    private func isMember(_ scalar: Unicode.Scalar) -> Bool {
        if further.contains(scalar.value) { return true }
        if scalar.isASCII {
            let byte = UInt8(truncatingIfNeeded: scalar.value)
            return ASCII.isLetter(byte) || allowsDigits && ASCII.isDigit(byte)
        }
        guard isUnicode else { return false }
        if scalar.properties.isAlphabetic { return true }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark: return true
        case .decimalNumber: return allowsDigits
        default: return false
        }
    }
}
