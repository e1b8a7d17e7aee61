// SPDX-License-Identifier: Apache-2.0
import AssayForms
import AssayTesting
import Testing

@MainActor
@Suite struct RowTests {
    private func form(
        _ rows: (name: String, price: String)..., debounce: Duration = .zero
    ) throws -> FormModel {
        var record = ValidationRecord.order()
        record["items"] = .array(
            rows.map { ["name": .string($0.name), "price": .string($0.price)] })
        return try FormModel(.order, initial: record, debounce: debounce)
    }

    // MARK: - What is no row

    @Test func fieldsWithoutRulesForElementsHaveNoRows() throws {
        let form = try form()
        #expect(throws: FormError.noRows("title")) { try form.rows("title") }
        #expect(throws: FormError.missingField("itmes", nearest: "items")) {
            try form.rows("itmes")
        }
        #expect(throws: FormError.missingField("items[0]", nearest: nil)) {
            try form.rows("items[0]")
        }
        let listed = try FormModel(.order, fields: ["items", "items[0].name"])
        #expect(throws: FormError.noRows("items")) { try listed.rows("items") }
        #expect(
            FormError.noRows("title").description
                == "the elements of the field 'title' are not rows; give them rules, such as those of "
                + "'title[*]', and list none of them as fields")
    }

    @Test func indexesOutOfRangeChangeNothing() throws {
        let form = try form(("Tea", "5"), ("Salt", "7"))
        let rows = try form.rows("items")
        for index in [-1, 2, Int.max, Int.min] {
            #expect(!rows.remove(at: index))
            #expect(!rows.move(from: index, to: 0))
            #expect(!rows.move(from: 0, to: index))
            #expect(!rows.swap(index, 0))
            #expect(!rows.swap(1, index))
            #expect(!rows.replace(at: index, with: ["name": "Oil"]))
            #expect(rows[index] == nil)
        }
        for index in [-1, 3, Int.max] { #expect(rows.insert(at: index) == nil) }
        #expect(!rows.move(from: 1, to: 1))
        #expect(!rows.swap(0, 0))
        #expect(!rows.replace(at: 0, with: ["name": "Tea", "price": "5"]))
        #expect(rows.names == ["Tea", "Salt"])
        #expect(!form.isDirty)
        #expect(!rows.field.isTouched)
    }

    @Test func aRowThatIsGoneChangesNothing() throws {
        let form = try form(("Tea", "5"), ("Salt", "7"))
        let rows = try form.rows("items")
        let gone = try #require(rows[0])
        let name = gone["name"]
        form.focus = "items[0].name"
        #expect(rows.remove(gone))
        #expect(!rows.remove(gone))
        #expect(form.focus == nil)
        #expect(!name.isFocused)
        #expect(gone.index == nil)
        #expect(rows.row(id: gone.id) == nil)
        #expect(name.path == "items[-].name")
        // The next row has the numbers of the fields that are gone.
        let new = rows.append(["name": "Oil"])
        name.text = "x"
        gone["price"].text = "9"
        name.triggers = .onSubmit
        name.debounce = .seconds(9)
        #expect(name.text == "Tea")
        #expect(rows.names == ["Salt", "Oil"])
        #expect(new["name"].validation == .unchanged)
        #expect(new["name"].triggers == .all)
        #expect(new["name"].debounce == .zero)
        #expect(rows.all.allSatisfy { !$0["name"].isTouched && !$0["price"].isDirty })
        #expect(new.field("size") === nil)
    }

    // MARK: - Operations

    struct Operation: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// Which of the rows a, b and c are there after it, and x for one that is new.
        let expected: String
        let run: @MainActor @Sendable (FormRows) -> Void
    }

    nonisolated static let operations = [
        Operation(testDescription: "append", expected: "abcx") { $0.append() },
        Operation(testDescription: "insert at the start", expected: "xabc") { $0.insert(at: 0) },
        Operation(testDescription: "insert", expected: "abxc") { $0.insert(at: 2) },
        Operation(testDescription: "insert at the end", expected: "abcx") { $0.insert(at: 3) },
        Operation(testDescription: "remove the first", expected: "bc") { $0.remove(at: 0) },
        Operation(testDescription: "remove the last", expected: "ab") { $0.remove(at: 2) },
        Operation(testDescription: "move down", expected: "bca") { $0.move(from: 0, to: 2) },
        Operation(testDescription: "move up", expected: "cab") { $0.move(from: 2, to: 0) },
        Operation(testDescription: "swap", expected: "cba") { $0.swap(0, 2) },
        Operation(testDescription: "replace", expected: "abc") { rows in
            rows.replace(at: 1, with: rows[1]?.value ?? .absent)
        },
        Operation(testDescription: "remove all", expected: "") { $0.removeAll() },
    ]

    @Test(arguments: operations)
    func everythingGoesWithItsRow(operation: Operation) throws {
        let form = try form(("a", "5"), ("b!", "7"), ("c!", "9"))
        let rows = try form.rows("items")
        let (a, b, c) = try (#require(rows[0]), #require(rows[1]), #require(rows[2]))
        a["name"].text = "A"
        b["price"].text = "8"
        form.apply(errors: ["/items/2/price": ["is too much"], "items[1].name": ["is taken"]])
        form.focus = "items[2].offer"
        operation.run(rows)
        let known = [a.id: "a", b.id: "b", c.id: "c"]
        #expect(rows.all.map { known[$0.id] ?? "x" }.joined() == operation.expected)
        for (index, row) in rows.all.enumerated() {
            #expect(row.index == index)
            #expect(row["name"].path == "items[\(index)].name")
            #expect(form.field("items[\(index)].name")?.id == row["name"].id)
            for field in row.fields {
                for violation in field.validation.violations {
                    #expect(violation.pointer.hasPrefix("/items/\(index)/"))
                }
            }
        }
        if let index = a.index {
            #expect(a["name"].messages == ["must have at least 2 characters"])
            #expect(a["name"].isDirty && a["name"].isTouched)
            #expect(rows[index]?.value["name"] == "A")
        }
        if b.index != nil {
            #expect(b["name"].messages == ["is taken"])
            #expect(b["price"].isDirty && b["price"].isTouched && b["price"].value == "8")
            #expect(!b["name"].isDirty && !b["name"].isTouched)
        }
        if let index = c.index {
            #expect(c["price"].messages == ["is too much"])
            #expect(form.focus == "items[\(index)].offer")
            #expect(c["offer"].isFocused)
        } else {
            #expect(form.focus == nil)
        }
        for row in rows.all where known[row.id] == nil {
            for field in row.fields {
                #expect(field.validation == .unchanged && !field.isTouched && !field.isDirty)
            }
        }
        #expect(form.values["items"] == .array(rows.all.map(\.value)))
        #expect(rows.field.value == form.values["items"])
        form.reset()
        #expect(rows.all.map(\.id) == [a.id, b.id, c.id])
        #expect(rows.names == ["a", "b!", "c!"])
        #expect(!form.isDirty)
        #expect(rows.all.flatMap(\.fields).allSatisfy { $0.validation == .unchanged })
    }

    @Test func rowsOfLoadedValuesBeginUnchanged() throws {
        let form = try form(("", "5"))
        let rows = try form.rows("items")
        #expect(rows.columns == ["name", "price", "offer"])
        #expect(rows[0]?["name"].value == .absent)
        #expect(!form.isDirty)
        #expect(rows.field.validation == .unchanged)
        #expect(form.fields.map(\.path) == ["title", "limit", "items"])
    }

    @Test func defaultsOfARowAreItsInitialValues() throws {
        let form = try form()
        let rows = try form.rows("items")
        #expect(rows.isEmpty)
        let row = rows.append(["name": "Tea", "id": 7])
        #expect(!row["name"].isDirty)
        #expect(form.isDirty && rows.field.isDirty)
        row["name"].text = "Salt"
        #expect(row["name"].isDirty)
        row["name"].text = "Tea"
        #expect(row["name"].validation == .unchanged)
        #expect(form.values["items"] == [["name": "Tea", "id": 7]])
        #expect(rows.remove(row))
        #expect(!form.isDirty)
    }

    @Test func rulesOfTheArrayRunAfterEachOperation() throws {
        let form = try form(("Tea", "5"), debounce: .seconds(1))
        let rows = try form.rows("items")
        for name in ["Salt", "Oil"] { rows.append(["name": .string(name)]) }
        #expect(rows.field.validation == .valid)
        rows.append(["name": "Rice"])
        #expect(rows.field.messages == ["must have at most 3 elements"])
        rows[0]?["name"].text = "Green tea"
        #expect(rows.field.messages == ["must have at most 3 elements"])
        rows.remove(at: 0)
        #expect(rows.field.validation == .valid)
        rows.removeAll()
        #expect(rows.field.messages == ["must have at least 1 element"])
    }

    @Test func rulesThatCompareRowsRunWithEveryChange() throws {
        let form = try FormModel.immediate(
            RuleSet(
                Field("items", .uniqueItems), Field("items[*].name", .length(2...))),
            initial: .nested(["items": [["name": "Tea"]]]))
        let rows = try form.rows("items")
        let row = rows.append(["name": "Tea"])
        #expect(rows.field.validation.isInvalid)
        row["name"].text = "Salt"
        #expect(rows.field.validation.isValid)
        row["name"].text = "Tea"
        #expect(rows.field.validation.isInvalid)
        rows.remove(at: 0)
        #expect(!rows.field.validation.isInvalid)
    }

    @Test func rulesOfARowLookAtTheirRowAndAtTheForm() throws {
        let form = try form(("Tea", "5"), ("Salt", "50"))
        let rows = try form.rows("items")
        let (tea, salt) = try (#require(rows[0]), #require(rows[1]))
        tea["offer"].text = "7"
        salt["offer"].text = "7"
        #expect(tea["offer"].validation.isInvalid && salt["offer"].validation.isValid)
        rows.swap(0, 1)
        tea["price"].text = "8"
        #expect(tea["offer"].validation.isValid && salt["offer"].validation.isValid)
        form["limit"].text = "6"
        #expect(tea["price"].validation.isInvalid)
        #expect(salt["price"].validation == .unchanged)
        #expect(tea["offer"].validation.isValid)
        form["limit"].text = "9"
        #expect(tea["price"].validation.isValid && tea["offer"].validation.isValid)
    }

    @Test func rulesThatLookAtAnotherRowFollowIt() throws {
        let form = try FormModel.immediate(
            RuleSet(
                Field("items[0].name", .required), Field("items[*].name", .length(1...)),
                Field("items[*].link", .differentFrom("items[0].name"))),
            fields: ["items"],
            initial: .nested(["items": [["name": "a"], ["name": "b", "link": "a"]]]))
        let rows = try form.rows("items")
        rows[1]?["link"].text = "b"
        #expect(rows[1]?["link"].validation.isValid == true)
        rows[0]?["name"].text = "b"
        #expect(rows[1]?["link"].validation.isInvalid == true)
        #expect(rows[1]?["link"].validation.violations.map(\.pointer) == ["/items/1/link"])
        rows.move(from: 0, to: 1)
        #expect(rows[0]?["link"].validation.violations.map(\.pointer) == ["/items/0/link"])
        rows[0]?["name"].text = "c"
        #expect(rows[0]?["link"].validation.isValid == true)
    }

    @Test func elementsThatAreNoObjectsAreFieldsThemselves() throws {
        let form = try FormModel.immediate(
            RuleSet(Field("tags", .uniqueItems), Field("tags[*]", .length(2...))))
        let rows = try form.rows("tags")
        #expect(rows.columns == [""])
        let row = rows.append("ab")
        row[""].text = "c"
        #expect(row[""].messages == ["must have at least 2 characters"])
        #expect(row[""].path == "tags[0]")
        #expect(form.values["tags"] == ["c"])
        form.apply(errors: ["/tags/0": ["is taken"]])
        #expect(row[""].messages.last == "is taken")
    }

    @Test func anArrayCanBeInAnObject() throws {
        let form = try FormModel.immediate(
            RuleSet(
                Field("order", .object), Field("order.limit", .integer),
                Field("order.items[*].price", .integer, .lessThan("order.limit"))),
            fields: ["order", "order.limit", "order.items"],
            initial: .nested(["order": ["limit": "9", "items": [["price": "5"]]]]))
        let rows = try form.rows("order.items")
        rows[0]?["price"].text = "9"
        #expect(rows[0]?["price"].validation.isInvalid == true)
        #expect(form["order"].value["items"] == [["price": "9"]])
        form["order.limit"].text = "10"
        #expect(rows[0]?["price"].validation.isValid == true)
        #expect(rows[0]?["price"].path == "order.items[0].price")
        form["order"].value = ["items": [["price": "1"], ["price": "2"]]]
        #expect(rows.all.map { $0["price"].text } == ["1", "2"])
        #expect(form.values["order"]["items"] == [["price": "1"], ["price": "2"]])
    }

    @Test func valueOfTheArrayIsThatOfItsRows() throws {
        let form = try form(("Tea", "5"), ("Salt", "7"))
        let rows = try form.rows("items")
        let ids = rows.all.map(\.id)
        form["items"].value = [["name": "Oil"]]
        #expect(rows.all.map(\.id) == Array(ids.prefix(1)))
        #expect(rows.names == ["Oil"])
        #expect(rows[0]?["name"].isDirty == true)
        form["items"].value = "none"
        #expect(rows.isEmpty)
        #expect(form.values["items"] == "none")
        rows.append(["name": "Rice"])
        #expect(form.values["items"] == [["name": "Rice"]])
        form.reset()
        #expect(rows.all.map(\.id) == ids)
        form.reset(to: .order(("Rice", "1")))
        #expect(rows.names == ["Rice"])
        #expect(!form.isDirty)
        #expect(rows[0].map { !ids.contains($0.id) } == true)
    }

    @Test func validityIsThatOfAllRows() throws {
        let form = try form(("Tea", "5"), ("x", "7"))
        let rows = try form.rows("items")
        #expect(!form.isValid)
        rows[1]?["name"].text = "Salt"
        #expect(form.isValid)
        form.apply(errors: ["items[1].name": ["is taken"]])
        #expect(!form.isValid)
        rows.remove(at: 1)
        #expect(form.isValid)
    }

    @Test func summaryAndFocusAreInTheOrderOfRows() async throws {
        let form = try form(("T", "5"), ("Salt", "200"))
        _ = try form.rows("items")
        form["title"].text = ""
        #expect(try await !form.validate(fields: ["items"]))
        #expect(
            form.summary.map(\.field) == ["title", "items[0].name", "items[1].price"])
        form["title"].text = "Order"
        #expect(form.firstInvalidField == "items[0].name")
        try form.rows("items").move(from: 0, to: 1)
        #expect(form.firstInvalidField == "items[0].price")
        let error = await #expect(throws: FormInvalid.self) { try await form.submit { _ in } }
        #expect(error?.violations.map(\.pointer) == ["/items/0/price", "/items/1/name"])
    }

    // MARK: - Submission and snapshots

    @Test func errorsOfAServerFindTheRowThatWasSent() async throws {
        let form = try form(("Tea", "5"), ("Salt", "7"), ("Oil", "9"))
        let rows = try form.rows("items")
        let sent = rows.all
        await #expect(throws: ServerErrors.self) {
            try await form.submit { _ in
                rows.remove(at: 1)
                rows.move(from: 1, to: 0)
                rows.insert(["name": "Rice"], at: 1)
                sent[0]["price"].text = "6"
                throw ServerErrors([
                    ServerError("first", at: "/items/0/name"),
                    ServerError("changed", at: "/items/0/price"),
                    ServerError("gone", at: "/items/1/name"),
                    ServerError("third", at: "items[2].name"),
                    ServerError("beyond", at: "/items/7/name"),
                ])
            }
        }
        #expect(rows.nameMessages == [["third"], [], ["first"]])
        #expect(sent[0]["price"].messages.isEmpty)
        #expect(form.formErrors.isEmpty)
        #expect(rows.names == ["Oil", "Rice", "Tea"])
    }

    @Test func submittedRowsAreTheInitialOnes() async throws {
        let form = try form(("Tea", "5"))
        let rows = try form.rows("items")
        rows.insert(["name": "Salt", "price": "1"], at: 0)
        let ids = rows.all.map(\.id)
        try await form.submit { record in
            #expect(
                record["items"] == [["name": "Salt", "price": 1], ["name": "Tea", "price": 5]])
        }
        #expect(!form.isDirty)
        rows.removeAll()
        #expect(form.isDirty)
        form.reset()
        #expect(rows.all.map(\.id) == ids)
        #expect(rows.names == ["Salt", "Tea"])
    }

    @Test func snapshotRestoresRows() throws {
        let first = try form(("Tea", "5"), ("Salt", "7"))
        let rows = try first.rows("items")
        rows.append(["name": "Oil"])
        rows[1]?["name"].text = "S"
        first.apply(errors: ["/items/2/name": ["is taken"], "/items/0/price": ["is old"]])
        rows.move(from: 1, to: 0)
        let text = first.snapshot().json
        let second = try form()
        let restored = try second.rows("items")
        try second.restore(try FormSnapshot(json: text))
        #expect(restored.names == ["S", "Tea", "Oil"])
        for (row, other) in zip(rows.all, restored.all) {
            for (field, same) in zip(row.fields, other.fields) {
                #expect(same.path == field.path)
                #expect(same.validation == field.validation)
                #expect(same.isTouched == field.isTouched)
                #expect(same.isDirty == field.isDirty)
            }
        }
        #expect(second.snapshot().json == text)
        second.reset()
        #expect(restored.names == ["Tea", "Salt"])
        #expect(!second.isDirty)
        // A form that has no rows yet takes the array.
        let third = try form()
        try third.restore(try FormSnapshot(json: text))
        #expect(try third.rows("items").names == ["S", "Tea", "Oil"])
    }

    // MARK: - Pending answers

    @Test func answersFindTheirRow() async throws {
        let desk = AnswerDesk()
        let clock = VirtualClock()
        let form = try FormModel(
            RuleSet(Field("items[*].name", .required, .rule("isFree"))), registry: desk.registry,
            initial: .nested(["items": [[:], [:]]]), debounce: .seconds(1),
            limits: AsyncLimits(timeout: nil, clock: clock))
        let rows = try form.rows("items")
        let (first, second) = (try #require(rows[0]), try #require(rows[1]))
        first["name"].text = "ada"
        rows.swap(0, 1)
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(1))
        await desk.waitForQuestions(1)
        rows.insert(["name": "eve"], at: 0)
        rows.move(from: 2, to: 0)
        desk.answer("ada", .pass(if: false))
        await until { first["name"].validation.isInvalid }
        #expect(first["name"].validation.violations.map(\.pointer) == ["/items/0/name"])
        #expect(second["name"].validation == .unchanged)
        // The answer for a row that is gone does not reach the one that has its number.
        second["name"].text = "bob"
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(1))
        await desk.waitForQuestions(2)
        #expect(rows.remove(second))
        let new = rows.append()
        new["name"].text = "may"
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(1))
        await desk.waitForQuestions(3)
        desk.answer("bob", .pass(if: false))
        for _ in 0..<50 {
            await Task.yield()
            await Task.detached {}.value
        }
        #expect(new["name"].validation == .validating)
        desk.answer("may", .pass)
        await until { new["name"].validation.isValid }
    }
}
