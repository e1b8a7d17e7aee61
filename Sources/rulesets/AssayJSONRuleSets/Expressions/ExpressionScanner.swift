// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// Reads the bytes of an expression, one after the other; every literal builds on it.
struct ExpressionScanner {
    /// Contiguous for its span, which arrays have on newer Apple systems only.
    let bytes: ContiguousArray<UInt8>
    var position = 0
    /// The byte that ends the list or the arguments around the current place.
    var closing = UInt8(ascii: ")")

    init(_ text: String) {
        bytes = ContiguousArray(text.utf8)
    }

    var next: UInt8? { peek(distance: 0) }
    var isAtEnd: Bool { position >= bytes.count }

    /// The byte so many places ahead; nil after the end.
    func peek(distance: Int) -> UInt8? {
        let index = position + distance
        return index < bytes.count ? bytes[index] : nil
    }

    func isNext(_ text: StaticString) -> Bool {
        let count = text.utf8CodeUnitCount
        guard position + count <= bytes.count else { return false }
        return text.withUTF8Buffer { bytes[position..<position + count].elementsEqual($0) }
    }

    /// Steps over `text` if it is what comes next.
    mutating func take(_ text: StaticString) -> Bool {
        guard isNext(text) else { return false }
        position += text.utf8CodeUnitCount
        return true
    }

    mutating func skipSpace() {
        while let byte = next, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D {
            position += 1
        }
    }

    func text(in extent: Range<Int>) -> String {
        String(decoding: bytes[extent], as: UTF8.self)
    }

    /// The extent of the character that comes next; empty at the end.
    var nextCharacter: Range<Int> {
        var end = min(position + 1, bytes.count)
        while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
        return position..<max(position, end)
    }

    /// The next character in words, for messages.
    var found: String {
        if isAtEnd { return "the end" }
        let character = text(in: nextCharacter)
        switch character {
        case "\n", "\r", "\r\n": return "a line break"
        case "\t": return "a tab"
        default: return "'\(character)'"
        }
    }

    /// An error at the next character: "expected …, found …".
    func expected(
        _ what: String, code: String = "expression.syntax", help: String? = nil
    ) -> ExpressionError {
        ExpressionError(code, "expected \(what), found \(found)", help: help, extent: nextCharacter)
    }
}

extension UInt8 {
    package var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

    package var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }
}
