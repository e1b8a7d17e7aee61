// SPDX-License-Identifier: Apache-2.0
import AssayForms
import Testing

@MainActor
@Suite struct FieldStateTests {
    @Test func newFormIsUnchangedPristineAndUntouched() throws {
        let form = try FormModel.immediate(.signUp)
        for field in form.fields {
            #expect(field.validation == .unchanged)
            #expect(!field.isDirty)
            #expect(!field.isTouched)
        }
        #expect(!form.isDirty)
        #expect(form.fields.map(\.path) == ["email", "password", "passwordConfirm"])
    }

    @Test func initialValueIsNeverValidatedByMakingTheForm() throws {
        let form = try FormModel.immediate(
            .signUp, initial: ValidationRecord(text: [("email", "no address")]))
        #expect(form["email"].validation == .unchanged)
        #expect(form["email"].text == "no address")
    }

    @Test func settingADifferentValueMovesToEditing() throws {
        let form = try FormModel.immediate(.signUp, triggers: .onSubmit)
        form["email"].text = "a"
        #expect(form["email"].validation == .editing)
        #expect(form["email"].isDirty)
        #expect(form["email"].isTouched)
    }

    @Test func settingTheSameValueChangesNothing() throws {
        let form = try FormModel.immediate(.signUp, triggers: .onSubmit)
        form["email"].text = ""
        form["email"].value = .absent
        #expect(form["email"].validation == .unchanged)
        #expect(!form["email"].isTouched)
    }

    @Test func fieldThatWasInvalidIsValidatedAgainAtOnceAsItChanges() async throws {
        let form = try FormModel(.signUp, debounce: .seconds(60))
        await form.validate()
        #expect(form["email"].messages == ["is required"])
        form["email"].text = "ada"
        #expect(form["email"].messages == ["must be an e-mail address"])
        form["email"].text = "ada@example.org"
        #expect(form["email"].validation == .valid)
    }

    @Test func fieldThatWasValidWaitsForThePauseAsItChanges() async throws {
        let form = try FormModel(.signUp, debounce: .seconds(60))
        form["email"].text = "ada@example.org"
        try await form.validate(fields: ["email"])
        #expect(form["email"].validation == .valid)
        form["email"].text = "ada@"
        #expect(form["email"].validation == .validating)
    }

    @Test func messagesOfAllFailingRulesAreKeptInRuleOrder() throws {
        let form = try FormModel.immediate(
            RuleSet(Field("code", .length(4...), .digits, .startsWith("1"))))
        form["code"].text = "ab"
        #expect(
            form["code"].validation.violations.map(\.code)
                == ["length.tooShort", "digits.other", "startsWith.missing"])
        #expect(form["code"].messages.count == 3)
        #expect(form["code"].firstMessage == form["code"].messages.first)
    }

    @Test func valueSetBackToItsInitialValueIsUnchangedAgain() throws {
        let form = try FormModel.immediate(
            .signUp, initial: ValidationRecord(text: [("email", "ada")]))
        form["email"].text = "ada@example.org"
        #expect(form["email"].validation == .valid)
        form["email"].text = "ada"
        #expect(form["email"].validation == .unchanged)
        #expect(!form["email"].isDirty)
        #expect(!form.isDirty)
    }

    @Test func invalidValueSetBackToItsInitialValueIsUnchangedToo() throws {
        let form = try FormModel.immediate(.signUp)
        form["email"].text = "ada"
        #expect(form["email"].validation.isInvalid)
        form["email"].text = ""
        #expect(form["email"].validation == .unchanged)
    }

    @Test func warningLeavesAFieldValid() throws {
        let form = try FormModel.immediate(
            RuleSet([
                Field("name", Validator(rules: [RuleEntry(.length(3...), severity: .warning)]))
            ]))
        form["name"].text = "ab"
        #expect(form["name"].validation == .valid)
        #expect(form["name"].warnings.map(\.code) == ["length.tooShort"])
        form["name"].text = "abc"
        #expect(form["name"].warnings == [])
    }

    @Test func fieldOutlivesItsForm() async throws {
        var form: FormModel? = try .immediate(.signUp)
        let field = try #require(form?["email"])
        form = nil
        field.text = "ada"
        #expect(field.text == "ada")
        #expect(field.messages == ["must be an e-mail address"])
        field.focusMoved(isHere: true)
        #expect(field.isFocused)
        field.text = "ada@mail.example"
        await field.inputEnded()
        #expect(field.validation == .valid)
    }

    @Test func ruleThatCannotDecideLeavesTheFieldUndecided() throws {
        let registry = RuleRegistry.standard()
        try registry.register(UndecidedRule.definition)
        let form = try FormModel(
            RuleSet(Field("name", .rule("undecided"))), registry: registry, debounce: .zero)
        form["name"].text = "ab"
        #expect(form["name"].validation.faults.map(\.reason) == [.unavailable])
        #expect(!form["name"].validation.isValid)
        #expect(form.firstInvalidField == "name")
        #expect(
            form["name"].messages == [
                "could not be checked right now; try again"
            ])
    }

    @Test func messagesAreThoseOfTheFormsCatalogue() throws {
        let form = try FormModel(
            .signUp, debounce: .zero,
            messages: ["email.syntax": "keine E-Mail-Adresse", "required.missing": "fehlt"])
        form["email"].text = "ada"
        #expect(form["email"].firstMessage == "keine E-Mail-Adresse")
        #expect(form.summary == [FormMessage(field: "email", text: "keine E-Mail-Adresse")])
    }

    @Test func textsThatLookAlikeButDifferInBytesAreDifferentValues() throws {
        let form = try FormModel.immediate(
            RuleSet(Field("name", .required)),
            initial: ValidationRecord(text: [("name", "caf\u{E9}")]))
        form["name"].text = "cafe\u{301}"
        #expect(form["name"].isDirty)
    }

    @Test func whiteSpaceDoesNotCountAsFilled() throws {
        let form = try FormModel.immediate(.signUp)
        form["email"].text = " \u{A0}\t"
        #expect(form["email"].messages == ["is required and must not be empty"])
    }

    @Test func mailtoPrefixIsRejected() throws {
        let form = try FormModel.immediate(.signUp)
        form["email"].text = "mailto:ada@example.org"
        #expect(form["email"].validation.isInvalid)
    }
}

private struct UndecidedRule: Rule {
    static let definition = RuleDefinition(
        UndecidedRule.self, "undecided", "Never decides", codes: [RuleCode("undecided.never", "-")],
        examples: [])

    init(_ arguments: Arguments) {}

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict { .undecided(.unavailable) }
}
