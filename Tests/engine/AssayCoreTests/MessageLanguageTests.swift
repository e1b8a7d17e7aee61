// SPDX-License-Identifier: Apache-2.0
@testable import AssayCore
import Testing

/// Which language is chosen, and how numbers and lists are written in it.
@Suite struct MessageLanguageTests {
    @Test(
        arguments: [
            ("", []), ("-", []), ("de", ["de"]), ("de-AT", ["de-AT", "de"]),
            ("de_AT.UTF-8@euro", ["de-AT", "de"]), ("zh", ["zh-Hans", "zh"]),
            ("zh-CN", ["zh-CN", "zh-Hans", "zh"]), ("zh_SG.UTF-8", ["zh-SG", "zh-Hans", "zh"]),
            ("zh-Hans-HK", ["zh-Hans-HK", "zh-Hans", "zh"]),
            ("zh-TW", ["zh-TW", "zh"]), ("zh-Hant", ["zh-Hant", "zh"]),
            ("zh-HK", ["zh-HK", "zh"]),
            ("en-u-ca-buddhist", ["en-u-ca-buddhist", "en-u-ca", "en"]),
            ("C.UTF-8", ["C"]), ("no", ["no", "nb"]), ("no-NO", ["no-NO", "no", "nb"]),
            ("nb_NO.UTF-8", ["nb-NO", "nb", "no"]), ("nn", ["nn"]), ("NO", ["NO", "nb"]),
        ] as [(String, [String])])
    func wishLeadsToTags(wish: String, tags: [String]) {
        #expect(LanguageChoice.tags(for: wish) == tags)
    }

    @Test(
        arguments: [
            ("", []), ("*", []), (",;q=1,,", []), ("de", ["de"]), ("de, en", ["de", "en"]),
            ("en;q=0.5, de-AT;q=0.9,fr ; q=1", ["fr", "de-AT", "en"]),
            ("de;q=0, en", ["en"]), ("de;q=0.000", []), ("de;q=2", []), ("de;q=1.001", []),
            ("de;q=0.1234", []), ("de;q=-1", []), ("de;q=.5", []), ("de;q=", []),
            ("de;q=x, fr;q=0.001", ["fr"]), ("de;level=1;q=0.2, fr;q=0.3", ["fr", "de"]),
            ("a;q=0.5,b;q=0.5,c;q=0.5", ["a", "b", "c"]), ("de;Q=0.5", ["de"]),
        ] as [(String, [String])])
    func headerIsReadByItsWeights(header: String, wishes: [String]) {
        #expect(LanguageChoice.wishes(in: header) == wishes)
    }

    @Test func longTagIsCut() {
        let wish = "de" + String(repeating: "-a1", count: 10_000)
        #expect(LanguageChoice.tags(for: wish).count == 8)
        #expect(LanguageChoice.tags(for: wish).last == "de")
    }

    @Test func longHeaderIsCut() {
        let header = (0..<1_000).map { "l\($0)" }.joined(separator: ",")
        #expect(LanguageChoice.wishes(in: header).count == 100)
    }

    /// The categories of CLDR 42 for 0, 1, 2, 3, 5, 11, 21, 100 and 1.5, by their places among those
    /// of the language.
    @Test(
        arguments: [
            ("en", [1, 0, 1, 1, 1, 1, 1, 1, 1]), ("de", [1, 0, 1, 1, 1, 1, 1, 1, 1]),
            ("es", [1, 0, 1, 1, 1, 1, 1, 1, 1]), ("fr", [0, 0, 1, 1, 1, 1, 1, 1, 0]),
            ("ru", [2, 0, 1, 1, 2, 2, 0, 2, 3]), ("ar", [0, 1, 2, 3, 3, 4, 4, 5, 5]),
            ("ja", [0, 0, 0, 0, 0, 0, 0, 0, 0]), ("zh-Hans", [0, 0, 0, 0, 0, 0, 0, 0, 0]),
            ("pl", [2, 0, 1, 1, 2, 2, 2, 2, 3]), ("cs", [3, 0, 1, 1, 3, 3, 3, 3, 2]),
            ("pt-BR", [0, 0, 1, 1, 1, 1, 1, 1, 0]), ("uk", [2, 0, 1, 1, 2, 2, 0, 2, 3]),
        ] as [(String, [Int])])
    func numberTakesTheFormOfItsCategory(language: String, places: [Int]) {
        let numbers: [Value] = [0, 1, 2, 3, 5, 11, 21, 100, 1.5]
        #expect(numbers.map { PluralForms.index(of: $0, in: language) } == places)
        #expect(PluralForms.index(of: "2", in: language) == nil)
    }

