// SPDX-License-Identifier: Apache-2.0
import AssayForms
import Foundation
import Testing

/// Validations are data and check any optional value.
struct FieldValidationTests {
    @Test func aPatternThatDoesNotCompileIsAnErrorAtConstruction() {
        let error = #expect(throws: RuleError.self) {
            try FieldValidation(.regex("("), message: "Never shown.")
        }
        #expect(error?.code == "pattern.syntax")
    }

    @Test func aPatternThatDoesNotCompileIsNotDecoded() {
        #expect(throws: DecodingError.self) {
            try decode(#"{"type": "regex", "pattern": "(", "message": "Never shown."}"#)
        }
        #expect(throws: DecodingError.self) {
            try decode(#"{"type": "reqired", "message": "Never shown."}"#)
        }
    }

    @Test func validationsAreReadAndWritten() throws {
        let digits = try FieldValidation(.regex("^[0-9]+$"), message: "Digits.")
        #expect(
            try decode(#"{"type": "regex", "pattern": "^[0-9]+$", "message": "Digits."}"#) == digits
        )
        #expect(
            try decode(#"{"type": "required", "message": "Say."}"#)
                == FieldValidation(.required, message: "Say."))
        let written = String(decoding: try JSONEncoder().encode(digits), as: UTF8.self)
        #expect(try decode(written) == digits)
    }

    @Test func requiredWantsAnything() throws {
        let required = try FieldValidation(.required, message: "Say.")
        #expect(required.validate(String?.none) == "Say.")
        #expect(required.validate("") == "Say.")
        #expect(required.validate(" \t") == "Say.")
        #expect(required.validate("a") == nil)
        #expect(required.validate(0) == nil)
    }

    @Test func patternsCheckTextAndPassNil() throws {
        let digits = try FieldValidation(.regex("^[0-9]+$"), message: "Digits.")
        #expect(digits.validate("a") == "Digits.")
        #expect(digits.validate("") == "Digits.")
        #expect(digits.validate("1") == nil)
        #expect(digits.validate(String?.none) == nil)
    }

    private func decode(_ json: String) throws -> FieldValidation {
        try JSONDecoder().decode(FieldValidation.self, from: Data(json.utf8))
    }
}

/// A form by keys, with validators that are added, submitted from outside.
@MainActor
struct FormContextTests {
    private let name: [FieldValidation]
    private let zip: [FieldValidation]

    init() throws {
        name = [try FieldValidation(.required, message: "A name, please.")]
        zip = [
            try FieldValidation(.required, message: "A code, please."),
            try FieldValidation(.regex("^[0-9]{5}$"), message: "Five digits."),
        ]
    }

    @Test func aMissingKeyOrValidatorOrAKnownKeyIsIgnored() throws {
        let context = try FormContext(id: "sign-up")
        #expect(try context.addValidator(for: nil, validations: name) == false)
        #expect(try context.addValidator(for: "", validations: name) == false)
        #expect(try context.addValidator(for: "name", validations: nil) == false)
        #expect(context.validators.keys == [])
        #expect(try context.addValidator(for: "name", validations: name))
        #expect(try context.addValidator(for: "name", validations: zip) == false)
        #expect(context.validators.keys == ["name"])
        context.validate()
        #expect(context.message(of: "name") == "A name, please.")
    }

