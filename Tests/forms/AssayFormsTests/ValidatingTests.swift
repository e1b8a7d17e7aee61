// SPDX-License-Identifier: Apache-2.0
import AssayForms
import Testing

@MainActor
@Suite struct ValidatingTests {
    /// The form of a license, with what the summary is for.
    private static let license = RuleSet(
        Field("name", .required), Field("street", .required), Field("city", .required),
        Field("state", .required), Field("zip", .required, .regex("^[0-9]{5}(-[0-9]{4})?$")),
        Field("country", .required), Field("licenseType", .required), Field("terms", .accepted))

    @Test func summaryHasAllErrorsInFieldOrder() async throws {
        let form = try FormModel.immediate(Self.license)
        form["terms"].value = false
        form["zip"].text = "1234"
        form["city"].text = "Springfield"
        await form.validate()
        #expect(
            form.summary.map(\.field)
                == ["name", "street", "state", "zip", "country", "licenseType", "terms"])
        form["name"].text = "Ada"
        form["zip"].text = "12345-6789"
        #expect(
            form.summary.map(\.field) == ["street", "state", "country", "licenseType", "terms"])
    }

    @Test func wizardsPageIsValidatedAlone() async throws {
        let form = try FormModel.immediate(Self.license)
        form["name"].text = "Ada"
        form["street"].text = "Main"
        #expect(try await form.validate(fields: ["name", "street"]))
        #expect(try await !form.validate(fields: ["city", "name"]))
        #expect(form["city"].isTouched)
        #expect(form["state"].validation == .unchanged)
        #expect(!form["state"].isTouched)
    }

    @Test func subsetWithAnUnknownFieldIsRejected() async throws {
        let form = try FormModel.immediate(Self.license)
        await #expect(throws: FormError.missingField("citty", nearest: "city")) {
            try await form.validate(fields: ["name", "citty"])
        }
        #expect(form["name"].validation == .unchanged)
    }

    @Test func firstInvalidFieldIsWhereTheFocusGoes() async throws {
        let form = try FormModel.immediate(Self.license)
        #expect(form.firstInvalidField == nil)
        form["name"].text = "Ada"
        await form.validate()
        #expect(form.firstInvalidField == "street")
        form.focus = form.firstInvalidField
        #expect(form["street"].isFocused)
    }

    @Test func formIsValidOnlyWhileAllFieldsAreFilled() throws {
        let form = try FormModel.immediate(
            RuleSet(Field("name", .required), Field("password", .required)))
        let cases = [
            ("", "", false), ("", "x", false), ("x", "", false), ("x", "x", true),
            (" ", "\t", false),
        ]
        for (name, password, isValid) in cases {
            form["name"].text = name
            form["password"].text = password
            #expect(form.isValid == isValid, "'\(name)' and '\(password)'")
        }
    }

    @Test func askingWhetherTheFormIsValidShowsNothing() throws {
        let form = try FormModel.immediate(Self.license)
        #expect(!form.isValid)
        #expect(form.summary == [])
        #expect(form["name"].validation == .unchanged)
    }

    @Test func rulesAboutWhatTheFormDoesNotShowAreAskedAndFound() async throws {
        let form = try FormModel.immediate(Self.license, fields: ["name", "street"])
        form["name"].text = "Ada"
        #expect(form.formErrors == [])
        await #expect(throws: FormInvalid.self) { try await form.submit { _ in } }
        #expect(
            form.formErrors.map(\.field)
                == ["city", "state", "zip", "country", "licenseType"])
        #expect(form.summary.first?.field == "street")
    }

    @Test func fieldOfTheRecordThatTheRulesDoNotKnowIsFound() async throws {
        let form = try FormModel.immediate(
            RuleSet(Field("name", .required), unknownFields: .reject),
            initial: ValidationRecord(text: [("name", "Ada"), ("nmae", "Ada")]))
        #expect(!form.isValid)
        #expect(await !form.validate())
        #expect(form.formErrors.map(\.pointer) == ["/nmae"])
        #expect(form.formErrors.map(\.code) == ["record.unknownField"])
    }

    @Test func unknownFieldThatIsOnlyAWarningLeavesTheFormValid() async throws {
        let form = try FormModel.immediate(
            RuleSet(Field("name", .required), unknownFields: .warn),
            initial: ValidationRecord(text: [("name", "Ada"), ("nmae", "Ada")]))
        #expect(form.isValid)
        #expect(await form.validate())
    }

    @Test func resetGivesEveryFieldItsInitialValueAndNoHistory() async throws {
        let form = try FormModel.immediate(
            .signUp, initial: ValidationRecord(text: [("email", "ada")]))
        form["email"].text = "x"
        form["password"].text = "x"
        form.apply(errors: ["password": ["no"], "phone": ["no"]])
        await form.validate()
        form.reset()
        #expect(form["email"].text == "ada")
        #expect(form.fields.allSatisfy { $0.validation == .unchanged && !$0.isTouched })
        #expect(form.summary == [])
        #expect(!form.isDirty)
    }

    @Test func resetToOtherValuesMakesThemTheInitialOnes() throws {
        let form = try FormModel.immediate(.signUp)
        form["password"].text = "x"
        form.reset(to: ValidationRecord(text: [("email", "ada@example.org")]))
        #expect(form["email"].initialValue == "ada@example.org")
        #expect(form["password"].value == .absent)
        #expect(!form.isDirty)
        form["email"].text = "x"
        form.reset()
        #expect(form["email"].text == "ada@example.org")
    }

    @Test func rulesThatAreReplacedAreUsedFromTheNextCheckOn() throws {
        let manager = try ValidatorsManager(
            RuleSet(Field("name", .length(3...))), registry: .standard())
        let form = try FormModel(manager, debounce: .zero)
        form["name"].text = "ab"
        #expect(form["name"].validation.isInvalid)
        try manager.replaceValidators(with: RuleSet(Field("name", .length(2...))))
        #expect(form["name"].validation.isInvalid)
        #expect(form.isValid)
        form.focus = "name"
        form["name"].text = "cd"
        #expect(form["name"].validation == .valid)
    }
}
