// SPDX-License-Identifier: Apache-2.0
import AssayForms
import Testing

/// The typed rules: on the real type, with a message or nothing.
struct ValidationRuleTests {
    private func messages<Value>(_ rule: ValidationRule<Value>, _ value: Value) -> [String] {
        rule.validate(value).messages
    }

    @Test func valuesOutsideOfARangeAreToldItsBounds() {
        #expect(messages(.inRange(18...120), 17) == ["must be at least 18"])
        #expect(messages(.inRange(18...120), 121) == ["must be at most 120"])
        #expect(messages(.inRange(18...120), 18) == [])
        #expect(messages(.inRange(1.5...), 1) == ["must be at least 1.5"])
        #expect(messages(.inRange(...9), 10) == ["must be at most 9"])
        #expect(messages(.inRange(..<9), 9) == ["must be less than 9"])
        #expect(messages(.inRange(1..<9), 9) == ["must be less than 9"])
        #expect(messages(.inRange(1..<9), 0) == ["must be at least 1"])
        #expect(messages(.inRange(1.5...), .nan) == ["must be at least 1.5"])
        #expect(messages(.inRange(18...120, message: "Adults only."), 17) == ["Adults only."])
    }

    @Test func rulesAboutOptionalsPassNilButForPresence() {
        #expect(messages(.inRange(18...120), Int?.none) == [])
        #expect(messages(.inRange(18...120), Int?.some(1)) == ["must be at least 18"])
        #expect(messages(.hasLength(3...), String?.none) == [])
        #expect(messages(.matches("^a"), String?.none) == [])
        #expect(messages(.matches("^a"), String?.some("")) == ["must match ^a"])
        #expect(messages(.required(), Int?.none) == ["is required"])
        #expect(messages(.required(message: "Say."), Price?.none) == ["Say."])
        #expect(messages(.isNotEmpty(), String?.none) == ["is required"])
        #expect(messages(.ifPresent(.isEqualTo(3)), Int?.some(4)) == ["must be 3"])
    }

    @Test func requiredWantsSomethingOfEveryType() {
        #expect(messages(.required(), "") == ["is required"])
        #expect(messages(.required(), " \n") == ["is required and must not be empty"])
        #expect(messages(.required(), [String]()) == ["is required and must not be empty"])
        #expect(messages(.required(), String??.some(nil)) == ["is required"])
        #expect(messages(.required(), 0) == [])
        #expect(messages(.required(), false) == [])
        #expect(messages(.required(), Price(cents: 0)) == [])
    }

    @Test func whiteSpaceIsNotSomething() {
        #expect(messages(.isNotEmpty(), "") == ["is required"])
        #expect(messages(.isNotEmpty(), " ") == ["is required and must not be empty"])
        #expect(messages(.isNotEmpty(), "\u{3000}\t") == ["is required and must not be empty"])
        #expect(messages(.isNotEmpty(), [Int]()) == ["is required and must not be empty"])
        #expect(messages(.isNotEmpty(), " a ") == [])
        #expect(messages(.isNotEmpty(), [0]) == [])
    }

    /// A typed rule says what the engine's rule says of the same value.
    @Test func violationsAreThoseOfTheEnginesRules() throws {
        try expectSame(.inRange(18...120), .range(18...120), 17)
        try expectSame(.inRange(18...120), .range(18...120), 121)
        try expectSame(.inRange(1.5...), .range(1.5...), 1.0)
        try expectSame(.inRange(...9), .range(...9), 10)
        try expectSame(.inRange(..<9), .range(..<9), 9)
        try expectSame(.hasLength(2...3), .length(2...3), "a")
        try expectSame(.hasLength(...3), .length(...3), "abcd")
        try expectSame(.hasLength(1...), .rule("minItems", ["count": 1]), [Int]())
        try expectSame(.hasLength(1...2), .rule("maxItems", ["count": 2]), [1, 2, 3])
        try expectSame(.isOneOf(["a", "b"]), .oneOf("a", "b"), "c")
        try expectSame(.isEqualTo(true), .equals(true), false)
        try expectSame(.isNotEmpty(), .required, "")
        try expectSame(.required(), .required, " ")
    }

    private func expectSame<Value: ValueConvertible>(
        _ typed: ValidationRule<Value>, _ expression: RuleExpression, _ value: Value
    ) throws {
        let own = try #require(typed.validate(value).violations.first)
        let engine = try #require(
            ValidationRule<Value>.rule(expression).validate(value).violations.first)
        #expect(own.rule == engine.rule && own.code == engine.code)
        #expect(own.message == engine.message)
        // Those of arguments that were not given have their defaults in the engine.
        #expect(
            own.parameters.allSatisfy { parameter in
                engine.parameters.contains {
                    $0.name == parameter.name && $0.value == parameter.value
                }
            }, "\(own.parameters) \(engine.parameters)")
        for language in ["de", "ja"] {
            let messages = RuleRegistry.standard().messages(in: language)
            #expect(messages.message(of: own) == messages.message(of: engine))
            #expect(messages.message(of: own) != own.message)
        }
    }

    @Test func boundsOfOtherTypesAreParametersToo() throws {
        let state = ValidationRule<Price>.inRange(Price(cents: 100)...).validate(Price(cents: 1))
        let violation = try #require(state.violations.first)
        #expect(violation.code == "range.tooSmall")
        #expect(violation.parameters.map(\.name) == ["min"])
        let own = ValidationRule<Int>.inRange(18...120, message: "{min} to {max}, please.")
        #expect(own.validate(1).messages == ["18 to 120, please."])
    }

    @Test func lengthsAreThoseOfCharactersAndElements() {
        #expect(messages(.hasLength(1...1), "👩‍👩‍👧‍👦") == [])
        #expect(messages(.hasLength(2...3), "a") == ["must have at least 2 characters"])
        #expect(messages(.hasLength(...1), [1, 2]) == ["must have at most 1 element"])
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
        let catalogue: MessageCatalogue = [
            "required.missing": "fehlt", "email.syntax": "keine Adresse",
        ]
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
