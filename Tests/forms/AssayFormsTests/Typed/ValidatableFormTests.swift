// SPDX-License-Identifier: Apache-2.0
import AssayForms
import Testing

struct SignUp: ValidatableForm, Equatable {
    @Validate(.required, .email) var email = ""
    @Validate(.required, .length(8...)) var password = ""
    @Validate(.required, .sameAs("password")) var passwordConfirm = ""
    @Validate(.required, .range(18...120), name: "years") var age: Int?

    static let validatedFields: [ValidatedField<SignUp>] = [
        ValidatedField("email", \.$email), ValidatedField("password", \.$password),
        ValidatedField("passwordConfirm", \.$passwordConfirm), ValidatedField(\.$age),
    ]

    static var valid: SignUp {
        var form = SignUp()
        form.email = "ann@mail.example"
        form.password = "correct horse"
        form.passwordConfirm = "correct horse"
        form.age = 40
        return form
    }
}

/// A form is a struct that lists its fields, and knows what is wrong with them.
struct ValidatableFormTests {
    @Test func errorsAreByFieldInFieldOrder() {
        var form = SignUp()
        form.email = "ann"
        let isValid = form.validate()
        #expect(!isValid)
        #expect(form.errors.map(\.field) == ["email", "password", "passwordConfirm", "years"])
        #expect(
            form.errors.map(\.messages) == [
                ["must be an e-mail address"], ["is required"], ["is required"], ["is required"],
            ])
        #expect(form.firstInvalidField == "email")
        #expect(form.state(of: "years")?.violations.map(\.pointer) == ["/years"])
        #expect(form.state(of: "age") == nil)
    }

    @Test func aFormKnowsThatItIsValidWithoutBeingValidated() {
        var form = SignUp.valid
        #expect(form.isValid)
        #expect(form.errors == [])
        #expect(form.state(of: "email") == .editing)
        form.passwordConfirm = "correct"
        #expect(!form.isValid)
        #expect(form.errors == [])
    }

    @Test func aRuleThatNamesAnotherFieldIsAskedByTheForm() {
        var form = SignUp.valid
        form.passwordConfirm = "correct"
        form.validate()
        #expect(form.errors.map(\.field) == ["passwordConfirm"])
        #expect(form.summary.map(\.text) == ["must be the same as password"])
        form.passwordConfirm = "correct horse"
        let isValid = form.validate()
        #expect(isValid)
    }

    @Test func aRuleAboutAFieldThatIsInvalidItselfIsNotAsked() {
        var form = SignUp.valid
        form.password = "short"
        form.validate()
        #expect(form.errors.map(\.field) == ["password"])
    }

    @Test func aBoundFormAsksRulesOfItsRegistryAboutSeveralFields() throws {
        struct Pair: ValidatableForm {
            @Validate var first = "a"
            @Validate(.rule("test.unlike", ["field": "first"])) var second = "a"
            static let validatedFields: [ValidatedField<Pair>] = [
                ValidatedField("first", \.$first), ValidatedField("second", \.$second),
            ]
        }
        let registry = RuleRegistry.standard()
        try registry.register(
            .async(
                "test.unlike", "Asks about two fields",
                parameters: [RuleParameter("field", .field, isRequired: true, "The other field")],
                codes: [RuleCode("test.unlike.alike", "is alike")]
            ) { _, _ in .fail() })
        var form = Pair().bound(to: registry)
        #expect(!form.isValid)
        form.validate()
        #expect(form.errors.map(\.field) == ["second"])
        #expect(form.errors.first?.state.faults.map(\.reason) == [.deferred])
        #expect(throws: FormError.self) { try Pair().check() }
    }

    @Test func somePagesOfAWizardAreValidatedAlone() throws {
        var form = SignUp()
        form.email = "ann@mail.example"
        let first = try form.validate(fields: ["email"])
        #expect(first)
        #expect(form.state(of: "password") == .unchanged)
        let second = try form.validate(fields: ["password", "passwordConfirm"])
        #expect(!second)
        #expect(form.errors.map(\.field) == ["password", "passwordConfirm"])
        #expect(form.state(of: "years") == .unchanged)
    }

    @Test func aFieldThatTheFormLacksIsAnErrorWithTheNearestName() throws {
        var form = SignUp()
        let error = #expect(throws: FormError.self) { try form.validate(fields: ["emial"]) }
        #expect(error == .missingField("emial", nearest: "email"))
        #expect(error?.description == "the form has no field 'emial'; did you mean 'email'?")
        #expect(form.errors == [])
    }

    @Test func changesAreKnownAndTakenBack() {
        var form = SignUp.valid
        #expect(form.hasChanges)
        form.validate()
        form.reset()
        #expect(form == SignUp())
        #expect(!form.hasChanges)
        #expect(form.state(of: "email") == .unchanged)
    }

    @Test func serverErrorsAreMappedByPointerAndByName() throws {
        var form = SignUp.valid
        let unknown = form.apply(
            ServerErrors([
                ServerError("is taken", at: "#/email"), ServerError("is weak", at: "password"),
                ServerError("is {odd}", at: "/years/0"), ServerError("is full", at: "/plan"),
                ServerError("come back later"),
            ]))
        #expect(form.errors.map(\.field) == ["email", "password", "years"])
        #expect(form.summary.map(\.text) == ["is taken", "is weak", "is {odd}"])
        #expect(unknown.map(\.message) == ["is full", "come back later"])
        form.email = "bob@mail.example"
        #expect(form.errors.map(\.field) == ["password", "years"])
        #expect(!form.isValid)
    }
}

