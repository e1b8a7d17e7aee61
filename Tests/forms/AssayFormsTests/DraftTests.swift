// SPDX-License-Identifier: Apache-2.0
import AssayForms
import Testing

/// Snapshots that another version of the form has made.
@MainActor
@Suite struct DraftTests {
    private static let old = RuleSet(
        Field("name", .required), Field("phone", .length(3...)), Field("pin", isSensitive: true),
        Field("age", .integer), Field("tags", .length(2...)), Field("items", .maxItems(5)),
        Field("items[*].name", .required), Field("items[*].color", .length(2...)))
    private static let new = RuleSet(
        Field("name", .required), Field("email", .required, .email), Field("plan"),
        Field("pin", isSensitive: true), Field("age", .integer), Field("tags", .maxItems(3)),
        Field("tags[*]", .length(2...)), Field("items", .maxItems(5)),
        Field("items[*].name", .required), Field("items[*].price", .integer))

    private func draft() throws -> FormSnapshot {
        let form = try FormModel.immediate(
            Self.old,
            initial: .nested([
                "name": "Ada", "plan": "basic", "items": [["name": "Tea"], ["name": "Rum"]],
            ]))
        let rows = try form.rows("items")
        form["name"].text = "Ada L."
        form["phone"].text = "12"
        form["pin"].text = "1234"
        form["age"].text = "36"
        form["tags"].text = "a,b"
        rows.remove(at: 0)
        rows.append(["name": "Oil", "color": "red"])
        rows[0]?["name"].text = ""
        form.apply(errors: ["age": ["is odd"]])
        return form.snapshot()
    }

    // MARK: - Wrong input

    @Test func whatIsNoSnapshotChangesNothing() throws {
        let form = try FormModel.immediate(Self.new)
        form["name"].text = "Bob"
        let texts = [
            ("[]", "the snapshot has something other than an object at ''"),
            ("{}", "the snapshot has something other than true or false at '/isText'"),
            (
                #"{"version":1,"isText":true,"others":{},"fields":{"name":1},"formErrors":[]}"#,
                "the snapshot has something other than an object at '/fields/name'"
            ),
            (
                #"{"version":2,"isText":true,"others":{},"fields":{},"formErrors":[]}"#,
                "the snapshot has something other than 1 at '/version'"
            ),
            (
                #"{"version":1,"isText":true,"others":{},"fields":{},"formErrors":[],"#
                    + #""unregistered":{"name":"away"}}"#,
                "the snapshot has something other than \"kept\" or \"dropped\" "
                    + "at '/unregistered/name'"
            ),
        ]
        for (text, message) in texts {
            let error = #expect(throws: FormSnapshotError.self) {
                try form.restoreDraft(try FormSnapshot(json: text))
            }
            #expect(error?.description == message)
            #expect(form["name"].text == "Bob")
        }
    }

    @Test func aFieldThatIsNeverUnregisteredThereIsAnErrorOfAnExactRestore() throws {
        let text =
            #"{"version":1,"isText":true,"others":{},"fields":{},"formErrors":[],"#
            + #""unregistered":{"phone":"kept"}}"#
        let form = try FormModel.immediate(RuleSet(Field("a")))
        #expect(throws: FormSnapshotError.unknownField("phone")) {
            try form.restore(try FormSnapshot(json: text))
        }
        #expect(try form.restoreDraft(try FormSnapshot(json: text)).added == ["a"])
    }

    // MARK: - Changed forms

    @Test func whatStillFitsIsRestoredAndTheRestIsTold() throws {
        let form = try FormModel.immediate(
            Self.new, initial: .nested(["email": "a@mail.example", "tags": ["xy"]]))
        let rows = try form.rows("items")
        let changes = try form.restoreDraft(try draft())
        #expect(changes.removed.map(\.path) == ["phone", "items[*].color"])
        #expect(changes.removed.map(\.value) == ["12", [.absent, "red"]])
        #expect(changes.otherKinds.map(\.path) == ["tags"])
        #expect(changes.otherKinds.map(\.value) == ["a,b"])
        #expect(changes.added == ["email", "plan"])
        #expect(!changes.isEmpty)
        #expect(form["name"].text == "Ada L." && form["name"].isDirty)
        #expect(form["age"].text == "36" && form["age"].messages == ["is odd"])
        #expect(form["email"].text == "a@mail.example" && !form["email"].isTouched)
        #expect(form["plan"].text == "basic" && !form["plan"].isDirty)
        #expect(form["tags"].value == ["xy"] && form["pin"].value == .absent)
        #expect(rows.names == ["", "Oil"] && rows.nameMessages == [["is required"], []])
        #expect(rows[1]?["price"].validation == .unchanged)
        form.reset()
        #expect(rows.names == ["Tea", "Rum"] && form["name"].text == "Ada")
    }

    @Test func aDraftOfTheSameFormIsTheForm() throws {
        let form = try FormModel.immediate(Self.old)
        _ = try form.rows("items")
        let draft = try draft()
        #expect(try form.restoreDraft(draft).isEmpty)
        #expect(form.snapshot() == draft)
    }

    @Test func textsAndTypedValuesBecomeEachOther() throws {
        let rules = RuleSet(Field("age", .integer), Field("name", .length(1...)))
        let text = try FormModel.immediate(rules)
        text["age"].text = "36"
        text["name"].text = "12"
        let typed = try FormModel.immediate(rules, initial: ["name": ""])
        #expect(throws: FormSnapshotError.unexpected(at: "/isText", "false")) {
            try typed.restore(text.snapshot())
        }
        #expect(try typed.restoreDraft(text.snapshot()).isEmpty)
        #expect(typed["age"].value == 36 && typed["name"].value == "12")
        let back = try FormModel.immediate(rules)
        #expect(try back.restoreDraft(typed.snapshot()).isEmpty)
        #expect(back["age"].value == "36")
        typed["age"].text = "old"
        let again = try FormModel.immediate(rules, initial: ["age": 7])
        #expect(try again.restoreDraft(typed.snapshot()).otherKinds.map(\.path) == ["age"])
        #expect(again["age"].value == 7)
    }

    // MARK: - Unregistered fields

    @Test func unregisteredFieldsAreRestoredAsTheyWere() throws {
        let form = try FormModel.immediate(Self.old, initial: .nested(["name": "Ada"]))
        form["age"].text = "36"
        form["name"].text = "Bob"
        try form.unregister("age")
        try form.unregister("name", value: .dropped)
        let snapshot = try FormSnapshot(json: form.snapshot().json)
        let other = try FormModel.immediate(Self.old)
        try other.unregister("phone")
        try other.restore(snapshot)
        #expect(other.fields.map(\.path) == ["phone", "pin", "tags", "items"])
        #expect(other.values["name"] == .absent && other.values["age"] == "36")
        #expect(other.snapshot() == snapshot)
        try other.register("name")
        try other.register("age")
        #expect(other["name"].text == "Ada" && other["age"].text == "36")
    }
}
