// SPDX-License-Identifier: Apache-2.0
import AssayForms
import AssayTesting
import Testing

@MainActor
@Suite struct CredentialsFormTests {
    @Test func nothingIsCheckedBeforeTheDebounce() async throws {
        let clock = VirtualClock()
        let form = CredentialsForm(isTaken: { _ in false }, clock: clock)
        form.password.value = "secret"
        #expect(form.password.state == .validating)
        await clock.waitForSleepers()
        clock.advance(by: .milliseconds(499))
        #expect(form.password.state == .validating)
        clock.advance(by: .milliseconds(1))
        await eventually { form.password.state.isInvalid }
        #expect(form.password.message == "Too short: 8 characters, please.")
    }

    @Test func aPasswordHasAnErrorForEachRule() {
        let validator = PasswordValidator()
        #expect(validator.errors(in: "secret") == [.tooShort, .noUppercaseLetter, .noNumber])
        #expect(validator.errors(in: "Secret-17") == [])
        #expect(throws: PasswordError.noNumber) { try validator.validate("Secretive") }
    }

    @Test func theInitialValueIsUnchangedAgain() async {
        let form = CredentialsForm(isTaken: { _ in false }, clock: VirtualClock())
        form.email.value = "ada"
        #expect(!(await form.email.validate()))
        #expect(form.email.message == "The text must be an e-mail address.")
        form.email.value = ""
        #expect(form.email.state == .unchanged)
        #expect(form.email.message == nil)
    }

    @Test func everyFieldShowsItsMessageAfterValidation() async {
        let form = CredentialsForm(isTaken: { $0 == "ada" }, clock: VirtualClock())
        form.nickname.value = "ada"
        #expect(!(await form.validate()))
        #expect(form.email.message == "The text must be an e-mail address.")
        #expect(form.password.message == "Too short: 8 characters, please.")
        #expect(form.nickname.message == "This name is taken.")
        form.email.value = "ada@mail.example"
        form.password.value = "Secret-17"
        form.nickname.value = "countess"
        #expect(await form.validate())
    }

    @Test func anAsynchronousValidatorIsAsked() async {
        let form = CredentialsForm(isTaken: { $0 == "ada" }, clock: VirtualClock())
        form.nickname.value = "ada"
        await form.nickname.validate()
        #expect(form.nickname.message == "This name is taken.")
        form.nickname.value = "bob"
        #expect(await form.nickname.validate())
    }

    @Test func theFormGoesOnWhenEveryFieldIsValid() async {
        let form = CredentialsForm(isTaken: { _ in false }, clock: VirtualClock())
        #expect(!form.canContinue)
        form.email.value = "ada@mail.example"
        form.password.value = "Secret-17"
        form.nickname.value = "ada"
        await form.email.validate()
        await form.password.validate()
        #expect(!form.canContinue)
        await form.nickname.validate()
        #expect(form.canContinue)
    }
}
