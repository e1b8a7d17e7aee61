// SPDX-License-Identifier: Apache-2.0

extension RuleRows {
    /// Characters, parts and patterns.
    static let texts: [RuleRows] = [
        .init(
            "alpha",
            valid: [
                "a", "z", "A", "Z", "abc", "ABC", "aBc", "qwerty", "X", "Lorem", "ipsum", "hello",
                "WORLD", "aaaa", "zZ", "Aa", "mN", "pqr", "STU", "v",
            ],
            invalid: [
                "", "1", "a1", "a b", " a", "a ", "a-b", "a_b", "a.b", "é", "ß", "ａ", "a\u{301}",
                "я", "日", "a\n", "a\u{0}", "\u{200F}a", "@", "[", "`", "{", "/",
            ]),
        .init(
            "alpha(script=unicode)",
            valid: [
                "é", "ß", "я", "日", "ａ", "Ω", "\u{5D0}", "\u{627}", "ñ", "\u{FB01}",
            ],
            invalid: [
                "1", "٣", "a1", "-", "_", "😀", "₁",
            ]),
        .init(
            "alphaDash",
            valid: [
                "a", "Z", "0", "9", "-", "_", "a-b", "a_b", "A1-_", "abc", "123", "---", "___",
                "a-1", "_a", "-a", "a-", "0_0", "x-y_z", "Q", "q9", "user_name", "kebab-case",
            ],
            invalid: [
                "", "a b", "a.b", "é", "ａ", "１", "a\u{301}", "a\n", " a", "a/b", "a+b", "–", "a—b",
                "٣", "日", "@", "a:b", "a,b", "a\u{0}", "\u{200F}a", "ß", "~",
            ]),
        .init(
            "alphanumeric",
            valid: [
                "a", "Z", "0", "9", "abc", "ABC", "123", "a1", "1a", "A1b2", "zz99", "X0", "hello2",
                "007", "q", "Q", "0a0", "MiXeD9", "abc123", "999999",
            ],
            invalid: [
                "", "a b", "a-b", "a_b", "a.b", "é", "ａ", "１", "a\u{301}", "a\n", " a", "٣", "日",
                "@", "½", "²", "a\u{0}", "\u{200F}a", "ß", "+1", "1.0",
            ]),
        .init(
            "alphanumeric(script=unicode)",
            valid: [
                "é1", "٣", "日1", "１",
            ],
            invalid: [
                "-", "a b", "😀",
            ]),
        .init(
            "ascii",
            valid: [
                "", "a", "abc", "0", " ", "~", "\u{7F}", "\u{0}", "\t", "\n", "\r\n", "!", "\"",
                "\\", "<>", "a b", "\u{1F}", "@", "[]", "{}|", "ABC xyz 123",
            ],
            invalid: [
                "é", "ä", "\u{80}", "\u{A0}", "日", "aé", "éa", "😀", "１", "ａ", "a\u{301}",
                "\u{200F}", "\u{FEFF}", "–", "“", "”", "…", "€", "£", "\u{AD}", "½", "٣",
            ]),
        .init(
            "ascii(printable=true)",
            valid: [
                "a b", "~", " ",
            ],
            invalid: [
                "\t", "\u{0}", "\u{7F}", "\n", "a\u{1F}",
            ]),
        .init(
            "slug",
            valid: [
                "a", "z", "0", "9", "abc", "a-b", "a-b-c", "a1", "1a", "1-2-3", "hello-world",
                "2024-01-01", "post-42", "x-y-z", "foo-bar-baz", "007", "a0-0a", "test",
                "the-quick-brown-fox", "1",
            ],
            invalid: [
                "", "-", "a-", "-a", "a--b", "A", "aB", "a_b", "a b", "a.b", "é", "ａ", "a\u{301}",
                "１", "a/b", "a-B", "a–b", "日", "a\n", " a", "a+", "@a",
            ]),
        .init(
            "lowercase",
            valid: [
                "", "a", "abc", "é", "ß", "я", "ω", "a1", "1", "-", "日", "\u{5D0}", "a b", "ª",
                "\u{FB01}", "ա", "ა", "a\u{301}", "😀", "ǆ", "ⅷ",
            ],
            invalid: [
                "A", "Abc", "aB", "É", "Я", "Ω", "ẞ", "Ａ", "ǅ", "Ǆ", "İ", "aÀ", "Ⅷ", "Ⓐ", "Ա", "𐐀",
                "Ǳ", "Þ", "日A", "ABC", "ÿŸ",
            ]),
        .init(
            "uppercase",
            valid: [
                "", "A", "ABC", "É", "Я", "Ω", "A1", "1", "-", "日", "\u{5D0}", "A B", "ẞ", "Ａ", "Ա",
                "A\u{301}", "😀", "Ǆ", "Ⅷ", "İ", "Ⓐ",
            ],
            invalid: [
                "a", "Abc", "aB", "é", "я", "ω", "ß", "ａ", "ǅ", "ǆ", "\u{FB01}", "ı", "ⅷ", "ⓐ", "ա",
                "𐐨", "ǳ", "þ", "日a", "abc", "ŉ",
            ]),
        .init(
            "notBlank",
            valid: [
                "a", "0", " a", "a ", ".", "é", "日", "😀", "\u{200B}", "\u{301}", "-", "false",
                "null", "\u{0}", "_", "٣", "\u{FEFF}", "\u{2060}", "a b", "\u{AD}", "x\n",
            ],
            invalid: [
                "", " ", "  ", "\t", "\n", "\r\n", "\u{B}", "\u{C}", "\u{85}", "\u{A0}", "\u{1680}",
                "\u{2000}", "\u{2001}", "\u{2003}", "\u{2009}", "\u{200A}", "\u{2028}", "\u{2029}",
                "\u{202F}", "\u{205F}", "\u{3000}", " \t\n",
            ]),
        .init(
            "digits",
            valid: [
                "0", "1", "9", "00", "007", "123", "0123456789", "42", "99999999999999999999", "10",
                "100", "1000", "5", "55", "555", "8", "88", "3", "2024", "0000",
            ],
            invalid: [
                "", "a", "1a", "a1", "-1", "+1", "1.0", "1,0", "1 0", " 1", "1 ", "１", "٣", "१",
                "1\u{301}", "1\n", "½", "²", "①", "1e3", "0x1", "一",
            ]),
        .init(
            "digits(3)",
            valid: [
                "000", "123", "999",
            ],
            invalid: [
                "00", "0000", "12a", "１２３",
            ]),
        .init(
            "digits(min=2, max=4)",
            valid: [
                "00", "000", "0000",
            ],
            invalid: [
                "0", "00000",
            ]),
        .init(
            "length(1...20)",
            valid: [
                "a", "ab", "é", "e\u{301}", "日本", "😀", "👨\u{200D}👩\u{200D}👧\u{200D}👦",
                "aaaaaaaaaaaaaaaaaaaa", "éééééééééééééééééééé", "\u{0}", " ", "\r\n", "🇩🇪", "1",
                "a b", "\u{200F}a", "\t", "한국어", "नमस\u{94D}त\u{947}", "_",
            ],
            invalid: [
                "", "aaaaaaaaaaaaaaaaaaaaa", "ééééééééééééééééééééé", "日日日日日日日日日日日日日日日日日日日日日",
                "😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀",
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
                "e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}e"
                    + "\u{301}e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}e"
                    + "\u{301}e\u{301}e\u{301}e\u{301}e\u{301}",
                "                     ", "🇩🇪🇩🇪🇩🇪🇩🇪🇩🇪🇩🇪🇩🇪🇩🇪🇩🇪🇩🇪🇩🇪🇩🇪🇩🇪🇩🇪🇩🇪🇩🇪🇩🇪🇩🇪🇩🇪🇩🇪🇩🇪",
                "111111111111111111111", "\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n",
                "a\u{301}a\u{301}a\u{301}a\u{301}a\u{301}a\u{301}a\u{301}a\u{301}a"
                    + "\u{301}a\u{301}a\u{301}a\u{301}a\u{301}a\u{301}a\u{301}a\u{301}a"
                    + "\u{301}a\u{301}a\u{301}a\u{301}a\u{301}a\u{301}",
                "\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}"
                    + "\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}",
                "яяяяяяяяяяяяяяяяяяяяяяяяя",
                "\u{5D0}\u{5D0}\u{5D0}\u{5D0}\u{5D0}\u{5D0}\u{5D0}\u{5D0}\u{5D0}\u{5D0}"
                    + "\u{5D0}\u{5D0}\u{5D0}\u{5D0}\u{5D0}\u{5D0}\u{5D0}\u{5D0}\u{5D0}\u{5D0}"
                    + "\u{5D0}\u{5D0}\u{5D0}\u{5D0}\u{5D0}\u{5D0}\u{5D0}\u{5D0}\u{5D0}\u{5D0}",
            ]),
        .init(
            "length(2...3, unit=codePoints)",
            valid: [
                "ab", "e\u{301}", "abc", "日本",
            ],
            invalid: [
                "a", "abcd", "é", "👨\u{200D}👩\u{200D}👧",
            ]),
        .init(
            "length(2...3, unit=utf16)",
            valid: [
                "ab", "😀", "abc",
            ],
            invalid: [
                "a", "日", "😀😀",
            ]),
        .init(
            "length(2...3, unit=bytes)",
            valid: [
                "ab", "é", "日", "abc",
            ],
            invalid: [
                "a", "abcd", "éé", "😀",
            ]),
        .init(
            "contains(\"ab\")",
            valid: [
                "ab", "abc", "cab", "cabc", "abab", "aab", "abb", "xaby", "日ab", "ab日", "a ab",
                "ab\n", "\u{0}ab", "é ab", "1ab2", "AB ab", "ab-", "(ab)", "ab ab", "zzzab",
            ],
            invalid: [
                "", "a", "b", "ba", "a b", "AB", "Ab", "aB", "a\u{301}b", "ａｂ", "a-b", "acb",
                "a\u{200B}b", "a\u{0}b", "xyz", "аb", "aþb", "日", "a\nb", "bbb", "aaa",
            ]),
        .init(
            "contains(\"ab\", ignoreCase=true)",
            valid: [
                "AB", "aB",
            ],
            invalid: [
                "a b"
            ]),
        .init(
            "notContains(\"ab\")",
            valid: [
                "", "a", "b", "ba", "a b", "AB", "Ab", "aB", "a\u{301}b", "ａｂ", "a-b", "acb",
                "a\u{200B}b", "a\u{0}b", "xyz", "аb", "日", "a\nb", "bbb", "aaa",
            ],
            invalid: [
                "ab", "abc", "cab", "cabc", "abab", "aab", "abb", "xaby", "日ab", "ab日", "a ab",
                "ab\n", "\u{0}ab", "é ab", "1ab2", "AB ab", "ab-", "(ab)", "ab ab", "zzzab",
            ]),
        .init(
            "startsWith(\"ab\")",
            valid: [
                "ab", "abc", "abab", "ab ", "ab\n", "ab日", "ab\u{0}", "ab-", "ab1", "abé", "ab😀",
                "abAB", "abb", "aba", "ab.", "ab/", "ab ab", "ab\t", "abx", "abzzz",
            ],
            invalid: [
                "", "a", "b", "ba", "Ab", "AB", "aB", " ab", "\u{0}ab", "xab", "aab", "a\u{301}b",
                "ａｂ", "日ab", "\u{200F}ab", "\u{FEFF}ab", "a b", "-ab", "1ab", "\nab", "аb",
            ]),
        .init(
            "notStartsWith(\"ab\")",
            valid: [
                "", "a", "b", "ba", "Ab", "AB", "aB", " ab", "\u{0}ab", "xab", "aab", "a\u{301}b",
                "ａｂ", "日ab", "\u{200F}ab", "\u{FEFF}ab", "a b", "-ab", "1ab", "\nab",
            ],
            invalid: [
                "ab", "abc", "abab", "ab ", "ab\n", "ab日", "ab\u{0}", "ab-", "ab1", "abé", "ab😀",
                "abAB", "abb", "aba", "ab.", "ab/", "ab ab", "ab\t", "abx", "abzzz",
            ]),
        .init(
            "endsWith(\"ab\")",
            valid: [
                "ab", "cab", "abab", " ab", "\nab", "日ab", "\u{0}ab", "-ab", "1ab", "éab", "😀ab",
                "ABab", "aab", "bab", ".ab", "/ab", "ab ab", "\tab", "xab", "zzzab",
            ],
            invalid: [
                "", "a", "b", "ba", "Ab", "AB", "aB", "ab ", "ab\u{0}", "abx", "abb", "a\u{301}b",
                "ａｂ", "ab日", "ab\u{200F}", "ab\n", "a b", "ab-", "ab1", "aｂ", "аb",
            ]),
        .init(
            "notEndsWith(\"ab\")",
            valid: [
                "", "a", "b", "ba", "Ab", "AB", "aB", "ab ", "ab\u{0}", "abx", "abb", "a\u{301}b",
                "ａｂ", "ab日", "ab\u{200F}", "ab\n", "a b", "ab-", "ab1", "aｂ", "аb",
            ],
            invalid: [
                "ab", "cab", "abab", " ab", "\nab", "日ab", "\u{0}ab", "-ab", "1ab", "éab", "😀ab",
                "ABab", "aab", "bab", ".ab", "/ab", "ab ab", "\tab", "xab", "zzzab",
            ]),
        .init(
            "containsAny(\"xy\")",
            valid: [
                "x", "y", "xy", "ax", "ya", "axb", "日x", "x日", "x ", "\ny", "xX", "xx", "yyy", "1x",
                "-y", "x\u{0}", "éx", "😀y", "x.", "(y)",
            ],
            invalid: [
                "", "a", "X", "Y", "XY", "ａ", "ｘ", "х", "у", "日", "1", " ", "\n", "abc", "z", "w",
                "ÿ", "ý", "×", "ab cd", "ŷ",
            ]),
        .init(
            "containsNone(\"xy\")",
            valid: [
                "", "a", "X", "Y", "XY", "ａ", "ｘ", "х", "у", "日", "1", " ", "\n", "abc", "z", "w",
                "ÿ", "×", "ab cd", "-",
            ],
            invalid: [
                "x", "y", "xy", "ax", "ya", "axb", "日x", "x日", "x ", "\ny", "xX", "xx", "yyy", "1x",
                "-y", "x\u{0}", "éx", "😀y", "x.", "(y)",
            ]),
        .init(
            "onlyCharacters(\"abcé日\")",
            valid: [
                "a", "b", "c", "é", "日", "ab", "ba", "abc", "cab", "aaa", "aé", "日a", "日日", "éé",
                "abcé日", "日éba", "ccc", "bbb", "acb", "cab日é",
            ],
            invalid: [
                "d", "A", "ab ", " ab", "a\n", "e", "e\u{301}", "本", "1", "-", "a-b", "ａ", "á", "È",
                "😀", "\u{0}", "a\u{0}", "\u{200F}a", "abcd", "x", "日本", "",
            ]),
        .init(
            "normalized",
            valid: [
                "", "a", "abc", "é", "ü", "日本", "Å", "한", "😀", "1", "q\u{301}", "\u{FB01}", "²",
                "ａ", "①", "\u{FB00}", "क\u{94D}ष", "ệ", "ậ", "Ω", "\n",
            ],
            invalid: [
                "e\u{301}", "u\u{308}", "A\u{30A}", "\u{212B}", "\u{2126}", "한", "\u{344}",
                "ạ\u{302}", "\u{958}", "\u{2000}", "\u{37E}", "\u{387}", "\u{1F71}",
                "q\u{307}\u{323}", "n\u{303}", "\u{340}", "\u{212A}", "o\u{308}", "c\u{327}",
                "\u{F900}",
            ]),
        .init(
            "normalized(form=nfd)",
            valid: [
                "e\u{301}", "a",
            ],
            invalid: [
                "é", "한",
            ]),
        .init(
            "normalized(form=nfkc)",
            valid: [
                "fi", "1",
            ],
            invalid: [
                "\u{FB01}", "①", "ａ", "²", "½",
            ]),
        .init(
            "normalized(form=nfkd)",
            valid: [
                "fi"
            ],
            invalid: [
                "\u{FB01}", "é",
            ]),
        .init(
            "regex(/^[a-z]{2,3}\\d?$/)",
            valid: [
                "ab", "abc", "ab1", "abc9", "zz", "zzz0", "qw", "qwe", "xy1", "aa", "aaa", "bb0",
                "cde", "cd5", "mn", "op", "qr", "st", "uv1", "wxy",
            ],
            invalid: [
                "", "a", "abcd", "ab12", "AB", "ab ", "ab\n", " ab", "aé", "a1", "1ab", "ab-",
                "ab１", "ａｂ", "ab\u{301}", "ab\u{0}", "a b", "abcd1", "ab٣", "\u{200F}ab", "日本",
            ]),
        .init(
            "notRegex(/^[a-z]{2,3}\\d?$/)",
            valid: [
                "", "a", "abcd", "ab12", "AB", "ab ", "ab\n", " ab", "aé", "a1", "1ab", "ab-",
                "ab１", "ａｂ", "ab\u{301}", "ab\u{0}", "a b", "abcd1", "ab٣", "日本",
            ],
            invalid: [
                "ab", "abc", "ab1", "abc9", "zz", "zzz0", "qw", "qwe", "xy1", "aa", "aaa", "bb0",
                "cde", "cd5", "mn", "op", "qr", "st", "uv1", "wxy",
            ]),
        .init(
            "regexPattern",
            valid: [
                "", "a", "[a-z]", "a*", "a+?", "(a|b)", "(?:a)", "(?=a)", "(?<n>a)\\k<n>", "\\d+",
                "^$", ".", "a{2,3}", "\\p{L}", "[^a]", "(?i)a", "\\Qa\\E", "(?>a)", "(?!a)", "é+",
                "\\x{1F600}",
            ],
            invalid: [
                "(", "[", "a**b(", "*", "+", "?a", "(a", "a)", "[z-a]", "\\", "(?<n", "(?P<",
                "\\p{Foo}", "a{3,2}", "(?<=a*)b", "\\1", "(?<n>a)(?<n>b)", "\\k<x>", "[[:foo:]]",
                "(?z)", "\\x{110000}", "(*FOO)", "[a", "\\c",
            ]),
        .init(
            "accepted",
            valid: [
                "yes", "on", "true", "1",
            ],
            invalid: [
                "", "no", "off", "false", "0", "maybe", "y", "t", "2", "11", "yes ", " yes", "y es",
                "ｙes", "oui", "ja", "１", "yes\n", "yes\u{301}", "on\u{0}", "ok",
            ]),
        .init(
            "declined",
            valid: [
                "no", "off", "false", "0",
            ],
            invalid: [
                "", "yes", "on", "true", "1", "maybe", "n", "f", "2", "00", "no ", " no", "n o",
                "ｎo", "non", "nein", "０", "no\n", "no\u{301}", "off\u{0}", "never",
            ]),
    ]
}
