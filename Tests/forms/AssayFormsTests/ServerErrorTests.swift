// SPDX-License-Identifier: Apache-2.0
import AssayForms
import Testing

@MainActor
@Suite struct ServerErrorTests {
    private let ruleSet = RuleSet(
        Field("email", .required), Field("address.zip", .required), Field("a/b~c", .required),
        Field("items[*].price", .required), Field("first name", .required))

    private func form() throws -> FormModel { try .immediate(ruleSet) }

    @Test func errorStaysUntilThatValueChanges() async throws {
        let form = try form()
        form["email"].text = "ada"
        form.apply(errors: ["email": ["is taken"]])
        #expect(form["email"].messages == ["is taken"])
        form["address.zip"].text = "12345"
        form.focus = "email"
        form.focus = nil
        await form.validate()
        #expect(form["email"].messages == ["is taken"])
        form["email"].text = "adam"
        #expect(form["email"].validation == .valid)
    }

    @Test func errorsComeAfterThoseOfTheRules() async throws {
        let form = try form()
        await form.validate()
        form.apply(errors: ["email": ["one", "two"]])
        #expect(form["email"].messages == ["is required", "one", "two"])
    }

    @Test func errorsOfAnotherFieldStayAndThoseOfTheSameAreReplaced() throws {
        let form = try form()
        form.apply(errors: ["email": ["one"], "address.zip": ["two"]])
        form.apply(errors: ["email": ["three"]])
        #expect(form["email"].messages == ["three"])
        #expect(form["address.zip"].messages == ["two"])
    }

    @Test func fieldsAreFoundByPathAndByPointer() throws {
        let places = [
            ("email", "email"), ("/email", "email"), ("#/email", "email"),
            ("address.zip", "address.zip"), ("/address/zip", "address.zip"),
            ("#/address/zip", "address.zip"), ("/address/zip/0", "address.zip"),
            ("a/b~c", "a/b~c"), ("/a~1b~0c", "a/b~c"), ("#/a~1b~0c", "a/b~c"),
            ("#/a%7E1b%7e0c", "a/b~c"), ("items", "items"), ("/items/2/price", "items"),
            ("items[2].price", "items"), ("#/first%20name", "first name"),
            ("\"first name\"", "first name"),
        ]
        for (place, field) in places {
            let form = try form()
            form.apply(errors: [place: ["no"]])
            #expect(form.field(field)?.messages == ["no"], "\(place)")
            #expect(form.formErrors == [], "\(place)")
        }
    }

    @Test func whatNamesNoFieldBecomesAnErrorOfTheForm() throws {
        let places = [
            "phone", "/phone", "#/phone", "", "/", "#", "/address", "address", "/a~2b", "/~",
            "#/%zz", "#/%4", "#/%FF", "email/x", "/email2", "[", "items[",
        ]
        for place in places {
            let form = try form()
            form.apply(errors: [place: ["no"]])
            #expect(form.formErrors.map(\.message) == ["no"], "\(place)")
            #expect(form.summary == [FormMessage(field: nil, text: "no")], "\(place)")
            #expect(!form.isValid)
        }
    }

    @Test func errorsOfTheFormAreReplacedAndEndWithAnEdit() async throws {
        let form = try FormModel.immediate(RuleSet(Field("email", .required)))
        form.apply(errors: ["phone": ["one"], "pager": ["two"]])
        form.apply(errors: ["fax": ["three"]])
        #expect(form.formErrors.map(\.message) == ["three"])
        form["email"].text = ""
        form.focus = "email"
        form.focus = nil
        #expect(form.formErrors.map(\.message) == ["three"])
        form["email"].text = "ada"
        #expect(form.formErrors == [] && form.isValid)
        #expect(await form.validate())
        form.apply(errors: ["fax": ["four"]])
        #expect(await !form.validate())
        form.apply(errors: ["email": ["is taken"]])
        #expect(form.formErrors == [] && form["email"].messages == ["is taken"])
    }