    @Test(
        arguments: [
            (.decimal("1.50000000000000000001"), "fr", 0), (.decimal("-0.5"), "fr", 0),
            (.decimal("2.00000000000000000001"), "fr", 1), (.decimal("12.5"), "fr", 1),
            (.number(.infinity), "fr", 1), (.unsignedInteger(.max), "ru", 2),
            (.integer(.min), "ru", 2), (.integer(-1), "en", 0),
        ] as [(Value, String, Int)])
    func hardNumberHasAForm(value: Value, language: String, place: Int) {
        #expect(PluralForms.index(of: value, in: language) == place)
    }

    @Test(
        arguments: [
            ("en", "0.5", "a, b"), ("de", "0,5", "a, b"), ("de-CH", "0.5", "a, b"),
            ("es-MX", "0.5", "a, b"), ("es-419", "0.5", "a, b"), ("es", "0,5", "a, b"),
            ("ja", "0.5", "a、b"), ("zh-Hans", "0.5", "a、b"), ("zh-Hant-TW", "0.5", "a、b"),
            ("fr", "0,5", "a, b"), ("fr-CA", "0,5", "a, b"), ("ru", "0,5", "a, b"),
            ("de-AT", "0,5", "a, b"), ("de-LI", "0.5", "a, b"), ("de_CH", "0.5", "a, b"),
            ("es-AR", "0,5", "a, b"), ("es-US", "0.5", "a, b"), ("en-GB", "0.5", "a, b"),
            ("DE", "0,5", "a, b"), ("sw", "0.5", "a, b"), ("", "0.5", "a, b"),
        ] as [(String, String, String)])
    func valuesAreWrittenAsInTheLanguage(language: String, number: String, list: String) {
        let style = MessageStyle(language)
        #expect(style.text(of: 0.5) == number)
        #expect(style.text(of: .decimal("0.5")) == number)
        #expect(style.text(of: ["a", "b"]) == list)
        #expect(style.text(of: "0.5") == "0.5")
        #expect(style.text(of: 1_000_000) == "1000000")
    }

    /// What is written from right to left is isolated in other texts too, and nothing else is.
    @Test(
        arguments: [
            ("كلمة", true), ("שלום", true), ("a כ", true), ("\u{10900}", true), ("\u{1E900}", true),
            ("\u{FEFC}", true), ("\u{FB1D}", true), ("größe", false), ("日本", false), ("", false),
            ("\u{FEFF}", false), ("\u{58F}", false), ("\u{904}", false), ("😀", false),
        ] as [(String, Bool)])
    func textFromRightToLeftIsIsolatedFromLeftToRight(text: String, isIsolated: Bool) {
        for language in ["en", "de", "ja"] {
            let style = MessageStyle(language)
            let shown = isIsolated ? "\u{2068}\(text)\u{2069}" : text
            #expect(style.text(of: .string(text)) == shown)
            #expect(style.text(of: ["x", .string(text)]).hasSuffix(shown))
        }
    }

    @Test(arguments: [("ar", "، "), ("fa-IR", "، "), ("he", ", "), ("ur", "، ")])
    func whatIsPutInIsIsolatedFromRightToLeft(language: String, separator: String) {
        let style = MessageStyle(language)
        #expect(style.text(of: "x") == "\u{2068}x\u{2069}")
        #expect(style.text(of: "a\u{2069}b\u{2068}") == "\u{2068}ab\u{2069}")
        #expect(style.text(of: -5) == "\u{2068}-5\u{2069}")
        #expect(
            style.text(of: ["a", 1.5])
                == "\u{2068}a\u{2069}\(separator)\u{2068}1.5\u{2069}")
    }
}
