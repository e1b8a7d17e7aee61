// SPDX-License-Identifier: Apache-2.0
import Assay
import AssayForms
import AssayTesting
import Testing

/// Rules of the record are errors of the form.
@MainActor
@Suite struct RecordErrorTests {
    private static let contact: RuleSet = {
        var ruleSet = RuleSet(
            Field("name", .required), Field("email", .email), Field("phone", .length(8...15)))
        let someContact = RuleExpression(
            "atLeastOneOf", [RuleArgument(.word("email")), RuleArgument(.word("phone"))])
        ruleSet.record = Validator(someContact, .member("name", .length(2...)))
        return ruleSet
    }()

    @Test func aFormWithoutTheMembersIsInvalid() async throws {
        let form = try FormModel.immediate(Self.contact)
        form["name"].text = "Ada"
        #expect(!(await form.validate()))
        #expect(
            form.formErrors.map(\.message) == ["must have a value for at least one of email, phone"]
        )
        #expect(form.formErrors.map(\.pointer) == [""])
        #expect(!form.isValid)
        #expect(form["email"].messages == [] && form["phone"].messages == [])
    }

    @Test func anEditOfAMemberRunsTheRuleAgain() async throws {
        let form = try FormModel.immediate(Self.contact)
        form["name"].text = "Ada"
        #expect(!(await form.validate()))
        form["phone"].text = "+4930123456"
        #expect(await form.validate())
        #expect(form.formErrors == [] && form.isValid)
        form["phone"].text = ""
        #expect(!(await form.validate()))
        #expect(form.formErrors.map(\.code) == ["atLeastOneOf.count"])
    }

    /// A rule of the record waits for the fields that it names.
    @Test func anInvalidMemberIsReportedOnce() async throws {
        let form = try FormModel.immediate(Self.contact)
        form["name"].text = "Ada"
        form["email"].text = "x"
        #expect(!(await form.validate()))
        #expect(form["email"].messages.count == 1)
        #expect(form.formErrors == [])
    }
}
