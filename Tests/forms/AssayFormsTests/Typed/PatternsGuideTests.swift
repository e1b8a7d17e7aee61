// SPDX-License-Identifier: Apache-2.0
import AssayForms
import Testing

private struct Login: ValidatableForm {
    @Validate var userName = ""
    @Validate var password = ""
    static let validatedFields: [ValidatedField<Login>] = [
        ValidatedField("userName", \.$userName), ValidatedField("password", \.$password),
    ]
}

/// A form whose button is enabled only while all fields are filled.
struct FilledFormTests {
    @Test(arguments: [
        ("", "", false), ("", "secret", false), ("ann", "", false), ("ann", "secret", true),
        (" ", "\t", false),
    ])
    func loginIsPossibleOnlyWithBothFieldsFilled(
        userName: String, password: String, isPossible: Bool
    ) {
        var login = Login()
        login.userName = userName
        login.password = password
        #expect(login.isFilled == isPossible)
        #expect(areFilled(userName, password) == isPossible)
    }
}

private enum LicenseType: String, ValueConvertible {
    case none, car, lorry
}

private struct Registration: ValidatableForm {
    @Required("Name is required.") var name = ""
    @Required("Street is required.") var street = ""
    @Required("City is required.") var city = ""
    @Required("State is required.") var state = ""
    @RegularExpression(pattern: "^[0-9]{5}(-[0-9]{4})?$", message: "ZIP is 12345 or 12345-6789.")
    var zip = ""
    @Required("Country is required.") var country = ""
    @Validate(.isOneOf([.car, .lorry], message: "Choose a license.")) var license = LicenseType.none
    @Validate(.isEqualTo(true, message: "Accept the terms.")) var accepted = false

    static let validatedFields: [ValidatedField<Registration>] = [
        ValidatedField("name", \._name.validated), ValidatedField("street", \._street.validated),
        ValidatedField("city", \._city.validated), ValidatedField("state", \._state.validated),
        ValidatedField("zip", \._zip.validated), ValidatedField("country", \._country.validated),
        ValidatedField("license", \.$license), ValidatedField("accepted", \.$accepted),
    ]
}

/// A summary: all errors of a submission in field order, the ones before cleared.
struct ValidationSummaryTests {
    @Test func allErrorsAreInFieldOrder() {
        var form = Registration()
        form.validate()
        #expect(
            form.summary.map(\.text) == [
                "Name is required.", "Street is required.", "City is required.",
                "State is required.", "ZIP is 12345 or 12345-6789.", "Country is required.",
                "Choose a license.", "Accept the terms.",
            ])
    }

    @Test func errorsOfASubmissionBeforeAreCleared() {
        var form = Registration()
        form.validate()
        form.name = "Ann"
        form.street = "Main Street 1"
        form.city = "Springfield"
        form.state = "IL"
        form.zip = "62701-1234"
        form.country = "US"
        form.license = .car
        form.validate()
        #expect(form.summary.map(\.text) == ["Accept the terms."])
        form.accepted = true
        let isValid = form.validate()
        #expect(isValid)
        #expect(form.summary.map(\.text) == [])
    }

    @Test(arguments: [
        ("", false), ("1234", false), ("123456", false), ("12345-", false), ("12345-67890", false),
        ("12345\n", false), ("12345", true), ("12345-6789", true),
    ])
    func zipCodes(zip: String, isValid: Bool) {
        var form = Registration()
        form.zip = zip
        #expect(form.$zip.isEmpty == isValid)
    }
}

/// Inline validation: on every change and on demand, one message for a field.
struct InlineValidationTests {
    private struct Contact {
        @Required("Please enter a name.") var name = ""
        @RegularExpression(pattern: "^[0-9]+$", message: "Digits only.") var phone = "x"
        @Required var note: String?
        @Validate(.isNotEmpty(message: "Empty."), .hasLength(3..., message: "Short.")) var code = ""
    }

    @Test func requiredAndPatternsAreCheckedAtFirst() {
        let contact = Contact()
        #expect(contact.$name == ["Please enter a name."])
        #expect(contact.$phone == ["Digits only."])
        #expect(contact.$note == ["is required"])
    }

    @Test func requiredAndPatternsAreCheckedAtEveryChange() {
        var contact = Contact()
        contact.name = " \t"
        #expect(contact.$name == ["Please enter a name."])
        contact.name = "Ann"
        #expect(contact.$name == [])
        contact.name = ""
        #expect(contact.$name == ["Please enter a name."])
        contact.phone = "12"
        #expect(contact.$phone == [])
        contact.phone = "12a"
        #expect(contact.$phone == ["Digits only."])
        contact.note = "a"
        #expect(contact.$note == [])
    }

    @Test func severalRulesGiveAllMessagesOnDemandAndOneToAField() {
        var contact = Contact()
        contact.$code.validate()
        #expect(contact.$code.messages == ["Empty.", "Short."])
        #expect(contact.$code.firstMessage == "Empty.")
    }
}
