// SPDX-License-Identifier: Apache-2.0
import AssayForms
import AssayTesting
import Testing

@MainActor
@Suite struct AsyncRuleFormTests {
    private let desk = AnswerDesk()
    private let clock = VirtualClock()

    private func form(
        _ rules: [RuleExpression] = [.required, .length(3...), .rule("isFree")],
        debounce: Duration = .zero
    ) throws -> FormModel {
        try FormModel(
            RuleSet([
                Field("name", Validator(rules: rules.map { RuleEntry($0) })),
                Field("city", .required),
            ]), registry: desk.registry, debounce: debounce, limits: AsyncLimits(clock: clock))
    }

    @Test func asynchronousRulesAreAskedWhenTheOthersPass() async throws {
        let form = try form()
        form["name"].text = "ad"
        #expect(form["name"].validation.violations.map(\.code) == ["length.tooShort"])
        form["name"].text = "ada"
        #expect(form["name"].validation == .validating)
        await desk.waitForQuestions(1)
        desk.answer("ada", .fail())
        await until { form["name"].validation.isInvalid }
        #expect(form["name"].messages == ["is taken"])
        #expect(desk.asked == ["ada"])
    }

    @Test func fieldIsValidatingWhileItWaitsForThePauseAndForTheAnswer() async throws {
        let form = try form(debounce: .seconds(1))
        form["name"].text = "ada"
        #expect(form["name"].validation == .validating)
        await clock.waitForDeadline(.seconds(1))
        clock.advance(by: .seconds(1))
        await desk.waitForQuestions(1)
        #expect(form["name"].validation == .validating)
        desk.answer("ada", .pass)
        await until { form["name"].validation == .valid }
    }

    @Test func olderAnswerNeverOverwritesANewerOne() async throws {
        let form = try form()
        form["name"].text = "ada"
        await desk.waitForQuestions(1)
        form["name"].text = "adam"
        await desk.waitForQuestions(2)
        desk.answer("adam", .pass)
        await until { form["name"].validation == .valid }
        desk.answer("ada", .fail())
        await settle()
        #expect(form["name"].validation == .valid)
    }

    @Test func olderAnswerIsNotTakenForTheOneThatIsAwaited() async throws {
        let form = try form()
        form["name"].text = "ada"
        await desk.waitForQuestions(1)
        form["name"].text = "adam"
        await desk.waitForQuestions(2)
        desk.answer("ada", .fail())
        await settle()
        #expect(form["name"].validation == .validating)
        desk.answer("adam", .pass)
        await until { form["name"].validation == .valid }
    }

    @Test func answerForAValueThatWasSetBackIsThrownAway() async throws {
        let form = try form()
        form["name"].text = "ada"
        await desk.waitForQuestions(1)
        form["name"].text = ""
        desk.answer("ada", .fail())
        await settle()
        #expect(form["name"].validation == .unchanged)
    }

    @Test func answerAfterAResetIsThrownAway() async throws {
        let form = try form()
        form["name"].text = "ada"
        await desk.waitForQuestions(1)
        form.reset()
        desk.answer("ada", .fail())
        await settle()
        #expect(form["name"].validation == .unchanged)
        #expect(form["name"].text == "")
    }

    @Test func ruleWithoutAnAnswerInTimeIsUndecided() async throws {
        let form = try form()
        form["name"].text = "ada"
        await desk.waitForQuestions(1)
        await clock.waitForSleepers()
        clock.advance(by: .seconds(10))
        await until { !form["name"].validation.isValidating }
        #expect(form["name"].validation.faults.map(\.reason) == [.deadline])
        desk.close()
    }

    @Test func undecidedRuleIsAskedAgainOnDemandAndADecidedOneIsNot() async throws {
        let form = try form()
        form["name"].text = "ada"
        await desk.waitForQuestions(1)
        desk.answer("ada", .undecided(.unavailable))
        await until { !form["name"].validation.isValidating }
        async let isValid = form.validate(fields: ["name"])
        await desk.waitForQuestions(2)
        desk.answer("ada", .pass)
        #expect(try await isValid)
        try await form.validate(fields: ["name"])
        #expect(desk.asked.count == 2)
    }

    @Test func invalidFieldChecksAtOnceWhatItCanAndAsksAfterTheDebounce() async throws {
        let form = try form(debounce: .seconds(1))
        form["name"].text = "ad"
        try await form.validate(fields: ["name"])
        form["name"].text = "a"
        #expect(form["name"].validation.isInvalid)
        form["name"].text = "ada"
        #expect(form["name"].validation == .validating)
        #expect(desk.asked.isEmpty)
        await clock.waitForDeadline(.seconds(1))
        clock.advance(by: .seconds(1))
        await desk.waitForQuestions(1)
        desk.answer("ada", .pass)
        await until { form["name"].validation == .valid }
    }

    @Test func answersOfSeveralFieldsComeInAnyOrder() async throws {
        let form = try FormModel(
            RuleSet(Field("a", .rule("isFree")), Field("b", .rule("isFree"))),
            registry: desk.registry, debounce: .zero, limits: AsyncLimits(clock: clock))
        form["a"].text = "one"
        form["b"].text = "two"
        await desk.waitForQuestions(2)
        desk.answer("two", .fail())
        await until { form["b"].validation.isInvalid }
        #expect(form["a"].validation == .validating)
        desk.answer("one", .pass)
        await until { form["a"].validation == .valid }
    }

    @Test func formIsNotValidBeforeItsAsynchronousRulesHaveSaidSo() async throws {
        let form = try form()
        form["city"].text = "Paris"
        form["name"].text = "ada"
        #expect(!form.isValid)
        await desk.waitForQuestions(1)
        desk.answer("ada", .pass)
        await until { form.isValid }
    }

    @Test func answerToRulesThatWereReplacedCountsNoMore() async throws {
        let manager = try ValidatorsManager(
            RuleSet(Field("name", .rule("isFree"))), registry: desk.registry)
        let form = try FormModel(
            manager, debounce: .zero, limits: AsyncLimits(clock: clock))
        form["name"].text = "ada"
        await desk.waitForQuestions(1)
        desk.answer("ada", .pass)
        await until { form["name"].validation == .valid }
        #expect(form.isValid)
        try manager.replaceValidators(
            with: RuleSet(Field("name", .length(2...), .rule("isFree"))))
        #expect(!form.isValid)
        async let isValid = form.validate()
        await desk.waitForQuestions(2)
        desk.answer("ada", .pass)
        #expect(await isValid)
    }

    @Test func formThatIsGoneLeavesNoRequestPending() async throws {
        var form: FormModel? = try form()
        weak let gone = form
        form?["name"].text = "ada"
        await desk.waitForQuestions(1)
        form = nil
        #expect(gone == nil)
        desk.close()
    }

    /// Lets everything run that can run.
    private func settle() async {
        for _ in 0..<200 { await Task.yield() }
    }
}
