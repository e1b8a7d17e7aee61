// SPDX-License-Identifier: Apache-2.0
import AssayForms
import Testing

private struct Note: SubmittableForm, Equatable {
    @Validate(.required) var text = ""

    static let validatedFields: [ValidatedField<Note>] = [ValidatedField("text", \.$text)]

    func submit() async throws {}
}

private struct Offline: Error {}

private struct FailingNote: SubmittableForm, Equatable {
    @Validate(.required) var text = ""

    static let validatedFields: [ValidatedField<FailingNote>] = [ValidatedField("text", \.$text)]

    func submit() async throws { throw Offline() }
}

/// What the toolbar of a form shows, and what its submission does to the focus.
@MainActor
@Suite struct FormToolbarTests {
    private static let pristine = FormToolbarState(
        canSubmit: false, isLoading: false, dismissal: .dismiss)
    private static let dirty = FormToolbarState(
        canSubmit: true, isLoading: false, dismissal: .askFirst)
    private static let loading = FormToolbarState(
        canSubmit: false, isLoading: true, dismissal: .askFirst)

    @Test func bothKindsOfFormsHaveTheSameToolbar() throws {
        let model = try FormModel(RuleSet(Field("text", .required)), debounce: .zero)
        let controller = try FormController(Note())
        #expect(model.toolbar == Self.pristine)
        #expect(controller.toolbar == Self.pristine)
        model["text"].text = "a"
        controller.form.text = "a"
        #expect(model.toolbar == Self.dirty)
        #expect(controller.toolbar == Self.dirty)
    }

    @Test func theProgressOfASubmissionIsShown() async throws {
        let form = try FormModel(RuleSet(Field("text", .required)), debounce: .zero)
        form["text"].text = "a"
        await form.submitShowingErrors { _ in #expect(form.toolbar == Self.loading) }
        #expect(form.submission.isSuccess)
        #expect(form.toolbar == Self.pristine)
    }

    @Test func theFocusMovesToTheFirstFieldWithAnError() async throws {
        let form = try FormModel(
            RuleSet(Field("a", .email), Field("b", .required), Field("c", .required)),
            debounce: .zero)
        form.focus = "c"
        await form.submitShowingErrors { _ in }
        #expect(form.focus == "b")
        form["b"].text = "b"
        form["c"].text = "c"
        await form.submitShowingErrors { _ in throw ServerErrors(["c": ["is taken"]]) }
        #expect(form.focus == "c")
        #expect(form.submission.error is ServerErrors)
        form["c"].text = "d"
        await form.submitShowingErrors { _ in throw ServerErrors([ServerError("is closed")]) }
        #expect(form.focus == "c")
        #expect(form.summary.map(\.text) == ["is closed"])
    }

    @Test func aSubmissionThatFailsWithoutAnErrorOfTheServerIsShown() async throws {
        let form = try FormModel(
            RuleSet(Field("text", .required)), debounce: .zero,
            messages: ["submission.failed": "Keine Verbindung."])
        form["text"].text = "a"
        await form.submitShowingErrors { _ in throw Offline() }
        #expect(form.summary == [FormMessage(field: nil, text: "Keine Verbindung.")])
        #expect(form.toolbar.message == "Keine Verbindung.")
        #expect(form.toolbar.canSubmit)
        await form.submitShowingErrors { _ in throw ServerErrors(["text": ["is known"]]) }
        #expect(form.summary.map(\.text) == ["is known"])
        #expect(form.toolbar.message == nil)
        await form.submitShowingErrors { _ in throw Offline() }
        form.reset()
        #expect(form.toolbar.message == nil)
        let controller = try FormController(FailingNote(text: "a"))
        await #expect(throws: Offline.self) { try await controller.submit() }
        let message = "The form could not be submitted right now; try again."
        #expect(controller.summary.map(\.text) == [message])
        #expect(controller.toolbar.message == message)
    }

    @Test func aFailureIsOverWhenTheRulesRejectTheNextSubmission() async throws {
        let form = try FormModel(RuleSet(Field("text", .required)), debounce: .zero)
        form["text"].text = "a"
        await form.submitShowingErrors { _ in throw Offline() }
        #expect(
            form.toolbar.message == "The form could not be submitted right now; try again.")
        form["text"].text = ""
        await form.submitShowingErrors { _ in }
        #expect(form.summary.map(\.text) == ["is required"])
        #expect(form.toolbar.message == nil)
    }

    @Test func theSummaryOfAControllerNamesFieldsAndTheFormLast() throws {
        let controller = try FormController(Note())
        controller.validate()
        controller.apply(ServerErrors([ServerError("is closed")]))
        #expect(
            controller.summary == [
                FormMessage(field: "text", text: "is required"),
                FormMessage(field: nil, text: "is closed"),
            ])
    }

    @Test func aFormThatNeedNotBePreventedClosesAtOnce() throws {
        let form = try FormModel.immediate(.signUp)
        form["email"].text = "a"
        #expect(form.toolbar.preventingDismissal(true) == form.toolbar)
        #expect(form.toolbar.dismissal == .askFirst)
        #expect(form.toolbar.preventingDismissal(false).dismissal == .dismiss)
        #expect(form.toolbar.preventingDismissal(false).canSubmit)
    }
}
