// SPDX-License-Identifier: Apache-2.0

/// The choice of an available language for a wish.
package enum LanguageChoice {
    /// The tags to look for, the most exact first: `de-AT` and `de` for "de_AT.UTF-8" or "de-AT".
    ///
    /// RFC 4647, 3.4 (lookup). Chinese without a script counts as simplified, unless its region
    /// writes the traditional script.
    package static func tags(for wish: String) -> [String] {
        let plain = wish.prefix { $0 != "." && $0 != "@" }
        // Enough for every tag in use; a longer one would cost the square of its length.
        var subtags = plain.split { $0 == "-" || $0 == "_" }.prefix(8).map(String.init)
        guard let language = subtags.first?.lowercased() else { return [] }
        var tags: [String] = []
        while !subtags.isEmpty {
            tags.append(subtags.joined(separator: "-"))
            subtags.removeLast()
            // A single letter only introduces what follows it.
            if subtags.last?.utf8.count == 1 { subtags.removeLast() }
        }
        if language == "zh", isSimplified(plain.lowercased()),
            !tags.contains(where: { $0.lowercased() == "zh-hans" })
        {
            tags.insert("zh-Hans", at: tags.count - 1)
        }
        // Norwegian without a written form is Bokmål, for texts and for wishes.
        if let other = ["no": "nb", "nb": "no"][language] { tags.append(other) }
        return tags
    }

    /// Chooses a text for a language.
    ///
    /// - Parameters:
    ///   - language: A BCP 47 tag.
    ///   - texts: The texts by their tags in lower case.
    /// - Returns: The text in the language, in the one that it is a variety of, or in English; `nil` if there
    ///   is none of these.
    static func text(in language: String, of texts: [String: String]) -> String? {
        text(writtenFor: language, of: texts) ?? texts[FieldLabel.lastResort]
    }

    /// Chooses a text for a language, as `text(in:of:)` does, but never the one in English for another
    /// language.
    static func text(writtenFor language: String, of texts: [String: String]) -> String? {
        for tag in tags(for: language) {
            if let text = texts[tag.lowercased()] { return text }
        }
        return nil
    }

    private static func isSimplified(_ tag: String) -> Bool {
        let subtags = tag.split { $0 == "-" || $0 == "_" }.dropFirst()
        if subtags.contains("hant") { return false }
        return subtags.contains("hans")
            || !subtags.contains { ["tw", "hk", "mo"].contains($0) }
    }

    /// The wishes of a header `Accept-Language` (RFC 9110, 12.5.4), the strongest first; `*` and
    /// wishes with a weight of 0 are left out.
    package static func wishes(in header: String) -> [String] {
        var wishes: [(tag: String, weight: Int)] = []
        for part in header.split(separator: ",").prefix(maximumWishes) {
            let pieces = part.split(separator: ";", omittingEmptySubsequences: false)
            guard let tag = pieces.first.map(trimmed), !tag.isEmpty, tag != "*" else { continue }
            var weight = 1000
            for parameter in pieces.dropFirst() {
                let text = trimmed(parameter)
                guard text.lowercased().hasPrefix("q=") else { continue }
                weight = thousandths(text.dropFirst(2)) ?? 0
            }
            if weight > 0 { wishes.append((tag, weight)) }
        }
        // Sorting keeps the order of equal weights.
        return wishes.enumerated().sorted {
            ($1.element.weight, $0.offset) < ($0.element.weight, $1.offset)
        }.map(\.element.tag)
    }

    /// The number of wishes after which a header is cut: no client sends so many.
    private static let maximumWishes = 100

    private static func trimmed(_ text: Substring) -> String {
        var text = text
        while text.first == " " || text.first == "\t" { text.removeFirst() }
        while text.last == " " || text.last == "\t" { text.removeLast() }
        return String(text)
    }

    /// `0.8` as 800, or `nil` if the text is not a weight.
    private static func thousandths(_ text: Substring) -> Int? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), parts[0] == "0" || parts[0] == "1" else { return nil }
        let fraction = parts.count == 2 ? parts[1] : ""
        guard fraction.utf8.count <= 3,
            fraction.utf8.allSatisfy({ (48...57).contains($0) })
        else { return nil }
        let digits = fraction + String(repeating: "0", count: 3 - fraction.utf8.count)
        let weight = (parts[0] == "1" ? 1000 : 0) + (Int(digits) ?? 0)
        return weight <= 1000 ? weight : nil
    }
}
