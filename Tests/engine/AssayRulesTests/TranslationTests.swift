// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayRules
import Testing

/// The messages of the built-in rules in other languages.
@Suite struct TranslationTests {
    private static let languages = ["ar", "de", "es", "fr", "ja", "ru", "zh-Hans"]

    /// The messages of the engine itself.
    private static let ofTheEngine =
        [
            "could not be checked by {rule}: {reason}", "cannot be parsed: {reason}",
            "appears more than once in the record", "is not a field of the rule set",
            "a column without a name is not a field of the rule set",
            "is an empty name, which is not a field of the rule set",
            "{count} more {count:column appears|columns appear} more than once",
            "{count} more {count:column is not a field|columns are not fields} of the rule set",
            "must be a valid value", "must be an object because of the rules for {path}",
            "must be an array because of the rules for {path}",
            "is not a column of the input",
            "is not a column of the input; {nearest} is one with a similar name",
            ProblemDetails.countPhrase,
        ] + MalformedReason.allCases.map(\.rawValue) + FaultReason.allCases.map(\.message)
        + FindingNote.allCases.map(\.rawValue) + AnswerText.allCases.map(\.rawValue)

    @Test func languagesAreThere() {
        #expect(RuleRegistry.standard().languages == (Self.languages + ["en"]).sorted())
    }

