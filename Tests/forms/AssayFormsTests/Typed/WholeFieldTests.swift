// SPDX-License-Identifier: Apache-2.0
import AssayForms
import AssayTesting
import Foundation
import Testing

private struct Account: SubmittableForm, Equatable {
    @Validate(.required, .rule("isFree")) var user = ""
    @Validate(.required) var password = ""
    @Validate(.required, .sameAs("password")) var passwordConfirm = ""

    static let validatedFields: [ValidatedField<Account>] = [
        ValidatedField("user", \.$user), ValidatedField("password", \.$password),
        ValidatedField("passwordConfirm", \.$passwordConfirm),
    ]

    func submit() async throws {}
}

/// A name that may be missing and is asked about, and a title.
private struct Draft: SubmittableForm, Equatable {
    @Validate(.rule("isFree")) var nick = ""
    @Validate(.required) var title = ""

    static let validatedFields: [ValidatedField<Draft>] = [
        ValidatedField("nick", \.$nick), ValidatedField("title", \.$title),
    ]

    func submit() async throws {}
}

/// A field that is checked at once, by a rule that names another one.
private struct Twins: SubmittableForm, Equatable {
    @Validate(.required) var password = "a"
    var confirm = ValidatedValue<String>(
        "a", rules: [.rule(.sameAs("password"))], isEager: true)

    static let validatedFields: [ValidatedField<Twins>] = [
        ValidatedField("password", \.$password), ValidatedField("confirm", \.confirm),
    ]

    func submit() async throws {}
}

/// A field whose own rule is one of Swift, and one that is compared with it.
private struct Strict: ValidatableForm, Equatable {
    @Validate(.hasLength(8...)) var password = ""
    @Validate(.sameAs("password")) var confirm = ""

    static let validatedFields: [ValidatedField<Strict>] = [
        ValidatedField("password", \.$password), ValidatedField("confirm", \.$confirm),
    ]
}

/// A field that is compared with two others by rules of one id; the first of these is checked by a
/// rule of Swift.
private struct Copies: SubmittableForm, Equatable {
    @Validate(.hasLength(8...)) var first = ""
    @Validate(.required) var second = ""
    @Validate(.rule(.sameAs("first")), .rule(.sameAs("second"))) var copy = ""

    static let validatedFields: [ValidatedField<Copies>] = [
        ValidatedField("first", \.$first), ValidatedField("second", \.$second),
        ValidatedField("copy", \.$copy),
    ]

    func submit() async throws {}
}

/// A view checks one property of a form, and every rule about it is asked.
@MainActor
@Suite struct WholeFieldTests {
    private let desk = AnswerDesk()

    private func controller(_ ruleSet: RuleSet? = nil) throws -> FormController<Account> {
        try FormController(
            Account(), ruleSet: ruleSet, registry: desk.registry, limits: AsyncLimits(timeout: nil))
    }

    @Test func aPropertyIsNotValidWhileTheOtherOneIsInvalidByARuleOfSwift() {
        var form = Strict()
        form.password = "short"
        form.confirm = "other"
        form.validate()
        #expect(!form.isValid)
        #expect(form.$password.state.isInvalid)
        #expect(form.$confirm.state == .editing)
        #expect(form.summary.map(\.field) == ["password"])
        form.confirm = ""
        form.validate()
        #expect(!form.isValid)
        #expect(form.$confirm.state == .valid)
        form.confirm = "other"
        form.password = "long enough"
        form.validate()
        #expect(!form.isValid)
        #expect(form.$confirm.messages == ["must be the same as password"])
    }

    @Test func aPrematureRuleTakesNothingBackFromAnotherOneWithItsId() throws {
        var form = Copies(first: "short", second: "long enough", copy: "other")
        form.validate()
        #expect(form.$first.state.isInvalid)
        #expect(form.$copy.messages == ["must be the same as second"])
        form.copy = "long enough"
        form.validate()
        #expect(form.$copy.state == .editing)
        form.first = "long enough"
        form.validate()
        #expect(form.$copy.state == .valid)
    }

