// SPDX-License-Identifier: Apache-2.0
import AssayForms
import Testing

@Suite struct AddressFormTests {
    @Test func theSummaryHasAllErrorsInFieldOrder() {
        var form = AddressForm()
        let everything = [
            "Enter your name.", "Enter a street.", "Enter a city.", "Enter a state.",
            "12345 or 12345-6789, please.", "Choose a country.", "Choose a license.",
            "Accept the terms.",
        ]
        #expect(form.submit().map(\.text) == everything)
        #expect(form.submit().map(\.text) == everything)
    }

    @Test func previousErrorsAreCleared() {
        var form = AddressForm()
        _ = form.submit()
        form.name = "Ada"
        form.street = "Main Street 1"
        form.city = "Springfield"
        form.state = "IL"
        form.country = "US"
        form.license = .team
        form.acceptsTerms = true
        let message = FormMessage(field: "zip", text: "12345 or 12345-6789, please.")
        #expect(form.submit() == [message])
        form.zip = "62701"
        #expect(form.submit() == [])
    }

    @Test(arguments: [
        ("", false), ("1234", false), ("12345", true), ("123456", false), ("12345-", false),
        ("12345-678", false), ("12345-6789", true), ("12345-6789\n", false), ("x12345", false),
    ])
    func zipCodesAreCheckedInline(_ zip: String, _ isValid: Bool) {
        var form = AddressForm()
        #expect(form.$zip == ["12345 or 12345-6789, please."])
        form.zip = zip
        #expect(form.$zip.isEmpty == isValid)
    }

    @Test func whiteSpaceIsNoName() {
        var form = AddressForm()
        form.name = " \t\n"
        #expect(form.$name == ["Enter your name."])
        form.name = "A"
        #expect(form.$name == [])
    }

    @Test func theFormListsItsFieldsWithoutMistakes() throws {
        try AddressForm().check()
    }

    @Test(arguments: [
        ("", "", false), ("ada", "", false), ("", "secret", false), ("ada", "secret", true),
        (" ", "\t", false),
    ])
    func theLoginIsEnabledWhileBothFieldsAreFilled(
        _ user: String, _ password: String, _ isEnabled: Bool
    ) {
        #expect(LoginForm(user: user, password: password).canLogIn == isEnabled)
    }
}
