// SPDX-License-Identifier: Apache-2.0

/// Characters that disturb the text around them: control characters, characters that turn the
/// direction of text, separators of lines, and format characters without a shape, which hide text.
///
/// It is the one definition for all output: JSON writes them as `\uXXXX`, and text shows them so.
/// The joiners U+200C and U+200D are left out, because scripts and emoji are written with them.
package enum DisruptiveScalar {
    /// Returns `true` if a character is disruptive.
    package static func contains(_ scalar: UnicodeScalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0: true  // C0, DEL, C1
        case 0..<0xAD: false
        case 0xAD, 0x61C, 0x180E: true
        case 0x200B, 0x200E...0x200F, 0x2028...0x202E, 0x2060...0x206F: true
        case 0xFEFF, 0xFFF9...0xFFFB: true
        case 0x1BCA0...0x1BCA3, 0x1D173...0x1D17A, 0xE0000...0xE0FFF: true
        default: false
        }
    }

    /// Returns a foreign name for a text of several lines, escaped so that it adds no line and
    /// hides nothing.
    static func escaped(_ name: String) -> String {
        var bytes: [UInt8] = []
        for scalar in name.unicodeScalars {
            if contains(scalar) {
                appendEscape(of: scalar, to: &bytes)
            } else {
                bytes.append(contentsOf: UTF8.encode(scalar) ?? .init())
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends the character as JSON escapes it: `\u202e`, a pair beyond the first plane.
    package static func appendEscape(of scalar: UnicodeScalar, to bytes: inout [UInt8]) {
        for unit in UTF16.encode(scalar) ?? .init() {
            bytes.append(contentsOf: #"\u"#.utf8)
            for shift in [12, 8, 4, 0] as [UInt16] {
                let digit = UInt8(truncatingIfNeeded: unit >> shift & 15)
                bytes.append(digit + (digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10))
            }
        }
    }
}
