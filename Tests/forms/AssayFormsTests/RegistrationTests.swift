// SPDX-License-Identifier: Apache-2.0
import Assay
import AssayForms
import AssayTesting
import Testing

/// Fields that appear and vanish while their form lives.
@MainActor
@Suite struct RegistrationTests {
    private static let company = RuleSet(
        Field("kind", .required),
        Field("vat", .required, .length(4...), label: "VAT number"),
        Field("vatAgain", .sameAs("vat")), Field("note"))

    private func form(_ initial: [(key: String, value: String)] = []) throws -> FormModel {
        try .immediate(Self.company, initial: ValidationRecord(text: initial))
    }

    // MARK: - Wrong input

    @Test func anUnknownFieldIsAnErrorWithTheNearestName() throws {
        let form = try form()
        #expect(throws: FormError.missingField("vatt", nearest: "vat")) {
            try form.unregister("vatt")
        }
        #expect(throws: FormError.missingField("nota", nearest: "note")) {
            try form.register("nota")
        }
        #expect(form.fields.count == 4)
    }

    @Test func registeringTwiceChangesNothing() throws {
        let form = try form()
        form["vat"].text = "12"
        let state = form["vat"].validation
        try form.register("vat")
        #expect(form["vat"].validation == state)
        try form.unregister("vat")
        try form.unregister("vat", value: .dropped)
        #expect(form["vat"].text == "12")
    }

    @Test func aFieldThatIsGoneTakesNoInput() async throws {
        let form = try form()
        let field = form["vat"]
        try form.unregister("vat")
        field.text = "1234"
        field.triggers = []
        form.focus = "vat"
        form.focus = nil
        #expect(try await form.validate(fields: ["vat"]))
        #expect(field.value == .absent)
        #expect(!field.isRegistered && !field.isTouched && field.validation == .unchanged)
        #expect(field.triggers == .all)
    }

    // MARK: - Rules

    @Test func rulesOfAFieldThatIsGoneKeepNothingFromBeingValid() async throws {
        let form = try form()
        form["kind"].text = "person"
        form["vat"].text = "12"
        #expect(!form.isValid)
        try form.unregister("vat")
        #expect(form.isValid)
        #expect(form.summary.isEmpty)
        #expect(form.fields.map(\.path) == ["kind", "vatAgain", "note"])
        #expect(form.firstInvalidField == nil)
        let sent = try await form.submit { $0 }
        #expect(sent["vat"] == "12")
        try form.register("vat")
        #expect(form["vat"].validation == .unchanged)
        #expect(!form["vat"].isDirty && !form.isValid)
        await #expect(throws: FormInvalid.self) { try await form.submit { _ in } }
        #expect(form["vat"].messages == ["must have at least 4 characters"])
    }

    @Test func anInvalidValueThatIsGoneHoldsUpNoRuleThatNamesIt() async throws {
        let form = try form([("kind", "person")])
        form["vat"].text = "12"
        form["vatAgain"].text = "1"
        #expect(form["vatAgain"].validation == .editing)
        try form.unregister("vat")
        #expect(form["vatAgain"].messages == ["must be the same as VAT number"])
        form["vatAgain"].text = "12"
        #expect(form["vatAgain"].validation.isValid)
        try form.register("vat")
        #expect(form["vatAgain"].validation == .editing)
    }

    @Test func aDroppedValueIsGoneAndComesBackAsItBegan() async throws {
        let form = try form([("kind", "person"), ("vat", "DE123")])
        form["vat"].text = "DE999"
        #expect(form.isDirty)
        try form.unregister("vat", value: .dropped)
        #expect(!form.isDirty)
        #expect(form.values["vat"] == .absent)
        form.reset()
        #expect(form.values["vat"] == .absent && !form["vat"].isRegistered)
        try form.register("vat")
        #expect(form["vat"].text == "DE123")
        #expect(!form["vat"].isDirty && form.values["vat"] == "DE123")
    }

    @Test func aKeptValueComesBackDirty() throws {
        let form = try form([("vat", "DE123")])
        form["vat"].text = "DE999"
        try form.unregister("vat")
        #expect(!form.isDirty)
        try form.register("vat")
        #expect(form["vat"].validation == .editing)
        #expect(form["vat"].isDirty && !form["vat"].isTouched && form.isDirty)
    }

    @Test func rulesThatAreReplacedLeaveItGone() throws {
        let manager = try ValidatorsManager(Self.company, registry: .forms)
        let form = try FormModel(manager, debounce: .zero)
        form["vat"].text = "1234"
        try form.unregister("vat")
        form["kind"].text = "person"
        try manager.replaceValidators(
            with: RuleSet(Field("kind"), Field("vat", .email), Field("vatAgain"), Field("note")))
        #expect(form.isValid)
        #expect(form["vat"].validation == .unchanged)
        try form.register("vat")
        #expect(!form.isValid)
    }

    @Test func unknownFieldsAreThoseThatNoRuleKnewEver() throws {
        let rules = try RuleSet(
            parsing: """
                assay: 1
                unknownFields: reject
                fields:
                  kind: required
                  vat: required
                """)
        let form = try FormModel.immediate(rules)
        form["kind"].text = "a"
        form["vat"].text = "b"
        try form.unregister("vat")
        #expect(form.isValid)
    }

    // MARK: - What is on its way

    @Test func aPendingAnswerIsDroppedAndASubmissionGoesOn() async throws {
        let desk = AnswerDesk()
        let form = try FormModel(
            RuleSet(Field("name", .required, .rule("isFree")), Field("kind")),
            registry: desk.registry, debounce: .zero, limits: AsyncLimits(timeout: nil))
        form["name"].text = "anna"
        let submission = Task { try await form.submit { $0 } }
        await desk.waitForQuestions(1)
        #expect(form["name"].validation == .validating)
        try form.unregister("name")
        let sent = try await submission.value
        #expect(sent["name"] == "anna")
        desk.answer("anna", .fail())
        desk.close()
        try form.register("name")
        #expect(form["name"].validation == .unchanged)
    }

    @Test func aFieldThatComesBackDuringACheckIsCheckedToo() async throws {
        let desk = AnswerDesk()
        let form = try FormModel(
            RuleSet(Field("name", .required, .rule("isFree")), Field("kind", .required)),
            registry: desk.registry, debounce: .zero, limits: AsyncLimits(timeout: nil))
        try form.unregister("kind")
        form["name"].text = "anna"
        let submission = Task { try await form.submit { _ in Issue.record("was sent") } }
        await desk.waitForQuestions(1)
        try form.register("kind")
        desk.answer("anna", .pass)
        await #expect(throws: FormInvalid.self) { try await submission.value }
        #expect(form["kind"].messages == ["is required"])
        desk.close()
    }

    @Test func errorsOfAServerAndTheFocusGoWithIt() throws {
        let form = try form()
        form.apply(errors: ["vat": ["is blocked"]])
        form.focus = "vat"
        try form.unregister("vat")
        #expect(form.focus == nil && form.summary.isEmpty)
        form.apply(errors: ["vat": ["is unknown"]])
        #expect(form.formErrors.map(\.message) == ["is unknown"])
        try form.register("vat")
        #expect(form["vat"].validation == .unchanged)
    }

    // MARK: - Rows

    @Test func anArrayGoesWithItsRows() async throws {
        let form = try FormModel.immediate(.order, initial: .order(("Tea", "5")))
        let rows = try form.rows("items")
        rows[0]?["price"].text = "500"
        let field = try #require(rows[0])["name"]
        form.focus = field.path
        try form.unregister("items")
        #expect(form.focus == nil && form.isValid && rows.isEmpty)
        #expect(throws: FormError.unregisteredField("items")) { try form.rows("items") }
        let outside = rows.append(["name": "Rum"])
        outside["name"].text = "Gin"
        field.text = "Gin"
        rows.removeAll()
        #expect(outside.index == nil && outside["name"].text == "Rum" && rows.isEmpty)
        let sent = try await form.submit { $0 }
        #expect(sent["items"] == [["name": "Tea", "price": 500]])
        try form.register("items")
        let again = try form.rows("items")
        #expect(again.names == ["Tea"])
        #expect(again[0]?["price"].validation == .unchanged)
        #expect(!form.isValid)
        form["limit"].text = "1000"
        #expect(form.isValid)
    }

    // MARK: - Typed forms

    struct Order: ValidatableForm, Equatable {
        @Validate(.required(), .hasLength(4...)) var vat = ""
        @Validate(.sameAs("vat")) var vatAgain = ""
        @Required("Enter a name.") var name = ""

        static let validatedFields: [ValidatedField<Order>] = [
            ValidatedField("vat", \.$vat), ValidatedField("vatAgain", \.$vatAgain),
            ValidatedField("name", \._name.validated),
        ]
    }

    @Test func aPropertyThatIsGoneKeepsNothingFromBeingValid() async throws {
        let controller = try FormController(Order(), triggers: .all)
        #expect(throws: FormError.missingField("vta", nearest: "vat")) {
            try controller.unregister("vta")
        }
        controller.form.name = "Ada"
        controller.form.vat = "12"
        controller.form.vatAgain = "12"
        #expect(controller.form.$vatAgain.state == .editing)
        try controller.unregister("vat")
        #expect(controller.form.$vat.state == .unchanged && !controller.isRegistered("vat"))
        #expect(controller.form.$vatAgain.state.isValid)
        #expect(controller.isValid)
        #expect(await controller.validateCompletely())
        controller.form.vat = "1"
        #expect(controller.form.$vatAgain.messages == [])
        controller.apply(errors: ["vat": ["is blocked"]])
        #expect(controller.formErrors.map(\.message) == ["is blocked"])
        try controller.register("vat")
        #expect(controller.form.$vat.state == .editing && !controller.isValid)
        controller.form.vatAgain = "1"
        #expect(!controller.validate())
        try controller.unregister("vat", value: .dropped)
        #expect(controller.form.vat.isEmpty)
    }

    @Test func aPropertyThatIsCheckedAtOnceIsCheckedWhenItComesBack() throws {
        let controller = try FormController(Order())
        #expect(controller.form.$name == ["Enter a name."])
        try controller.unregister("name")
        #expect(controller.form.$name.isEmpty && controller.errors.isEmpty)
        try controller.register("name")
        #expect(controller.form.$name == ["Enter a name."])
    }

    @Test func rulesOfTheServiceAboutAPropertyThatIsGoneDoNotRun() throws {
        let service = RuleSet(
            Field("vat", .length(8...)), Field("vatAgain"), Field("name", .differentFrom("vat")))
        let controller = try FormController(Order(), ruleSet: service, triggers: .all)
        controller.form.name = "Ada"
        #expect(!controller.isValid)
        try controller.unregister("vat")
        #expect(controller.isValid)
    }
}
