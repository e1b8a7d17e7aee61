// SPDX-License-Identifier: Apache-2.0
import AssayForms
import Testing

/// A value that the engine knows nothing of.
struct Price: Comparable, Hashable, Codable {
    var cents: Int

    static func < (left: Price, right: Price) -> Bool { left.cents < right.cents }
}

private struct Product: Codable, Equatable, Sendable {
    @Validate(.isNotEmpty(message: "A name, please."), .hasLength(3...), name: "name")
    var name = ""
    @Validate(.required(message: "A price, please."), .inRange(Price(cents: 1)...))
    var price: Price?
    @Validate(.required, .email) var contact = ""
    @Validate(.rule(.integer), .matches("^[1-9]"), .rule(.range(..<100), message: "Too many."))
    var count = "1"
}

/// `@Validate` keeps a value, its rules and what they say of it, in a plain struct.
struct ValidateTests {
    @Test func allFailingRulesGiveTheirMessagesInRuleOrder() {
        var product = Product()
        product.$name.validate()
        #expect(product.$name.messages == ["A name, please.", "must have at least 3 characters"])
        product.count = "0"
        product.$count.validate()
        #expect(product.$count.messages == ["must match ^[1-9]"])
        product.count = "x"
        #expect(product.$count.messages == ["must be a whole number", "must match ^[1-9]"])
        product.count = "100"
        #expect(product.$count.messages == ["Too many."])
    }

    @Test func anOptionalOfAForeignTypeHasRules() {
        var product = Product()
        product.$price.validate()
        #expect(product.$price.messages == ["A price, please."])
        product.price = Price(cents: 0)
        #expect(product.$price.messages == ["must be at least Price(cents: 1)"])
        product.price = Price(cents: 1)
        #expect(product.$price.state == .valid)
    }

    @Test func nothingIsCheckedAtFirst() {
        let product = Product()
        #expect(product.$name.state == .unchanged)
        #expect(product.$name.messages == [])
        #expect(!product.$name.isValid)
        #expect(product.$name.state == .unchanged)
    }

    @Test func settingADifferentValueMovesToEditing() {
        var product = Product()
        product.contact = "a"
        #expect(product.$contact.state == .editing)
        product.contact = "a@b.example"
        #expect(product.$contact.state == .editing)
        #expect(product.$contact.isDirty)
    }

    @Test func settingTheSameValueChangesNothing() {
        var product = Product()
        product.contact = ""
        #expect(product.$contact.state == .unchanged)
        product.contact = "a@b.example"
        product.$contact.validate()
        product.contact = "a@b.example"
        #expect(product.$contact.state == .valid)
    }

    @Test func anInvalidFieldIsValidatedAgainAtOnceAsItChanges() {
        var product = Product()
        product.$contact.validate()
        #expect(product.$contact.messages == ["is required"])
        product.contact = "a"
        #expect(product.$contact.messages == ["must be an e-mail address"])
        product.contact = "a@b.example"
        #expect(product.$contact.state == .valid)
        product.contact = "a"
        #expect(product.$contact.state == .editing)
    }

    @Test func anInvalidFieldThatIsSetBackIsUnchangedAgain() {
        var product = Product()
        product.$contact.validate()
        product.contact = "a"
        product.contact = ""
        #expect(product.$contact.state == .unchanged)
    }

    @Test func aFieldThatIsSetBackIsUnchangedAgain() {
        var product = Product()
        product.contact = "a"
        product.contact = ""
        #expect(product.$contact.state == .unchanged)
        #expect(!product.$contact.isDirty)
    }

    @Test func aFieldIsResetToWhatItWasOrToAnotherValue() {
        var product = Product()
        product.contact = "a"
        product.$contact.validate()
        product.$contact.reset()
        #expect(product.contact == "")
        #expect(product.$contact.state == .unchanged)
        product.$contact.reset(to: "b")
        #expect(product.contact == "b")
        #expect(!product.$contact.isDirty)
    }

    @Test(arguments: ["", " ", "\t\u{3000}\n"])
    func whiteSpaceIsNoValueForRequired(text: String) {
        var product = Product()
        product.contact = text
        product.$contact.validate()
        // White space was typed; an empty field is absent.
        let messages = [text.isEmpty ? "is required" : "is required and must not be empty"]
        #expect(product.$contact.messages == messages)
        #expect(ValidationRule<String>.required().validate(text).messages == messages)
    }

    @Test func violationsAreThoseOfTheEngine() throws {
        var product = Product()
        product.$name.validate()
        let typed = try #require(product.$name.state.violations.first)
        #expect(typed.pointer == "/name")
        #expect(typed.field == "name")
        #expect(typed.rule == "required")
        #expect(typed.code == "required.missing")
        product.contact = "a"
        product.$contact.validate()
        let engine = try #require(product.$contact.state.violations.first)
        #expect(engine.code == "email.syntax")
        #expect(engine.field == "")
        #expect(engine.value == "a")
    }

    @Test func aServersErrorStaysUntilTheValueChanges() {
        var product = Product()
        product.contact = "a@b.example"
        product.$contact.reject([
            Violation(
                pointer: "/contact", field: "contact", rule: "server", code: "taken",
                template: "is taken")
        ])
        #expect(product.$contact.messages == ["is taken"])
        product.$contact.validate()
        #expect(product.$contact.messages == ["is taken"])
        product.contact = "b@b.example"
        #expect(product.$contact.state == .valid)
    }

    // MARK: - Values

    @Test func formsWithEqualValuesAreEqual() {
        var checked = Product()
        checked.$name.validate()
        #expect(checked == Product())
        checked.name = "Pen"
        #expect(checked != Product())
    }

    @Test func aCopyIsIndependent() {
        let first = Product()
        var second = first
        second.name = "Pen"
        #expect(first.name == "")
        #expect(first.$name.state == .unchanged)
    }
}
