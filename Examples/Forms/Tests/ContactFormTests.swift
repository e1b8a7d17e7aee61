// SPDX-License-Identifier: Apache-2.0
import AssayForms
import AssayTesting
import Testing

@MainActor
@Suite struct ContactFormTests {
    @Test(arguments: [
        ("", false), (" ", false), ("ada", false), ("mailto:ada@mail.example", false),
        ("ada@mail.example, bob@mail.example", false), ("ada@mail.example", true),
    ])
    func aFieldChecksATextAlone(_ text: String, _ isValid: Bool) {
        #expect(ContactField.email.validate(text).isValid == isValid)
    }

    @Test func theFormIsGeneratedFromItsFields() throws {
        let form = try FormModel.contact()
        #expect(form.fields.map(\.path) == ["email", "name", "message"])
        #expect(ContactField.allCases.allSatisfy { form[$0].validation == .unchanged })
    }

    @Test func theAddressIsCheckedAfterADebounce() async throws {
        let clock = VirtualClock()
        let form = try FormModel.contact(clock: clock)
        let email = form[ContactField.email]
        email.text = "ada"
        await clock.waitForSleepers()
        email.text = "ada@"
        #expect(email.validation == .validating)
        await eventually { clock.deadlines.count == 1 }
        clock.advance(by: .milliseconds(300))
        await eventually { email.validation.isInvalid }
        #expect(email.firstMessage == "must be an e-mail address")
    }

    @Test func theNameIsCheckedWhenTheFocusLeavesIt() throws {
        let form = try FormModel.contact()
        let name = form[ContactField.name]
        form.focus = "name"
        name.text = "  "
        #expect(name.validation == .editing)
        form.focus = "message"
        #expect(name.firstMessage == "is required and must not be empty")
        #expect(form[ContactField.message].validation == .unchanged)
    }

    @Test func theMessageIsCheckedWhenTheFormIsSubmitted() async throws {
        let form = try FormModel.contact()
        form[ContactField.email].text = "ada@mail.example"
        form[ContactField.name].text = "Ada"
        form.focus = "message"
        form.focus = nil
        #expect(form[ContactField.message].validation == .unchanged)
        await #expect(throws: FormInvalid.self) { try await form.submit { _ in } }
        #expect(form[ContactField.message].firstMessage == "is required")
    }
}
