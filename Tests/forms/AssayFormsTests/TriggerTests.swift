// SPDX-License-Identifier: Apache-2.0
import AssayForms
import AssayTesting
import Observation
import Testing

@MainActor
@Suite struct TriggerTests {
    @Test func everyCombinationOfTriggersChecksWhenItSaysSo() async throws {
        for rawValue in UInt8(0)...7 {
            let triggers = ValidationTriggers(rawValue: rawValue)
            let form = try FormModel.immediate(.signUp, triggers: triggers)
            form.focus = "email"
            form["email"].text = "ada"
            #expect(form["email"].validation.isInvalid == triggers.contains(.onChange))
            form.focus = nil
            let leaves = triggers.contains(.onEditingChanged)
            #expect(form["email"].validation.isInvalid == (leaves || triggers.contains(.onChange)))
            await form.validate()
            #expect(form["email"].validation.isInvalid)
        }
    }

    @Test func triggersAreOfEachField() throws {
        let form = try FormModel.immediate(.signUp)
        form["password"].triggers = .onEditingChanged
        form["email"].text = "a"
        form["password"].text = "a"
        #expect(form["email"].validation.isInvalid)
        #expect(form["password"].validation == .editing)
    }

    @Test func focusThatLeavesAnotherFieldDoesNotCheckThisOne() throws {
        let form = try FormModel.immediate(.signUp, triggers: .onEditingChanged)
        form["email"].text = "ada"
        form.focus = "password"
        form.focus = "passwordConfirm"
        #expect(form["email"].validation == .editing)
        #expect(form["password"].messages == ["is required"])
        #expect(form["passwordConfirm"].validation == .unchanged)
    }

    @Test func focusThatComesDoesNotCheck() throws {
        let form = try FormModel.immediate(.signUp)
        form.focus = "email"
        #expect(form["email"].validation == .unchanged)
        #expect(!form["email"].isTouched)
        #expect(form["email"].isFocused)
        form.focus = "email"
        #expect(form["email"].validation == .unchanged)
    }

    @Test func focusThatLeavesTouchesAFieldWhateverItsTriggers() throws {
        let form = try FormModel.immediate(.signUp, triggers: .onSubmit)
        form.focus = "email"
        form.focus = "something else"
        #expect(form["email"].isTouched)
        #expect(form["email"].validation == .unchanged)
        #expect(form.focus == "something else")
    }

    @Test func pauseDelaysChangesAndNotTheFocus() async throws {
        let clock = VirtualClock()
        let form = try FormModel(.signUp, limits: AsyncLimits(clock: clock))
        form.focus = "email"
        form["email"].text = "ada"
        #expect(form["email"].validation == .validating)
        form.focus = nil
        #expect(form["email"].validation.isInvalid)
    }

    @Test func fieldIsCheckedHalfASecondAfterItsLastChange() async throws {
        let clock = VirtualClock()
        let form = try FormModel(.signUp, limits: AsyncLimits(clock: clock))
        form["email"].text = "a"
        await clock.waitForSleepers()
        clock.advance(by: .milliseconds(400))
        form["email"].text = "ad"
        await clock.waitForDeadline(.milliseconds(900))
        clock.advance(by: .milliseconds(499))
        #expect(form["email"].validation == .validating)
        clock.advance(by: .milliseconds(1))
        await until { form["email"].validation.isInvalid }
        #expect(form["email"].messages == ["must be an e-mail address"])
    }

    @Test func pauseIsOfEachField() async throws {
        let clock = VirtualClock()
        let form = try FormModel(.signUp, limits: AsyncLimits(clock: clock))
        form["email"].debounce = .zero
        form["password"].debounce = .seconds(2)
        form["email"].text = "a"
        form["password"].text = "a"
        #expect(form["email"].validation.isInvalid)
        #expect(form["password"].validation == .validating)
        await clock.waitForDeadline(.seconds(2))
        clock.advance(by: .seconds(2))
        await until { form["password"].validation.isInvalid }
    }

    @Test func stateIsPublishedOnlyWhenItChanges() throws {
        let form = try FormModel.immediate(
            RuleSet(Field("email", .email, isSensitive: true), Field("password", .required)))
        form["email"].text = "a"
        let counter = Counter()
        withObservationTracking {
            _ = form["email"].validation
            _ = form["email"].isTouched
            _ = form["email"].isDirty
            _ = form["password"].value
        } onChange: {
            counter.count()
        }
        form["email"].text = "ab"
        #expect(counter.value == 0)
        form["email"].text = "ab@example.org"
        #expect(counter.value == 1)
    }
}

extension VirtualClock {
    /// Waits until a task sleeps until a moment, and none until an earlier one.
    func waitForDeadline(_ offset: Duration) async {
        while deadlines.first?.offset != offset { await Task.yield() }
    }

    private struct Note: ValidatableForm, Equatable {
        @Validate(.required) var text = ""
        static let validatedFields: [ValidatedField<Note>] = [ValidatedField("text", \.$text)]
    }

    @MainActor
    @Test func theFocusIsNotMovedToAFieldThatTheFormLacks() throws {
        let form = try FormModel.immediate(
            RuleSet(Field("email", .required), Field("items[*].name", .required)))
        try form.rows("items").append()
        try form.moveFocus(to: "email")
        #expect(throws: FormError.missingField("emial", nearest: "email")) {
            try form.moveFocus(to: "emial")
        }
        #expect(throws: FormError.self) { try form.moveFocus(to: "items[1].name") }
        #expect(form.focus == "email")
        try form.moveFocus(to: "items[0].name")
        #expect(form.focus == "items[0].name" && form["email"].messages == ["is required"])
        let controller = try FormController(Note())
        #expect(throws: FormError.missingField("txet", nearest: "text")) {
            try controller.moveFocus(to: "txet")
        }
        #expect(controller.focus == nil)
        try controller.moveFocus(to: "text")
        #expect(controller.focus == "text")
    }
}
