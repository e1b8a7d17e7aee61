// SPDX-License-Identifier: Apache-2.0
import AssayForms
import Observation
import Testing

/// A form that a test's server answers.
struct Order: SubmittableForm, Equatable {
    @Validate(.required, .email) var email = ""
    @Validate(.required, .length(8...)) var password = ""
    @Validate(.required, .sameAs("account.password")) var passwordConfirm = ""
    var note = ""
    var server = Server { _ in 1 }

    static let validatedFields: [ValidatedField<Order>] = [
        ValidatedField("email", \.$email), ValidatedField("account.password", \.$password),
        ValidatedField("passwordConfirm", \.$passwordConfirm),
    ]

    static func valid(_ answer: @escaping @Sendable (Order) async throws -> Int) -> Order {
        var order = Order(server: Server(answer))
        order.email = "ann@mail.example"
        order.password = "correct horse"
        order.passwordConfirm = "correct horse"
        return order
    }

    func submit() async throws -> Int { try await server.answer(self) }

    struct Server: Sendable, Equatable {
        var answer: @Sendable (Order) async throws -> Int

        init(_ answer: @escaping @Sendable (Order) async throws -> Int) {
            self.answer = answer
        }

        static func == (left: Server, right: Server) -> Bool { true }
    }
}

/// What an order's server was sent, and when it answers.
actor OrderDesk {
    private(set) var sent: [Order] = []
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private var arrivals: [CheckedContinuation<Void, Never>] = []
    private var isOpen = false

    /// Waits until the desk answers.
    func pass(_ order: Order) async {
        sent.append(order)
        for arrival in arrivals { arrival.resume() }
        arrivals = []
        if !isOpen { await withCheckedContinuation { waiting.append($0) } }
    }

    /// Waits until something was sent.
    func arrival() async {
        if sent.isEmpty { await withCheckedContinuation { arrivals.append($0) } }
    }

    func open() {
        isOpen = true
        for one in waiting { one.resume() }
        waiting = []
    }
}

