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
        return text.withUTF8 { CountedValue.json(of: $0) }
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
    @Test func orderIsKnownWhereBytesTell() {
        var random = SeededNumbers(seed: 12)
        var known = 0
        for round in 0..<20_000 {
            let plain = [2, 4, UInt64(Self.pieces.count)][round % 3]
            var text = Self.text(of: random.next() % 6, plain: plain, &random)
            let other = Self.json(of: Self.text(of: random.next() % 6, plain: plain, &random))
            guard text.withUTF8({ CountedValue.isKnown($0, after: other) }) else { continue }
            known += 1
            #expect(Self.json(of: text) > other, "\(text) \(other)")
        }
        #expect(known > 1_000)
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
                let count = counts.count(number)
                counts.rank(
                    key: number, count: count, isAfter: { CountedValue.isKnown(bytes, after: $0) },
                    text: { CountedValue.json(of: bytes) })
            }
        }
        let expected = all.map { (count: $1, text: "\"\($0)\"") }.sorted {
            ($1.count, $0.text) < ($0.count, $1.text)
        }.prefix(ValueCounts.mostShown)
        #expect(counts.top.map(\.text) == expected.map(\.text))
        #expect(counts.top.map(\.count) == expected.map(\.count))
    }
}
