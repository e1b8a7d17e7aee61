// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay

/// As much of the value of a finding as is shown where values are counted.
enum CountedValue {
    /// Characters that are shown.
    private static let longest = 80
    /// Bytes of a text in which nearly always as many characters are found.
    private static let enoughBytes = 4 * longest

    /// The JSON of a text.
    static func json(of text: UnsafeBufferPointer<UInt8>) -> String {
        // The JSON has at least as many characters as the text.
        let characters = PlainCells(text).end(ofCharacters: longest + 1)
        let limit = characters.map { $0 ?? text.count } ?? enoughBytes
        let beginning = JSONBeginning(text, limit: limit)
        return cut(beginning.text, isWhole: beginning.isWhole)
            ?? cut(JSONBeginning(text, limit: text.count).text)
    }

    /// The beginning of JSON, as much of it as is shown.
    static func cut(_ json: String) -> String { cut(json, isWhole: true) ?? json }

    /// As much of a text as is shown; nil if it is not whole and may have no more.
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

    /// Whether the JSON of a text is known to come after another JSON: bytes that are their own characters tell,
    /// up to the first that differ.
    static func isKnown(_ text: UnsafeBufferPointer<UInt8>, after other: String) -> Bool {
        let known: Bool? = other.utf8.withContiguousStorageIfAvailable { json in
            var place = 0
            while place < text.count, place + 1 < json.count, text[place] == json[place + 1],
                isPlain(text[place])
            {
                place += 1
            }
            // A mark after a character makes another one of it.
            guard place + 1 < text.count, place + 2 < json.count, text[place + 1] < 0x80,
                json[place + 2] < 0x80, isPlain(text[place]), isPlain(json[place + 1])
            else { return false }
            return json.first == UInt8(ascii: "\"") && text[place] > json[place + 1]
        }
        return known == true
    }

    /// An ASCII character that JSON does not escape.
    private static func isPlain(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte < 0x7F && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }
}
