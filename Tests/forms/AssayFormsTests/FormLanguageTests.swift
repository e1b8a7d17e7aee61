// SPDX-License-Identifier: Apache-2.0
import AssayTesting
import Foundation
import Testing

@testable import AssayForms

/// Every face of a form in the language of its user, which can change.
@MainActor
@Suite struct FormLanguageTests {
    nonisolated private static let german = RuleRegistry.standard().messages(in: "de")
    private static let required = "ist erforderlich"

    struct Row: ValidatableForm, Equatable {
        @Validate(.required) var name = ""
        static let validatedFields: [ValidatedField<Row>] = [ValidatedField("name", \.$name)]
    }

    struct Form: ValidatableForm, Equatable {
        @Validate(.inRange(18...120), label: FieldLabel(["en": "Age", "de": "Alter"])) var age = 17
        @Required var name = ""
        @Required("Say your name.") var own = ""
        @Validate(.required) var rows: ValidatedRows<Row> = [Row()]
        static let validatedFields: [ValidatedField<Form>] = [
            ValidatedField("age", \.$age), ValidatedField("name", \._name.validated),
            ValidatedField("own", \._own.validated), ValidatedField("rows", \.$rows),
        ]
    }

    private static let texts = [
        "muss mindestens 18 sein", required, "Say your name.", required,
    ]

    @Test func aControllerSpeaksTheLanguage() throws {
        let controller = try FormController(Form(), messages: Self.german)
        controller.validate()
        #expect(controller.summary.map(\.text) == Self.texts)
        #expect(controller.errors.flatMap(\.messages) == Self.texts)
        #expect(controller.summary.first?.label == "Alter")
        #expect(controller.form.$age.messages == ["muss mindestens 18 sein"])
        #expect(controller.form.$age.firstMessage == "muss mindestens 18 sein")
        #expect(controller.form.$age.presentation.message == "muss mindestens 18 sein")
        #expect(controller.form.$name == [Self.required])
        #expect(controller.form.rows[0].$name.messages == [Self.required])
        controller.form.rows.append(Row())
        controller.validate()
        #expect(controller.form.rows[1].$name.messages == [Self.required])
        controller.form.age = 121
        #expect(controller.form.$age.messages == ["darf höchstens 120 sein"])
    }

    @Test func theLanguageOfAFormChangesWhileItIsShown() throws {
        let registry = RuleRegistry.standard()
        let controller = try FormController(Form(), messages: registry.messages(in: "de"))
        controller.validate()
        #expect(controller.form.$age.messages == ["muss mindestens 18 sein"])
        controller.messages = registry.messages(in: "fr")
        #expect(controller.form.$age.messages == ["doit être un nombre supérieur ou égal à 18"])
    }

