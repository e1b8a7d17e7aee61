// SPDX-License-Identifier: Apache-2.0
import AssayRules
import TestRandomness
import Testing

@Suite struct UTF8DecoderTests {
    /// The first and the last scalar of each length, and those around the surrogates.
    @Test(arguments: [
        "\0", "\u{7F}", "\u{80}", "\u{7FF}", "\u{800}", "\u{D7FF}", "\u{E000}", "\u{FFFF}",
        "\u{10000}", "\u{10FFFF}",
    ])
    func scalarsAtEachBoundaryAreRead(scalar: String) {
        for text in ["\(scalar)", "a\(scalar)b", "\(scalar)\(scalar)", "é\(scalar)世\(scalar)😀"] {
            #expect(scalars(of: Array(text.utf8)) == Array(text.unicodeScalars))
        }
    }

    @Test(arguments: 0..<200)
    func randomTextsHaveTheScalarsOfTheirStrings(seed: Int) {
        var random = SeededNumbers(seed: UInt64(seed))
        var text = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 0...60, using: &random) {
            text.append(randomScalar(using: &random))
        }
        #expect(scalars(of: Array(String(text).utf8)) == Array(text))
    }

    @Test func anEmptyTextHasNoScalars() {
        #expect(scalars(of: []).isEmpty)
    }

    /// No rule gets such bytes, and reading them must not trap: each call steps at least one byte.
    @Test(arguments: 0..<200)
    func bytesThatAreNotUTF8AreReadToTheirEnd(seed: Int) {
        var random = SeededNumbers(seed: UInt64(seed))
        var bytes: [UInt8] = []
        for _ in 0..<Int.random(in: 1...12, using: &random) {
            let range: ClosedRange<UInt8> = Bool.random(using: &random) ? 0xC0...0xFF : 0...0xFF
            bytes.append(UInt8.random(in: range, using: &random))
        }
        #expect((1...bytes.count).contains(scalars(of: bytes).count))
    }

    @Test func whatIsNoScalarIsReadAsOne() {
        #expect(scalars(of: [0xED, 0xA0, 0x80]) == ["\u{FFFD}"])
        #expect(scalars(of: [0x61, 0xF0, 0x9F]) == ["a", "\u{1F}"])
        #expect(scalars(of: [0xF7, 0xBF, 0xBF, 0xBF]) == ["\u{10FFFF}"])
    }

    private func scalars(of bytes: [UInt8]) -> [Unicode.Scalar] {
        var decoder = UTF8Decoder(bytes.span, at: 0)
        var scalars: [Unicode.Scalar] = []
        while let scalar = decoder.nextScalar() { scalars.append(scalar) }
        return scalars
    }

    /// A scalar of one to four bytes, each length as often as the others.
    private func randomScalar(using random: inout SeededNumbers) -> Unicode.Scalar {
        let ranges: [ClosedRange<UInt32>] = [
            0...0x7F, 0x80...0x7FF, 0x800...0xFFFF, 0x10000...0x10FFFF,
        ]
        let range = ranges.randomElement(using: &random) ?? 0...0x7F
        return Unicode.Scalar(UInt32.random(in: range, using: &random)) ?? "\u{D7FF}"
    }
}
