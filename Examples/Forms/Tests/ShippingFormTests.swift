// SPDX-License-Identifier: Apache-2.0
import AssayForms
import Foundation
import Testing

@MainActor
@Suite struct ShippingFormTests {
    @Test func onlyTheFormWithTheIdAnswers() async throws {
        let trigger = FormTrigger()
        var shipped: [ValidationRecord] = []
        let context = try ShippingForm.make(trigger) { shipped.append($0) }
        context["name"] = "Ada"
        context["zip"] = "12345"
        #expect(await !trigger.submit(id: "billing"))
        #expect(shipped.isEmpty)
        #expect(await trigger.submit(id: ShippingForm.id))
        #expect(shipped == [["name": "Ada", "zip": "12345"]])
    }

    @Test func everyValidatorRunsAfterAFailure() async throws {
        let context = try ShippingForm.make(FormTrigger()) { _ in }
        #expect(await !context.submit())
        #expect(context.message(of: "name") == "Name is required.")
        #expect(context.message(of: "zip") == "Zip code is required.")
    }

    @Test func someKeysAreValidated() throws {
        let context = try ShippingForm.make(FormTrigger()) { _ in }
        context["name"] = "Ada"
        #expect(try context.validate(for: ["name"]))
        #expect(throws: FormError.missingField("nam", nearest: "name")) {
            try context.validate(for: ["nam"])
        }
        #expect(context.message(of: "zip") == nil)
        #expect(!context.validate())
    }

    @Test func theMessageOfATextFieldIsCleared() throws {
        let context = try ShippingForm.make(FormTrigger()) { _ in }
        let zip = TextFieldModel("zip", in: context)
        zip.text = "1234"
        #expect(zip.message == nil)
        context.validate()
        #expect(zip.message == "A zip code has five digits.")
        zip.text = "12345"
        #expect(zip.message == nil)
    }

    @Test func aKeyHasOneValidator() throws {
        let context = try ShippingForm.make(FormTrigger()) { _ in }
        let validations = try ShippingForm.validations()
        #expect(try !context.addValidator(for: "zip", validations: validations["name"]))
        #expect(try !context.addValidator(for: nil, validations: validations["name"]))
        #expect(try !context.addValidator(for: "city", validations: nil))
        #expect(try context.addValidator(for: "city", validations: validations["name"]))
    }

    @Test func aPatternThatDoesNotCompileIsAnError() {
        #expect(throws: RuleError.self) { try FieldValidation(.regex("[0-9"), message: "") }
    }

    @Test func validationsAreData() throws {
        let validations = try ShippingForm.validations()
        let json = try JSONEncoder().encode(validations)
        #expect(
            try JSONDecoder().decode([String: [FieldValidation]].self, from: json) == validations)
    }
}
