// SPDX-License-Identifier: Apache-2.0
package import AssayCore

/// Counts characters (extended grapheme clusters, UAX #29), on most systems without making strings.
///
/// A character may have any number of combining marks. One of more than `longestCharacter` bytes counts as
/// several, one for each so many bytes and one for the rest, so that a bound of characters also bounds bytes.
package enum GraphemeCount {
    /// The number of bytes up to which a character counts as one: those of a character with thirty combining
    /// marks, the most that the Stream-Safe Text Format has (UAX #15 section 13).
    package static let longestCharacter = 128

    /// Returns the characters of a text, or some number above `limit` if there are more than that.
    package static func count(_ value: FieldValue, upTo limit: Int) -> Int {
        if let simple = simpleCount(value.utf8) { return simple }
        guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else {
            return countByString(value, upTo: limit)
        }
        var characters = value.string.makeCharacterIterator()
        var count = 0
        var start = 0
        while count <= limit, characters.skipForward() == 1 {
            count += weight(ofBytes: characters.currentCodeUnitOffset - start)
            start = characters.currentCodeUnitOffset
        }
        return count
    }

    /// Returns the same as `count(_:upTo:)` by means of a string, for Apple systems before version 26.
    package static func countByString(_ value: FieldValue, upTo limit: Int) -> Int {
        var count = 0
        for character in String(copying: value.utf8) {
            guard count <= limit else { break }
            count += weight(ofBytes: character.utf8.count)
        }
        return count
    }

    /// Returns the number as which a character of a number of bytes counts.
    private static func weight(ofBytes bytes: Int) -> Int {
        (bytes + longestCharacter - 1) / longestCharacter
    }

    /// The count where each code point is a character of its own; nil where that is not certain.
    ///
    /// That is so for text of ASCII without carriage returns, Latin, Greek and Cyrillic letters and
    /// ideographs: none of them combines with a neighbor.
    @inline(__always)
    private static func simpleCount(_ text: Span<UInt8>) -> Int? {
        var count = 0
        var isSimple = true
        for index in text.indices {
            let byte = text[index]
            count += byte & 0xC0 == 0x80 ? 0 : 1
            isSimple = isSimple && neverCombines(byte)
        }
        return isSimple ? count : nil
    }

    /// True for bytes that only occur in such characters.
    ///
    /// U+0300 to U+037F (0xCC, 0xCD) and U+0480 onwards (0xD2) hold combining marks.
    @inline(__always)
    private static func neverCombines(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x0D: false
        case 0x00...0xCB, 0xCE...0xD1, 0xE4...0xE9: true
        default: false
        }
    }
}