/// The controller holds a form while it is edited.
@MainActor
struct FormControllerTests {
    @Test func aFormWithAMistakeHasNoController() {
        struct Wrong: SubmittableForm, Equatable {
            @Validate(.rule("emial")) var email = ""
            static let validatedFields = [ValidatedField<Wrong>("email", \.$email)]
            func submit() async throws {}
        }
        #expect(throws: FormError.self) { try FormController(Wrong()) }
        #expect(throws: FormError.unknownField("account.password", nearest: nil)) {
            try FormController(Order(), ruleSet: RuleSet(Field("email", .email)))
        }
    }

    @Test func aRuleSetThatNamesAFieldWhichTheFormLacksIsAnError() {
        let ruleSet = RuleSet(
            Field("email", .email), Field("account.password", .required),
            Field("passwordConfirm", .sameAs("account.pasword")))
        #expect(
            throws: FormError.unknownRelation(
                "passwordConfirm", names: "account.pasword", nearest: "account.password")
        ) {
            try FormController(Order(), ruleSet: ruleSet)
        }
    }

    @Test func aRegistryIsGivenToTheForm() throws {
        struct Even: SubmittableForm, Equatable {
            @Validate(.rule("test.even")) var count = 1
            static let validatedFields = [ValidatedField<Even>("count", \.$count)]
            func submit() async throws {}
        }
        let registry = RuleRegistry.standard()
        try registry.register(
            RuleDefinition(
                id: "test.even", summary: "An even number",
                codes: [RuleCode("test.even.odd", "must be even")]
            ) { _ in
                RuleInstance(
                    check: { value, _ in .pass(if: (value.integer ?? 1) % 2 == 0) },
                    evaluate: { batch in
                        for row in 0..<batch.rowCount {
                            let row = Int(batch.rows[row])
                            let value = batch.value(row).integer ?? 1
                            if value % 2 != 0 { batch.record(.fail(), row: row) }
                        }
                    })
            })
        #expect(throws: FormError.self) { try FormController(Even()) }
        let controller = try FormController(Even(), registry: registry)
        controller.validate()
        #expect(controller.summary.map(\.text) == ["must be even"])
        controller.form.count = 2
        #expect(controller.errors == [])
    }

    @Test func aFormIsPristineAtFirst() throws {
        let controller = try FormController(Order())
        #expect(!controller.isDirty)
        #expect(!controller.canSubmit)
        #expect(!controller.isLoading)
        #expect(controller.errors == [])
        #expect(controller.form.$email.state == .unchanged)
    }

    @Test func everyPropertyMakesTheFormDirty() throws {
        let controller = try FormController(Order())
        controller.form.note = "a"
        #expect(controller.isDirty)
        #expect(controller.canSubmit)
        controller.form.note = ""
        #expect(!controller.isDirty)
    }

    @Test func validateShowsAllErrors() throws {
        let controller = try FormController(Order())
        let isValid = controller.validate()
        #expect(!isValid)
        #expect(controller.errors.map(\.field) == ["email", "account.password", "passwordConfirm"])
        #expect(controller.summary.map(\.text) == ["is required", "is required", "is required"])
    }

    @Test func aChangeChecksTheFieldsThatNameTheChangedOne() throws {
        let controller = try FormController(Order.valid { _ in 1 })
        controller.validate()
        #expect(controller.isValid)
        controller.form.password = "battery staple"
        #expect(controller.errors.map(\.field) == ["passwordConfirm"])
        #expect(controller.summary.map(\.text) == ["must be the same as account.password"])
        controller.form.passwordConfirm = "battery stapl"
        #expect(controller.errors.map(\.field) == ["passwordConfirm"])
        controller.form.passwordConfirm = "battery staple"
        #expect(controller.errors == [])
        #expect(controller.isValid)
    }

    @Test func aFieldThatWasNotCheckedIsNotCheckedByAChangeOfAnother() throws {
        let controller = try FormController(Order.valid { _ in 1 })
        controller.form.password = "battery staple"
        #expect(controller.errors == [])
        #expect(controller.form.$passwordConfirm.state == .unchanged)
        #expect(!controller.isValid)
    }

    @Test func theServicesRuleSetDrivesTheForm() throws {
        let ruleSet = RuleSet(
            Field("email", .endsWith("@mail.example")),
            Field("account.password", .notEquals("correct horse")),
            Field("passwordConfirm", .required), Field("plan", .required))
        let controller = try FormController(Order.valid { _ in 1 }, ruleSet: ruleSet)
        controller.validate()
        #expect(controller.errors.map(\.field) == ["account.password"])
        #expect(controller.formErrors.map(\.message) == ["is required"])
        #expect(controller.formErrors.map(\.pointer) == ["/plan"])
        controller.form.password = "battery staple"
        #expect(controller.form.$password.state == .valid)
    }

    @Test func whatARuleSetSaysOfElementsIsShownAtTheList() throws {
        struct Tags: SubmittableForm, Equatable {
            @Validate var tags = ["a", "", "b c"]
            static let validatedFields = [ValidatedField<Tags>("tags", \.$tags)]
            func submit() async throws {}
        }
        let controller = try FormController(
            Tags(), ruleSet: RuleSet(Field("tags[*]", .slug)))
        controller.validate()
        #expect(controller.errors.map(\.field) == ["tags"])
        #expect(controller.form.$tags.state.violations.map(\.pointer) == ["/tags/2"])
    }

    @Test func resetTakesEverythingBack() throws {
        let controller = try FormController(Order())
        controller.form.email = "ann"
        controller.validate()
        controller.apply(ServerErrors([ServerError("later")]))
        controller.reset()
        #expect(controller.form == Order())
        #expect(controller.errors == [])
        #expect(controller.formErrors == [])
        #expect(controller.form.$email.state == .unchanged)
    }

    @Test func resetToAnotherFormBeginsAgain() throws {
        let controller = try FormController(Order())
        controller.reset(to: .valid { _ in 1 })
        #expect(!controller.isDirty)
        #expect(controller.form.email == "ann@mail.example")
        #expect(controller.form.$email.state == .unchanged)
        #expect(!controller.form.$email.isDirty)
    }

    @Test func dismissingADirtyFormAsksFirst() throws {
        let controller = try FormController(Order())
        #expect(controller.requestDismissal() == .dismiss)
        #expect(!controller.isConfirmingDismissal)
        controller.form.note = "a"
        #expect(controller.requestDismissal() == .askFirst)
        #expect(controller.isConfirmingDismissal)
        controller.isConfirmingDismissal = false
        controller.form.note = ""
        #expect(controller.requestDismissal() == .dismiss)
    }

    @Test func changesAreObserved() async throws {
        let controller = try FormController(Order())
        await confirmation { changed in
            withObservationTracking {
                _ = controller.errors
            } onChange: {
                changed()
            }
            controller.validate()
        }
    }
}
