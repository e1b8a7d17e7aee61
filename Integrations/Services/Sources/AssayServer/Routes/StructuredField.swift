// SPDX-License-Identifier: Apache-2.0

/// Texts in headers (RFC 9651).
enum StructuredField {
    /// A text as it can be in a header: itself if it is a token, else in quotes, else in escapes.
    ///
    /// - Parameter text: Any text.
    /// - Returns: `signup`, `"sign up"` or `%"anmeldung-gr%c3%b6%c3%9fe"`.
    static func item(_ text: String) -> String {
        if isToken(text) { return text }
        guard text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
            return displayString(text)
        }
        return "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
    }

    private static func isToken(_ text: String) -> Bool {
        guard let first = text.utf8.first, isLetter(first) else { return false }
        return text.utf8.allSatisfy {
            isLetter($0) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                || "!#$%&'*+-.^_`|~:/".utf8.contains($0)
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    /// Returns the display string of a text with control characters or characters beyond ASCII.
    private static func displayString(_ text: String) -> String {
        let digits = Array("0123456789abcdef".utf8)
        var bytes = Array("%\"".utf8)
        for byte in text.utf8 {
            let isPlain = (0x20...0x7E).contains(byte) && !"%\"".utf8.contains(byte)
            bytes += isPlain ? [byte] : [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
        return String(decoding: bytes, as: UTF8.self) + "\""
    }
}
