// SPDX-License-Identifier: Apache-2.0
import AssayForms
import Testing

@MainActor
@Suite struct CrossFieldTests {
    @Test func changeOfPasswordChecksATouchedConfirmationAgain() throws {
        let form = try FormModel.immediate(.signUp)
        form["password"].text = "correct horse"
        form["passwordConfirm"].text = "correct horse"
        #expect(form["passwordConfirm"].validation == .valid)
        form["password"].text = "correct horses"
        #expect(form["passwordConfirm"].validation.violations.map(\.code) == ["sameAs.different"])
        form["password"].text = "correct horse"
        #expect(form["passwordConfirm"].validation == .valid)
    }

    @Test func changeOfPasswordLeavesAnUntouchedConfirmationAlone() throws {
        let form = try FormModel.immediate(.signUp)
        form["password"].text = "correct horse"
        #expect(form["passwordConfirm"].validation == .unchanged)
        #expect(!form["passwordConfirm"].isTouched)
    }

    @Test func confirmationThatTheFocusHasLeftIsTouched() throws {
        let form = try FormModel.immediate(.signUp, triggers: .onChange)
        form.focus = "passwordConfirm"
        form.focus = nil
        #expect(form["passwordConfirm"].validation == .unchanged)
        form["password"].text = "correct horse"
        #expect(form["passwordConfirm"].messages == ["is required"])
    }

    @Test func ruleThatNamesAFieldIsNotAskedWhileThatFieldIsInvalid() throws {
        let form = try FormModel.immediate(.signUp)
        form["passwordConfirm"].text = "correct horse"
        form["password"].text = "short"
        #expect(form["passwordConfirm"].validation == .editing)
        #expect(form["passwordConfirm"].messages == [])
        form["password"].text = "long enough"
        #expect(form["passwordConfirm"].validation.isInvalid)
        form["password"].text = "correct horse"
        #expect(form["passwordConfirm"].validation == .valid)
    }

    @Test func fieldWithARuleThatWasLeftOutIsNotValidOnDemand() async throws {
        let form = try FormModel.immediate(.signUp)
        form["email"].text = "ada@mail.example"
        form["password"].text = "short"
        form["passwordConfirm"].text = "something"
        #expect(try await !form.validate(fields: ["passwordConfirm"]))
        #expect(form["passwordConfirm"].validation == .editing)
        await #expect(throws: FormInvalid.self) { try await form.submit { _ in } }
        #expect(form.summary.map(\.field) == ["password"])
        #expect(form["passwordConfirm"].validation == .editing)
    }

    @Test func ruleThatWouldNotHaveFailedIsNotMissed() throws {
        let form = try FormModel.immediate(
            RuleSet([
                Field("kind", Validator(.required)),
                Field("password", Validator(.required, .length(8...))),
                Field("optional", Validator(.sameAs("password"))),
                Field(
                    "warned",
                    Validator(rules: [RuleEntry(.sameAs("password"), severity: .warning)])),
                Field(
                    "conditional",
                    Validator(rules: [
                        RuleEntry(
                            .sameAs("password"), when: [Condition("kind", .equals("strict"))])
                    ])),
                Field(
                    "anyway",
                    Validator(rules: [RuleEntry(.sameAs("password"), dependencies: .any)])),
            ]))
        form["password"].text = "short"
        form["kind"].text = "lax"
        for field in ["warned", "conditional", "anyway"] { form[field].text = "other" }
        form.focus = "optional"
        form.focus = nil
        #expect(form["optional"].validation == .valid)
        #expect(form["warned"].validation == .valid)
        #expect(form["conditional"].validation == .valid)
        #expect(form["anyway"].validation.isInvalid)
        form["kind"].text = "strict"
        #expect(form["conditional"].validation == .editing)
    }

    @Test func elementIsNotValidWhileTheRulesOfItsArrayFail() throws {
        let form = try FormModel.immediate(
            RuleSet(Field("items", .maxItems(1)), Field("items[*].price", .positive)),
            fields: ["items", "items[0].price"],
            initial: ["items": [["price": 1], ["price": 2]]])
        form["items[0].price"].value = -5
        #expect(form["items[0].price"].validation == .editing)
        form["items"].value = [["price": -5]]
        #expect(form["items[0].price"].validation.isInvalid)
    }

    /// Periods, whose ends are compared with their beginnings.
    private static let periods = RuleSet(
        Field("periods[*].from", .positive),
        Field("periods[*].to", .greaterThan("periods[*].from" as FieldPath)))

    @Test func aRuleThatIsLeftOutForOneElementLeavesTheOthersAlone() throws {
        let form = try FormModel.immediate(
            Self.periods,
            fields: ["periods[0].from", "periods[0].to", "periods[1].from", "periods[1].to"],
            initial: ["periods": [["from": 1, "to": 2], ["from": 1, "to": 2]]])
        form["periods[0].to"].value = 3
        form["periods[1].to"].value = 3
        #expect(form["periods[0].to"].validation == .valid)
        #expect(form["periods[1].to"].validation == .valid)
        form["periods[0].from"].value = -1
        #expect(form["periods[0].from"].validation.isInvalid)
        #expect(form["periods[0].to"].validation == .editing)
        #expect(form["periods[1].to"].validation == .valid)
        form["periods[1].from"].value = 4
        #expect(form["periods[1].to"].validation.isInvalid)
        form["periods[0].from"].value = 2
        #expect(form["periods[0].to"].validation == .valid)
    }

