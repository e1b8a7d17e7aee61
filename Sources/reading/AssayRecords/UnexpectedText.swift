// SPDX-License-Identifier: Apache-2.0
import CRecordReader

/// Text that JSON does not have at a place, in words: the character or the word, what it is, and what helps.
///
/// It shows punctuation and known words. A letter or digit may be part of a value that no message may show.
struct UnexpectedText {
    /// The words, such as `unexpected character '}' after a comma: remove the comma`.
    let words: String

    /// Words that other languages have, and what JSON has instead.
    private static let knownWords: [(word: String, instead: String)] = [
        ("NaN", "JSON has no such number; write null"),
        ("nan", "JSON has no such number; write null"),
        ("Infinity", "JSON has no such number; write null"),
        ("-Infinity", "JSON has no such number; write null"),
        ("inf", "JSON has no such number; write null"),
        ("-inf", "JSON has no such number; write null"),
        ("undefined", "write null"), ("None", "write null"), ("nil", "write null"),
        ("NULL", "write null"), ("Null", "write null"), ("True", "write true"),
        ("TRUE", "write true"), ("False", "write false"), ("FALSE", "write false"),
    ]

    /// Describes what is at a place, or returns `nil` if nothing is known about it.
    ///
    /// - Parameters:
    ///   - reason: The reason that the record is malformed.
    ///   - record: The record.
    ///   - offset: The offset in the record at which it is malformed.
    init?(_ reason: UInt32, in record: UnsafeBufferPointer<UInt8>, at offset: Int) {
        guard record.indices.contains(offset) else { return nil }
        let rest = record[offset...]
        if let known = Self.knownWords.first(where: { Self.begins(rest, with: $0.word) }) {
            words = "unexpected word \(known.word): \(known.instead)"
            return
        }
        switch reason {
        case READER_INVALID_LITERAL:
            words = "invalid literal: expected true, false or null, or a text in double quotes"
        case READER_INVALID_NUMBER:
            guard let mistake = Self.mistake(inNumber: rest) else { return nil }
            words = "invalid number: \(mistake)"
        default:
            let before = record[..<offset].last { !Self.isSpace($0) }
            guard let text = Self.text(of: rest, after: before) else { return nil }
            words = text
        }
    }

    private static func begins(
        _ text: Slice<UnsafeBufferPointer<UInt8>>, with word: String
    ) -> Bool {
        text.starts(with: word.utf8)
            && !(text.dropFirst(word.utf8.count).first.map { isWordByte($0) } ?? false)
    }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        byte >= 0x80 || byte == UInt8(ascii: "_") || isDigit(byte)
            || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
    }

    private static func mistake(inNumber text: Slice<UnsafeBufferPointer<UInt8>>) -> String? {
        let digits = text.first == UInt8(ascii: "-") ? text.dropFirst() : text
        guard digits.first == UInt8(ascii: "0"), let second = digits.dropFirst().first else {
            return "expected digits, such as 0, -1.5 or 2e3"
        }
        if isDigit(second) { return "a number does not begin with 0 and another digit" }
        if second | 0x20 == UInt8(ascii: "x") { return "JSON has decimal digits only" }
        return "expected digits, such as 0, -1.5 or 2e3"
    }

    /// Describes a character where another one was expected.
    ///
    /// - Parameters:
    ///   - rest: The text from the character on.
    ///   - before: The last byte before it that is no white space.
    /// - Returns: The words, or `nil` at the end of the text.
    private static func text(
        of rest: Slice<UnsafeBufferPointer<UInt8>>, after before: UInt8?
    ) -> String? {
        guard let byte = rest.first else { return nil }
        let scalar = String(decoding: rest.prefix(4), as: UTF8.self).unicodeScalars.first
        let before = before.map { Unicode.Scalar($0) }
        let ascii = Character(Unicode.Scalar(byte))
        let character = "unexpected character '\(ascii)'"
        switch scalar {
        case "}", "]":
            return switch before {
            case ",": "\(character) after a comma: remove the comma"
            case ":": "\(character) after a colon: a value must follow the colon"
            default: "\(character): a colon or the other bracket must precede it"
            }
        case ",": return "\(character): a value must precede it"
        case ":":
            return before == "{" || before == ","
                ? "\(character): a name in double quotes must precede it"
                : "\(character): a colon follows the name of a member, once"
        case "\"", "{", "[":
            return before == "{" || before == ","
                ? "\(character): the name of a member, in double quotes, must precede it"
                : "\(character): a comma or a colon must precede it"
        case "'":
            return "unexpected character \"'\", a single quote: write double quotes"
        case "`": return "\(character), a backquote: write double quotes"
        case let scalar? where typographicQuotes.contains(scalar):
            return "unexpected character '\(Character(scalar))', a typographic quote: "
                + "write straight double quotes"
        case "/", "#": return "\(character): JSON has no comments"
        case "+": return "\(character): a number has no plus sign"
        case ".": return "\(character): a digit must precede it"
        case "=": return "\(character): a colon is between a name and its value"
        case ";": return "\(character): a comma is between members and elements"
        case let scalar? where scalar.value < 0x20 || scalar.value == 0x7F || isInvisible(scalar):
            return "unexpected character \(number(of: scalar)): remove it"
        case let scalar? where scalar.isASCII && !isWordByte(byte): return character
        default:
            return "unexpected letter or digit: names and texts must be in double quotes"
        }
    }

    private static let typographicQuotes: [Unicode.Scalar] = [
        "\u{201C}", "\u{201D}", "\u{201E}", "\u{2018}", "\u{2019}", "\u{AB}", "\u{BB}",
    ]

    /// Returns `true` for white space and marks that a reader does not see.
    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        [0x85, 0xA0, 0xAD, 0x1680, 0x3000, 0xFEFF].contains(scalar.value)
            || (0x2000...0x200F).contains(scalar.value)
            || (0x2028...0x202F).contains(scalar.value)
            || (0x205F...0x2064).contains(scalar.value)
    }

    /// Returns a character by its number, such as `U+00A0`.
    private static func number(of scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
