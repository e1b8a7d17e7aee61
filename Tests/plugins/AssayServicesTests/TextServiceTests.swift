// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayPluginABI
import TestRandomness
import Testing

@Suite struct TextServiceTests {
    private let bench = ServiceBench()

    private static let fold = ASSAY_TEXT_FOLD

    @Test(
        arguments: [
            (ASSAY_TEXT_NFC, "e\u{301}", "\u{e9}"), (ASSAY_TEXT_NFD, "\u{e9}", "e\u{301}"),
            (ASSAY_TEXT_NFC, "\u{212b}", "\u{c5}"), (ASSAY_TEXT_NFC, "\u{958}", "\u{915}\u{93c}"),
            (ASSAY_TEXT_NFKC, "\u{fb01}\u{b2}", "fi2"), (ASSAY_TEXT_NFKD, "\u{bb}", "\u{bb}"),
            (ASSAY_TEXT_NFD, "\u{ac01}", "\u{1100}\u{1161}\u{11a8}"),
            (ASSAY_TEXT_NFC, "\u{1100}\u{1161}\u{11a8}", "\u{ac01}"),
            (ASSAY_TEXT_NFC, "a\u{315}\u{300}\u{5ae}\u{62}", "\u{e0}\u{5ae}\u{315}b"),
            (ASSAY_TEXT_NFC, "q\u{307}\u{323}", "q\u{323}\u{307}"),
            (ASSAY_TEXT_NFC, "\u{301}a", "\u{301}a"), (ASSAY_TEXT_NFC, "", ""),
            (ASSAY_TEXT_NFC, "a\0b", "a\0b"),
            (fold, "Straße", "strasse"), (fold, "ΣΊΣΥΦΟΣ", "σίσυφοσ"),
            (fold, "\u{130}", "i\u{307}"),
            (ASSAY_TEXT_NFC | fold, "E\u{301}", "\u{e9}"),
            (ASSAY_TEXT_NFKC | fold, "\u{2168}", "ix"),
            (ASSAY_TEXT_NFKC | fold, "\u{3a5}\u{345}", "υι"),
        ] as [(UInt32, String, String)])
    func formsAreThoseOfUnicode(form: UInt32, text: String, expected: String) {
        let found = bench.normalized(text, form)
        #expect(found.map { Array($0.unicodeScalars) } == Array(expected.unicodeScalars))
    }

    @Test(arguments: [0, 5, ASSAY_TEXT_FOLD | 5, 1 << 9, .max] as [UInt32])
    func formThatIsNoneIsAnError(form: UInt32) {
        #expect(bench.normalized("a", form) == nil)
    }

    @Test func resultOfTheFunctionIsHandedOn() {
        for form in [ASSAY_TEXT_NFC, ASSAY_TEXT_NFD] {
            let rc = borrowed("é") {
                bench.texts.normalize($0, form, { _, _ in ASSAY_E_CANCELLED }, nil)
            }
            #expect(rc == ASSAY_E_CANCELLED)
        }
        #expect(borrowed("a") { bench.texts.normalize($0, 1, nil, nil) } == ASSAY_E_PARAM)
    }

    @Test(
        arguments: [
            ("é", [1, 1, 1, 2]), ("🇩🇪🇫🇷", [2, 4, 8, 16]), ("e\u{301}", [1, 2, 2, 3]),
            ("", [0, 0, 0, 0]),
            ("\r\n", [1, 2, 2, 2]),
        ] as [(String, [UInt64])])
    func lengthIsCountedInEachUnit(text: String, counts: [UInt64]) throws {
        let units = ["characters", "codePoints", "utf16", "bytes"]
        for (index, count) in counts.enumerated() {
            #expect(bench.length(text, UInt32(index + 1)) == count)
            let rule = "length(\(count)...\(count), unit=\(units[index]))"
            #expect(try codes(rule, .string(text)) == [])
        }
        #expect(bench.length(text, 0) == nil)
        #expect(bench.length(text, 5) == nil)
    }

    @Test(
        arguments: [
            ([], nil), ([0x61], nil), ([0x61, 0xFF], 1), ([0xC3, 0xA9, 0xED, 0xA0, 0x80], 2),
            ([0xF0, 0x9F], 0),
        ] as [([UInt8], UInt64?)])
    func bytesBeforeTheFirstWrongOneAreCounted(bytes: [UInt8], valid: UInt64?) {
        var found: UInt64 = 7
        let rc = borrowed(bytes) { bench.texts.check($0, &found) }
        #expect(rc == (valid == nil ? ASSAY_OK : ASSAY_E_PARAM))
        #expect(found == valid ?? 7)
    }

    @Test(arguments: HostileText.allCases)
    func textThatIsNoneIsAnError(text: HostileText) {
        var count: UInt64 = 7
        for number in 1...4 as ClosedRange<UInt32> {
            #expect(text.with { bench.texts.length($0, number, &count) } == ASSAY_E_PARAM)
            let rc = text.with {
                bench.texts.normalize($0, number, { _, _ in ASSAY_E_INTERNAL }, nil)
            }
            #expect(rc == ASSAY_E_PARAM)
        }
        #expect(count == 7)
    }

    /// Marks of two classes by turns, which have to be sorted over two megabytes.
    @Test func longRunOfMarksTakesNoLongerThanItsLength() {
        let text = "a" + String(repeating: "\u{301}\u{323}", count: 500_000)
        let sorted =
            "a" + String(repeating: "\u{323}", count: 500_000)
            + String(repeating: "\u{301}", count: 500_000)
        #expect(bench.normalized(text, ASSAY_TEXT_NFD).map { Array($0.utf8) } == Array(sorted.utf8))
    }

    @Test func textOfAMegabyteIsFolded() {
        let text = String(repeating: "ẞÄ", count: 200_000)
        let folded = bench.normalized(text, ASSAY_TEXT_NFC | ASSAY_TEXT_FOLD)
        #expect(folded?.utf8.count == 800_000)
    }

    /// Strings of Swift are equal when they are canonically equivalent, by tables of its own.
    @Test func canonicalFormsAreEquivalentToTheText() {
        var random = SeededNumbers(seed: 16)
        let ranges: [ClosedRange<UInt32>] = [
            0x41...0x2AF, 0x300...0x36F, 0x391...0x3CE, 0x900...0x970, 0x1E00...0x1FFF,
            0xAC00...0xAC80, 0x1100...0x11FF, 0x1D15E...0x1D164,
        ]
        for _ in 0..<500 {
            var text = String.UnicodeScalarView()
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                let range = ranges.randomElement(using: &random) ?? 0x41...0x5A
                if let scalar = Unicode.Scalar(UInt32.random(in: range, using: &random)) {
                    text.append(scalar)
                }
            }
            let original = String(text)
            let composed = bench.normalized(original, ASSAY_TEXT_NFC)
            let decomposed = bench.normalized(original, ASSAY_TEXT_NFD)
            #expect(composed == original)
            #expect(decomposed == original)
            let again = composed.flatMap { bench.normalized($0, ASSAY_TEXT_NFD) }
            #expect(again.map { Array($0.utf8) } == decomposed.map { Array($0.utf8) })
        }
    }
}
