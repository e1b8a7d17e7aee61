// SPDX-License-Identifier: Apache-2.0
import Testing

@Suite struct MixedScriptTests {
    /// Texts without anything to see twice about, of each way that scripts and characters go together.
    @Test(arguments: [
        "", "paypal", "na\u{EF}ve cafe\u{301}", "\t1 + 1 = 2\r\n", "Москва 2024", "αβγ", "עברית",
        // Chinese with Bopomofo, Japanese, Korean; each with Latin.
        "漢字", "漢字 ㄅㄆ abc", "日本語テキスト と Latin", "한국어 漢字 abc", "ー・ア",
        // By Script_Extensions: the danda is of many scripts, U+0640 of several.
        "हिन्दी।", "বাংলা।", "ـا", "ـܐ", "\u{B5}m", "\u{1D400}bc", "Ａbc",
        // Joiners where their scripts need them.
        "می\u{200C}خواهم", "क्\u{200D}ष", "क्\u{200C}ष", "ب\u{64E}\u{200C}\u{64E}ب",
        // Emoji.
        "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}", "\u{2764}\u{FE0F}\u{200D}\u{1F525}",
        "\u{1F469}\u{1F3FD}\u{200D}\u{1F4BB}", "1\u{FE0F}\u{20E3}", "\u{1F1E9}\u{1F1EA}",
        "\u{1F3F4}\u{E0067}\u{E0062}\u{E007F}", "\u{1F3F4}\u{200D}\u{2620}\u{FE0F}",
        "\u{1F3F4}\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}", "#\u{FE0E}\u{20E3}",
        "hi \u{1FAE9}",
        // Variants of an ideograph and of a Mongolian letter.
        "葛\u{E0100}", "ᠠ\u{180B}", "ᠠ\u{180E}ᠠ",
        // Marks, four in a row.
        "a\u{301}\u{302}\u{303}\u{304}b\u{301}", "१२३", "\u{1D7CE}\u{1D7CF}",
        // A dot above that is seen, and letters that have one.
        "I\u{307}stanbul", "İ ı i j", "e\u{307}", "ie\u{307}", "i\u{301}", "l\u{323}", "\u{307}",
    ])
    func textPasses(_ text: String) throws {
        #expect(try RuleUse("noSuspiciousCharacters").check(text) == "pass")
    }

    @Test(
        arguments: [
            ("bidi", ["x\u{202E}y", "x\u{200E}y", "\u{200F}", "\u{61C}ا", "\u{2066}a\u{2069}"]),
            (
                "invisible",
                [
                    "pay\u{200B}pal", "\u{FEFF}a", "a\u{AD}b", "a\u{2060}b", "\u{3164}", "\u{115F}",
                    "a\u{34F}", "\u{FFF9}a", "\u{E0001}", "a\u{E0067}", "\u{1F3F4}\u{E0067}",
                    "\u{1F3F4}\u{E0067}a", "\u{1F3F4}\u{E0067}\u{E007F}\u{E007F}",
                    "\u{1F3F4}\u{E0067}\u{200D}",
                    // A flag hides no text in its tags, and a selector alone changes no digit.
                    "\u{1F3F4}\u{E007F}", "\u{1F3F4}\u{E0020}\u{E007F}",
                    "\u{1F3F4}\u{E0067}\u{E0067}\u{E0067}\u{E0067}\u{E0067}\u{E0067}\u{E0067}\u{E007F}",
                    "admin1\u{FE0F}", "1\u{FE0F}2", "#\u{FE0E}", "1\u{FE0F}\u{200D}",
                    // Joiners and selectors after what does not need them, or before it.
                    "a\u{200C}b", "a\u{200D}b", "\u{200D}", "نما\u{200C}", "ب\u{200C}a",
                    "ب\u{200C}", "ب\u{200C}\u{200C}ب", "क\u{200D}ष", "\u{1F469}\u{200D}",
                    "\u{1F469}\u{200D}a", "\u{1F469}\u{200D}\u{200D}\u{1F4BB}", "a\u{FE0F}",
                    "1\u{FE0F}\u{FE0F}", "葛\u{E0100}\u{E0100}", "a\u{E0100}", "a\u{180B}",
                    "ᠠ\u{180B}\u{180B}", "ق\u{180E}",
                ]
            ),
            (
                "marks",
                [
                    "a\u{301}\u{301}", "a\u{302}\u{301}\u{301}",
                    "a\u{301}\u{302}\u{303}\u{304}\u{305}",
                ]
            ),
            (
                "hiddenMark",
                [
                    "i\u{307}", "j\u{307}", "ı\u{307}", "ȷ\u{307}", "l\u{307}", "і\u{307}",
                    "ј\u{307}",
                    "į\u{307}", "\u{1D422}\u{307}", "i\u{323}\u{307}", "l\u{301}\u{307}",
                    "ı\u{323}\u{331}\u{307}", "e\u{307}i\u{307}",
                ]
            ),
            (
                "mixedDigits",
                ["8\u{9EA}", "1\u{661}", "\u{661}\u{6F1}", "\u{1D7CE}\u{1D7D8}", "1 \u{FF11}"]
            ),
            (
                "mixedScripts",
                [
                    "p\u{430}ypal", "Москва (Moscow)", "Ωmega", "ひらがな 한국어", "ひらがな ㄅ",
                    "ㄅ 한국어", "漢字 я", "हिन्दी বাংলা", "ـاܐ", "a\u{E000}", "\u{E000}",
                    "a\u{378}", "ꓮa", "аλ",
                ]
            ),
        ] as [(String, [String])])
    func textFails(_ code: String, _ texts: [String]) throws {
        let use = try RuleUse("noSuspiciousCharacters")
        for text in texts {
            #expect(
                use.check(text) == "noSuspiciousCharacters.\(code)", "\(text.debugDescription)")
        }
    }

    /// What a text has asked for is forgotten after it: each value is read by itself.
    @Test func valuesAreReadOneByOne() throws {
        let use = try RuleUse("noSuspiciousCharacters")
        #expect(use.check("\u{1F469}\u{200D}") == "noSuspiciousCharacters.invisible")
        #expect(use.check("a") == "pass")
    }
}
