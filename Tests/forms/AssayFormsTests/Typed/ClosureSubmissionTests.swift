// SPDX-License-Identifier: Apache-2.0
import AssayForms
import Synchronization
import Testing

/// Controllers of forms that do not submit themselves.
@MainActor
@Suite struct ClosureSubmissionTests {
    private struct Note: ValidatableForm, Equatable {
        @Validate(.required) var title = ""
        @Validate(.required) var text = ""

        static let validatedFields: [ValidatedField<Note>] = [
            ValidatedField("title", \.$title), ValidatedField("text", \.$text),
        ]
    }

    /// Counts what is saved.
    private actor Notes {
        private(set) var titles: [String] = []

        func save(_ note: Note) throws {
            guard note.title != "taken" else {
                throw ServerErrors([ServerError("There is such a note.", at: "title")])
            }
            titles.append(note.title)
        }
    }

    @Test func aClosureSubmitsTheForm() async throws {
        let notes = Notes()
        let controller = try FormController(Note()) { note in try await notes.save(note) }
        await #expect(throws: FormInvalid.self) { try await controller.submit() }
        #expect(await notes.titles == [])
        controller.form.title = "Shopping"
        controller.form.text = "Milk"
        try await controller.submit()
        #expect(await notes.titles == ["Shopping"])
        #expect(controller.state.isSuccess)
        #expect(!controller.isDirty)
    }

    @Test func whatAClosureThrowsIsShownAtItsField() async throws {
        let notes = Notes()
        let controller = try FormController(
            Note(), submit: { note in try await notes.save(note) })
        controller.form.title = "taken"
        controller.form.text = "Milk"
        #expect(!(await controller.submitShowingErrors()))
        #expect(controller.form.$title.messages == ["There is such a note."])
        #expect(controller.focus == "title")
        controller.form.title = "free"
        #expect(await controller.submitShowingErrors())
        #expect(await notes.titles == ["free"])
    }

    @Test func aFormThatIsOnlyValidatedHasAController() async throws {
        let controller = try FormController(Note())
        #expect(!controller.validate())
        #expect(controller.summary.map(\.field) == ["title", "text"])
        controller.form.title = "Shopping"
        controller.form.text = "Milk"
        try await controller.submit()
        #expect(controller.initialForm.title == "Shopping")
    }

    @Test func aFormThatSubmitsItselfTakesNoClosure() {
        #expect(throws: FormError.submitsItself) {
            try FormController(Order.valid { _ in 1 }, submit: { _ in })
        }
        #expect(
            FormError.submitsItself.description
                == "the form submits itself; leave 'submit:' out, or let the form be a ValidatableForm"
        )
    }

    @Test func whatAFormReturnsIsReturned() async throws {
        let controller = try FormController(Order.valid { _ in 17 })
        controller.form.note = "changed"
        let number = try await controller.submit()
        #expect(number == 17)
        #expect(await controller.submitShowingErrors())
    }

    @Test func aContextMovesTheFocusToItsFirstError() async throws {
        let context = try FormContext(id: "note")
        try context.addValidator(
            for: "title", validations: [FieldValidation(.required, message: "Give a title.")])
        try context.addValidator(
            for: "text", validations: [FieldValidation(.required, message: "Write a text.")])
        context["title"] = "Shopping"
        #expect(!(await context.submitShowingErrors()))
        #expect(context.form.focus == "text")
        #expect(TextFieldModel("text", in: context).state.messages == ["Write a text."])
        #expect(TextFieldModel("unknown", in: context).state == .unchanged)
        context["text"] = "Milk"
        #expect(await context.submitShowingErrors())
    }
}
