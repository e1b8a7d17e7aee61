// SPDX-License-Identifier: Apache-2.0
import Assay
import TestRandomness
import Testing

@testable import ruleshell

/// Excerpts of plain text, which are those of all text.
@Suite struct PlainExcerptTests {
    private static let plain = [
        "a", "\"", "{", "#", "é", "ы", "漢", "か", "１", "e\u{301}", "👨\u{200D}🌾", "…",
    ]
    private static let others = ["\t", "##", "\u{AD}", "ก็", "👍🏽", "\u{202E}", "\u{7F}"]

    private static func text(
        _ excerpt: PlainExcerpt?
    ) -> (line: String, carets: String)? {
        guard let excerpt else { return nil }
        var (line, carets): ([UInt8], [UInt8]) = ([], [])
        excerpt.appendLine(to: &line)
        excerpt.appendCarets(to: &carets)
        return (String(decoding: line, as: UTF8.self), String(decoding: carets, as: UTF8.self))
    }

    /// Whether an excerpt of bytes is plain; what it shows is compared.
    private static func isPlain(
        _ bytes: [UInt8], extent: Range<Int>, visible: Range<Int>? = nil
    ) -> Bool {
        bytes.withUnsafeBufferPointer {
            let line = MarkedLine(
                bytes: $0, extent: extent, visible: visible ?? 0..<bytes.count)
            guard let shown = text(PlainExcerpt(line)) else { return false }
            let expected = Excerpt(line)
            #expect(shown.line == expected.line && shown.carets == expected.carets)
            return true
        }
    }

    @Test(arguments: others)
    func otherTextsAreNotPlain(piece: String) {
        let bytes = Array("ab\(piece)cd".utf8)
        #expect(!Self.isPlain(bytes, extent: 0..<1))
        #expect(!Self.isPlain(bytes, extent: 0..<bytes.count))
        #expect(!Self.isPlain(bytes, extent: bytes.count - 1..<bytes.count))
    }

    @Test func bytesThatAreNoTextAreNotPlain() {
        #expect(!Self.isPlain([0x61, 0xC3, 0x28, 0x61], extent: 0..<1))
        #expect(!Self.isPlain([0x61, 0xE3, 0x81], extent: 0..<1))
        // Marked from within a character.
        #expect(!Self.isPlain(Array("éa".utf8), extent: 1..<3))
    }

    @Test func whatIsNotShownNeedNotBePlain() {
        let bytes = Array("\tab\u{AD}".utf8)
        #expect(Self.isPlain(bytes, extent: 1..<3, visible: 1..<3))
    }

    @Test func plainTextsAreShownAsAllAre() {
        var random = SeededNumbers(seed: 11)
        for _ in 0..<5_000 {
            let parts = (0..<random.next() % 120).map { _ in
                Self.plain[Int(random.next() % UInt64(Self.plain.count))]
            }
            let (first, last) = (random.next(), random.next())
            let low = Int(first % UInt64(parts.count + 1))
            let high = low + Int(last % UInt64(parts.count - low + 1))
            let start = parts[..<low].joined().utf8.count
            let extent = start..<start + parts[low..<high].joined().utf8.count
            let text = parts.joined()
            let isPlain = Self.isPlain(Array(text.utf8), extent: extent)
            #expect(isPlain || text.contains("##"), "\(text)")
        }
    }
}
