// SPDX-License-Identifier: Apache-2.0
import Assay
import Testing

/// Messages of a rule set in several languages.
struct OwnMessageTests {
    private static func manager(_ message: String) throws -> ValidatorsManager {
        try ValidatorsManager(
            RuleSet(
                parsing: "assay: 1\nfields: {a: [{rule: 'length(2...)', message: \(message)}]}",
                file: "f"), registry: .standard())
    }

    static let wrong = [
        (
            "[x]",
            "f:2:46: error[ruleSet.type] a: expected a text, or texts by language, found a list"
        ),
        ("{de: [x]}", "f:2:51: error[ruleSet.type] a: expected a text, found a list"),
        (
            "{de: x, DE: y}",
            "f:2:54: error[ruleSet.duplicateKey] a: 'de' and 'DE' are the same language"
        ),
        (
            "{de_AT: x}",
            "f:2:22: error[message.language] a: 'de_at' is not a language tag; write 'de-at'"
        ),
        (
            "{}",
            "f:2:22: error[message.empty] a: the message has no text in any language; write a text for a "
                + "language, such as en, or remove 'message'"
        ),
    ]

    @Test(arguments: wrong)
    func wrongMessagesAreIssues(message: String, issue: String) {
        let error = #expect(throws: RuleSetError.self) { try Self.manager(message) }
        #expect(error?.description == issue)
    }

    @Test(arguments: [
        ("en", "at least {min}, please"), ("en-GB", "at least {min}, please"),
        ("de", "mindestens {min}, bitte"), ("de-AT", "wenigstens {min}, bitte"),
        ("fr", "at least {min}, please"),
    ])
    func theLanguageIsChosenAsForLabels(language: String, text: String) throws {
        let manager = try Self.manager(
            "{en: 'at least {min}, please', de: 'mindestens {min}, bitte', de-AT: 'wenigstens {min}, bitte'}"
        )
        let violation = try #require(manager.validate(["a": "x"]).violations.first)
        #expect(
            manager.registry.messages(in: language).message(of: violation)
                == text.replacing("{min}", with: "2"))
        #expect(violation.message == "at least 2, please")
    }

    /// The forms of a number are those of the language that a text is written for, else those of English.
    @Test func numbersHaveTheFormsOfTheirLanguage() throws {
        let manager = try Self.manager(
            "{en: '{min} {min:one|other}', fr: '{min} {min:un|autre}', ru: '{min} {min:o|f|m|x}'}")
        let violation = try #require(manager.validate(["a": "x"]).violations.first)
        for (language, text) in [
            ("en", "2 other"), ("fr", "2 autre"), ("ru", "2 f"), ("pl", "2 other"),
        ] {
            #expect(
                manager.registry.messages(in: language).message(of: violation) == text,
                "\(language)")
        }
    }

    /// Without English, other languages have the rule's own message.
    @Test func anotherLanguageHasTheMessageOfTheRule() throws {
        let manager = try Self.manager("{de: 'zu kurz'}")
        let violation = try #require(manager.validate(["a": "x"]).violations.first)
        #expect(violation.message == "must have at least 2 characters")
        let messages = { (language: String) in
            manager.registry.messages(in: language).message(of: violation)
        }
        #expect(messages("de") == "zu kurz")
        let plain = try ValidatorsManager(RuleSet(Field("a", .length(2...))), registry: .standard())
        let same = try #require(plain.validate(["a": "x"]).violations.first)
        #expect(messages("fr") == manager.registry.messages(in: "fr").message(of: same))
        #expect(messages("fr") != "must have at least 2 characters")
    }

    @Test func swiftAndFilesSayTheSame() throws {
        let swift = RuleSet(
            Field("a", .email.message(["en": "no e-mail", "de-AT": "keine E-Mail"])),
            Field("b", .email.message(["de": "keine E-Mail"])),
            Field("c", .email.message("no e-mail")))
        let yaml = """
            assay: 1
            fields:
              a:
                - rule: email
                  message:
                    de-at: keine E-Mail
                    en: no e-mail
              b:
                - rule: email
                  message:
                    de: keine E-Mail
              c:
                - rule: email
                  message: no e-mail

            """
        #expect(try swift.yaml == yaml)
        #expect(try RuleSet(parsing: yaml) == swift)
        #expect(try RuleSet(parsing: yaml.replacing("de: keine", with: "de: nicht")) != swift)
        let json = #"{"assay":1,"fields":{"b":[{"rule":"email","message":{"de":"keine E-Mail"}}]}}"#
        #expect(try RuleSet(parsing: json) == RuleSet(swift.fields[1]))
    }
}
