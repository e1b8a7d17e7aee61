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
            "could not be checked by {rule}: {reason}", "is not a readable record: {reason}",
            "appears more than once in the record", "is not a field of the rule set",
            "must be a valid value",
        ] + FaultReason.allCases.map(\.message)

    @Test func languagesAreThere() {
        #expect(RuleRegistry.standard().languages == (Self.languages + ["en"]).sorted())
    }

    /// Every message is there, with every placeholder of the English one and no other.
    @Test(arguments: languages)
    func everyMessageIsTranslated(language: String) {
        let registry = RuleRegistry.standard()
        let phrases = registry.messages(in: language).phrases
        let english = registry.allDefinitions.flatMap(\.allCodes).map(\.message) + Self.ofTheEngine
        for message in Set(english) {
            guard let translation = phrases[message] else {
                Issue.record("\(language): no translation of: \(message)")
                continue
            }
            let names = Set(MessageTemplate.placeholders(in: message))
            #expect(
                Set(MessageTemplate.placeholders(in: translation)) == names,
                "\(message): \(translation)")
            #expect(!translation.hasSuffix(".") && !translation.isEmpty)
        }
        #expect(Set(phrases.keys).subtracting(english).isEmpty)
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
            ("en, de", "is required"), ("sw", "is required"), ("", "is required"),
        ])
    func headerChoosesTheLanguage(header: String, message: String) throws {
        let registry = RuleRegistry.standard()
        let manager = try ValidatorsManager(registry: registry)
        try manager.addValidator(for: "name", Validator(RuleExpression("required")))
        let violation = try #require(manager.validate([:]).violations.first)
        #expect(registry.messages(accepting: header).message(of: violation) == message)
    }
}
