// SPDX-License-Identifier: Apache-2.0
import AssayForms
import AssayTesting
import Testing

/// Pages of a wizard, left one by one.
@MainActor
@Suite struct FormStepsTests {
    private static let rules = RuleSet(
        Field("email", .required, .email), Field("password", .required, .length(4...)),
        Field("city", .required), Field("confirm", .required, .sameAs("password")),
        Field("hint", .differentFrom("confirm")), Field("items", .required),
        Field("items[*].name", .required))
    private static let pages = [
        FormStep("account", "email", "password", "hint"), FormStep("address", "city"),
        FormStep("items", "items"), FormStep("end", "confirm"),
    ]

    private func form() throws -> (form: FormModel, steps: FormSteps) {
        let form = try FormModel.immediate(Self.rules)
        return (form, try form.steps(Self.pages))
    }

    private func fill(_ form: FormModel) {
        form["email"].text = "ada@mail.example"
        form["password"].text = "secret"
        form["city"].text = "London"
    }

    // MARK: - Wrong input

    @Test(arguments: [
        ([], FormError.noSteps),
        ([FormStep("a", "email"), FormStep("a", "city")], .duplicateStep("a")),
        ([FormStep("a", "emial")], .missingField("emial", nearest: "email")),
        ([FormStep("a", "email"), FormStep("b", "email")], .duplicateField("email")),
        ([FormStep("a", "items[0].name")], .missingField("items[0].name", nearest: nil)),
    ])
    func stepsThatCannotBeUsedAreErrors(_ steps: [FormStep], _ error: FormError) throws {
        let form = try FormModel.immediate(Self.rules)
        #expect(throws: error) { try form.steps(steps) }
    }

