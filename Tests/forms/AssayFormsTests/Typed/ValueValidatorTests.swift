// SPDX-License-Identifier: Apache-2.0
import AssayForms
import Testing

/// Passwords: one typed error for each rule that fails, each with its sentence.
struct PasswordValidatorTests {
    @Test(arguments: [
        ("", PasswordError.tooShort), ("Abcdef1", .tooShort),
        ("Abcdefghijklmnopqrstuvw12", .tooLong), ("ABCDEFG1", .noLowercaseLetter),
        ("abcdefg1", .noUppercaseLetter), ("Abcdefgh", .noNumber),
    ])
    func theFirstRuleThatFailsIsThrown(password: String, error: PasswordError) {
        #expect(throws: error) { try PasswordValidator().validate(password) }
    }

    @Test(arguments: ["Abcdefg1", "Abcdefghijklmnopqrstuv12", "Ünïcödé9"])
    func passwordsOf8To24CharactersWithAllKindsPass(password: String) {
        #expect(throws: Never.self) { try PasswordValidator().validate(password) }
    }

    @Test func allErrorsAreKnown() {
        #expect(
            PasswordValidator().errors(in: "------") == [
                .tooShort, .noLowercaseLetter, .noUppercaseLetter, .noNumber,
            ])
        #expect(PasswordValidator().errors(in: "Abcdefg1") == [])
    }

    @Test func everyErrorHasItsSentence() {
        #expect(
            PasswordError.allCases.map(\.description) == [
                "The password must have at least 8 characters.",
                "The password must have at most 24 characters.",
                "The password must contain a lowercase letter.",
                "The password must contain an uppercase letter.",
                "The password must contain a number.",
            ])
    }
}

/// E-mail addresses: the whole text is one.
struct EmailAddressValidatorTests {
    @Test(arguments: [
        "", " ", "ann", "ann@", "@mail.example", "mailto:ann@mail.example",
        "a@b.example, c@d.example",
        "Ann <ann@mail.example>", "ann@mail.example ", "ann@mail.example\n",
    ])
    func textThatIsNoAddressIsRejected(text: String) {
        #expect(throws: EmailAddressError.notAnAddress) {
            try EmailAddressValidator().validate(text)
        }
    }

    @Test func anAddressPasses() {
        #expect(throws: Never.self) { try EmailAddressValidator().validate("ann@mail.example") }
    }

    @Test func theErrorHasItsSentence() {
        #expect(EmailAddressError.notAnAddress.description == "The text must be an e-mail address.")
    }
}
