// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayPluginABI
import AssayRules
import TestRandomness
import Testing

@Suite struct GraphemeCountTests {
    /// Characters of several scalars, and scalars that join those around them.
    private static let units = [
        "a", "é", "e\u{301}", "\r\n", "\r", "\n", "世", "👨‍👩‍👧‍👦", "👍🏽", "🇩🇪", "🇫", "\u{200D}", "\u{FE0F}",
        "\u{1112}\u{1161}\u{11AB}", "क्षि", "\u{600}", "\u{308}", "กำ",
    ]

    @Test(arguments: 0..<200)
    func bothCountsAgreeOnCharactersAndLimits(seed: Int) {
        var random = SeededNumbers(seed: UInt64(seed))
        var text = ""
        for _ in 0..<Int.random(in: 0...12, using: &random) {
            text += Self.units.randomElement(using: &random) ?? "a"
        }
        let length = text.count
        for limit in [0, 1, length / 2, max(0, length - 1), length, length + 1, .max] {
            let (count, countByString) = counts(text, upTo: limit)
            if length <= limit {
                #expect(count == length && countByString == length)
            } else {
                #expect(count > limit && countByString > limit)
            }
        }
    }

    @Test(arguments: [(-1, 0), (0, 1), (1, 2), (2, 3), (3, 3), (.max, 3)])
    func countingByStringEndsAboveTheLimit(limit: Int, expected: Int) {
        #expect(counts("e\u{301}🇩🇪\r\n", upTo: limit).byString == expected)
        #expect(counts("e\u{301}🇩🇪\r\n", upTo: limit).count == expected)
    }

    /// A character of more than 128 bytes counts as several.
    @Test(arguments: [
        (1, 1), (2, 1), (63, 1), (64, 2), (127, 2), (128, 3), (60_000, 938),
    ])
    func marksWithoutEndAreSeveralCharacters(marks: Int, expected: Int) {
        let character = "e" + String(repeating: "\u{301}", count: marks)
        #expect(character.count == 1)
        let alone = counts(character, upTo: .max - 1)
        #expect(alone.count == expected && alone.byString == expected)
        let among = counts("a" + character + "🇩🇪", upTo: .max - 1)
        #expect(among.count == expected + 2 && among.byString == expected + 2)
        let stopped = counts(character, upTo: 0)
        #expect(stopped.count > 0 && stopped.byString > 0)
    }

    /// The longest characters that are written count as one.
    @Test(arguments: [
        "👩🏽\u{200D}❤️\u{200D}💋\u{200D}👨🏿", "👨🏽\u{200D}👩🏽\u{200D}👧🏽\u{200D}👦🏽", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "र्त्स्न्य",
        "a" + String(repeating: "\u{1D165}", count: 30),
    ])
    func charactersThatAreWrittenAreOne(_ character: String) {
        #expect(character.count == 1)
        #expect(counts(character, upTo: 9).count == 1)
        #expect(counts(character, upTo: 9).byString == 1)
    }

    private func counts(_ text: String, upTo limit: Int) -> (count: Int, byString: Int) {
        var text = text
        return text.withUTF8 { bytes in
            var value = assay_value()
            value.kind = ASSAY_STR
            value.as.ptr = bytes.baseAddress
            value.len = UInt64(bytes.count)
            return withUnsafePointer(to: value) { pointer in
                let value = FieldValue(unsafePointer: pointer)
                return (
                    GraphemeCount.count(value, upTo: limit),
                    GraphemeCount.countByString(value, upTo: limit)
                )
            }
        }
    }
}
