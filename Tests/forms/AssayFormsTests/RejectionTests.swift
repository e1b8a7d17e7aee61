// SPDX-License-Identifier: Apache-2.0
import AssayForms
import Testing

/// A submission that fails always says so.
@MainActor
@Suite struct RejectionTests {
    private static let outdated =
        "The form was rejected, and has changed since it was submitted; submit it again."

    private func form() throws -> FormModel {
        let form = try FormModel.immediate(RuleSet(Field("name", .required)))
        form["name"].text = "ada"
        return form
    }

    // MARK: - Errors that nothing shows

    @Test(arguments: ["adam", "ada"])
    func anErrorAboutAValueThatWasEditedSaysThatTheFormWasRejected(last: String) async throws {
        let form = try form()
        await form.submitShowingErrors { _ in
            form["name"].text = "eve"
            form["name"].text = last
            throw ServerErrors(["name": ["is taken"]])
        }
        #expect(form["name"].messages == [])
        #expect(form.toolbar.message == Self.outdated)
        #expect(form.summary == [FormMessage(field: nil, text: Self.outdated)])
        form.messages = ["submission.outdated": "Noch einmal."]
        #expect(form.toolbar.message == "Noch einmal.")
        form.messages = MessageCatalogue(language: "de-AT")
        #expect(
            form.toolbar.message
                == "Das Formular wurde abgelehnt und seit dem Senden geändert; senden Sie es erneut."
        )
        await form.submitShowingErrors { _ in throw ServerErrors(["name": ["is taken"]]) }
        #expect(form.toolbar.message == nil)
        #expect(form.summary.map(\.text) == ["is taken"])
    }

    @Test func anErrorAboutARowThatWasRemovedSaysThatTheFormWasRejected() async throws {
        let form = try FormModel.immediate(
            RuleSet(Field("items", .required), Field("items[*].name", .required)))
        let rows = try form.rows("items")
        rows.append(["name": "Tea"])
        rows.append(["name": "Rum"])
        await form.submitShowingErrors { _ in
            rows.remove(at: 1)
            throw ServerErrors(["/items/1/name": ["is sold out"]])
        }
        #expect(form.toolbar.message == Self.outdated)
        rows.append(["name": "Rum"])
        await form.submitShowingErrors { _ in
            rows.remove(at: 1)
            throw ServerErrors(["/items/1/name": ["is sold out"], "/items/0/name": ["is cold"]])
        }
        #expect(form.toolbar.message == nil)
        #expect(form.summary.map(\.text) == ["is cold"])
    }

    struct Note: SubmittableForm, Equatable {
        @Validate(.required) var text = ""
        static let validatedFields: [ValidatedField<Note>] = [ValidatedField("text", \.$text)]

        func submit() async throws {
            await MainActor.run { RejectionTests.onSubmit() }
            throw ServerErrors(["text": ["is known"]])
        }
    }

    private static var onSubmit: () -> Void = {}

    @Test func aTypedFormSaysItToo() async throws {
        let controller = try FormController(Note(), messages: MessageCatalogue(language: "fr"))
        controller.form.text = "a"
        Self.onSubmit = { controller.form.text = "b" }
        defer { Self.onSubmit = {} }
        await controller.submitShowingErrors()
        let message =
            "Le formulaire a été refusé et a changé depuis son envoi ; envoyez-le à nouveau."
        #expect(controller.toolbar.message == message)
        #expect(controller.summary.map(\.text) == [message])
    }

    // MARK: - Errors of the form, and of fields that no step lists

    @Test func errorsOfNoFieldAreInTheToolbar() async throws {
        let form = try form()
        await form.submitShowingErrors { _ in throw ServerErrors([ServerError("is closed")]) }
        #expect(form.toolbar.message == "is closed")
        let hidden = try FormModel(
            RuleSet(Field("name", .required), Field("id", .required)), fields: ["name"],
            debounce: .zero)
        hidden["name"].text = "ada"
        await hidden.submitShowingErrors { _ in }
        #expect(hidden.toolbar.message == "is required")
    }

    @Test func errorsThatNoStepShowsAreShownByEveryStep() async throws {
        let form = try FormModel.immediate(
            RuleSet(Field("a", .required), Field("b", .required), Field("c", .required)))
        let steps = try form.steps([FormStep("first", "a"), FormStep("second", "b")])
        form["a"].text = "a"
        form["b"].text = "b"
        #expect(await steps.next())
        #expect(await !steps.submit { await form.submitShowingErrors { _ in } })
        #expect(steps.summary == [FormMessage(field: "c", text: "is required")])
        #expect(steps.toolbar.message == "is required")
        #expect(steps.summary(of: steps.all[0]) == [])
        #expect(steps.back())
        #expect(steps.summary.map(\.field) == ["c"])
        form["c"].text = "c"
        form.apply(ServerErrors([ServerError("is closed")]))
        #expect(steps.summary == [FormMessage(field: nil, text: "is closed")])
        #expect(steps.toolbar.message == "is closed")
        form.apply(ServerErrors([]))
        #expect(steps.summary == [] && steps.toolbar.message == nil)
    }

    // MARK: - After a submission that failed

    @Test func anEmptiedFieldShowsItsMessageAgain() async throws {
        let form = try FormModel(RuleSet(Field("name", .required)), triggers: .onSubmit)
        form["name"].text = "a"
        form["name"].text = ""
        #expect(form["name"].validation == .unchanged)
        await form.submitShowingErrors { _ in }
        form["name"].text = "a"
        #expect(form["name"].validation == .valid)
        form["name"].text = ""
        #expect(form["name"].messages == ["is required"])
        form.reset()
        form["name"].text = "a"
        form["name"].text = ""
        #expect(form["name"].validation == .unchanged)
    }

    @Test func anEmptiedPropertyShowsItsMessageAgain() async throws {
        let controller = try FormController(Note())
        await controller.submitShowingErrors()
        controller.form.text = "a"
        #expect(controller.form.$text.state == .valid)
        controller.form.text = ""
        #expect(controller.form.$text.messages == ["is required"])
    }

    @Test func afterASuccessAnInitialValueIsUnchanged() async throws {
        let form = try form()
        await form.submitShowingErrors { _ in throw ServerErrors([ServerError("is closed")]) }
        try await form.submit { _ in }
        form["name"].text = "eve"
        form["name"].text = "ada"
        #expect(form["name"].validation == .unchanged)
    }

    // MARK: - Rules that cannot decide

    @Test func rulesThatCannotDecideAboutTextsAreAnErrorAndNoFinding() async throws {
        let manager = try ValidatorsManager(RuleSet(Field("age", .required)))
        let form = try FormModel(manager, debounce: .zero)
        form["age"].text = "17"
        try manager.replaceValidators(with: RuleSet(Field("age", .range(18...))))
        #expect(await !form.validate())
        #expect(!form.isValid)
        #expect(form["age"].messages == ["could not be checked right now; try again"])
        #expect(form["age"].validation.violations == [])
        do {
            try await form.submit { _ in }
            Issue.record("the form is submitted")
        } catch let error as FormError {
            guard case .invalidRules(let issues) = error else { throw error }
            #expect(issues.issues.map(\.code) == ["field.unread"])
        }
        #expect(
            form.toolbar.message == "The form could not be submitted right now; try again.")
        try manager.replaceValidators(with: RuleSet(Field("age", .integer, .range(18...))))
        await #expect(throws: FormInvalid.self) { try await form.submit { _ in } }
        #expect(form["age"].messages == ["must be at least 18"])
    }
}
