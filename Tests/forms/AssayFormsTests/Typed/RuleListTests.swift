// SPDX-License-Identifier: Apache-2.0
import AssayForms
import Synchronization
import Testing

/// Rules of the engine at properties: compiled once, and never a trap.
struct RuleListTests {
    private struct Wrong {
        @Validate(.rule("emial")) var email = ""
        @Validate(.length(3...20), .regex("(")) var name = "abc"
        @RegularExpression(pattern: "[", message: "Five digits.") var zip = "12345"
    }

    @Test func aRuleThatDoesNotExistIsUndecidedAndNeverValid() {
        var form = Wrong()
        let isValid = form.$email.validate()
        #expect(!isValid)
        #expect(!form.$email.isValid)
        #expect(form.$email.messages == ["could not be checked right now; try again"])
        #expect(
            form.$email.state.faults.map(\.message) == [
                "could not be checked by emial: a service that the rule needs is not available: "
                    + "error[rule.unknown] there is no rule 'emial'; did you mean 'email'?"
            ])
    }

    @Test func aPatternThatDoesNotCompileAcceptsNothing() {
        var form = Wrong()
        form.$name.validate()
        #expect(!form.$name.isValid)
        #expect(form.$name.state.faults.map(\.rule) == ["regex"])
        #expect(form.$zip.count == 1)
        #expect(form.$zip == ["could not be checked right now; try again"])
        form.zip = "54321"
        #expect(form.$zip.count == 1)
    }

    @Test func aPropertyWithoutRulesIsValid() {
        var value = Validate(wrappedValue: "")
        let isValid = value.projectedValue.validate()
        #expect(isValid)
    }

    @Test func anEmptyTextWasNotGiven() {
        #expect(ValidationRule<String>.rule(.email).validate("").isValid)
        #expect(!ValidationRule<String>.rule(.email).validate(" ").isValid)
        #expect(!ValidationRule<String>.rule(.required).validate("").isValid)
        #expect(!ValidationRule<String>.matches("^a").validate("").isValid)
    }

    @Test func textStandsForNumbersAsInRecordsFromText() {
        let rules = ValidatedValue("17", rules: [.rule(.integer), .rule(.range(18...120))])
        #expect(!rules.isValid)
        #expect(ValidatedValue("18", rules: [.rule(.integer), .rule(.range(18...120))]).isValid)
    }

    enum Colour: String, ValueConvertible {
        case red, green
    }

    @Test func valuesAreCheckedAsWhatTheyAre() {
        #expect(ValidationRule<Int>.rule(.range(1...3)).validate(2).isValid)
        #expect(!ValidationRule<UInt64>.rule(.range(1...3)).validate(.max).isValid)
        #expect(ValidationRule<Double>.rule(.positive).validate(0.5).isValid)
        #expect(ValidationRule<Bool>.rule(.accepted).validate(true).isValid)
        #expect(!ValidationRule<Bool>.rule(.accepted).validate(false).isValid)
        #expect(
            !ValidationRule<[String]>.rule(.rule("minItems", ["count": 2])).validate(["a"]).isValid)
        #expect(!ValidationRule<Int?>.rule(.required).validate(nil).isValid)
        #expect(ValidationRule<Int?>.rule(.range(1...3)).validate(nil).isValid)
        #expect(ValidationRule<Colour>.rule(.oneOf("red")).validate(.red).isValid)
        #expect(!ValidationRule<Colour>.rule(.oneOf("red")).validate(.green).isValid)
    }

    @Test func anExpressionListIsCompiledOnceForAllInstances() throws {
        let made = Atomic(0)
        let registry = RuleRegistry.standard()
        try registry.register(
            RuleDefinition(
                id: "test.counted", summary: "Counts its instances",
                codes: [RuleCode("test.counted.wrong", "is wrong")]
            ) { _ in
                made.add(1, ordering: .relaxed)
                return RuleInstance(check: { _, _ in .fail() }, evaluate: { _ in })
            })
        struct Counted: ValidatableForm {
            @Validate(.rule("test.counted"), .email) var value = "a"
            static let validatedFields = [ValidatedField<Counted>("value", \.$value)]
        }
        let first = Counted().bound(to: registry)
        _ = first.isValid
        let once = made.load(ordering: .relaxed)
        #expect(once > 0)
        for index in 0..<100 {
            var form = Counted().bound(to: registry)
            form.value = "\(index)"
            form.validate()
            #expect(!form.isValid)
        }
        #expect(made.load(ordering: .relaxed) == once)
    }
}