    @Test func aPrematureRuleTakesNothingBackFromTheRuleSet() throws {
        let controller = try FormController(
            Copies(first: "short", second: "long enough", copy: "other"),
            ruleSet: RuleSet(
                Field("first", .required), Field("second", .required),
                Field("copy", .sameAs("second"))))
        controller.validate()
        #expect(
            controller.form.$copy.messages == [
                "must be the same as second", "must be the same as second",
            ])
    }

    @Test func aPropertyIsNotValidWhileARuleAboutAnotherFieldFails() throws {
        let controller = try controller()
        controller.form.password = "correct horse"
        controller.form.passwordConfirm = "something else"
        let isValid = controller.form.$passwordConfirm.validate()
        #expect(!isValid)
        #expect(controller.form.$passwordConfirm.messages == ["must be the same as password"])
        controller.form.passwordConfirm = "correct horse"
        #expect(controller.form.$passwordConfirm.state == .valid)
    }

    @Test func aPropertyIsNotValidWhileARuleOfTheRuleSetFails() throws {
        let ruleSet = RuleSet(
            Field("user", .required), Field("password", .notEquals("secret")),
            Field("passwordConfirm", .required))
        let controller = try controller(ruleSet)
        controller.form.password = "secret"
        let isValid = controller.form.$password.validate()
        #expect(!isValid)
        #expect(controller.form.$password.state.violations.map(\.code) == ["notEquals.equal"])
        controller.form.password = "other"
        #expect(controller.form.$password.state == .valid)
    }

    @Test func aPropertyIsNotValidBeforeItsAsynchronousRuleHasPassed() async throws {
        let controller = try controller()
        controller.form.user = "ada"
        let isValid = controller.form.$user.validate()
        #expect(!isValid)
        #expect(controller.form.$user.state == .validating)
        await desk.waitForQuestions(1)
        desk.answer("ada", .fail())
        await until { controller.form.$user.state.isInvalid }
        #expect(controller.form.$user.messages == ["is taken"])
        #expect(desk.asked == ["ada"])
    }

    @Test func aPropertyWithoutAFormIsNotValidWhileOthersHaveToBeAsked() {
        var form = Account()
        form.password = "a"
        form.passwordConfirm = "b"
        let isValid = form.$passwordConfirm.validate()
        #expect(!isValid)
        #expect(!form.$passwordConfirm.isValid)
        #expect(form.$passwordConfirm.messages == ["is not checked yet"])
        form.passwordConfirm = ""
        form.$passwordConfirm.validate()
        form.passwordConfirm = "c"
        #expect(form.$passwordConfirm.state == .editing)
    }

    @Test func whatIsDoneToTheFormIsDoneByTheController() throws {
        let controller = try controller()
        controller.form.password = "a"
        controller.form.$password.reject([
            Violation(
                pointer: "/password", field: "password", rule: "server", code: "known",
                template: "is known")
        ])
        #expect(controller.errors.map(\.field) == ["password"])
        controller.form.$password.reset(to: "b")
        #expect(controller.errors == [])
        #expect(!controller.isDirty)
        controller.form.password = "c"
        controller.form = Account()
        #expect(controller.form.$password.state == .editing)
        #expect(controller.form.$password.initialValue == "b")
        controller.form.validate()
        #expect(controller.errors.map(\.field) == ["user", "password", "passwordConfirm"])
        controller.form.reset()
        #expect(controller.form.$password.value == "b")
        #expect(controller.errors == [])
    }

    @Test func valuesThatChangeWhileTheFormIsValidatedAreNotCalledValid() async throws {
        let controller = try controller()
        (controller.form.user, controller.form.password) = ("ada", "a")
        controller.form.passwordConfirm = "a"
        async let isValid = controller.validateCompletely()
        await desk.waitForQuestions(1)
        controller.form.password = ""
        desk.answer("ada", .pass)
        #expect(await !isValid)
        #expect(!controller.isValid)
    }

    @Test func aRuleThatCannotDecideCountsAfterTheAnswerOfAnother() async throws {
        let registry = try desk.registry
        try registry.register(
            RuleDefinition(
                id: "test.broken", summary: "A rule that cannot decide",
                codes: [RuleCode("test.broken.never", "is broken")]
            ) { _ in
                RuleInstance(
                    check: { _, _ in .undecided(.unavailable) },
                    evaluate: { batch in
                        for row in 0..<batch.rowCount {
                            batch.record(.undecided(.unavailable), row: Int(batch.rows[row]))
                        }
                    })
            })
        let ruleSet = RuleSet(
            Field("user", .rule("test.broken")), Field("password", .required),
            Field("passwordConfirm", .required))
        let controller = try FormController(
            Account(), ruleSet: ruleSet, registry: registry, limits: AsyncLimits(timeout: nil))
        (controller.form.user, controller.form.password) = ("ada", "a")
        controller.form.passwordConfirm = "a"
        let submission = Task { try await controller.submit() }
        await desk.waitForQuestions(1)
        desk.answer("ada", .pass)
        await #expect(throws: FormInvalid.self) { try await submission.value }
        #expect(controller.form.$user.state.faults.map(\.rule) == ["test.broken"])
    }

    @Test func severalChangesInOneStepAreCheckedBeforeTheFormIsSubmitted() async throws {
        let controller = try FormController(
            Draft(), registry: desk.registry, limits: AsyncLimits(timeout: nil))
        (controller.form.nick, controller.form.title) = ("ada", "a")
        let submission = Task { try await controller.submit() }
        await desk.waitForQuestions(1)
        var draft = controller.form
        (draft.nick, draft.title) = ("", "")
        controller.form = draft
        await #expect(throws: FormInvalid.self) { try await submission.value }
        #expect(controller.errors.map(\.field) == ["title"])
        desk.close()
    }

    @Test func anOlderCopyOfTheFormTakesNoStateBack() throws {
        let controller = try controller()
        let older = controller.form
        controller.validate()
        controller.form = older
        #expect(controller.errors.map(\.field) == ["user", "password", "passwordConfirm"])
        controller.form.$password.reset(to: "a")
        controller.form = older
        #expect(controller.form.$password.initialValue == "a")
        #expect(controller.form.$password.isDirty)
        #expect(controller.isDirty)
    }

    @Test func aFieldThatIsCheckedAtOnceFollowsTheFieldsThatItsRulesName() throws {
        let controller = try FormController(Twins())
        #expect(controller.form.confirm.state == .valid)
        controller.form.password = "b"
        #expect(controller.form.confirm.messages == ["must be the same as password"])
        controller.form.password = "a"
        #expect(controller.form.confirm.state == .valid)
    }

    @Test func collectionsOfNothingAreMissing() {
        func isMissing<Value: Equatable>(_ value: Value) -> Bool {
            ValidationRule<Value>.required(message: "Say.").validate(value).messages == ["Say."]
                && Required(wrappedValue: value, "Say.").projectedValue == ["Say."]
        }
        struct Item: Equatable {}
        #expect(isMissing([Item]()))
        #expect(isMissing([Item]?.some([])))
        #expect(isMissing(Set<String>()))
        #expect(isMissing([String: String]()))
        #expect(isMissing(Data()))
        #expect(isMissing(Substring("")))
        #expect(isMissing(Substring(" \t")))
        #expect(isMissing(String?.some(" ")))
        #expect(!isMissing([Item()]))
        #expect(!isMissing(Data([0])))
        #expect(!isMissing(Substring("a")))
        #expect(!isMissing(0))
    }
}
