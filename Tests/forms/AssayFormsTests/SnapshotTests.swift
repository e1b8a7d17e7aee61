// SPDX-License-Identifier: Apache-2.0
import AssayForms
import Testing

@MainActor
@Suite struct SnapshotTests {
    @Test func restoredFormIsAsItWas() async throws {
        let form = try FormModel.immediate(
            .signUp, initial: ValidationRecord(text: [("email", "ada@")]))
        form["email"].text = "ada@example.org"
        form["password"].text = "short"
        form.focus = "passwordConfirm"
        form.focus = nil
        form.apply(errors: ["email": ["is {taken}"], "phone": ["is missing"]])
        let text = form.snapshot(includingSensitive: true).json
        let other = try FormModel.immediate(.signUp)
        try other.restore(try FormSnapshot(json: text))
        for field in form.fields {
            let restored = other[field.path]
            #expect(restored.value == field.value)
            #expect(restored.initialValue == field.initialValue)
            #expect(restored.isDirty == field.isDirty)
            #expect(restored.isTouched == field.isTouched)
            #expect(restored.validation == field.validation)
        }
        #expect(other.summary == form.summary)
        #expect(other.isDirty)
        #expect(other.snapshot(includingSensitive: true).json == text)
        other.reset()
        #expect(other["email"].text == "ada@")
    }

    @Test func sensitiveValuesAreLeftOutUnlessAskedFor() throws {
        let form = try FormModel.immediate(.signUp)
        form["email"].text = "ada"
        form["password"].text = "correct horse"
        let snapshot = form.snapshot()
        #expect(!snapshot.json.contains("correct horse"))
        #expect(form.snapshot(includingSensitive: true).json.contains("correct horse"))
        form["password"].text = "another one"
        try form.restore(snapshot)
        #expect(form["password"].value == .absent)
        #expect(form["password"].validation == .unchanged)
        #expect(form["email"].text == "ada")
    }

    @Test func snapshotIsTheJSONThatTheDocumentationShows() throws {
        let form = try FormModel.immediate(RuleSet(Field("email", .required)))
        form["email"].text = "a@"
        #expect(
            form.snapshot().json == """
                {"version":1,"isText":true,"fields":{"email":{"value":"a@","isTouched":true,\
                "isChecked":true,"serverErrors":[]}},"others":{},"formErrors":[]}
                """)
    }

    @Test func snapshotOfAnotherFormIsRejectedAndChangesNothing() throws {
        let form = try FormModel.immediate(RuleSet(Field("email", .required)))
        form["email"].text = "a@"
        let field = #"{"isTouched":true,"isChecked":true,"serverErrors":[]}"#
        func snapshot(
            version: String = "1", isText: String = "true", fields: String, others: String = "{}",
            formErrors: String = "[]"
        ) -> String {
            #"{"version":\#(version),"isText":\#(isText),"fields":\#(fields),"#
                + #""others":\#(others),"formErrors":\#(formErrors)}"#
        }
        let texts = [
            ("", "the snapshot is not JSON: expected a JSON value at byte 0"),
            ("[]", "the snapshot has something other than an object at ''"),
            ("{}", "the snapshot has something other than 1 at '/version'"),
            (
                snapshot(version: "2", fields: "{}"),
                "the snapshot has something other than 1 at '/version'"
            ),
            (
                snapshot(isText: "false", fields: "{}"),
                "the snapshot has something other than true at '/isText'"
            ),
            (
                snapshot(isText: "3", fields: "{}"),
                "the snapshot has something other than true or false at '/isText'"
            ),
            (snapshot(fields: "{}"), "the snapshot lacks the field 'email' of the form"),
            (
                snapshot(fields: #"{"email":\#(field),"phone":\#(field)}"#),
                "the snapshot has the field 'phone', which the form lacks"
            ),
            (
                snapshot(fields: #"{"email":1}"#),
                "the snapshot has something other than an object at '/fields/email'"
            ),
            (
                snapshot(fields: #"{"email":{}}"#),
                "the snapshot has something other than true or false at '/fields/email/isTouched'"
            ),
            (
                snapshot(fields: #"{"email":\#(field)}"#, others: "1"),
                "the snapshot has something other than an object at '/others'"
            ),
            (
                snapshot(fields: #"{"email":\#(field)}"#, formErrors: "[{}]"),
                "the snapshot has something other than a string at '/formErrors/0/message'"
            ),
        ]
        for (text, message) in texts {
            do throws(FormSnapshotError) {
                try form.restore(try FormSnapshot(json: text))
                Issue.record("\(text) is restored")
            } catch {
                #expect(error.description == message)
            }
            #expect(form["email"].text == "a@")
        }
    }

    @Test func valuesKeepTheirKindsAndDigits() throws {
        let ruleSet = RuleSet(Field("a", .required), Field("b.c", .required))
        let form = try FormModel.immediate(ruleSet, initial: ValidationRecord(Value.Object()))
        form["a"].value = .decimal("0.10000000000000000000001")
        form["b.c"].value = ["x", nil, 1]
        let other = try FormModel.immediate(ruleSet, initial: ValidationRecord(Value.Object()))
        try other.restore(try FormSnapshot(json: form.snapshot().json))
        #expect(other.values == form.values)
    }
}
