// SPDX-License-Identifier: Apache-2.0
import Assay
import TestRandomness
import Testing

@testable import ruleshell

/// Values cut to cells, by plain code points where that is the same as by characters.
@Suite struct PlainCellsTests {
    /// By characters, as the terminal shows them.
    private static func cut(_ text: String) -> String {
        var (cells, shown) = (0, "")
        for (index, character) in text.enumerated() {
            let width = CaretDiagram.width(of: String(character))
            if cells + width >= ShortValue.mostCells {
                let fits = index == text.count - 1 && cells + width == ShortValue.mostCells
                return fits ? text : shown + "…"
            }
            cells += width
            shown.append(character)
        }
        return text
    }

    private static let pieces = [
        "a", "é", "ы", "漢", "か", "한", "ｗ", "e\u{301}", "👨", "👨\u{200D}🌾", "\u{AD}", "👍🏽", "\u{483}",
        "ก็",
        "ა", "\u{301}", "\u{200D}",
    ]

    @Test func textsAreCutAsTheirCharacters() {
        var random = SeededNumbers(seed: 7)
        for _ in 0..<20_000 {
            let plain = random.next() % 3 > 0
            let count = 30 + random.next() % 30
            let text = (0..<count).map { _ in
                Self.pieces[Int(random.next() % (plain ? 10 : UInt64(Self.pieces.count)))]
            }.joined()
            #expect(ShortValue.cut(text) == Self.cut(text), "\(text)")
        }
    }

    @Test(arguments: [38, 39, 40, 41])
    func markAfterTheLastCellBelongsToIt(count: Int) {
        let text = String(repeating: "a", count: count) + "\u{301}"
        #expect(ShortValue.cut(text) == Self.cut(text))
    }
}