    @Test func theLanguageOfAControllerChanges() throws {
        let controller = try FormController(Form())
        controller.validate()
        #expect(
            controller.summary.map(\.text) == [
                "must be at least 18", "is required", "Say your name.", "is required",
            ])
        controller.messages = Self.german
        #expect(controller.summary.map(\.text) == Self.texts)
        #expect(controller.form.$age.state.isInvalid && !controller.isDirty)
        controller.form.age = 1
        #expect(controller.form.$age.messages == ["muss mindestens 18 sein"])
        controller.form = Form()
        controller.validate()
        #expect(controller.summary.map(\.text) == Self.texts)
        controller.reset(to: Form())
        controller.validate()
        #expect(controller.summary.map(\.text) == Self.texts)
        controller.messages = [:]
        #expect(controller.form.$name == ["is required"])
        #expect(controller.form.rows[0].$name.messages == ["is required"])
    }

    @Test func rowsKeepTheirStateWhenTheLanguageChanges() throws {
        let controller = try FormController(Form(), triggers: .all)
        controller.form.rows.append(Row())
        controller.form.rows[1].name = "a"
        controller.form.rows[1].name = ""
        let (id, isDirty) = (controller.form.rows.id(at: 1), controller.isDirty)
        controller.validate()
        controller.messages = Self.german
        #expect(controller.form.rows.id(at: 1) == id && controller.isDirty == isDirty)
        #expect(controller.form.rows[1].$name.messages == [Self.required])
        controller.form.rows.move(from: 1, to: 0)
        #expect(controller.form.rows[0].$name.messages == [Self.required])
        controller.form.rows[0].name = "b"
        #expect(controller.form.rows[0].$name.state == .valid)
    }

    @Test func aStructSpeaksTheLanguage() {
        var form = Form().bound(messages: Self.german)
        form.validate()
        #expect(form.summary.map(\.text) == Self.texts)
        struct Plain {
            @Required(messages: FormLanguageTests.german) var name = ""
            @RegularExpression(pattern: "^a$", messages: FormLanguageTests.german) var code = "b"
        }
        #expect(Plain().$name == [Self.required])
        #expect(Plain().$code == ["muss dem Muster ^a$ entsprechen"])
    }

    @Test func aModelAndItsContextSpeakTheLanguage() async throws {
        enum Fields: String, FormFields {
            case name
            var rules: [RuleExpression] { [.required] }
            var placeholder: String { "" }
        }
        let model = try FormModel(Fields.self, messages: Self.german)
        await model.validate()
        #expect(model.summary.map(\.text) == [Self.required])
        model.messages = [:]
        #expect(model["name"].messages == ["is required"])
        let context = try FormContext(id: "a", messages: Self.german)
        try context.validators.addValidator(for: "name", Validator(.required))
        context.validate()
        #expect(context.message(of: "name") == Self.required)
        #expect(TextFieldModel("name", in: context).message == Self.required)
        context.form.messages = RuleRegistry.standard().messages(in: "en")
        #expect(context.message(of: "name") == "is required")
    }

    @Test func modelsOfOneFieldSpeakTheLanguage() async {
        let password = ValidationViewModel(
            "abc", validator: PasswordValidator(), messages: Self.german)
        await password.validate()
        #expect(password.message == "Das Passwort muss mindestens 8 Zeichen haben.")
        password.messages = ["password.tooShort": "Zu kurz."]
        #expect(password.message == "Zu kurz.")
        password.messages = [:]
        #expect(password.message == "The password must have at least 8 characters.")
        let email = ValidationViewModel("", validator: EmailAddressValidator())
        await email.validate()
        email.messages = MessageCatalogue(language: "zh-CN")
        #expect(email.message == "文本必须是电子邮件地址。")
    }

    // MARK: - Errors without a sentence

    private enum Silent: LocalizedError {
        case taken
    }

    private enum Plain: Error {
        case taken
    }

    private struct Rejecting<Failure: Error>: ValueValidator {
        let error: Failure
        func validate(_ value: String) throws(Failure) { throw error }
    }

    @Test func anErrorWithoutATextIsASentence() async {
        let silent = ValidationViewModel("", validator: Rejecting(error: Silent.taken))
        await silent.validate()
        #expect(silent.message == "The value is not valid.")
        let plain = ValidationViewModel(
            "", validator: Rejecting(error: Plain.taken), messages: Self.german)
        await plain.validate()
        #expect(plain.message == "Der Wert ist nicht gültig.")
    }

    // MARK: - The sentences

    @Test(arguments: FormSentence.allCases)
    func everySentenceHasATranslation(sentence: FormSentence) {
        let languages = Set(RuleRegistry.standard().languages.map { $0.lowercased() })
        #expect(Set(sentence.translations.keys).union(["en"]) == languages)
        #expect(Set(sentence.translations.values).count == sentence.translations.count)
        #expect(sentence.text(in: "nl") == sentence.rawValue)
        #expect(sentence.text(in: "de_AT.UTF-8") == sentence.translations["de"])
    }

    @Test func aFaultIsInTheLanguage() {
        let fault = Fault(pointer: "", field: "", rule: "a", reason: .unavailable)
        #expect(
            ValidationState.undecided([fault]).messages(from: Self.german)
                == ["konnte gerade nicht geprüft werden; versuchen Sie es erneut"])
    }
}
