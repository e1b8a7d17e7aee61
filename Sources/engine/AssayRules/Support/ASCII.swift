// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// Classes of ASCII characters by their byte; bytes of other characters are in none of them.
enum ASCII {
    @inline(__always)
    static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

    @inline(__always)
    static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }

    @inline(__always)
    static func isLetterOrDigit(_ byte: UInt8) -> Bool { isLetter(byte) || isDigit(byte) }

    @inline(__always)
    static func isHexDigit(_ byte: UInt8) -> Bool { isDigit(byte) || (byte | 0x20) &- 0x61 < 6 }

    @inline(__always)
    static func lowercase(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }

    /// The number that two digits spell, or nil.
    @inline(__always)
    static func twoDigits(_ text: Span<UInt8>, at index: Int) -> Int? {
        guard index + 2 <= text.count, isDigit(text[index]), isDigit(text[index + 1]) else {
            return nil
        }
        return Int(text[index] &- 0x30) * 10 + Int(text[index + 1] &- 0x30)
    }
}

/// True if every byte is below 0x80.
@inline(__always)
func isASCII(_ text: Span<UInt8>) -> Bool {
    var seen: UInt8 = 0
    for index in text.indices { seen |= text[index] }
    return seen < 0x80
}

/// True if the string has only ASCII characters, by its flag or by looking.
@inline(__always)
func isASCII(_ value: FieldValue) -> Bool {
    value.isKnownASCII || isASCII(value.utf8)
}