    /// The values are texts, which such a rule could never decide about.
    @Test func aRuleThatReadsNoTextIsAnErrorWhereItArrives() throws {
        let context = try FormContext(id: "unread")
        let message =
            "range(1...9) accepts only a number, and no rule reads the text of 'age' as one"
        let wrong = RuleSet(Field("name", .required), Field("age", .range(1...9)))
        var errors: [RuleSetError?] = []
        errors.append(
            #expect(throws: RuleSetError.self) {
                try context.validators.replaceValidators(with: wrong)
            })
        errors.append(
            #expect(throws: RuleSetError.self) {
                try context.validators.addValidator(for: "age", Validator(.range(1...9)))
            })
        #expect(errors.map { $0?.issues.map(\.message) } == [[message], [message]])
        #expect(context.validators.keys.isEmpty)
        try context.validators.addValidator(for: "age", Validator(.integer, .range(1...9)))
        context["age"] = "12"
        #expect(!context.validate())
        #expect(context.message(of: "age") == "must be at most 9")
    }

    /// A rule may name a field whose rules come after it, which then have to read its text.
    @Test func rulesAboutLaterFieldsAreCheckedWithThem() throws {
        let context = try FormContext(id: "later")
        try context.validators.addValidator(for: "from", Validator(.integer, .sameAs("to")))
        let error = #expect(throws: RuleSetError.self) {
            try context.validators.addValidator(for: "to", Validator(.required))
        }
        #expect(
            error?.issues.map(\.message) == [
                "sameAs(to) compares 'from', which is read as a number, with the text of 'to'"
            ])
        #expect(context.validators.keys == ["from"])
        try context.validators.addValidator(for: "to", Validator(.integer))
        context["from"] = "7"
        context["to"] = "07"
        #expect(context.validate())
    }

    @Test func aFormFollowsValidatorsThatItsManagerIsGiven() async throws {
        let context = try FormContext(id: "sign-up")
        try context.addValidator(for: "name", validations: name)
        context["name"] = "Ada"
        try context.validators.addValidator(for: "zip", validator: Validator(zip))
        context.form.reset()
        #expect(context.form.fields.map(\.path) == ["name", "zip"])
        #expect(!context.form.isDirty)
        context["name"] = "Ada"
        try context.validators.addValidator(for: "city", validator: Validator(name))
        let snapshot = context.form.snapshot()
        context["name"] = "Bob"
        try context.form.restore(snapshot)
        #expect(context["name"] == "Ada")
        try context.validators.addValidator(for: "street", validator: Validator(name))
        #expect(try await !context.form.validate(fields: ["street"]))
        #expect(context.message(of: "street") == "A name, please.")
    }

    @Test func aManagerIgnoresTheSame() throws {
        let manager = try ValidatorsManager(registry: .forms)
        #expect(try manager.addValidator(for: nil, validator: Validator(.email)) == false)
        #expect(try manager.addValidator(for: "email", validator: nil) == false)
        #expect(try manager.addValidator(for: "email", validator: Validator(.email)))
        #expect(try manager.addValidator(for: "email", validator: Validator(.url)) == false)
        #expect(manager.ruleSet.fields.map(\.validator) == [Validator(.email)])
    }

    @Test func everyValidatorRunsAlsoAfterAFailure() throws {
        let context = try FormContext(id: "sign-up")
        try context.addValidator(for: "name", validations: name)
        try context.addValidator(for: "zip", validations: zip)
        try context.addValidator(for: "city", validations: name)
        context["zip"] = "1"
        #expect(!context.validate())
        #expect(context.message(of: "name") == "A name, please.")
        #expect(context.message(of: "zip") == "Five digits.")
        #expect(context.message(of: "city") == "A name, please.")
    }

    @Test func onlyTheKeysThatAreNamedAreValidated() throws {
        let context = try FormContext(id: "sign-up")
        try context.addValidator(for: "name", validations: name)
        try context.addValidator(for: "zip", validations: zip)
        context["name"] = "Ann"
        let error = #expect(throws: FormError.self) {
            try context.validate(for: ["name", "zipp"])
        }
        #expect(error?.description == "the form has no field 'zipp'; did you mean 'zip'?")
        #expect(context.states["name"] == .editing)
        #expect(try context.validate(for: ["name"]))
        #expect(context.states["zip"] == nil)
        #expect(try !context.validate(for: ["zip", "name"]))
        #expect(context.message(of: "zip") == "A code, please.")
    }

    @Test func aTextFieldShowsTheFirstMessageAndClearsIt() throws {
        let context = try FormContext(id: "sign-up", triggers: .onChange)
        try context.addValidator(for: "zip", validations: zip)
        let field = TextFieldModel("zip", in: context)
        #expect(field.message == nil)
        field.text = "1"
        #expect(field.message == "Five digits.")
        field.text = " "
        #expect(field.message == "A code, please.")
        field.text = ""
        #expect(field.message == "A code, please.")
        context.validate()
        #expect(field.message == "A code, please.")
        field.text = "12345"
        #expect(field.message == nil)
        #expect(context["zip"] == "12345")
    }

    @Test func onlyTheFormWithTheIdAnswers() async throws {
        var submitted: [String] = []
        let trigger = FormTrigger()
        let first = try FormContext(id: "first") { _ in submitted.append("first") }
        let second = try FormContext(id: "second") { record in
            submitted.append("second \(record["name"].json)")
        }
        try second.addValidator(for: "name", validations: name)
        trigger.connect(first)
        trigger.connect(second)
        #expect(await !trigger.submit(id: "third"))
        #expect(submitted == [])
        #expect(await trigger.submit(id: "second"))
        #expect(submitted == [])
        #expect(second.message(of: "name") == "A name, please.")
        second["name"] = "Ann"
        await trigger.submit(id: "second")
        #expect(submitted == ["second \"Ann\""])
        await trigger.submit(id: "first")
        #expect(submitted == ["second \"Ann\"", "first"])
    }

    @Test func aKeyIsTheSamePathForItsValueAndItsValidator() async throws {
        var sent: [ValidationRecord] = []
        let context = try FormContext(id: "sign-up") { sent.append($0) }
        context["address.city"] = "Kiel"
        try context.addValidator(for: "address.zip", validations: zip)
        context["address.zip"] = "12345"
        #expect(context["address.zip"] == "12345")
        #expect(context["address"] == ["city": "Kiel", "zip": "12345"])
        #expect(context.validate())
        #expect(await context.submit())
        #expect(sent.count == 1)
        #expect(sent.first?["address"] == ["city": "Kiel", "zip": "12345"])
    }

    @Test func functionsOfOneArrayAllRun() throws {
        let context = try FormContext(id: "order")
        #expect(try context.addValidator(for: "items[*].zip") { _ in "no zip" })
        #expect(try context.addValidator(for: "items[*].name") { _ in "no name" })
        context["items"] = [["zip": "1"]]
        #expect(!context.validate())
        try context.validators.replaceValidators(with: RuleSet())
        #expect(try context.addValidator(for: "zip") { $0 == "1" ? "one" : nil })
        context["zip"] = "1"
        #expect(try !context.validate(for: ["zip"]))
        #expect(context.message(of: "zip") == "one")
    }

    @Test func anAsynchronousRuleIsAskedAndHasAMessage() async throws {
        let desk = AnswerDesk()
        let context = try FormContext(
            id: "sign-up", registry: desk.registry, limits: AsyncLimits(timeout: nil))
        try context.validators.addValidator(for: "user", Validator(.required, .rule("isFree")))
        context["user"] = "ada"
        async let first = context.submit()
        await desk.waitForQuestions(1)
        #expect(context.form.submission.isLoading)
        desk.answer("ada", .fail())
        #expect(await !first)
        #expect(context.message(of: "user") == "is taken")
        context["user"] = "bob"
        #expect(context.message(of: "user") == nil)
        async let second = context.submit()
        await desk.waitForQuestions(2)
        desk.answer("bob", .pass)
        #expect(await second)
    }

    @Test func aValueIsCheckedAtItsTriggersAndAMessageGoesWithIt() throws {
        let context = try FormContext(id: "sign-up")
        try context.addValidator(for: "zip", validations: zip)
        context["zip"] = "1"
        #expect(context.message(of: "zip") == nil)
        #expect(context.states["zip"] == .editing)
        context.validate()
        #expect(context.message(of: "zip") == "Five digits.")
        context["zip"] = "12345"
        #expect(context.message(of: "zip") == nil)
    }

    @Test func aFunctionIsARuleOfAKey() async throws {
        let context = try FormContext(id: "form")
        #expect(
            try context.addValidator(
                for: "address.zip",
                validations: [FieldValidation(.required, message: "Give a zip code.")]
            ) { $0 == "00000" ? "There is no such {zip} code." : nil })
        #expect(!context.validate())
        #expect(context.message(of: "address.zip") == "Give a zip code.")
        context["address.zip"] = "00000"
        #expect(context.message(of: "address.zip") == "There is no such {zip} code.")
        #expect(!context.form.isValid)
        #expect(!(await context.submit()))
        let violations = context.form["address.zip"].validation.violations
        #expect(violations.map(\.pointer) == ["/address/zip"])
        #expect(violations.map(\.code) == ["custom"])
        context["address.zip"] = "12345"
        #expect(context.message(of: "address.zip") == nil)
        #expect(context.form.isValid)
        #expect(await context.submit())
    }

    @Test func aFunctionAloneSeesWhatIsMissing() throws {
        let context = try FormContext(id: "form")
        try context.addValidator(for: "note") { $0 == .absent ? "Write something." : nil }
        #expect(try !context.validate(for: ["note"]))
        #expect(context.message(of: "note") == "Write something.")
        context["note"] = ""
        #expect(context.validate())
    }

    @Test func aFunctionForAKeyWithAValidatorChangesNothing() throws {
        let context = try FormContext(id: "form")
        try context.addValidator(for: "a") { _ in "first" }
        #expect(try !context.addValidator(for: "a") { _ in "second" })
        #expect(try !context.addValidator(for: nil) { _ in "third" })
        try context.addValidator(
            for: "b", validations: [FieldValidation(.required, message: "Give one.")])
        #expect(try !context.addValidator(for: "b") { _ in "fourth" })
        #expect(throws: RuleSetError.self) {
            try context.addValidator(for: "c[") { _ in "fifth" }
        }
        context["a"] = "x"
        context["b"] = "x"
        context.validate()
        #expect(context.message(of: "a") == "first")
        #expect(context.message(of: "b") == nil)
    }

    @Test func aFormThatIsGoneDoesNotAnswer() throws {
        let trigger = FormTrigger()
        var context: FormContext? = try FormContext(id: "first")
        if let context { trigger.connect(context) }
        context = nil
        #expect(!trigger.submit(id: "first"))
    }
}
