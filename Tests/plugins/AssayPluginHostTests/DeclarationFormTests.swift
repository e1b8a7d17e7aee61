// SPDX-License-Identifier: Apache-2.0
import AssayCore
import Testing

@testable import AssayPluginHost

/// The forms of versions and languages that plugins declare.
@Suite struct DeclarationFormTests {
    @Test(arguments: [
        "", "1", "1.0", "1.0.0.0", "1..0", "1.0.", ".1.0.0", "v1.0.0", "a.b.c", "1.0.0 ", " 1.0.0",
        "01.0.0", "1.00.0", "1.0.01", "-1.0.0", "1.0.0-", "1.0.0-a.", "1.0.0-.a", "1.0.0-a..b",
        "1.0.0-01", "1.0.0-a.00", "1.0.0+", "1.0.0+a..b", "1.0.0+a+b", "1.0.0-a_b", "1.0.0+ü",
        "1.0.0\n", "1.0.0-\u{1B}[31m", "+1.0.0", "1.0.0-+b", "1.0+a.0",
        "1.0.0-" + String(repeating: "a", count: 123),
    ])
    func noSemanticVersion(text: String) {
        #expect(!SemanticVersion.isValid(text))
    }

    @Test(arguments: [
        "0.0.0", "1.2.3", "10.20.30", "18446744073709551616.0.0", "1.0.0-a", "1.0.0-0", "1.0.0-0a",
        "1.0.0-a.1.-.b-c", "1.0.0--", "1.0.0---.0", "1.0.0+0", "1.0.0+007.-", "1.0.0-a+b-c",
        "1.0.0+a-01", "1.0.0-00a", "1.0.0-" + String(repeating: "a", count: 122),
    ])
    func semanticVersion(text: String) {
        #expect(SemanticVersion.isValid(text))
    }

    @Test(arguments: [
        "", "d", "-", "de-", "-de", "de--AT", "de_DE", "de DE", "d1", "de-\n", "de\u{1B}[31m",
        "d\u{E9}",
        "abcdefghi", "de-abcdefghi", "i-klingon", "1a", "123", "x", "x-", "x--a", "x-abcdefghi",
        "de-x", "de-a", "de-a-b", "de-a-", "de-a-x-b", "de-a-bb-", "de-Latn-Latn", "de-AT-CH",
        "de-1", "de-12", "de-abcd-abcd", "de-DE-abc", "de-abc-abc-abc-abc", "abcd-abc", "de-u",
    ])
    func noLanguageTag(text: String) {
        #expect(!LanguageTag.isWellFormed(text))
    }

    @Test(arguments: [
        "de", "deu", "DE", "abcd", "abcdefgh", "pt-BR", "es-419", "zh-Hant", "zh-Hant-TW",
        "sl-rozaj-biske",
        "de-1996", "de-CH-1996", "zh-cmn-Hans-CN", "zh-yue-HK", "ab-abc-abc-abc", "de-1abc-abcde",
        "en-a-bbb", "en-a-bb-cc-b-dd", "de-u-co-phonebk", "de-0-ab", "x-a", "x-whatever-1-2", "X-Y",
        "de-x-a", "de-a-bb-x-c", "art-lojban", "de-Latn-DE-1996-a-bb-x-own",
    ])
    func languageTag(text: String) {
        #expect(LanguageTag.isWellFormed(text))
    }
}
