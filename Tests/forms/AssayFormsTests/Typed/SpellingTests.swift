// SPDX-License-Identifier: Apache-2.0
import AssayForms
import AssayTesting
import Testing

/// Forms as people write them: one spelling for messages, rules of every sort in one list.
@MainActor
@Suite struct SpellingTests {
    // MARK: - Messages

    @Test func aRuleExpressionHasAMessageOfItsOwnInARuleSet() throws {
        let ruleSet = RuleSet(
            Field("email", .required.message("Who are you?"), .email.message("Invalid e-mail")))
        let manager = try ValidatorsManager(ruleSet)
        let messages = { (text: String) in
            manager.validate(ValidationRecord(text: [("email", text)])).violations.map(\.message)
        }
        #expect(messages("") == ["Who are you?"])
        #expect(messages("ada") == ["Invalid e-mail"])
        #expect(messages("ada@mail.example") == [])
    }

    @Test func theMessageOfAnExpressionIsThatOfItsRule() {
        let entry = RuleEntry(.email.message("Invalid e-mail"))
        #expect(entry == RuleEntry(.email, message: "Invalid e-mail"))
        #expect(RuleEntry(.email.message("a"), message: "b") == RuleEntry(.email, message: "b"))
        #expect(RuleExpression.email.message("a") != .email)
        #expect(RuleExpression.length(3...5).message("a").description == "length(3...5)")
    }

    @Test func aMessageShowsParametersOfItsRule() {
        let rule = ValidationRule<String>.rule(.length(3...5).message("{min} to {max}, please"))
        #expect(rule.validate("a").messages == ["3 to 5, please"])
    }

    private struct Contact: ValidatableForm, Equatable {
        @Validate(.required.message("Who are you?"), .email.message("Invalid e-mail"))
        var email = "ada"
        @Validate(.isNotEmpty(message: "Say something."), .email) var reply = ""
        @Validate(.required(message: "Give one."), .digits) var phone: String?
        @Validate(.isNotEmpty(message: "Empty."), .hasLength(2...4)) var code = "a"

        static let validatedFields: [ValidatedField<Contact>] = [
            ValidatedField("email", \.$email), ValidatedField("reply", \.$reply),
            ValidatedField("phone", \.$phone), ValidatedField("code", \.$code),
        ]
    }

    @Test func typedSpellingsAndExpressionsAreInOneList() {
        var form = Contact()
        form.validate()
        #expect(
            form.summary.map(\.text) == [
                "Invalid e-mail", "Say something.", "Give one.", "must have at least 2 characters",
            ])
        form.reply = " "
        form.validate()
        #expect(form.$reply.messages == ["Say something."])
        // A list of typed rules alone is one of the real type.
        form.code = ""
        #expect(form.$code.state.violations.map(\.code) == ["required.missing", "length.tooShort"])
    }

    // MARK: - Rules

    private struct MinimumAge: ValueRule {
        let years: Int

        func message(for age: Int) -> String? {
            age < years ? "must be \(years) at least" : nil
        }
    }

    private struct Guest: ValidatableForm, Equatable {
        @Validate(
            .rule(MinimumAge(years: 18)), .rule("must be even") { $0 % 2 == 0 }, .inRange(0...99))
        var age = 17

        static let validatedFields: [ValidatedField<Guest>] = [ValidatedField("age", \.$age)]
    }

    @Test func rulesThatAreTypesAreBesideClosures() {
        var form = Guest()
        form.validate()
        #expect(form.$age.messages == ["must be 18 at least", "must be even"])
        #expect(form.$age.state.violations.map(\.code) == ["minimumAge", "custom"])
        form.age = 20
        #expect(form.$age.state == .valid)
    }

    // MARK: - Names, and checks at once

    private struct Named: ValidatableForm, Equatable {
        @Validate(name: "first", .required, .email) var a = ""
        @Validate(.required, name: "second") var b = ""
        @Validate(name: "third", isEager: true, .inRange(1...3)) var c = 0
        @Validate(.required(message: "Choose."), isEager: true) var d: Int?
        @Validate(name: "fifth", .integer) var e: String?

        static let validatedFields: [ValidatedField<Named>] = [
            ValidatedField(\.$a), ValidatedField(\.$b), ValidatedField(\.$c),
            ValidatedField("fourth", \.$d), ValidatedField(\.$e),
        ]
    }

    @Test func theNameComesFirstOrLast() throws {
        let form = Named()
        #expect(["first", "second", "third", "fifth"].allSatisfy { form.state(of: $0) != nil })
        try form.check()
    }

    @Test func anEagerPropertyIsCheckedAtOnceAndWhenItIsSet() {
        var form = Named()
        #expect(form.$c.messages == ["must be at least 1"])
        #expect(form.$d.messages == ["Choose."])
        #expect(form.$a.state == .unchanged)
        form.c = 2
        form.d = 1
        #expect(form.$c.state == .valid)
        #expect(form.$d.state == .valid)
    }

    // MARK: - States and fields

    @Test func aStateIsMadeOfAMessage() {
        let state = ValidationState.invalid("Too {short}")
        #expect(state.messages == ["Too {short}"])
        #expect(state.isInvalid && !state.isValid)
        #expect(state.violations.map(\.code) == ["custom"])
        #expect(state == .invalid("Too {short}"))
        #expect(state != .invalid("Too long"))
    }

    private enum AddressField: String, FormFields {
        case street
        case zipCode = "address.zip"

        var rules: [RuleExpression] { [.required.message("\(self) is missing")] }
        var placeholder: String { rawValue }
    }

    private enum Plain: FormFields {
        case street

        var rules: [RuleExpression] { [.required] }
        var placeholder: String { "" }
    }

    @Test func idsOfFieldsAreRawValues() throws {
        #expect(AddressField.allCases.map(\.id) == ["street", "address.zip"])
        #expect(Plain.allCases.map(\.id) == ["street"])
        let form = try FormModel(AddressField.self)
        #expect(form.fields.map(\.path) == ["street", "address.zip"])
        form[AddressField.zipCode].text = "12345"
        #expect(form.values["address"] == ["zip": "12345"])
        #expect(AddressField.zipCode.validate("").messages == ["zipCode is missing"])
    }

    @Test func aManagerNeedsNoRegistry() throws {
        let manager = try ValidatorsManager()
        #expect(try manager.addValidator(for: "email", validator: Validator(.required, .email)))
        #expect(manager.validate(ValidationRecord(text: [("email", "ada")])).violations.count == 1)
    }

    // MARK: - Values

    private func value(_ convertible: some ValueConvertible) -> Value { convertible.ruleValue }

    @Test func numbersOfEveryWidthAreExact() {
        #expect(value(UInt8.max) == .integer(255))
        #expect(value(UInt16.max) == .integer(65_535))
        #expect(value(UInt32.max) == .integer(4_294_967_295))
        #expect(value(UInt64.max) == .unsignedInteger(.max))
        #expect(value(Int8.min) == .integer(-128))
        #expect(value(Int16.min) == .integer(-32_768))
        #expect(value(Float(0.1)) == .number(0.1))
        #expect(value(Float.greatestFiniteMagnitude) == .number(3.4028235e38))
    }

    private enum Size: UInt8, ValueConvertible { case small = 1, large }

    @Test func valuesWithRawValuesAreCheckedByThem() {
        #expect(value(Size.large) == .integer(2))
        #expect(ValidationRule<Size>.rule(.range(...1)).validate(.large).isInvalid)
        #expect(ValidationRule<Size?>.rule(.required).validate(nil).isInvalid)
    }
}
