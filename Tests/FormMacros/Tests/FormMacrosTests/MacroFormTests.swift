// SPDX-License-Identifier: Apache-2.0
import AssayForms
import Testing

@ValidatableForm
private struct ContactForm: Equatable {
    @Validate(.required, .email) var email = ""
    @Required("A city, please.", name: "address.city") private var city = ""
    @RegularExpression(pattern: "^[0-9]{5}$", message: "Five digits.") var zip = ""
    var note = ""
}

@ValidatableForm
private struct Choice<Option: Equatable & Sendable> {
    @Validate(.required()) var option: Option?
}

/// A form whose list the macro writes is a form.
struct MacroFormTests {
    @Test func theMacrosListValidatesTheForm() throws {
        var form = ContactForm()
        try form.check()
        form.validate()
        #expect(form.errors.map(\.field) == ["email", "address.city", "zip"])
        #expect(form.summary.map(\.text) == ["is required", "A city, please.", "Five digits."])
    }

    @Test func aGenericFormIsValidatedToo() throws {
        var form = Choice<Int>()
        try form.check()
        #expect(!form.isValid)
        form.option = 1
        #expect(form.isValid)
    }
}
