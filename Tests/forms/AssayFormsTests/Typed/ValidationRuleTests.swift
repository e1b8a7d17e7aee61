// SPDX-License-Identifier: Apache-2.0
import AssayForms
import Testing

/// The typed rules: on the real type, with a message or nothing.
struct ValidationRuleTests {
    private func messages<Value>(_ rule: ValidationRule<Value>, _ value: Value) -> [String] {
        rule.validate(value).messages
    }

    @Test func valuesOutsideOfARangeAreToldItsBounds() {
        #expect(messages(.inRange(18...120), 17) == ["must be between 18 and 120"])
        #expect(messages(.inRange(18...120), 18) == [])
        #expect(messages(.inRange(1.5...), 1) == ["must be at least 1.5"])
        #expect(messages(.inRange(...9), 10) == ["must be at most 9"])
        #expect(messages(.inRange(..<9), 9) == ["must be below 9"])
        #expect(messages(.inRange(1..<9), 9) == ["must be from 1 to below 9"])
        #expect(messages(.inRange(18...120, message: "Adults only."), 17) == ["Adults only."])
    }

    @Test func rulesAboutOptionalsPassNilButForPresence() {
        #expect(messages(.inRange(18...120), Int?.none) == [])
        #expect(messages(.inRange(18...120), Int?.some(1)) == ["must be between 18 and 120"])
        #expect(messages(.hasLength(3...), String?.none) == [])
        #expect(messages(.matches("^a"), String?.none) == [])
        #expect(messages(.matches("^a"), String?.some("")) == ["must match ^a"])
        #expect(messages(.required(), Int?.none) == ["is required"])
        #expect(messages(.required(message: "Say."), Price?.none) == ["Say."])
        #expect(messages(.isNotEmpty(), String?.none) == ["must not be empty"])
        #expect(messages(.ifPresent(.isEqualTo(3)), Int?.some(4)) == ["must be 3"])
    }

    @Test func requiredWantsSomethingOfEveryType() {
        #expect(messages(.required(), " \n") == ["is required"])
        #expect(messages(.required(), [String]()) == ["is required"])
        #expect(messages(.required(), String??.some(nil)) == ["is required"])
        #expect(messages(.required(), 0) == [])
        #expect(messages(.required(), false) == [])
        #expect(messages(.required(), Price(cents: 0)) == [])
    }

    @Test func isNotEmptyCountsWhiteSpace() {
        #expect(messages(.isNotEmpty(), "") == ["must not be empty"])
        #expect(messages(.isNotEmpty(), " ") == [])
        #expect(messages(.isNotEmpty(), [Int]()) == ["must not be empty"])
    }

    @Test func lengthsAreThoseOfCharactersAndElements() {
        #expect(messages(.hasLength(1...1), "👩‍👩‍👧‍👦") == [])
        #expect(messages(.hasLength(2...3), "a") == ["must be between 2 and 3 long"])
        #expect(messages(.hasLength(...1), [1, 2]) == ["must be at most 1 long"])
    }

    @Test func listsPatternsAndEqualValues() {
        #expect(messages(.isOneOf(["a", "b"]), "c") == ["must be one of a, b"])
        #expect(messages(.isOneOf([1, 2]), 2) == [])
        #expect(
            messages(.matches("^[0-9]{5}$", message: "Five digits."), "1234") == ["Five digits."])
        #expect(messages(.isEqualTo(true, message: "Please accept."), false) == ["Please accept."])
    }

    @Test func aRuleIsMadeFromAFunction() {
        let even = ValidationRule<Int>("even") { $0 % 2 == 0 ? nil : "must be even" }
        #expect(messages(even, 3) == ["must be even"])
        #expect(messages(even, 2) == [])
        #expect(even.validate(3).violations.map(\.code) == ["even"])
    }

    @Test func catalogueReplacesMessagesOfRulesAndNotOnesOfUsers() {
        let catalogue: MessageCatalogue = ["required": "fehlt", "email.syntax": "keine Adresse"]
        #expect(
            ValidationRule<String>.required().validate("").messages(from: catalogue) == ["fehlt"])
        let own = ValidationRule<String>.required(message: "Say.").validate("")
        #expect(own.messages(from: catalogue) == ["Say."])
        let email = ValidationRule<String>.rule(.email, message: "{value} is none.").validate("x")
        #expect(email.messages(from: catalogue) == ["x is none."])
    }

    @Test func everyTypedRuleTakesAMessageOfItsOwn() {
        let rules: [ValidationRule<String>] = [
            .rule(.email).message("Invalid e-mail"), .required().message("Invalid e-mail"),
            .matches("@").message("Invalid e-mail"),
            ValidationRule("never") { _ in "never" }.message("Invalid e-mail"),
        ]
        for (rule, text) in zip(rules, ["a", "", "a", "a"]) {
            #expect(rule.validate(text).messages == ["Invalid e-mail"])
        }
        #expect(
            ValidationRule<String>.rule(.length(3...)).message("{min}, please.")
                .validate("a").messages == ["3, please."])
        #expect(ValidationRule<String>.rule(.email).message("no").validate("a@b.example").isValid)
    }
}
