// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay

/// As much of the value of a finding as is shown where values are counted.
struct CountedValue {
    /// The whole value, or as much of it as is shown.
    let bytes: UnsafeBufferPointer<UInt8>
    /// The bytes are JSON; otherwise they are a text, whose JSON is shown.
    let isJSON: Bool

    /// What is shown.
    var text: String {
        isJSON ? Self.cut(String(decoding: bytes, as: UTF8.self)) : Self.json(of: bytes)
    }

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

    /// Whether the text is known to come after another one: bytes that are their own characters tell, up to the first
    /// that differ.
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

    /// An ASCII character that stands for itself in JSON, as all of JSON do.
    private func isPlain(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte < 0x7F
            && (isJSON || byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\"))
    }
}
