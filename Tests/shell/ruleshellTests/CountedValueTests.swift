// SPDX-License-Identifier: Apache-2.0
import Assay
import TestRandomness
import Testing

@testable import ruleshell

/// Rejected values that are counted, of which few are shown.
@Suite struct CountedValueTests {
    private static let pieces = [
        "a", "b", "\"", "\\", "\n", "é", "ß", "Ω", "漢", "e\u{301}", "👍🏽", "\u{301}", "\u{200D}", "ก็",
        "\u{37E}", "\u{212A}",
    ]

    /// A text in which `plain` of the pieces occur.
    private static func text(
        of count: UInt64, plain: UInt64, _ random: inout SeededNumbers
    ) -> String {
        (0..<count).map { _ in pieces[Int(random.next() % plain)] }.joined()
    }

    private static func json(of text: String) -> String {
        var text = text
        return text.withUTF8 { CountedValue(bytes: $0, isJSON: false).text }
    }

    /// By characters of the whole JSON.
    private static func cut(_ text: String) -> String {
        let json = Value.string(text).json
        return json.count > 80 ? json.prefix(79) + "…" : json
    }

    @Test func textsAreCutAsTheirCharacters() {
        var random = SeededNumbers(seed: 11)
        for round in 0..<6_000 {
            let plain = [2, 6, 9, UInt64(Self.pieces.count)][round % 4]
            let text = Self.text(of: 40 + random.next() % 80, plain: plain, &random)
            #expect(Self.json(of: text) == Self.cut(text), "\(text)")
        }
        // Characters of so many code points that their beginning has too few of them.
        let marks = String(repeating: "e" + String(repeating: "\u{301}", count: 9), count: 90)
        #expect(Self.json(of: marks) == Self.cut(marks))
    }

    /// What is known to come later does.
    @Test(arguments: [false, true]) func orderIsKnownWhereBytesTell(isJSON: Bool) {
        var random = SeededNumbers(seed: 12)
        var known = 0
        for round in 0..<20_000 {
            let plain = [2, 4, UInt64(Self.pieces.count)][round % 3]
            // Of the same beginning, and of one that is nearly all that is shown.
            let beginning = String(repeating: "a", count: [0, 0, 72][round / 3 % 3])
            let text = beginning + Self.text(of: random.next() % 12, plain: plain, &random)
            let other = Self.json(
                of: beginning + Self.text(of: random.next() % 12, plain: plain, &random))
            var bytes = isJSON ? Value.string(text).json : text
            guard bytes.withUTF8({ CountedValue(bytes: $0, isJSON: isJSON).isKnown(after: other) })
            else { continue }
            known += 1
            #expect(Self.json(of: text) > other, "\(text) \(other)")
        }
        #expect(known > 3_000)
    }

    /// Numbers, one of which begins with the other among them, and texts beside them.
    @Test(arguments: [
        ("15", "14", true), ("14", "15", false), ("140", "14", false), ("14", "140", false),
        ("-2", "-1", true), ("[1,2]", "[1]", false), ("[1]", "[1,2]", true), ("7", "\"a\"", true),
        ("7", "7", false), ("", "7", false),
    ])
    func orderOfNumbers(json: String, other: String, isKnown: Bool) {
        var json = json
        let isSo = json.withUTF8 { CountedValue(bytes: $0, isJSON: true).isKnown(after: other) }
        #expect(isSo == isKnown)
    }

    /// Few values have their texts, and these are the most frequent ones.
    @Test(arguments: [3, 40, 4_000] as [UInt64])
    func mostFrequentValuesAreKept(of different: UInt64) {
        var random = SeededNumbers(seed: different)
        var counts = ValueCounts()
        var all: [String: Int] = [:]
        for _ in 0..<2_000 {
            // The smaller numbers come more often.
            let number = random.next() % (random.next() % different + 1)
            let text = "value \(number)"
            all[text, default: 0] += 1
            var bytes = text
            bytes.withUTF8 { bytes in
                counts.add(number, CountedValue(bytes: bytes, isJSON: false))
            }
        }
        let expected = all.map { (count: $1, text: "\"\($0)\"") }.sorted {
            ($1.count, $0.text) < ($0.count, $1.text)
        }.prefix(ValueCounts.mostShown)
        #expect(counts.top.map(\.text) == expected.map(\.text))
        #expect(counts.top.map(\.count) == expected.map(\.count))
    }
}
