// SPDX-License-Identifier: Apache-2.0
import Assay
import AssayForms
import Testing

/// Labels of fields, in every kind of form: in messages that name another field, and for views.
@MainActor
@Suite struct FormLabelTests {
    private static let rules = """
        assay: 1
        fields:
          password: required
          passwordConfirm: required, sameAs(password)
          items[*].price: required
        labels:
          password: {en: Password, de: Passwort, ar: كلمة السر}
          passwordConfirm: {de: Wiederholung}
          items: Items
          items[*].price: Price
        """

    @Test(arguments: [
        ("en", "must be the same as Password", "Password", "passwordConfirm"),
        ("de-AT", "muss mit Passwort übereinstimmen", "Passwort", "Wiederholung"),
        ("fr", "doit avoir la même valeur que le champ Password", "Password", "passwordConfirm"),
    ])
    func formOfARuleSetHasItsLabels(
        _ language: String, _ message: String, _ password: String, _ again: String
    ) throws {
        let form = try FormModel(
            RuleSet(parsing: Self.rules), triggers: .all, debounce: .zero,
            messages: RuleRegistry.forms.messages(in: language))
        form["password"].text = "a"
        form["passwordConfirm"].text = "b"
        #expect(form["passwordConfirm"].messages == [message])
        #expect(form["password"].label == password)
        #expect(form["passwordConfirm"].label == again)
        #expect(form["items"].label == "Items")
        #expect(form["passwordConfirm"].path == "passwordConfirm")
        let label = again == "passwordConfirm" ? nil : again
        #expect(
            form.summary == [FormMessage(field: "passwordConfirm", text: message, label: label)])
    }

    @Test func elementHasTheLabelOfAll() throws {
        let form = try FormModel(
            RuleSet(parsing: Self.rules), fields: ["items[0].price", "password"])
        #expect(form["items[0].price"].label == "Price")
    }

    @Test func messageOfASummaryIsReadAfterItsLabel() {
        #expect(FormMessage(field: "a", text: "is required").labelledText == "is required")
        #expect(
            FormMessage(field: "a", text: "is required", label: "Age").labelledText
                == "Age: is required")
    }

    private enum LoginField: String, FormFields {
        case password, again

        var rules: [RuleExpression] { self == .again ? [.sameAs("password")] : [.required] }
        var placeholder: String { "" }
        var label: FieldLabel? { self == .password ? "Password" : nil }
    }

    @Test func fieldsOfAnEnumerationHaveLabels() throws {
        let form = try FormModel(LoginField.self)
        form["password"].text = "a"
        form["again"].text = "b"
        #expect(form["again"].messages == ["must be the same as Password"])
        #expect(form["password"].label == "Password")
        #expect(form["again"].label == "again")
    }

    @Test func contextTakesLabelsWithValidators() throws {
        let context = try FormContext(id: "login")
        try context.addValidator(
            for: "password", validations: [try FieldValidation(.required, message: "Say.")],
            label: "Password")
        try context.validators.addValidator(
            for: "again", Validator(.sameAs("password")), label: ["en": "Again"])
        try context.addValidator(for: "pin", label: "PIN") { _ in nil }
        context["password"] = "a"
        context["again"] = "b"
        context.validate()
        #expect(context.message(of: "again") == "must be the same as Password")
        #expect(context.form["again"].label == "Again")
        #expect(context.form["pin"].label == "PIN")
    }

    private struct SignUp: ValidatableForm, Equatable, Sendable {
        @Validate(.required, label: ["en": "Password", "de": "Passwort"]) var password = ""
        @Validate(.required, .sameAs("password"), label: "Again") var again = ""
        @Validate(label: "Kind of account") var kind = ""
        @Validate(.requiredIf("kind", equals: "firm")) var firm: String?

        static let validatedFields: [ValidatedField<SignUp>] = [
            ValidatedField("password", \.$password), ValidatedField("again", \.$again),
            ValidatedField("kind", \.$kind), ValidatedField("firm", \.$firm),
        ]
    }

    @Test func propertiesHaveLabels() {
        var form = SignUp()
        form.password = "a"
        form.again = "b"
        form.kind = "firm"
        form.validate()
        #expect(
            form.summary == [
                FormMessage(field: "again", text: "must be the same as Password", label: "Again"),
                FormMessage(
                    field: "firm", text: "is required because of the value of Kind of account"),
            ])
        #expect(form.$password.label?.text(in: "de") == "Passwort")
    }

    /// The label of a property comes before that of the rule set, whose other ones count too.
    @Test func rulesOfTheServiceCallPropertiesByTheirLabels() throws {
        let ruleSet = RuleSet(
            [
                Field("firm", .differentFrom("kind"), .differentFrom("password")),
                Field("kind", .required, label: "Not this"), Field("password", .required),
                Field("again", .required),
            ], labels: ["password": "Nor this"])
        let controller = try FormController(SignUp(), ruleSet: ruleSet) { _ in }
        controller.form.firm = "x"
        controller.form.kind = "x"
        controller.form.password = "x"
        controller.form.again = "x"
        controller.validate()
        #expect(
            controller.form.state(of: "firm")?.messages == [
                "must be different from Kind of account", "must be different from Password",
            ])
    }
}
