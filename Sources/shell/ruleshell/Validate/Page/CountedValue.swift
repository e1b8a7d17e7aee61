// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay

/// The shown part of a value, for the counts of values that rules rejected.
struct CountedValue {
    /// The whole value, or as much of it as is shown.
    let bytes: UnsafeBufferPointer<UInt8>
    /// `true` if the bytes are JSON; otherwise they are a text, whose JSON is shown.
    let isJSON: Bool

    /// The JSON that is shown, cut if it is long.
    var text: String {
        isJSON ? Self.cut(String(decoding: bytes, as: UTF8.self)) : Self.json(of: bytes)
    }

    /// The maximum number of characters to show.
    private static let longest = 80
    /// The number of bytes of a text that nearly always have as many characters.
    private static let enoughBytes = 4 * longest

    /// Returns the JSON of a text, cut if it is long.
    static func json(of text: UnsafeBufferPointer<UInt8>) -> String {
        // The JSON has at least as many characters as the text.
        let characters = PlainCells(text).end(ofCharacters: longest + 1)
        let limit = characters.map { $0 ?? text.count } ?? enoughBytes
        let beginning = JSONBeginning(text, limit: limit)
        return cut(beginning.text, isWhole: beginning.isWhole)
            ?? cut(JSONBeginning(text, limit: text.count).text)
    }

    /// Returns the beginning of JSON that is shown.
    static func cut(_ json: String) -> String { cut(json, isWhole: true) ?? json }

    /// Returns the beginning of a text that is shown, or `nil` if the text is not whole and too
    /// short to decide.
    private static func cut(_ json: String, isWhole: Bool) -> String? {
        if isWhole, json.utf8.count <= longest { return json }
        var json = json
        if let end = json.withUTF8({ PlainCells($0).end(ofCharacters: longest - 1) }) {
            guard let end else { return isWhole ? json : nil }
            return String(decoding: json.utf8.prefix(end), as: UTF8.self) + "…"
        }
        guard
            let end = json.index(
                json.startIndex, offsetBy: longest - 1, limitedBy: json.endIndex),
            end < json.endIndex, json.index(after: end) < json.endIndex
        else { return isWhole ? json : nil }
        return String(json[..<end]) + "…"
    }

    /// Returns `true` if the text is known to sort after another one.
    ///
    /// Only bytes that are characters of their own are compared, up to the first that differ.
    func isKnown(after other: String) -> Bool {
        // The quotation mark before a text.
        let before = isJSON ? 0 : 1
        let known: Bool? = other.utf8.withContiguousStorageIfAvailable { json in
            var place = 0
            while place < bytes.count, place + before < json.count,
                bytes[place] == json[place + before], isPlain(bytes[place])
            {
                place += 1
            }
            let other = place + before
            // Both show it, and a mark after a character makes another one of it. The last byte ends a JSON.
            guard place < bytes.count, other < min(json.count, Self.longest - 1),
                place + 1 == bytes.count || bytes[place + 1] < 0x80,
                other + 1 == json.count || json[other + 1] < 0x80,
                isPlain(bytes[place]), isPlain(json[other]) || other + 1 == json.count
            else { return false }
            return (isJSON || json.first == UInt8(ascii: "\"")) && bytes[place] > json[other]
        }
        return known == true
    }

    /// Returns `true` if a byte is printable ASCII that is unchanged in the JSON that is shown.
    private func isPlain(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte < 0x7F
            && (isJSON || byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\"))
    }
}
