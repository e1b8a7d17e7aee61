// SPDX-License-Identifier: Apache-2.0
import AssayCore
import Testing

struct TextRuleTests {
    @Test(
        arguments: [
            ("", "length(1...)", ["length.tooShort"]),
            ("", "length(0...0)", []),
            ("ab\r\n", "length(3...3)", []),
            ("\r\n\r\n", "length(2...2)", []),
            ("\r\n", "length(2...)", ["length.tooShort"]),
            ("\n\r", "length(2...2)", []),
            ("e\u{301}", "length(1...1)", []),
            ("e\u{301}", "length(2...2, unit=codePoints)", []),
            ("e\u{301}", "length(3...3, unit=bytes)", []),
            ("👨‍👩‍👧‍👦", "length(...1)", []),
            ("👨‍👩‍👧‍👦", "length(...1, unit=codePoints)", ["length.tooLong"]),
            ("😀", "length(2...2, unit=utf16)", []),
            ("😀", "length(1...1, unit=codePoints)", []),
            ("äöü", "length(3...3)", []),
            ("日本語", "length(3...3)", []),
            ("か\u{3099}", "length(1...1)", []),
            ("кирилли\u{306}ца", "length(9...9)", []),
            ("123456789012345678901", "length(3...20)", ["length.tooLong"]),
            ("äääääääääääääääääääää", "length(3...20)", ["length.tooLong"]),
        ] as [(String, String, [String])])
    func lengthCountsInItsUnit(_ text: String, _ rule: String, _ expected: [String]) throws {
        let found = try codes(.string(text), rule)
        #expect(found == expected)
    }

    /// The counting without strings agrees with that of `String` for every way to decide.
    @Test(arguments: [
        "a", "\r", "\r\n", "é", "e\u{301}", "🇩🇪", "한", "ᄒ\u{1161}", "क\u{94D}ष", "Ω", "д", "漢",
        "\u{200D}", "\u{AD}", "\u{600}", "👍🏽",
    ])
    func charactersAreThoseOfString(_ piece: String) throws {
        for others in ["", "a", "é", "\n", "🇫🇷", "\u{308}", "漢"] {
            let text = piece + others + piece
            let count = text.count
            #expect(try codes(.string(text), "length(\(count)...\(count))") == [])
            #expect(
                try codes(.string(text), "length(\(count + 1)...)") == ["length.tooShort"])
            #expect(
                try codes(.string(text), "length(...\(count - 1))") == ["length.tooLong"])
        }
    }

    @Test(
        arguments: [
            ("aaa", "contains(\"aa\", times=2)", ["contains.missing"]),
            ("aaaa", "contains(\"aa\", times=2)", []),
            ("", "contains(\"a\")", ["contains.missing"]),
            ("aab", "contains(\"ab\")", []),
            ("STRASSE", "contains(\"sse\", ignoreCase=true)", []),
            ("ÄPFEL", "startsWith(\"äp\", ignoreCase=true)", []),
            ("ÄPFEL", "startsWith(\"äp\")", ["startsWith.missing"]),
            ("a", "startsWith(\"ab\")", ["startsWith.missing"]),
            ("", "endsWith(\"b\")", ["endsWith.missing"]),
            ("ab", "endsWith(\"ab\")", []),
            ("", "notStartsWith(\"b\")", []),
            ("b", "notEndsWith(\"b\")", ["notEndsWith.found"]),
            ("a,b", "notContains(\",\", times=2)", []),
            ("a,b,c", "notContains(\",\", times=2)", ["notContains.found"]),
            ("a\u{0}b", "contains(\"b\")", []),
        ] as [(String, String, [String])])
    func textsAreFound(_ text: String, _ rule: String, _ expected: [String]) throws {
        #expect(try codes(.string(text), rule) == expected)
    }

    @Test(
        arguments: [
            ("", "alpha", ["alpha.other"]),
            ("abcÄ", "alpha", ["alpha.other"]),
            ("Ä9", "alphanumeric(script=unicode)", []),
            ("٣", "alphanumeric(script=unicode)", []),
            ("٣", "alpha(script=unicode)", ["alpha.other"]),
            ("a~", "alpha(allow=\"~\")", []),
            ("aé", "alpha(allow=\"é\")", []),
            ("a\n", "alphaDash", ["alphaDash.other"]),
            ("1\n", "digits", ["digits.other"]),
            ("", "slug", ["slug.syntax"]),
            ("a-", "slug", ["slug.syntax"]),
            ("", "ascii", []),
            ("\u{7F}", "ascii(printable=true)", ["ascii.control"]),
            ("ǅ", "lowercase", ["lowercase.upper"]),
            ("ß1", "uppercase", ["uppercase.lower"]),
            ("", "lowercase, uppercase", []),
        ] as [(String, String, [String])])
    func charactersAreOfTheirClass(_ text: String, _ rule: String, _ expected: [String]) throws {
        #expect(try codes(.string(text), rule) == expected)
    }

    @Test(arguments: ["length(3...20)", "regex(/a/)", "email", "url", "date", "alpha", "slug"])
    func nothingIsNoText(_ rule: String) throws {
        #expect(try codes(nil, rule) == [])
        #expect(try codes(.absent, rule) == [])
    }
}
