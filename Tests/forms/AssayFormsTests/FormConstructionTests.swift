// SPDX-License-Identifier: Apache-2.0
import AssayForms
import Testing

@MainActor
@Suite struct FormConstructionTests {
    private func message(_ fields: [String]) -> String? {
        do throws(FormError) {
            _ = try FormModel(.signUp, fields: fields)
            return nil
        } catch {
            return error.description
        }
    }

    @Test func fieldListedTwiceIsAnError() {
        #expect(
            message(["email", "password", "email"])
                == "the form lists the field 'email' twice; list each field once")
    }

    @Test func fieldThatTheRuleSetLacksIsAnError() {
        #expect(
            message(["emial"]) == "the rule set has no field 'emial'; did you mean 'email'?")
        #expect(
            message(["telephone"])
                == "the rule set has no field 'telephone'; give it rules or leave it out of the form"
        )
        #expect(message(["email[*]"]) != nil)
        #expect(message(["email.host"]) != nil)
    }

    @Test func nameThatIsNoPathIsAnError() {
        #expect(message(["email."]) == "'email.' is not a field path: expected a key at byte 6")
    }

    @Test func wrongRulesAreAnError() {
        #expect(throws: FormError.self) { try FormModel(RuleSet(Field("a", .rule("nonsense")))) }
    }

    @Test func fieldsComeInTheOrderInWhichTheyAreListed() throws {
        let form = try FormModel(.signUp, fields: ["password", "email"])
        #expect(form.fields.map(\.path) == ["password", "email"])
        #expect(form["password"].isSensitive)
        #expect(!form["email"].isSensitive)
        #expect(form.field("passwordConfirm") == nil)
    }

    @Test func aFieldThatRepeatsASensitiveOneIsSensitive() throws {
        let form = try FormModel(
            RuleSet(
                Field("again", .sameAs("password")), Field("email", .email),
                Field("password", .required, isSensitive: true)))
        #expect(form["again"].isSensitive && form["password"].isSensitive)
        #expect(!form["email"].isSensitive)
        form["again"].text = "hunter"
        form["password"].text = "hunted"
        #expect(!form.snapshot().json.contains("hunt"))
    }

    @Test func aRuleAboutAFieldThatTheFormLacksIsAnErrorWithTheNearestName() {
        let error = #expect(throws: FormError.self) {
            try FormModel(RuleSet(Field("password", .required), Field("again", .sameAs("pasword"))))
        }
        #expect(error == .unknownRelation("again", names: "pasword", nearest: "password"))
        #expect(
            error?.description
                == "a rule of the field 'again' names 'pasword', which the form lacks; "
                + "did you mean 'password'?")
    }

    @Test func aConditionAboutAFieldThatTheFormLacksIsAnErrorToo() {
        let rules = RuleSet([
            Field("country", Validator(.required)),
            Field(
                "state",
                Validator(rules: [
                    RuleEntry(.required, when: [Condition("contry", .equals("US"))])
                ])),
        ])
        #expect(
            throws: FormError.unknownRelation("state", names: "contry", nearest: "country")
        ) {
            try FormModel(rules)
        }
    }

    @Test func aRuleMayNameWhatTheFormBringsAlong() async throws {
        let form = try FormModel(
            RuleSet(Field("plan", .differentFrom("oldPlan"))), initial: ["oldPlan": "free"])
        form["plan"].value = "free"
        #expect(await form.validate() == false)
        form["plan"].value = "team"
        #expect(await form.validate())
    }

    @Test func errorsSayWhatToDo() {
        #expect(
            FormError.submissionInProgress.description
                == "the form is being submitted; wait for the end or let submissions join")
    }
}

@MainActor
@Suite struct TextFormTests {
    private let ruleSet = RuleSet(
        Field("age", .required, .integer, .range(18...)), Field("terms", .accepted))

    @Test func formOfTextReadsItsStrings() throws {
        let form = try FormModel.immediate(ruleSet)
        form["age"].text = "17"
        #expect(form["age"].validation.violations.map(\.code) == ["range.tooSmall"])
        form["age"].text = "x"
        #expect(form["age"].validation.violations.map(\.code) == ["integer.notWhole"])
        form["age"].text = "18"
        #expect(form["age"].validation == .valid)
        #expect(form.values == ValidationRecord(text: [("age", "18")]))
    }

    @Test func emptyTextIsAnAbsentField() throws {
        let form = try FormModel.immediate(ruleSet)
        form["age"].text = "1"
        form["age"].text = ""
        #expect(form["age"].value == .absent)
        #expect(form["age"].text == "")
        #expect(form.values == ValidationRecord(text: []))
    }

    @Test func otherValuesInAFormOfTextAreCheckedAsTheyAre() throws {
        let form = try FormModel.immediate(ruleSet)
        form["age"].value = 17
        #expect(form["age"].validation.violations.map(\.code) == ["range.tooSmall"])
        #expect(form["age"].text == "17")
        form["terms"].value = false
        #expect(form["terms"].validation.isInvalid)
        form["terms"].value = true
        #expect(form["terms"].validation == .valid)
    }

    @Test func textForANumberInAFormOfTypedValuesIsTheNumber() throws {
        for initial: ValidationRecord in [["age": 30], ["terms": false]] {
            let form = try FormModel.immediate(ruleSet, initial: initial)
            form["age"].text = "18"
            #expect(form["age"].value == 18)
            #expect(form["age"].validation == .valid)
            form["age"].text = "18.0"
            #expect(form["age"].text == "18.0")
            form["age"].text = "18.5"
            #expect(form["age"].validation.violations.map(\.code) == ["integer.notWhole"])
            form["age"].text = "1x"
            #expect(form["age"].text == "1x")
            #expect(form["age"].value == "1x")
            #expect(form["age"].validation.violations.map(\.code) == ["integer.kind"])
            form["age"].text = ""
            #expect(form["age"].value == .absent)
            form["age"].value = 19
            #expect(form["age"].text == "19")
        }
    }

    @Test func stringInAFormOfTypedValuesIsAString() throws {
        let form = try FormModel.immediate(ruleSet, initial: ["age": 30])
        form["age"].value = "18"
        #expect(form["age"].validation.violations.map(\.code) == ["integer.kind"])
        form["age"].value = 18
        #expect(form["age"].validation == .valid)
        form["terms"].text = ""
        #expect(form["terms"].value == "")
    }

    @Test func fieldsOfTheRecordThatTheFormLacksAreSubmittedAsTheyAre() async throws {
        let form = try FormModel.immediate(
            ruleSet, initial: ["id": 7, "age": 30, "terms": true])
        form["age"].value = 31
        let sent = try await form.submit { $0 }
        #expect(sent == ["id": 7, "age": 31, "terms": true])
    }

    /// Half of the fields are in one object, and every second one is compared with the one before.
    @Test func aFormOfThousandsOfFieldsIsMade() async throws {
        let names = (0..<5000).map { $0 < 2500 ? "field\($0)" : "object.field\($0)" }
        let paths = try names.map { try FieldPath($0) }
        let fields = paths.indices.map { index in
            index.isMultiple(of: 2)
                ? Field(paths[index], .required)
                : Field(paths[index], .differentFrom(paths[index - 1]))
        }
        let form = try FormModel.immediate(RuleSet(fields))
        #expect(form.fields.map(\.path) == names)
        form[names[4998]].text = "a"
        form[names[4999]].text = "a"
        #expect(form[names[4999]].validation.isInvalid)
        form[names[4998]].text = "b"
        #expect(form[names[4999]].validation == .valid)
    }
}