/// Mistakes in a form itself are found when it is made.
struct FormCheckTests {
    private struct Twice: ValidatableForm {
        @Validate(.required) var email = ""
        @Validate(.required) var mail = ""
        static let validatedFields: [ValidatedField<Twice>] = [
            ValidatedField("email", \.$email), ValidatedField("email", \.$mail),
        ]
    }

    private struct Alias: ValidatableForm {
        @Validate(.required) var email = ""
        static let validatedFields: [ValidatedField<Alias>] = [
            ValidatedField("email", \.$email), ValidatedField("mail", \.$email),
        ]
    }

    private struct Unnamed: ValidatableForm {
        @Validate(.required, name: "email") var email = ""
        @Validate(.required) var mail = ""
        static let validatedFields: [ValidatedField<Unnamed>] = [
            ValidatedField(\.$email), ValidatedField(\.$mail),
        ]
    }

    private struct WrongRules: ValidatableForm {
        @Validate(.required, .rule("emial")) var email = ""
        @Validate(.rule(.length(3...20)), .rule(.regex("("), message: "Letters.")) var name = ""
        @RegularExpression(pattern: "[a", message: "Five digits.") var zip = ""
        static let validatedFields: [ValidatedField<WrongRules>] = [
            ValidatedField("email", \.$email), ValidatedField("name", \.$name),
            ValidatedField("zip", \._zip.validated),
        ]
    }

    private struct WrongRelation: ValidatableForm {
        @Validate(.sameAs("pasword")) var confirm = ""
        static let validatedFields = [ValidatedField<WrongRelation>("confirm", \.$confirm)]
    }

    private func error(of form: some ValidatableForm, _ ruleSet: RuleSet? = nil) -> FormError? {
        do {
            try form.check(against: ruleSet)
            return nil
        } catch {
            return error
        }
    }

    @Test func aFieldThatIsListedTwiceIsAnError() {
        #expect(error(of: Twice()) == .duplicateField("email"))
        #expect(
            error(of: Twice())?.description
                == "the form lists the field 'email' twice; list each field once")
    }

    @Test func aPropertyWithTwoNamesIsAnError() {
        #expect(error(of: Alias()) == .duplicateProperty("email", "mail"))
        #expect(
            error(of: Alias())?.description
                == "the form lists one property as 'email' and as 'mail'; list each property once")
    }

    @Test func aFieldWithoutANameIsAnError() {
        #expect(error(of: Unnamed()) == .unnamedField(2))
        #expect(
            error(of: Unnamed())?.description
                == "field 2 of the form has no name; write it in the list or at the property")
    }

    @Test func rulesThatCannotBeUsedAreAllFound() throws {
        let found = try #require(error(of: WrongRules()))
        let lines = found.description.split(separator: "\n").map(String.init)
        #expect(
            lines.first
                == "error[rule.unknown] email: there is no rule 'emial'; did you mean 'email'?")
        guard case .invalidRules(let rules) = found else {
            Issue.record("\(found)")
            return
        }
        #expect(rules.issues.map(\.code) == ["rule.unknown", "pattern.syntax", "pattern.syntax"])
        #expect(rules.issues.map(\.field) == ["email", "name", "zip"])
    }

    @Test func aRuleThatNamesAFieldThatIsNotListedIsAnError() {
        #expect(error(of: WrongRelation()) == .unknownRelation("confirm", names: "pasword"))
        #expect(
            error(of: WrongRelation())?.description
                == "a rule of the field 'confirm' names 'pasword', which the form lacks; "
                + "add that field or correct the rule")
    }

    @Test func aFieldThatTheRuleSetLacksIsAnError() {
        let ruleSet = RuleSet(
            Field("email", .email), Field("pasword", .required), Field("years", .required))
        #expect(
            error(of: SignUp.valid, ruleSet)
                == .unknownField("password", nearest: "pasword"))
        #expect(
            error(of: SignUp.valid, ruleSet)?.description
                == "the rule set has no field 'password'; did you mean 'pasword'?")
    }

    @Test func aDecodedFormSaysWhatToDo() {
        #expect(
            FormError.decodedField("email").description
                == "the field 'email' was decoded and has no rules; give it some by withRules(of:)"
        )
    }

    @Test func aFormWithoutMistakesIsMade() {
        #expect(error(of: SignUp()) == nil)
    }
}