    @Test func theErrorsSayWhatToDo() {
        #expect("\(FormError.noSteps)" == "the form has no steps; give it at least one")
        #expect(
            "\(FormError.duplicateStep("a"))"
                == "the form has two steps 'a'; give each step a name of its own")
        #expect(
            "\(FormError.unregisteredField("a"))"
                == "the field 'a' is unregistered; register it before its rows are used")
    }

    @Test func aStepWithAnErrorIsNotLeft() async throws {
        let (form, steps) = try form()
        #expect(await !steps.next())
        #expect(steps.index == 0 && steps.state(of: steps.current) == .invalid)
        #expect(form.focus == "email")
        #expect(steps.summary.map(\.field) == ["email", "password"])
        #expect(form["city"].validation == .unchanged)
        #expect(await !steps.show("end"))
        #expect(await !steps.show("somewhere"))
        #expect(!steps.back() && steps.index == 0)
        form["email"].text = "ada@mail.example"
        #expect(await !steps.next())
        #expect(form.focus == "password")
    }

    @Test func theLastStepIsLeftBySubmitting() async throws {
        let (form, steps) = try form()
        fill(form)
        try form.rows("items").append(["name": "Tea"])
        #expect(await steps.show("end"))
        #expect(steps.isLast)
        #expect(await !steps.next())
        #expect(steps.current.id == "end")
    }

    // MARK: - Steps

    @Test func stepsAreLeftOneByOne() async throws {
        let (form, steps) = try form()
        let rows = try form.rows("items")
        fill(form)
        #expect(steps.progress == 0 && steps.isFirst)
        #expect(await steps.next())
        #expect(steps.current.id == "address" && steps.progress == 0.25)
        #expect(await steps.show("items"))
        #expect(await !steps.next())
        #expect(steps.summary.map(\.text) == ["is required"])
        rows.append()
        #expect(await !steps.next())
        #expect(steps.summary.map(\.field) == ["items[0].name"])
        rows[0]?["name"].text = "Tea"
        #expect(await steps.next())
        #expect(steps.isLast && steps.completedCount == 3)
        #expect(await steps.show("account"))
        #expect(steps.index == 0 && steps.completedCount == 3)
        steps.restart()
        #expect(steps.completedCount == 0)
    }

    @Test func aStepThatChangesForTheWorseIsNotCompleteAnyLonger() async throws {
        let (form, steps) = try form()
        fill(form)
        #expect(await steps.next())
        form["password"].text = "abc"
        #expect(steps.state(of: steps.all[0]) == .invalid)
        #expect(steps.progress == 0)
        form["password"].text = "abcdef"
        #expect(steps.state(of: steps.all[0]) == .complete)
    }

    // MARK: - Relations

    @Test func aRuleAboutAFieldOfALaterStepHoldsNothingUp() async throws {
        let (form, steps) = try form()
        fill(form)
        form["hint"].text = "secret"
        form["confirm"].text = "another"
        #expect(form["hint"].validation.isValid)
        #expect(await steps.next())
        form["confirm"].text = "secret"
        #expect(form["hint"].messages == ["must be different from confirm"])
        #expect(steps.state(of: steps.all[0]) == .invalid)
        try form.rows("items").append(["name": "Tea"])
        #expect(await steps.show("end"))
        let isSubmitted = await steps.submit { await form.submitShowingErrors { _ in } }
        #expect(!isSubmitted && steps.index == 0 && form.focus == "hint")
    }

    @Test func errorsOfAServerShowTheirStep() async throws {
        let (form, steps) = try form()
        fill(form)
        form["confirm"].text = "secret"
        try form.rows("items").append(["name": "Tea"])
        #expect(await steps.show("end"))
        let isSubmitted = await steps.submit {
            await form.submitShowingErrors { _ in
                throw ServerErrors(["/items/0/name": ["is sold out"]])
            }
        }
        #expect(!isSubmitted && steps.current.id == "items" && form.focus == "items[0].name")
        #expect(await !steps.next())
        form["items[0].name"].text = "Rum"
        #expect(await steps.show("end"))
        #expect(await steps.submit { await form.submitShowingErrors { _ in } })
        #expect(steps.progress == 1)
        #expect(steps.showFirstInvalid() == nil)
    }

    // MARK: - Asynchronous rules

    private func asyncForm(_ desk: AnswerDesk) throws -> (form: FormModel, steps: FormSteps) {
        let form = try FormModel(
            RuleSet(Field("name", .required, .rule("isFree")), Field("city", .required)),
            registry: desk.registry, debounce: .zero, limits: AsyncLimits(timeout: nil))
        return (form, try form.steps([FormStep("a", "name"), FormStep("b", "city")]))
    }

    @Test(arguments: [Verdict.pass, .fail()])
    func aStepWaitsForItsAsynchronousRules(_ verdict: Verdict) async throws {
        let desk = AnswerDesk()
        let (form, steps) = try asyncForm(desk)
        form["name"].text = "anna"
        async let first = steps.next()
        await desk.waitForQuestions(1)
        #expect(steps.isLeaving && steps.state(of: steps.current) == .checking)
        #expect(!steps.toolbar.canGoOn && steps.toolbar.isLoading)
        #expect(await !steps.next())
        desk.answer("anna", verdict)
        #expect(await first == (verdict == .pass))
        #expect(steps.index == (verdict == .pass ? 1 : 0) && !steps.isLeaving)
    }

    @Test func aStepThatIsNotShownAnyLongerIsNotLeft() async throws {
        let desk = AnswerDesk()
        let (form, steps) = try asyncForm(desk)
        form["name"].text = "anna"
        async let first = steps.next()
        await desk.waitForQuestions(1)
        desk.answer("anna", .pass)
        #expect(await first)
        form["name"].text = "bob"
        steps.back()
        async let second = steps.next()
        await desk.waitForQuestions(2)
        form["name"].text = "carl"
        desk.answer("bob", .pass)
        await desk.waitForQuestions(3)
        desk.answer("carl", .fail())
        #expect(await !second)
        #expect(steps.index == 0 && form["name"].messages == ["is taken"])
        desk.close()
    }

    // MARK: - Typed forms and the toolbar

    struct Wizard: ValidatableForm, Equatable {
        @Validate(.required, .email) var email = ""
        @Validate(.required, .length(4...)) var password = ""
        @Validate(.required, .sameAs("password")) var confirm = ""

        static let validatedFields: [ValidatedField<Wizard>] = [
            ValidatedField("email", \.$email), ValidatedField("password", \.$password),
            ValidatedField("confirm", \.$confirm),
        ]
    }

    @Test func aTypedFormHasStepsToo() async throws {
        let controller = try FormController(Wizard(), triggers: .all) { _ in }
        #expect(throws: FormError.missingField("emial", nearest: "email")) {
            try controller.steps([FormStep("a", "emial")])
        }
        let steps = try controller.steps([
            FormStep("a", "email", "password"), FormStep("b", "confirm"),
        ])
        #expect(await !steps.next())
        #expect(controller.focus == "email" && steps.summary.count == 2)
        controller.form.email = "ada@mail.example"
        controller.form.password = "secret"
        #expect(await steps.next())
        #expect(steps.progress == 0.5)
        #expect(await !steps.submit { await controller.submitShowingErrors() })
        #expect(controller.focus == "confirm")
        controller.form.confirm = "secret"
        #expect(await steps.submit { await controller.submitShowingErrors() })
        #expect(steps.progress == 1)
    }

    @Test func theToolbarGoesOnAndSubmitsAtTheLastStep() async throws {
        let (form, steps) = try form()
        #expect(steps.toolbar.action == .next && steps.toolbar.canGoOn)
        #expect(!steps.toolbar.canGoBack && steps.toolbar.dismissal == .dismiss)
        fill(form)
        try form.rows("items").append(["name": "Tea"])
        #expect(await steps.show("end"))
        #expect(steps.toolbar.action == .submit && steps.toolbar.canGoOn)
        #expect(steps.toolbar.canGoBack && steps.toolbar.dismissal == .askFirst)
        #expect(steps.toolbar.progress == 0.75)
        form.reset()
        #expect(!steps.toolbar.canGoOn)
    }
}
