// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import AssayCore
import AssayRules
import Testing

/// The texts of answers over HTTP besides their findings, in other languages.
@Suite struct AnswerTextTests {
    /// A text that no server makes stays as it is.
    @Test(arguments: [
        "", "bad request", "Bad Request.", "There is no rule set 'a'; GET /v1/rules lists them.",
        "no record has the field 'a'!", "'body' has no column 'age'",
        "cannot read 'body' as CSV",
    ])
    func anotherTextStaysAsItIs(text: String) {
        #expect(RuleRegistry.standard().messages(in: "de").text(ofAnswer: text) == text)
    }

    @Test(arguments: [
        ("Bad Request", "Ungültige Anfrage"),
        (
            "There is no rule set 'a{name}'; GET /v1/rule-sets lists them.",
            "Es gibt keinen Regelsatz „a{name}“; GET /v1/rule-sets listet alle auf."
        ),
        (
            "There is no rule set 'Membre' (did you mean 'member'?); GET /v1/rule-sets lists them.",
            "Es gibt keinen Regelsatz „Membre“ (ist „member“ gemeint?); GET /v1/rule-sets listet alle auf."
        ),
        (
            "The parameter 'skip' of the type of the body must be a number from 0 to 1000000.",
            "Der Parameter „skip“ des Inhaltstyps muss eine Zahl von 0 bis 1000000 sein."
        ),
        (
            "The form is malformed at byte 7: a part has no name.",
            "Das Formular ist bei Byte 7 fehlerhaft: ein Teil hat keinen Namen."
        ),
        (
            "cannot read 'body' as CSV: line 1, the header: longer than 5 bytes",
            "„body“ ist nicht als CSV lesbar: Zeile 1, die Kopfzeile: länger als 5 Bytes"
        ),
        (
            "cannot read 'body' as gzip: it ends at byte 9, in the middle of the data",
            "„body“ ist nicht als gzip lesbar: das Ende kommt bei Byte 9, mitten in den Daten"
        ),
        (
            "cannot read 'body': it is a PDF document",
            "„body“ ist nicht lesbar; der Inhalt: ein PDF-Dokument"
        ),
        ("cannot read 'body': it is XML", "„body“ ist nicht lesbar; der Inhalt: XML"),
        (
            "'body' has the columns 'a', 'b', 'c', 'd' and 3 more more than once",
            "„body“ hat die Spalten 'a', 'b', 'c', 'd' und 3 weitere mehrfach"
        ),
        (
            "4 more fields of the rule set are in no record",
            "4 weitere Felder des Regelsatzes sind in keinem Datensatz"
        ),
    ])
    func textIsTranslatedWithItsValues(english: String, german: String) {
        let registry = RuleRegistry.standard()
        #expect(registry.messages(in: "de").text(ofAnswer: english) == german)
        #expect(registry.messages(in: "en").text(ofAnswer: english) == english)
    }

    /// Each language has its own way to write a list.
    @Test(arguments: [
        ("en", "no record has the fields 'a', 'b' and 1 more"),
        ("de", "kein Datensatz hat die Felder 'a', 'b' und 1 weitere"),
        ("ja", "項目 'a'、'b' とほか1項目を含むレコードがありません"),
    ])
    func listIsThatOfTheLanguage(language: String, text: String) {
        let phrase = AnswerPhrase(
            "no record has the fields 'a', 'b' and 1 more", as: .manyFieldsNeverSeen,
            ["fields": ["'a'", "'b'"], "count": 1])
        let registry = RuleRegistry.standard()
        #expect(phrase.text(in: registry.messages(in: language)) == text)
        #expect(phrase.text(in: [:]) == phrase.english)
    }

    @Test(arguments: [
        (nil, "Not Found"), ("", "Not Found"), ("nl", "Not Found"), ("de;q=0", "Not Found"),
        ("en, de", "Not Found"), ("de, en", "Nicht gefunden"), ("nl, de;q=0.5", "Nicht gefunden"),
        ("de-AT", "Nicht gefunden"), ("zh-CN", "未找到"), ("FR", "Introuvable"),
    ])
    func headerChoosesTheLanguageOfAnAnswer(header: String?, title: String) {
        let texts = AnswerTexts(.standard())
        #expect(texts.messages(accepting: header).text(ofAnswer: "Not Found") == title)
    }

    @Test func registryWithoutTranslationsHasEnglishTexts() {
        let texts = AnswerTexts(RuleRegistry())
        #expect(texts.messages(accepting: "de").text(ofAnswer: "Not Found") == "Not Found")
    }

    @Test(arguments: [
        ("de", "Nicht verarbeitbarer Inhalt", "1 Fehler"),
        ("en", "Unprocessable Content", "1 error"),
    ])
    func problemDetailsAreInOneLanguage(language: String, title: String, detail: String) {
        let report = ValidationReport(
            Violation.about(RecordIssue(row: 0, kind: .malformed, reason: "no record"), at: nil))
        let problem = ProblemDetails(
            report, messages: RuleRegistry.standard().messages(in: language))
        #expect(problem.title == title)
        #expect(problem.detail == detail)
    }
}