    /// Every message is there, with every placeholder of the English one and no other.
    @Test(arguments: languages)
    func everyMessageIsTranslated(language: String) {
        let registry = RuleRegistry.standard()
        let phrases = registry.messages(in: language).phrases
        let english =
            registry.allDefinitions.flatMap(\.allCodes).map(\.message)
            + registry.recordsRules.flatMap(\.rule.codes).map(\.message) + RecordsPhrases.all
            + Self.ofTheEngine
        for message in Set(english) {
            guard let translation = phrases[message] else {
                Issue.record("\(language): no translation of: \(message)")
                continue
            }
            let names = Set(MessageTemplate.placeholders(in: message))
            #expect(
                Set(MessageTemplate.placeholders(in: translation)) == names,
                "\(message): \(translation)")
            #expect(!translation.isEmpty)
            #expect(
                translation.last.map { ".。".contains($0) } == message.hasSuffix("."),
                "\(message): \(translation)")
        }
        #expect(Set(phrases.keys).subtracting(english).isEmpty)
    }

    /// The reason of a reader is a text in English, of which parts differ.
    @Test(arguments: [
        ("something else", "something else"),
        ("unexpected character, perhaps", "unexpected character, perhaps"),
        ("longer than bytes", "longer than bytes"),
        ("unexpected character", "unerwartetes Zeichen"),
        (
            "unexpected character '}' after a comma: remove the comma",
            "unerwartetes Zeichen '}' nach einem Komma: das Komma entfernen"
        ),
        ("unexpected character U+00A0", "unerwartetes Zeichen U+00A0"),
        ("unexpected word NaN: write null", "unerwartetes Wort NaN: null schreiben"),
        ("longer than 1000 bytes", "länger als 1000 Bytes"),
        (
            "wrong number of cells: found 2, expected 3",
            "falsche Anzahl von Zellen: gefunden 2, erwartet 3"
        ),
        (
            #"invalid escape: \ud83d without the second half of its surrogate pair"#,
            #"ungültige Escape-Sequenz: \ud83d ohne die zweite Hälfte des Surrogatpaars"#
        ),
        (
            "quote not closed within 5 bytes, before 'a'; lines after it that are not validated: 7; the option single-line ends every record with its line",
            "Anführungszeichen nicht innerhalb von 5 Bytes geschlossen, vor 'a'; Zeilen danach, die nicht geprüft werden: 7; die Option single-line beendet jeden Datensatz mit seiner Zeile"
        ),
        (
            "quote not closed within 5 bytes, before 'a, {limit}'",
            "Anführungszeichen nicht innerhalb von 5 Bytes geschlossen, vor 'a, {limit}'"
        ),
    ])
    func aReasonOfAMalformedRecordIsTranslated(reason: String, german: String) {
        let violation = Violation.about(
            RecordIssue(row: 0, kind: .malformed, reason: reason), at: nil)
        let registry = RuleRegistry.standard()
        #expect(
            registry.messages(in: "de").message(of: violation)
                == "ist kein lesbarer Datensatz: \(german)")
        #expect(registry.messages(in: "en").message(of: violation) == violation.message)
        #expect(violation.message == "cannot be parsed: \(reason)")
    }

    @Test(arguments: [
        ("en", "1 error", "2 errors"), ("nl", "1 error", "2 errors"),
        ("de", "1 Fehler", "2 Fehler"),
        ("fr", "1 erreur", "2 erreurs"), ("ru", "1 ошибка", "2 ошибки"),
        ("ja", "エラー1件", "エラー2件"),
    ])
    func errorsAreCountedInTheLanguage(language: String, one: String, two: String) {
        let messages = RuleRegistry.standard().messages(in: language)
        let violation = Violation.about(
            RecordIssue(row: 0, kind: .malformed, reason: "no record"), at: nil)
        var report = ValidationReport(violation)
        #expect(ProblemDetails(report, messages: messages).detail == one)
        report.violations.append(violation)
        #expect(ProblemDetails(report, messages: messages).detail == two)
    }

    /// Forms that go with a number are as many as the language has categories.
    @Test(arguments: [("ar", 6), ("de", 2), ("es", 2), ("fr", 2), ("ru", 4)])
    func numbersHaveTheFormsOfTheLanguage(language: String, count: Int) throws {
        let phrases = RuleRegistry.standard().messages(in: language).phrases
        let template = try #require(phrases["must have at least {count} {count:element|elements}"])
        let forms = Set(
            [0, 1, 2, 3, 11, 100, 1.5].map { (number: Value) in
                MessageTemplate.format(template, in: language) { _ in number }
                    .replacing(number.json.replacing(".", with: ","), with: "#")
                    .replacing(number.json, with: "#")
            })
        #expect(template.count { $0 == "|" } == count - 1, "\(template)")
        #expect(forms.count >= 2, "\(forms)")
    }

    /// The words for 0, 1, 2, 3, 5, 11, 21, 100 and 1.5 elements.
    @Test(
        arguments: [
            ("en", ["elements", "element"] + Array(repeating: "elements", count: 7)),
            ("de", ["Elemente", "Element"] + Array(repeating: "Elemente", count: 7)),
            ("es", ["elementos", "elemento"] + Array(repeating: "elementos", count: 7)),
            (
                "fr",
                ["élément", "élément"] + Array(repeating: "éléments", count: 6) + ["élément"]
            ),
            (
                "ru",
                [
                    "элементов", "элемента", "элементов", "элементов", "элементов", "элементов",
                    "элемента", "элементов", "элемента",
                ]
            ),
            (
                "ar",
                [
                    "عنصر", "عنصر واحد", "عنصرين", "عناصر", "عناصر", "عنصرًا", "عنصرًا", "عنصر",
                    "عنصر",
                ]
            ),
            ("ja", Array(repeating: "要素", count: 9)), ("zh-Hans", Array(repeating: "元素", count: 9)),
        ] as [(String, [String])])
    func numberHasTheWordOfItsCategory(language: String, words: [String]) throws {
        let english = "must have at least {count} {count:element|elements}"
        let phrases = RuleRegistry.standard().messages(in: language).phrases
        let template = phrases[english] ?? english
        let numbers: [Value] = [0, 1, 2, 3, 5, 11, 21, 100, 1.5]
        for (number, word) in zip(numbers, words) {
            let text = MessageTemplate.format(template, in: language) { _ in number }
            let parts = text.split { " \u{2068}\u{2069}がにをは個个必须至少有".contains($0) }.map(String.init)
            let isThere = word.split(separator: " ").allSatisfy { parts.contains(String($0)) }
            #expect(isThere, "\(number.json): \(text)")
        }
    }

    /// A rule that names one field, and one that names two.
    @Test(
        arguments: [
            ("en", "is required if x has no value", "is required if any of x, y has no value"),
            (
                "de", "ist erforderlich, wenn x keinen Wert hat",
                "ist erforderlich, wenn mindestens eines dieser Felder keinen Wert hat: x, y"
            ),
            (
                "es", "debe indicarse si falta x",
                "debe indicarse si falta alguno de estos campos: x, y"
            ),
            (
                "fr", "est obligatoire si x n’a pas de valeur",
                "est obligatoire si l’un au moins de ces champs n’a pas de valeur : x, y"
            ),
            (
                "ru", "требуется указать значение, если не указано поле «x»",
                "требуется указать значение, если не указано хотя бы одно из полей: x, y"
            ),
            ("ja", "「x」に値がない場合は必須です", "次の項目のいずれかに値がない場合は必須です：x、y"),
            ("zh-Hans", "“x”没有值时必须填写", "以下任一字段没有值时必须填写：x、y"),
            (
                "ar", "الحقل مطلوب إذا كان الحقل \u{2068}x\u{2069} فارغًا",
                "الحقل مطلوب إذا كان أي من الحقول التالية فارغًا: \u{2068}x\u{2069}، \u{2068}y\u{2069}"
            ),
        ])
    func listOfFieldsAgreesInNumber(language: String, one: String, two: String) throws {
        let registry = RuleRegistry.standard()
        let manager = try ValidatorsManager(
            RuleSet(Field("a", .requiredWithout("x")), Field("b", .requiredWithout("x", "y"))),
            registry: registry)
        let messages = manager.validate([:]).violations.map {
            registry.messages(in: language).message(of: $0)
        }
        #expect(messages == [one, two])
    }

    /// A number with digits after its point, and a list, in the messages of each language.
    @Test(
        arguments: [
            ("en", "1.5", "a, b"), ("de", "1,5", "a, b"), ("es", "1,5", "a, b"),
            ("fr", "1,5", "a, b"), ("ru", "1,5", "a, b"), ("ja", "1.5", "a、b"),
            ("zh-Hans", "1.5", "a、b"), ("es-MX", "1.5", "a, b"), ("de-CH", "1.5", "a, b"),
            ("ar", "\u{2068}1.5\u{2069}", "\u{2068}a\u{2069}، \u{2068}b\u{2069}"),
        ])
    func numbersAndListsAreThoseOfTheLanguage(
        language: String, number: String, list: String
    ) throws {
        let registry = RuleRegistry.standard()
        let manager = try ValidatorsManager(
            RuleSet(Field("n", .range(1.5...)), Field("l", .oneOf("a", "b"))), registry: registry)
        let report = manager.validate(["n": 1, "l": "c"])
        let messages = report.violations.map { registry.messages(in: language).message(of: $0) }
        try #require(messages.count == 2)
        #expect(messages[0].contains(number), "\(messages)")
        #expect(messages[1].contains(list), "\(messages)")
        #expect((number == "1,5") != messages[0].contains("1.5"), "\(messages)")
    }

    @Test(
        arguments: [
            ("de", "muss mindestens 3 Zeichen haben"), ("de-AT", "muss mindestens 3 Zeichen haben"),
            ("sw", "must have at least 3 characters"), ("en", "must have at least 3 characters"),
        ])
    func violationIsToldInTheLanguage(language: String, message: String) throws {
        let registry = RuleRegistry.standard()
        let manager = try ValidatorsManager(registry: registry)
        try manager.addValidator(
            for: "name",
            Validator(
                RuleExpression(
                    "length", [RuleArgument(name: "min", .value(.integer(3)))])))
        let report = manager.validate(["name": "ab"])
        let violation = try #require(report.violations.first)
        #expect(registry.messages(in: language).message(of: violation) == message)
    }

    @Test(
        arguments: [
            ("de-AT, en;q=0.5", "ist erforderlich"), ("sw, de;q=0.1", "ist erforderlich"),
            ("en, de", "is required"), ("*", "is required"), ("de;q=0, fr", "est obligatoire"),
            ("zh-CN", "必须填写"), ("zh-TW, ja;q=0.5", "必須です"), ("FR-ca", "est obligatoire"),
            ("de;q=2, es;q=0.1", "debe indicarse"), ("ru_RU", "требуется указать значение"),
            ("sw", "is required"), ("", "is required"),
        ])
    func headerChoosesTheLanguage(header: String, message: String) throws {
        let registry = RuleRegistry.standard()
        let manager = try ValidatorsManager(registry: registry)
        try manager.addValidator(for: "name", Validator(RuleExpression("required")))
        let violation = try #require(manager.validate([:]).violations.first)
        #expect(registry.messages(accepting: header).message(of: violation) == message)
    }
}