    @Test func noErrorsRemoveThoseThatAreThere() throws {
        let form = try form()
        form.apply(errors: ["phone": ["one"], "email": ["two"]])
        form.apply(ServerErrors([]))
        #expect(form.summary == [])
        let controller = try FormController(EmailForm())
        controller.apply(errors: ["phone": ["one"], "email": ["two"]])
        controller.apply(ServerErrors([]))
        #expect(controller.summary == [])
    }

    private struct EmailForm: ValidatableForm, Equatable {
        @Validate(.required) var email = ""
        var note = ""
        static let validatedFields: [ValidatedField<EmailForm>] = [
            ValidatedField("email", \.$email)
        ]
    }

    @Test func errorsOfATypedFormEndWithAnEditOfAnyProperty() async throws {
        let controller = try FormController(EmailForm())
        controller.form.email = "ada"
        controller.apply(errors: ["phone": ["one"]])
        #expect(!controller.validate())
        #expect(controller.toolbar.message == "one")
        controller.form.note = "a"
        #expect(controller.formErrors == [] && controller.validate())
        controller.apply(errors: ["phone": ["two"]])
        controller.form.email = "adam"
        #expect(controller.formErrors == [])
        #expect(await controller.validateCompletely())
    }

    @Test func errorsOfFieldsThatAreGoneAndOfTheFormAreBothShown() async throws {
        let form = try form()
        try form.unregister("email")
        form.apply(errors: ["email": ["one"], "address.zip": ["two"], "phone": ["three"]])
        #expect(Set(form.formErrors.map(\.message)) == ["one", "three"])
        #expect(form["address.zip"].messages == ["two"])
    }

    @Test func messageIsShownAsItIs() throws {
        let form = try form()
        form.apply(errors: ["email": ["use {value} or {message}, 100 %"]])
        #expect(form["email"].firstMessage == "use {value} or {message}, 100 %")
    }

    @Test func problemDetailsOfTheEngineComeBackToTheirFields() throws {
        let manager = try ValidatorsManager(ruleSet, registry: .standard())
        let report = manager.validate(["email": "a", "items": [["price": nil]]])
        let body = ProblemDetails(report).json
        let form = try form()
        form.apply(try ServerErrors(problem: body))
        #expect(form["email"].messages == [])
        #expect(form["address.zip"].messages == ["is required"])
        #expect(form.field("a/b~c")?.messages == ["is required"])
        #expect(form["items"].validation.violations.map(\.code) == ["required.null"])
        let other = try self.form()
        other.apply(ProblemDetails(report))
        #expect(other.summary == form.summary)
    }

    @Test func problemDetailsWithoutErrorsAreAnErrorOfTheForm() throws {
        let form = try form()
        form.apply(try ServerErrors(problem: #"{"title": "Conflict", "detail": "too late"}"#))
        form.apply(try ServerErrors(problem: #"{"title": "Conflict", "errors": []}"#))
        #expect(form.formErrors.map(\.message) == ["Conflict"])
    }

    @Test func textWithoutProblemDetailsIsRejected() {
        let texts = [
            ("", "the problem details are not JSON: expected a JSON value at byte 0"),
            ("[]", "the problem details lack an object at ''"),
            ("{}", "the problem details lack 'errors', 'detail' or 'title' at ''"),
            (#"{"errors": 1}"#, "the problem details lack an array at '/errors'"),
            (#"{"errors": [1]}"#, "the problem details lack an object at '/errors/0'"),
            (#"{"errors": [{}]}"#, "the problem details lack a string at '/errors/0/detail'"),
            (
                #"{"errors": [{"detail": "x", "pointer": 1}]}"#,
                "the problem details lack a string at '/errors/0/pointer'"
            ),
        ]
        for (text, message) in texts {
            do throws(ServerErrorsError) {
                _ = try ServerErrors(problem: text)
                Issue.record("\(text) is read")
            } catch {
                #expect(error.description == message)
            }
        }
    }

    @Test func fieldWithAServersErrorIsCheckedAtOnceAsItChanges() throws {
        let form = try FormModel(ruleSet, debounce: .seconds(60))
        form["email"].text = "ada"
        form.apply(errors: ["email": ["is taken"]])
        form["email"].text = "adam"
        #expect(form["email"].validation == .valid)
    }
}
