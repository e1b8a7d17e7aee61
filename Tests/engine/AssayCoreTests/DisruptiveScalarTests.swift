// SPDX-License-Identifier: Apache-2.0
import AssayCore
import Testing

/// Characters that no output has as they are.
@Suite struct DisruptiveScalarTests {
    @Test(arguments: [
        ("\u{0}", #"\u0000"#), ("\n\t\r", #"\n\t\r"#), ("\u{1B}", #"\u001b"#),
        ("\u{7F}", #"\u007f"#), ("\u{80}", #"\u0080"#), ("\u{85}", #"\u0085"#),
        ("\u{9B}", #"\u009b"#), ("\u{AD}", #"\u00ad"#), ("\u{61C}", #"\u061c"#),
        ("\u{180E}", #"\u180e"#), ("\u{200B}", #"\u200b"#), ("\u{200E}", #"\u200e"#),
        ("\u{200F}", #"\u200f"#), ("\u{2028}", #"\u2028"#), ("\u{2029}", #"\u2029"#),
        ("\u{202A}", #"\u202a"#), ("\u{202E}", #"\u202e"#), ("\u{2060}", #"\u2060"#),
        ("\u{2066}", #"\u2066"#), ("\u{2069}", #"\u2069"#), ("\u{FEFF}", #"\ufeff"#),
        ("\u{FFF9}", #"\ufff9"#), ("\u{1D173}", #"\ud834\udd73"#),
        ("\u{E0041}", #"\udb40\udc41"#), ("\u{E01EF}", #"\udb40\uddef"#),
    ])
    func jsonEscapesThemWhereverTheyAre(_ text: String, _ escape: String) throws {
        for before in ["", "a", "1234567", "12345678", "é", "日本語", "😀"] {
            for after in ["", "z", "12345678", "é"] {
                let value = Value.string(before + text + after)
                #expect(value.json == "\"" + before + escape + after + "\"")
                #expect(try JSONValueParser.parse(value.json) == value)
            }
        }
    }

    @Test func noControlCharacterAndNothingThatTurnsOrHidesTextIsLeft() {
        let joiners: Set<UInt32> = [0x200C, 0x200D]
        for value in UInt32(0)...0x10FFFF {
            guard let scalar = UnicodeScalar(value) else { continue }
            let isExpected: Bool
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: isExpected = true
            case .format:
                // Format characters with a shape are what they look like.
                isExpected =
                    scalar.properties.isDefaultIgnorableCodePoint && !joiners.contains(value)
                    || (0xFFF9...0xFFFB).contains(value)
            default: isExpected = (0xE0000...0xE0FFF).contains(value) || value == 0x2065
            }
            if DisruptiveScalar.contains(scalar) != isExpected {
                Issue.record("U+\(String(value, radix: 16)): \(!isExpected)")
            }
        }
    }

    @Test func everyOtherCharacterStandsForItself() throws {
        for first in stride(from: UInt32(0x20), to: 0x11_0000, by: 64) {
            let scalars = (first..<first + 64).compactMap { UnicodeScalar($0) }
            var text = ""
            for scalar in scalars
            where !DisruptiveScalar.contains(scalar) && scalar != "\"" && scalar != "\\" {
                text.unicodeScalars.append(scalar)
            }
            let json = Value.string(text).json
            #expect(json.utf8.elementsEqual("\"\(text)\"".utf8))
        }
    }
}
