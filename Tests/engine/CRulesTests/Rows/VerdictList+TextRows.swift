// SPDX-License-Identifier: Apache-2.0

extension VerdictList {
    /// Numbers, durations and characters as text.
    static let texts: [VerdictList] = [
        .init(
            "decimalText",
            valid: [
                "0", "1", "-1", "+1", "1.5", "-1.5", ".5", "-.5", "+.5", "0.0", "00.10",
                "123456789012345678901234567890.1", "1.000000000000000000000000001", "-0", "-0.0",
                "3.14159", "99999", "10", "007", "+0.1", "1.0",
            ],
            invalid: [
                "", ".", "-", "+", "1.", "-.", "+.", "1,5", "1 000", "1e3", "1.2.3", "--1", "+-1",
                "1-", "0x1", "NaN", "Infinity", "∞", "１", "٣.٥", "1.５", "1_0", "−1", "1.5 ", "½",
            ]),
        .init(
            "decimalText(minPlaces=2, maxPlaces=2, separator=\",\")",
            valid: [
                "1,00", ",50", "-3,14",
            ],
            invalid: [
                "1,0", "1,000", "1.00", "1", "1,", ",5",
            ]),
        .init(
            "integerText",
            valid: [
                "0", "1", "-1", "+1", "007", "-0", "+0", "00", "9223372036854775807",
                "9223372036854775808", "-9223372036854775808",
                "123456789012345678901234567890123456789", "10", "42", "-42", "+42", "1000000",
                "999", "-007", "+001",
            ],
            invalid: [
                "", "-", "+", "1.0", "1.", ".1", "1e3", "1,000", "1 000", "--1", "+-1", "1-", "0x1",
                "one", "１", "٣", "−1", "1_000", "½", "²", "1\u{301}", "NaN", "1٣",
            ]),
        .init(
            "integerText(allowLeadingZeros=false)",
            valid: [
                "0", "-0", "10", "-1",
            ],
            invalid: [
                "00", "01", "-01", "+00", "007",
            ]),
        .init(
            "numericText",
            valid: [
                "0", "1", "-1", "+1", "1.5", ".5", "-.5", "+.5", "0.0", "00", "007",
                "123456789012345678901234567890", "-0", "-0.0", "3.14", "99999.99999", "+0", "1.0",
                "10", "100",
            ],
            invalid: [
                "", ".", "-", "+", "1.", "-.", "1.2.3", "1,5", "1e3", "0x1", "--1", "+-1", "1-",
                "1 0", "abc", "NaN", "Inf", "１", "٣", "−1", "½", "1_0", "1\u{301}",
            ]),
        .init(
            "numericText(allowSymbols=false)",
            valid: [
                "0", "123", "007",
            ],
            invalid: [
                "-1", "+1", "1.5", ".5",
            ]),
        .init(
            "multibyte",
            valid: [
                "é", "ä", "日", "日本", "aé", "éa", "\u{A0}", "\u{80}", "ÿ", "😀", "a\u{301}", "ａ",
                "\u{200B}", "\u{FEFF}", "Ω", "я", "\u{5D0}", "\u{627}", "a😀b", "\u{2028}",
                "\u{10FFFF}",
            ],
            invalid: [
                "", "a", "abc", "0", "~", " ", "\t", "\n", "\r\n", "\u{7F}", "\u{1}", "!",
                "ABC xyz 123", "{}", "\"", "\\",
                "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
                    + "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
                    + "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
                    + "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
                    + "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
                    + "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
                    + "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
                    + "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
                    + "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
                    + "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
                    + "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
                    + "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
                    + "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
                    + "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
                    + "aaaaaaaaaaaaaaaaaaaa",
                "-", "_", "@", "<>", "\u{1F}",
            ]),
        .init(
            "fullWidth",
            valid: [
                "日", "日本", "ａ", "Ａ", "１", "\u{3000}", "！", "あ", "ア", "한", "漢字", "a日", "日a", "😀",
                "￥", "、", "。", "Ｚ", "ー", "「", "中 文",
            ],
            invalid: [
                "", "a", "abc", "0", " ", "é", "ä", "ｱ", "ﾊﾝｶｸ", "Ω", "я", "\u{5D0}", "\u{627}",
                "\u{301}", "!", "~", "\n", "-", "ﾞ", "ﾃ", "½", "\u{A0}",
            ]),
        .init(
            "halfWidth",
            valid: [
                "a", "A", "0", " ", "!", "~", "ｱ", "ｶﾞ", "ﾊﾝｶｸ", "a日", "日a", "₩", "abc", "-", "@",
                "¢", "£", "¦", "¬", "日1", "{}",
            ],
            invalid: [
                "", "日", "日本", "ａ", "Ａ", "１", "\u{3000}", "！", "あ", "ア", "漢字", "한국", "ー", "「", "、",
                "。", "Ｚ", "￥", "😀", "é", "я", "\n",
            ]),
        .init(
            "noControlCharacters",
            valid: [
                "", "a", "abc", " ", "é", "日本", "😀", "\u{A0}", "\u{2028}", "\u{200B}", "¡", "~",
                "\u{202E}", "\u{FEFF}", "a b", "!", "\"", "\\n", "�", "\u{10FFFF}", "\u{5D0}",
            ],
            invalid: [
                "\u{0}", "\u{1}", "\t", "\n", "\r", "\r\n", "\u{B}", "\u{C}", "\u{1B}", "\u{1F}",
                "\u{7F}", "\u{80}", "\u{85}", "\u{9F}", "a\u{0}", "\u{0}a", "a\nb", "a\tb",
                "日\u{7}", "é\u{90}", "\u{8}", "\u{1B}[0m", "\u{81}",
            ]),
        .init(
            "noSuspiciousCharacters",
            valid: [
                "", "a", "abc", "Москва", "日本語", "東京タワー", "한국어", "中文", "é", "e\u{301}", "Ελλάδα",
                "\u{5E9}\u{5DC}\u{5D5}\u{5DD}", "\u{645}\u{631}\u{62D}\u{628}\u{627}",
                "नमस\u{94D}त\u{947}", "abc123", "١٢٣", "👍", "👨\u{200D}👩\u{200D}👧", "ไทย", "a日本",
                "İstanbul", "❤\u{FE0F}", "क\u{94D}\u{200D}ष",
            ],
            invalid: [
                "раypal", "pаypal", "аbc", "a\u{200B}b", "a\u{202E}b", "\u{202A}abc\u{202C}",
                "a\u{2066}b\u{2069}", "a\u{AD}b", "\u{FEFF}a", "1١", "१1", "aα", "Αthens",
                "a\u{301}\u{301}", "e\u{300}\u{301}\u{302}\u{303}\u{304}", "a\u{200D}b",
                "a\u{200C}b", "\u{200E}", "\u{61C}a", "αа", "日本語а", "한国α", "a\u{2060}b",
                "a\u{180E}b",
            ]),
        .init(
            "passwordStrength",
            valid: [
                "aA1!aaaa", "Passw0rd!", "Abcdef1?", "zZ9 zzzz", "P@ssw0rd", "Tr0ub4dor&3",
                "aaaaaaaA1-", "1!aAbbbb", "~`A1bcde", "Ab1[]{}|", "Ab1<>,.x", "äöüßaA1!",
                "日本語字aA1!", "Xy7$Xy7$", "Qwerty1@", "1qaz!QAZ", "Ab1\"'\\xx", "Ab1=+_-x",
                "xX0^xX0^", "aA1§aaaa", "AAAAAa1.",
            ],
            invalid: [
                "", "a", "aA1!", "aA1!aaa", "password", "PASSWORD", "12345678", "!!!!!!!!",
                "Password", "Passw0rd", "passw0rd!", "PASSW0RD!", "Password!", "aA1aaaaa",
                "AA1!AAAA", "aa1!aaaa", "aAa!aaaa", "äA1!öööö", "aÄ1!bbbb", "aA１!aaaa", "aA1！aaaa",
                "aA1é日本語a",
            ]),
        .init(
            "duration",
            valid: [
                "P1Y", "P1M", "P1D", "P1W", "PT1H", "PT1M", "PT1S", "P1Y2M", "P1Y2M3D", "P2M3D",
                "P1DT1H", "P1Y2M3DT4H5M6S", "PT1H2M", "PT1H2M3S", "PT2M3S", "P0D", "PT0S", "P52W",
                "P4DT12H30M5S", "PT36H", "P0Y", "P99999999999999999999D", "P1MT1S",
            ],
            invalid: [
                "", "P", "PT", "1Y", "P1", "P1H", "PT1D", "PT1Y", "P1Y2D", "PT1H2S", "P1S", "P1W1D",
                "P1D1W", "P1YT", "-P1D", "+P1D", "P-1D", "P1.5D", "PT1.5S", "P1,5D", "p1d", "P1y",
                "P 1D", "P1D ", "P１D", "P٣D", "P1Y1Y", "P1M1Y", "T1H", "P1DT", "PT1M1H",
            ]),
    ]
}
