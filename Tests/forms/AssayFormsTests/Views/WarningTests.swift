// SPDX-License-Identifier: Apache-2.0
import AssayForms
import Testing

/// Rules that only warn, as views show them.
@MainActor
@Suite struct WarningTests {
    private static let rules = RuleSet([
        Field(
            "name",
            Validator(rules: [
                RuleEntry(.required),
                RuleEntry(.length(4...), severity: .warning, message: "is rather short"),
            ])),
        Field("note"),
    ])

    @Test func aWarningIsShownAndKeepsNothingFromBeingSubmitted() async throws {
        let form = try FormModel.immediate(Self.rules)
        form["name"].text = "Ada"
        let shown = form["name"].presentation
        #expect(shown.mark == .warning && shown.isWarning)
        #expect(shown.message == "is rather short" && shown.messages.isEmpty)
        #expect(shown.accessibilityText == "is rather short")
        #expect(form.summary.isEmpty)
        #expect(form.warnings == [FormMessage(field: "name", text: "is rather short")])
        #expect(form.isValid)
        try await form.submit { _ in }
        form["name"].text = "Grace"
        #expect(form["name"].presentation.mark == .valid && form.warnings.isEmpty)
    }

    @Test func anErrorComesBeforeAWarning() async throws {
        let form = try FormModel.immediate(Self.rules)
        form["name"].text = "Ada"
        form.apply(errors: ["name": ["is taken"]])
        let shown = form["name"].presentation
        #expect(shown.mark == .invalid && !shown.isWarning && shown.message == "is taken")
        #expect(shown.accessibilityText == "is taken. is rather short")
    }

    @Test func aWarningIsInTheWordsOfItsForm() throws {
        let form = try FormModel(
            RuleSet([
                Field(
                    "name", Validator(rules: [RuleEntry(.length(4...), severity: .warning)]))
            ]), debounce: .zero, messages: ["length.tooShort": "Kurz."])
        form["name"].text = "Ada"
        #expect(form["name"].warningMessages == ["Kurz."])
    }

    struct Person: ValidatableForm, Equatable {
        @Validate(.required()) var name = ""

        static let validatedFields: [ValidatedField<Person>] = [ValidatedField("name", \.$name)]
    }

    @Test func aPropertyShowsWarningsOfTheRuleSet() throws {
        let controller = try FormController(Person(), ruleSet: Self.personRules, triggers: .all)
        controller.form.name = "Ada"
        #expect(controller.form.$name.state.isValid)
        #expect(controller.form.$name.presentation.mark == .warning)
        #expect(controller.form.$name.presentation.message == "is rather short")
    }

    private static let personRules = RuleSet([rules.fields[0]])

    @Test func aTextOfAContextHasTriggersAndTheFocus() async throws {
        let context = try FormContext(id: "a")
        try context.addValidator(for: "zip") { $0 == .absent ? "is required" : nil }
        let other = TextFieldModel("other", in: context)
        other.triggers = .all
        other.isFocused = true
        await other.inputEnded()
        #expect(other.field == nil && other.triggers == [] && !other.isFocused)
        #expect(other.debounce == .zero && context.form.focus == nil)
        let zip = TextFieldModel("zip", in: context)
        #expect(zip.triggers == .onSubmit)
        zip.isFocused = true
        #expect(context.form.focus == "zip" && zip.isFocused)
        zip.isFocused = false
        #expect(zip.message == nil)
        await zip.inputEnded()
        #expect(zip.message == "is required")
        zip.triggers = .onEditingChanged
        zip.text = "1"
        zip.isFocused = true
        zip.text = ""
        zip.isFocused = false
        #expect(zip.message == nil && zip.state == .valid)
    }
}
