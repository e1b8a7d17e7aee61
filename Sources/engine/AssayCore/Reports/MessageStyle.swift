// SPDX-License-Identifier: Apache-2.0

/// The way values are written in the messages of a language.
///
/// Numbers are not grouped: a limit may be a year or a port.
struct MessageStyle {
    private let language: String
    private let region: String

    /// - Parameter tag: BCP 47.
    init(_ tag: String) {
        if tag == "en" {  // by far the most frequent
            (language, region) = ("en", "")
            return
        }
        let subtags = tag.split { $0 == "-" || $0 == "_" }
        language = subtags.first.map { $0.lowercased() } ?? ""
        region =
            subtags.dropFirst().first { $0.utf8.count == 2 || $0 == "419" }.map { $0.uppercased() }
            ?? ""
    }

    /// A value in a message; strings are shown without quotes, lists with separators, the rest as JSON.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - isWord: `true` if the value begins a word of the message. A string whose ends would not be seen there,
    ///     because it is empty or has white space at an end, is in quotes then.
    /// - Returns: The text.
    func text(of value: Value, isWord: Bool = false) -> String {
        switch value {
        case .string(let text): isolated(isWord && text.hasHiddenEnd ? "\"\(text)\"" : text)
        case .array(let elements):
            elements.map { text(of: $0, isWord: isWord) }.joined(separator: separator)
        case .number, .decimal: isolated(localized(value.json))
        default: isolated(value.json)  // -5 would be shown as 5-
        }
    }

    /// The separator between the elements of a list.
    private var separator: String {
        switch language {
        case "ja", "zh": "、"
        case "ar", "fa", "ur": "، "
        default: ", "
        }
    }

    /// In a text from right to left, what is put in keeps its own direction, and so does what is written
    /// from right to left in any other text (Unicode Standard Annex 9: first strong isolate).
    private func isolated(_ text: String) -> String {
        switch language {
        case "ar", "fa", "he", "ur": isolate(text)
        default: text.unicodeScalars.contains(where: \.isRightToLeft) ? isolate(text) : text
        }
    }

    private func isolate(_ text: String) -> String {
        // A text with the end of an isolate would end its own.
        "\u{2068}\(text.withoutIsolates)\u{2069}"
    }

    private func localized(_ number: String) -> String {
        guard hasDecimalComma, let point = number.utf8.firstIndex(of: UInt8(ascii: ".")) else {
            return number
        }
        return number[..<point] + "," + number[number.utf8.index(after: point)...]
    }

    /// `true` if the language writes a comma before the decimals, as CLDR says.
    private var hasDecimalComma: Bool {
        switch language {
        case "es":
            !["419", "BR", "BZ", "CU", "DO", "GT", "HN", "MX", "NI", "PA", "PE", "PR", "SV", "US"]
                .contains(region)
        case "de": region != "CH" && region != "LI"
        case "be", "bg", "bs", "ca", "cs", "da", "el", "et", "fi", "fr", "hr", "hu", "id", "it",
            "lt",
            "lv", "nb", "nl", "nn", "no", "pl", "pt", "ro", "ru", "sk", "sl", "sr", "sv", "tr",
            "uk",
            "vi":
            true
        default: false
        }
    }
}

extension String {
    /// The text without the characters that isolate text of another direction.
    package var withoutIsolates: String {
        guard unicodeScalars.contains(where: \.isIsolate) else { return self }
        return String(String.UnicodeScalarView(unicodeScalars.filter { !$0.isIsolate }))
    }

    /// `true` if the text is empty, or begins or ends with white space.
    fileprivate var hasHiddenEnd: Bool {
        guard let first = unicodeScalars.first, let last = unicodeScalars.last else { return true }
        return first.properties.isWhitespace || last.properties.isWhitespace
    }
}

extension Unicode.Scalar {
    fileprivate var isIsolate: Bool { (0x2066...0x2069).contains(value) }

    /// `true` for a character of a block that is written from right to left.
    fileprivate var isRightToLeft: Bool {
        switch value {
        case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFE, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
            true
        default: false
        }
    }
}
