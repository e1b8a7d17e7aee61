// SPDX-License-Identifier: Apache-2.0
import Assay
import Testing

@testable import ruleshell

/// Code points whose cells are known, against the tables of Unicode.
@Suite struct PlainScalarTests {
    private static func plain(_ bytes: [UInt8]) -> PlainScalar? {
        bytes.withUnsafeBufferPointer { PlainScalar(in: $0, at: 0) }
    }

    @Test(
        arguments: [
            [0x0A], [0x1F], [0x7F], [0x80], [0xBF, 0x80], [0xC0, 0x80], [0xC1, 0xBF], [0xC3],
            [0xC3, 0x41],
            [0xC2, 0x85], [0xC2, 0xAD], [0xE0, 0x80, 0xA0], [0xE3, 0x81], [0xE3, 0x81, 0x41],
            [0xED, 0xA0, 0x80],
            [0xF0, 0x9F, 0x8D], [0xF0, 0x80, 0x80, 0xA9], [0xF5, 0x80, 0x80, 0x80],
            [0xFF, 0x80, 0x80, 0x80],
        ] as [[UInt8]])
    func malformedAndDisruptiveBytesAreNotPlain(bytes: [UInt8]) {
        #expect(Self.plain(bytes) == nil)
    }

    @Test(arguments: [
        ("a", 1, 1), ("~", 1, 1), ("é", 2, 1), ("ы", 2, 1), ("א", 2, 1), ("ب", 2, 1), ("ế", 3, 1),
        ("–", 3, 1),
        ("€", 3, 1), ("か", 3, 2), ("カ", 3, 2), ("ー", 3, 2), ("漢", 3, 2), ("한", 3, 2), ("１", 3, 2),
        ("🌾", 4, 2), ("👨", 4, 2), ("\u{301}", 2, 0), ("\u{200D}", 3, 0),
    ])
    func bytesAndCellsAreKnown(text: String, length: Int, width: Int) {
        let scalar = Self.plain(Array(text.utf8))
        #expect(scalar?.length == length && scalar?.width == width)
    }

    @Test func allAgreeWithTheTables() {
        for value in UInt32(0)...0x10FFFF {
            guard let scalar = UnicodeScalar(value) else { continue }
            let text = String(scalar)
            guard let plain = Self.plain(Array(text.utf8)) else { continue }
            if let failure = Self.disagreement(of: plain, with: text) {
                Issue.record("U+\(String(value, radix: 16)): \(failure)")
            }
        }
    }

    private static func disagreement(of plain: PlainScalar, with text: String) -> String? {
        if plain.length != text.utf8.count { return "length" }
        if plain.width != CaretDiagram.width(of: text) { return "width" }
        if SafeText.aligned("a" + text) != "a" + text { return "not shown as it is" }
        switch plain.kind {
        case .base, .pictograph:
            if ("a" + text + "b").count != 3 { return "no character of its own" }
            if (text + "\u{301}b").count != 2 { return "takes no mark" }
            if plain.kind == .pictograph, (text + "\u{200D}👨").count != 1 { return "is not joined" }
        case .mark, .joiner:
            if ("a" + text + "b").count != 2 { return "no part of a character" }
        }
        return nil
    }
}
