// SPDX-License-Identifier: Apache-2.0
import AssayCore
import CRecordReader

/// Text that JSON does not have at a place: the character or the word, and what helps.
///
/// It shows punctuation and known words. A letter or digit may be part of a value that no message may show.
struct UnexpectedText {
    /// The reason as a reader gives it, such as `unexpected character '}' after a comma: remove the comma`.
    let reason: String

    /// Words that other languages have, and what JSON has instead.
    private static let knownWords: [(word: String, instead: String)] = [
        ("NaN", "null"), ("nan", "null"), ("Infinity", "null"), ("-Infinity", "null"),
        ("inf", "null"), ("-inf", "null"), ("undefined", "null"), ("None", "null"),
        ("nil", "null"), ("NULL", "null"), ("Null", "null"), ("True", "true"), ("TRUE", "true"),
        ("False", "false"), ("FALSE", "false"),
    ]

    /// Describes what is at a place, or returns `nil` if nothing more is known about it.
    ///
    /// - Parameters:
    ///   - isCharacter: `true` if another character was expected, and `false` if a number or a word is wrong.
    ///   - record: The record.
    ///   - offset: The offset in the record at which it is malformed.
    init?(isCharacter: Bool, in record: UnsafeBufferPointer<UInt8>, at offset: Int) {
        guard record.indices.contains(offset) else { return nil }
        let rest = record[offset...]
        if let known = Self.knownWords.first(where: { Self.begins(rest, with: $0.word) }) {
            reason = MalformedReason.unexpectedWord.rawValue.replacing(
                bytesOf: "{word}", with: known.word
            )
            .replacing(bytesOf: "{instead}", with: known.instead)
            return
        }
        guard isCharacter,
            let scalar = String(decoding: rest.prefix(4), as: UTF8.self).unicodeScalars.first
        else { return nil }
        let before = record[..<offset].last { !Self.isSpace($0) }.map { Unicode.Scalar($0) }
        let form = Self.reason(scalar, next: rest.dropFirst().first, after: before)
        reason = form.rawValue.replacing(bytesOf: "{character}", with: Self.shown(scalar))
    }

    /// Describes the comment at a place after a value, or returns `nil` if there is none.
    ///
    /// - Parameters:
    ///   - record: The record.
    ///   - offset: The offset in the record of what follows its value.
    init?(commentIn record: UnsafeBufferPointer<UInt8>, at offset: Int) {
        guard record.indices.contains(offset) else { return nil }
        let rest = record[offset...]
        let scalar = Unicode.Scalar(rest[offset])
        guard Self.isComment(scalar, next: rest.dropFirst().first) else { return nil }
        reason = MalformedReason.comment.rawValue.replacing(
            bytesOf: "{character}", with: Self.shown(scalar))
    }

    /// Returns `true` if a character begins a comment in other languages.
    private static func isComment(_ scalar: Unicode.Scalar, next: UInt8?) -> Bool {
        scalar == "#"
            || scalar == "/" && (next == UInt8(ascii: "/") || next == UInt8(ascii: "*"))
    }

    /// Returns the reason for a character where another one was expected.
    ///
    /// - Parameters:
    ///   - scalar: The character.
    ///   - next: The byte after it.
    ///   - before: The last byte before it that is no white space.
    /// - Returns: The reason, with a placeholder for the character.
    private static func reason(
        _ scalar: Unicode.Scalar, next: UInt8?, after before: Unicode.Scalar?
    ) -> MalformedReason {
        let isName = before == "{" || before == ","
        switch scalar {
        case "}", "]":
            return before == ","
                ? .characterAfterComma : before == ":" ? .characterAfterColon : .closingBracket
        case ",": return .characterForValue
        case ":": return isName ? .characterForName : .otherCharacter
        case "{", "[", "\"": return isName ? .characterForName : .characterForComma
        case "'", "`", "\u{201C}", "\u{201D}", "\u{201E}", "\u{2018}", "\u{2019}", "\u{AB}",
            "\u{BB}":
            return .otherQuote
        case "#", "/": return isComment(scalar, next: next) ? .comment : .otherCharacter
        case "+", ".": return .beginningOfNumber
        default:
            return scalar.isASCII && isWordByte(UInt8(scalar.value)) ? .bareText : .otherCharacter
        }
    }

    /// The character in quotes, or its number if it cannot be seen.
    private static func shown(_ scalar: Unicode.Scalar) -> String {
        if scalar == "'" { return #""'""# }
        let isSeen = scalar.properties.generalCategory.isSeen
        guard !isSeen else { return "'\(Character(scalar))'" }
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }

    private static func begins(
        _ text: Slice<UnsafeBufferPointer<UInt8>>, with word: String
    ) -> Bool {
        text.starts(with: word.utf8)
            && !(text.dropFirst(word.utf8.count).first.map { isWordByte($0) } ?? false)
    }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        byte >= 0x80 || byte == UInt8(ascii: "_")
            || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
    }
}

extension Unicode.GeneralCategory {
    /// `true` for punctuation and symbols, which a message can show.
    fileprivate var isSeen: Bool {
        switch self {
        case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
            .initialPunctuation, .finalPunctuation, .otherPunctuation, .mathSymbol,
            .currencySymbol, .modifierSymbol, .otherSymbol:
            true
        default: false
        }
    }
}
