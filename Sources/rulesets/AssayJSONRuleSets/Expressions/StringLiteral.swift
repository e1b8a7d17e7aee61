// SPDX-License-Identifier: Apache-2.0

/// Strings in double quotes. Every JSON string (RFC 8259 section 7) is one; `\u{…}` is one more escape.
extension ExpressionScanner {
    /// Reads the string whose opening quote comes next.
    mutating func string() throws(ExpressionError) -> String {
        let start = position
        position += 1
        var text: [UInt8] = []
        while let byte = next {
            switch byte {
            case UInt8(ascii: "\""):
                position += 1
                return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"): try escape(into: &text)
            case 0..<0x20: throw controlCharacterError(byte: byte)
            default:
                text.append(byte)
                position += 1
            }
        }
        throw ExpressionError(
            "expression.unterminatedString", "the string has no closing '\"'",
            extent: start..<bytes.count)
    }

    private func controlCharacterError(byte: UInt8) -> ExpressionError {
        let name =
            switch byte {
            case 0x09: "a tab"
            case 0x0A, 0x0D: "a line break"
            default: "the control character \(byte)"
            }
        let escape =
            switch byte {
            case 0x09: "\\t"
            case 0x0A: "\\n"
            case 0x0D: "\\r"
            default: "\\u{\(String(byte, radix: 16))}"
            }
        return ExpressionError(
            "expression.controlCharacter", "\(name) is not allowed in a string",
            help: "write \(escape)",
            extent: nextCharacter)
    }

    private mutating func escape(into text: inout [UInt8]) throws(ExpressionError) {
        let start = position
        position += 1
        let escaped: UInt8
        switch next {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): escaped = next ?? 0
        case UInt8(ascii: "b"): escaped = 0x08
        case UInt8(ascii: "f"): escaped = 0x0C
        case UInt8(ascii: "n"): escaped = 0x0A
        case UInt8(ascii: "r"): escaped = 0x0D
        case UInt8(ascii: "t"): escaped = 0x09
        case UInt8(ascii: "u"):
            position += 1
            text.append(contentsOf: String(Character(try unicodeEscape(from: start))).utf8)
            return
        default: throw unknownEscape(from: start)
        }
        text.append(escaped)
        position += 1
    }

    private func unknownEscape(from start: Int) -> ExpressionError {
        if isAtEnd {
            return ExpressionError(
                "expression.unterminatedString", "the string has no closing '\"'",
                extent: start..<bytes.count)
        }
        return ExpressionError(
            "expression.escape", "'\\\(text(in: nextCharacter))' is not an escape",
            help: "write a backslash as \\\\, and a pattern between slashes: /…/",
            extent: start..<nextCharacter.upperBound)
    }

    /// The scalar of `\uXXXX`, of a pair of surrogates, or of `\u{…}`; the `u` has been read.
    private mutating func unicodeEscape(from start: Int) throws(ExpressionError) -> UnicodeScalar {
        if take("{") {
            let number = hexadecimal(atMost: 6)
            guard let number, take("}"), let scalar = UnicodeScalar(number) else {
                throw unicodeError(from: start)
            }
            return scalar
        }
        guard let unit = fourDigits() else { throw unicodeError(from: start) }
        guard (0xD800...0xDBFF).contains(unit) else {
            guard let scalar = UnicodeScalar(unit) else { throw unicodeError(from: start) }
            return scalar
        }
        guard take("\\u"), let low = fourDigits(), (0xDC00...0xDFFF).contains(low),
            let scalar = UnicodeScalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
        else { throw unicodeError(from: start) }
        return scalar
    }

    private func unicodeError(from start: Int) -> ExpressionError {
        ExpressionError(
            "expression.escape", "'\(text(in: start..<position))' is not a Unicode character",
            help: "write \\u with four hexadecimal digits, or \\u{…} with up to six",
            extent: start..<position)
    }

    private mutating func fourDigits() -> UInt32? {
        let start = position
        let number = hexadecimal(atMost: 4)
        return position == start + 4 ? number : nil
    }

    private mutating func hexadecimal(atMost count: Int) -> UInt32? {
        let start = position
        while let byte = next, position - start < count,
            byte.isDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20)
        {
            position += 1
        }
        return UInt32(text(in: start..<position), radix: 16)
    }
}
