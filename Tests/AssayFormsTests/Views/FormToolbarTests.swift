// SPDX-License-Identifier: Apache-2.0
import AssayForms
import Testing

private struct Note: SubmittableForm, Equatable {
    @Validate(.required) var text = ""

    static let validatedFields: [ValidatedField<Note>] = [ValidatedField("text", \.$text)]

    func submit() async throws {}
}

/// What the toolbar of a form shows, and what its submission does to the focus.
@MainActor
@Suite struct FormToolbarTests {
    @Test(arguments: [
        (false, false, false, false, false), (true, false, true, false, true),
        (true, true, false, true, true), (false, true, false, true, true),
    ])
    func pristineAndLoadingFormsAreNotSubmitted(
        _ isDirty: Bool, _ isLoading: Bool, _ canSubmit: Bool, _ showsProgress: Bool, _ asks: Bool
    ) {
        let state = FormToolbarState(isDirty: isDirty, isLoading: isLoading)
        #expect(state.canSubmit == canSubmit)
        #expect(state.showsProgress == showsProgress)
        #expect(state.asksBeforeDismissal == asks)
    }

    @Test func bothKindsOfFormsHaveTheSameToolbar() async throws {
        let model = try FormModel(RuleSet(Field("text", .required)), debounce: .zero)
        let controller = try FormController(Note())
        #expect(model.toolbar == controller.toolbar)
        #expect(!model.toolbar.canSubmit)
        model["text"].text = "a"
        controller.form.text = "a"
        #expect(model.toolbar == controller.toolbar)
        #expect(model.toolbar.canSubmit)
        #expect(model.toolbar.canSubmit == model.canSubmit)
        #expect(controller.toolbar.canSubmit == controller.canSubmit)
        #expect((model.dismissal == .askFirst) == model.toolbar.asksBeforeDismissal)
        #expect(controller.requestDismissal() == !controller.toolbar.asksBeforeDismissal)
    }

    @Test func theProgressOfASubmissionIsShown() async throws {
        let form = try FormModel(RuleSet(Field("text", .required)), debounce: .zero)
        form["text"].text = "a"
        await form.submitShowingErrors { _ in
            #expect(form.toolbar == FormToolbarState(isDirty: true, isLoading: true))
        }
        #expect(form.submission.isSuccess)
        #expect(form.toolbar == FormToolbarState(isDirty: false, isLoading: false))
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

    @Test func theSummaryOfAControllerNamesFields() throws {
        let controller = try FormController(Note())
        controller.validate()
        controller.apply(ServerErrors([ServerError("is closed")]))
        #expect(
            controller.summaryMessages == [
                FormMessage(field: "text", text: "is required"),
                FormMessage(field: nil, text: "is closed"),
            ])
    }
}