    @Test func aRuleThatIsLeftOutForAnElementWithoutAFieldIsOneOfTheArray() throws {
        let form = try FormModel.immediate(
            Self.periods, fields: ["periods", "periods[0].to"],
            initial: ["periods": [["from": 1, "to": 2], ["from": 1, "to": 2]]])
        form["periods"].value = [["from": 1, "to": 3], ["from": -1, "to": 2]]
        form["periods[0].to"].value = 4
        #expect(form["periods[0].to"].validation == .valid)
        #expect(form["periods"].validation.violations.map(\.pointer) == ["/periods/1/from"])
    }

    @Test func elementsOfOneInvalidArrayLeaveThoseOfAnotherOneAlone() throws {
        let form = try FormModel.immediate(
            RuleSet(
                Field("orders[*].items", .maxItems(1)),
                Field("orders[*].items[*].price", .positive)),
            fields: ["orders[0].items[0].price", "orders[1].items[0].price"],
            initial: [
                "orders": [
                    ["items": [["price": 1], ["price": 2]]], ["items": [["price": 1]]],
                ]
            ])
        form["orders[0].items[0].price"].value = 3
        form["orders[1].items[0].price"].value = 3
        #expect(form["orders[0].items[0].price"].validation == .editing)
        #expect(form["orders[1].items[0].price"].validation == .valid)
    }

    @Test func conditionCountsAsDependency() throws {
        let form = try FormModel.immediate(
            RuleSet([
                Field("country", Validator(.required)),
                Field(
                    "state",
                    Validator(rules: [
                        RuleEntry(.required, when: [Condition("country", .equals("US"))])
                    ])),
            ]))
        form.focus = "state"
        form.focus = nil
        #expect(form["state"].validation == .valid)
        form["country"].text = "US"
        #expect(form["state"].messages == ["is required"])
        form["country"].text = "DE"
        #expect(form["state"].validation == .valid)
    }

    /// Rules that name other fields do not keep each other from running, in whatever order they are.
    @Test func aFieldIsComparedWithOneThatIsNotTheSameAsAThird() throws {
        let ruleSet = RuleSet(
            Field("first", .required), Field("second", .sameAs("first")),
            Field("third", .sameAs("second")))
        let form = try FormModel.immediate(ruleSet)
        form["first"].text = "a"
        form["second"].text = "a"
        form["third"].text = "b"
        #expect(form["third"].validation.isInvalid)
        form["first"].text = "c"
        #expect(form["second"].validation.isInvalid)
        #expect(form["third"].validation.isInvalid)
        form["third"].text = "a"
        #expect(form["third"].validation.isValid)
    }

    @Test func partsAndTheWholeFollowEachOther() throws {
        let form = try FormModel.immediate(
            RuleSet(
                Field("address", .requiredKeys("street", "zip")),
                Field("address.zip", .required, .digits(5))))
        form["address.zip"].text = "1234"
        #expect(form["address"].value == ["zip": "1234"])
        #expect(form["address.zip"].validation.isInvalid)
        #expect(form["address"].validation == .unchanged)
        form["address"].value = ["street": "Main", "zip": "12345"]
        #expect(form["address.zip"].text == "12345")
        #expect(form["address.zip"].validation == .valid)
        #expect(form["address"].validation == .valid)
        form["address.zip"].text = ""
        #expect(form["address"].validation.isInvalid)
    }

    @Test func elementsBelongToTheFieldOfTheirArray() throws {
        let form = try FormModel.immediate(
            RuleSet(Field("tags", .maxItems(2)), Field("tags[*]", .length(2...))),
            initial: ValidationRecord(Value.Object()))
        #expect(form.fields.map(\.path) == ["tags"])
        form["tags"].value = ["ab", "c"]
        #expect(form["tags"].validation.violations.map(\.pointer) == ["/tags/1"])
        form["tags"].value = ["ab", "c", "d"]
        #expect(form["tags"].validation.violations.map(\.code) == ["maxItems.tooMany"])
    }

    @Test func elementCanBeAFieldOfItsOwn() throws {
        let form = try FormModel.immediate(
            RuleSet(Field("items[*].price", .positive)),
            fields: ["items[0].price", "items[1].price"],
            initial: ["items": [["price": 1], ["price": 2]]])
        form["items[1].price"].value = -1
        #expect(form["items[1].price"].validation.isInvalid)
        #expect(form["items[0].price"].validation == .unchanged)
        #expect(form.values["items"] == [["price": 1], ["price": -1]])
        form["items[0].price"].value = 5
        #expect(form["items[0].price"].validation == .valid)
    }
}
