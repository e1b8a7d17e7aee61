// SPDX-License-Identifier: Apache-2.0
import AssayForms
import AssayTesting
import Testing

/// Rows of a form that is a struct, with a controller.
@MainActor
@Suite struct TypedRowTests {
    private func controller(
        _ names: String..., ruleSet: RuleSet? = nil
    ) throws -> FormController<TypedOrder> {
        var order = TypedOrder()
        order.items = ValidatedRows(names.map { TypedItem($0) })
        return try FormController(order, ruleSet: ruleSet, triggers: .all)
    }

    private func names(_ controller: FormController<TypedOrder>) -> [String] {
        controller.form.items.map(\.name)
    }

    @Test func whatIsWrongInARowIsShownThere() throws {
        let controller = try controller("Tea", "Salt")
        controller.form.items[1].name = "x"
        #expect(
            controller.form.items[1].$name.messages == ["must have at least 2 characters"])
        #expect(controller.form.items[0].$name.state == .unchanged)
        #expect(controller.isDirty && !controller.isValid)
        #expect(controller.errors.map(\.field) == ["items[1].name"])
        #expect(controller.summary.map(\.field) == ["items[1].name"])
        guard case .invalid(let violations) = controller.form.items[1].$name.state else {
            Issue.record("it is valid")
            return
        }
        #expect(violations.map(\.pointer) == ["/items/1/name"])
        #expect(violations.map(\.field) == ["items[*].name"])
    }

    @Test func errorsGoWithTheirRow() throws {
        let controller = try controller("Tea", "Salt", "Oil")
        controller.form.items[0].name = "x"
        controller.form.items.move(from: 0, to: 2)
        #expect(names(controller) == ["Salt", "Oil", "x"])
        #expect(controller.form.items[2].$name.state.isInvalid)
        #expect(controller.form.items[0].$name.state == .unchanged)
        #expect(controller.errors.map(\.field) == ["items[2].name"])
        guard case .invalid(let moved) = controller.form.items[2].$name.state else { return }
        #expect(moved.map(\.pointer) == ["/items/2/name"])
        controller.form.items.swapAt(2, 0)
        #expect(controller.errors.map(\.field) == ["items[0].name"])
        controller.form.items.insert(TypedItem("new"), at: 0)
        #expect(controller.errors.map(\.field) == ["items[1].name"])
        controller.form.items.remove(at: 1)
        #expect(controller.errors.isEmpty && controller.isValid)
    }

    @Test func aRowBeginsWithoutHistory() throws {
        let controller = try controller("Tea")
        var item = TypedItem("x")
        item.name = "y"
        let isItemValid = item.validate()
        #expect(!isItemValid)
        controller.form.items.append(item)
        #expect(controller.form.items[1].$name.state == .unchanged)
        #expect(!controller.form.items[1].$name.isDirty)
        #expect(!controller.form.items[1].$name.isTouched)
        #expect(controller.form.$items.isDirty && controller.form.$items.isTouched)
        controller.validate()
        #expect(controller.errors.map(\.field) == ["items[1].name"])
    }

    @Test func aRowThatIsReplacedIsDirty() throws {
        let controller = try controller("Tea", "Salt")
        let id = controller.form.items.id(at: 0)
        controller.form.items[0] = TypedItem("Oil", low: 3, high: 4)
        #expect(controller.form.items.id(at: 0) == id)
        #expect(controller.form.items[0].$name.isDirty)
        #expect(controller.form.items[0].$name.state == .valid)
        #expect(controller.form.items[0].$name.initialValue == "Tea")
        controller.form.items[0] = TypedItem("Tea")
        #expect(controller.form.items[0].$name.state == .unchanged)
        #expect(!controller.isDirty)
    }

    @Test func aCopyOfARowIsAnotherRow() throws {
        let controller = try controller("Tea", "Salt")
        controller.form.items[0].name = "x"
        controller.form.items.append(controller.form.items[0])
        #expect(names(controller) == ["x", "Salt", "x"])
        #expect(controller.form.items[2].$name.state == .unchanged)
        controller.form.items[0].name = "Oil"
        #expect(names(controller) == ["Oil", "Salt", "x"])
    }

    @Test func aRowThatWasRemovedCanComeBack() throws {
        let controller = try controller("Tea", "Salt")
        controller.form.items[0].name = "x"
        let before = controller.form
        controller.form.items.remove(at: 0)
        #expect(names(controller) == ["Salt"])
        controller.form = before
        #expect(names(controller) == ["x", "Salt"])
        #expect(controller.form.items[0].$name.state == .unchanged)
        #expect(!controller.isValid)
    }

    @Test func rulesOfTheArrayRunWhenRowsComeAndGo() throws {
        let controller = try controller("Tea")
        controller.form.items.removeAll()
        #expect(controller.form.$items.messages == ["must have at least 1 element"])
        controller.form.items = ValidatedRows((0..<6).map { TypedItem("item \($0)") })
        #expect(controller.form.$items.messages == ["must have at most 5 elements"])
        controller.form.items.removeLast()
        #expect(controller.form.$items.state == .valid)
    }

    @Test func functionsOfTheArraySeeEveryKeystroke() throws {
        struct Form: ValidatableForm, Equatable {
            @Validate(
                .rule("too much") { (rows: ValidatedRows<TypedItem>) in
                    rows.map(\.low).reduce(0, +) < 10
                })
            var items: ValidatedRows<TypedItem> = [TypedItem("Tea"), TypedItem("Salt")]

            static let validatedFields: [ValidatedField<Form>] = [
                ValidatedField("items", \.$items)
            ]
        }
        let controller = try FormController(Form(), triggers: .all)
        controller.form.items.append(TypedItem("Oil"))
        #expect(controller.form.$items.state == .valid)
        controller.form.items[1].low = 9
        #expect(controller.form.$items.messages == ["too much"])
        controller.form.items[1].low = 2
        #expect(controller.form.$items.state == .valid)
    }

    @Test func aFieldOfARowFollowsAnotherOne() throws {
        let controller = try controller("Tea", "Salt")
        controller.form.items[1].high = 4
        #expect(controller.form.items[1].$high.state == .valid)
        controller.form.items[1].low = 6
        #expect(controller.form.items[1].$high.messages == ["must be greater than low"])
        #expect(controller.form.items[0].$high.state == .unchanged)
    }

    // MARK: - Rule sets

    @Test func rulesOfARuleSetDriveRows() throws {
        let ruleSet = RuleSet(
            Field("customer", .length(...20)), Field("items", .uniqueItems(by: "name")),
            Field("items[*].name", .differentFrom("customer")), Field("items[*].low", .range(...5)),
            Field("items[*].high", .integer))
        let controller = try controller("Tea", "Salt", ruleSet: ruleSet)
        controller.form.items[1].low = 7
        #expect(controller.form.items[1].$low.messages == ["must be at most 5"])
        controller.form.items[1].name = "Ada"
        #expect(controller.form.items[1].$name.messages == ["must be different from customer"])
        controller.form.customer = "Grace"
        #expect(controller.form.items[1].$name.state == .valid)
        #expect(controller.form.$items.state == .unchanged)
        controller.form.items.append(TypedItem("Tea"))
        #expect(controller.form.$items.state.isInvalid)
        controller.form.items[0].name = "Oil"
        #expect(controller.form.$items.state == .valid)
    }

    @Test func aRuleThatNamesARowByIndexFollowsIt() throws {
        let ruleSet = RuleSet(
            Field("customer", .length(...20)),
            Field("items[*].name", .length(...9)), Field("items[*].low", .integer),
            Field("items[*].high", .differentFrom("items[0].low")))
        let controller = try controller("Tea", "Salt", "Oil", ruleSet: ruleSet)
        controller.form.items[2].high = 7
        controller.form.items[1].high = 3
        #expect(controller.form.items[2].$high.state == .valid)
        controller.form.items[0].low = 7
        #expect(
            controller.form.items[2].$high.messages == ["must be different from items[0].low"])
        #expect(controller.form.items[1].$high.state == .valid)
        controller.form.items.move(from: 1, to: 0)
        #expect(controller.form.items[2].$high.state == .valid)
    }

    @Test func rulesOfRowsLookAtTheFieldsOfAResetForm() throws {
        let ruleSet = RuleSet(
            Field("customer", .length(...20)),
            Field("items[*].name", .differentFrom("customer")), Field("items[*].low", .integer),
            Field("items[*].high", .integer))
        let controller = try controller("Tea", ruleSet: ruleSet)
        controller.form.customer = "Salt"
        controller.form.items[0].name = "Salt"
        #expect(controller.form.items[0].$name.messages == ["must be different from customer"])
        controller.reset()
        controller.form.items[0].name = "Salt"
        #expect(controller.form.items[0].$name.state == .valid)
        controller.form.items[0].name = "Ada"
        #expect(controller.form.items[0].$name.messages == ["must be different from customer"])
    }

    @Test func aRuleAboutWhatNoRowHasIsTheArrays() async throws {
        let ruleSet = RuleSet(
            Field("customer", .length(...20)), Field("items[*].name", .length(...9)),
            Field("items[*].low", .integer), Field("items[*].high", .integer),
            Field("items[*].weight", .required))
        let controller = try controller("Tea", ruleSet: ruleSet)
        #expect(!controller.isValid)
        #expect(await !controller.validateCompletely())
        #expect(controller.errors.map(\.field) == ["items"])
        #expect(controller.form.$items.messages == ["is required"])
    }

    @Test func aFieldOfRowsThatTheRuleSetLacksIsAnError() throws {
        let ruleSet = RuleSet(
            Field("customer", .length(...20)), Field("items[*].nam", .length(...9)))
        #expect(throws: FormError.unknownField("items[*].name", nearest: "items[*].nam")) {
            try self.controller("Tea", ruleSet: ruleSet)
        }
    }

    // MARK: - Focus, submission, a server

    @Test func theFocusGoesWithItsRow() throws {
        let controller = try controller("Tea", "Salt")
        controller.focus = "items[0].name"
        controller.form.items.move(from: 0, to: 1)
        #expect(controller.focus == "items[1].name")
        controller.focus = nil
        #expect(controller.form.items[1].$name.isTouched)
        controller.focus = "items[1].low"
        controller.form.items.remove(at: 1)
        #expect(controller.focus == nil)
    }

    @Test func theFirstErrorOfAFailedSubmissionHasTheFocus() async throws {
        let controller = try controller("Tea", "x")
        let isSent = await controller.submitShowingErrors()
        #expect(!isSent)
        #expect(controller.focus == "items[1].name")
    }

    @Test func whatIsSentIsTheInitialValue() async throws {
        var sent: [String] = []
        let controller = try FormController(TypedOrder.with("Tea", "Salt")) { form in
            sent = form.items.map(\.name)
        }
        controller.form.items.swapAt(0, 1)
        controller.form.items[0].low = 3
        controller.form.items[0].high = 5
        #expect(controller.isDirty)
        try await controller.submit()
        #expect(sent == ["Salt", "Tea"])
        #expect(!controller.isDirty && controller.state.isSuccess)
        #expect(controller.form.items[0].$low.initialValue == 3)
        #expect(controller.form.items[0].$low.state == .unchanged)
        controller.form.items.removeAll()
        controller.reset()
        #expect(names(controller) == ["Salt", "Tea"])
    }

    @Test func anErrorOfAServerFindsItsRowWhereverItIs() async throws {
        let (edited, edit) = AsyncStream.makeStream(of: Void.self)
        let controller = try FormController(TypedOrder.with("Tea", "Salt", "Oil")) { form in
            for await _ in edited {}
            throw ServerErrors([
                ServerError("is sold out", at: "/items/0/name"),
                ServerError("is gone", at: "/items/1/name"),
                ServerError("closed", at: "/shop"),
            ])
        }
        controller.form.items[2].low = 1
        let submission = Task { try await controller.submit() }
        while !controller.isLoading { await Task.yield() }
        controller.form.items.move(from: 0, to: 2)
        controller.form.items.remove(at: 0)
        edit.finish()
        await #expect(throws: ServerErrors.self) { try await submission.value }
        #expect(names(controller) == ["Oil", "Tea"])
        #expect(controller.form.items[1].$name.messages == ["is sold out"])
        #expect(controller.formErrors.map(\.message) == ["closed"])
        controller.form.items.swapAt(0, 1)
        #expect(controller.form.items[0].$name.messages == ["is sold out"])
        controller.form.items[0].name = "Green tea"
        #expect(controller.form.items[0].$name.messages == [])
    }

    @Test func whatIsDoneToAPropertyOfARowIsDone() throws {
        let controller = try controller("Tea", "x")
        controller.form.items[1].$name.validate()
        #expect(controller.form.items[1].$name.state.isInvalid)
        controller.form.items[1].name = "Oil"
        #expect(controller.form.items[1].$name.state == .valid)
        controller.form.items[1].$name.reset()
        #expect(controller.form.items[1].$name.state == .unchanged)
        #expect(controller.form.items[1].name == "x")
        #expect(!controller.form.items[1].$name.isTouched)
        controller.form.items[1].$name.reject(
            [Violation(pointer: "", field: "name", rule: "r", code: "c", template: "no")])
        #expect(controller.form.items[1].$name.messages == ["no"])
        controller.form.items[1].$name.reset(to: "Salt")
        #expect(!controller.form.items[1].$name.isDirty && !controller.isDirty)
        controller.form.$items.reset()
        #expect(names(controller) == ["Tea", "Salt"])
    }

    @Test func anArrayComesAndGoesWithItsRows() throws {
        let controller = try controller("Tea", "x")
        controller.form.items[0].name = "y"
        try controller.unregister("items")
        #expect(controller.isValid && controller.errors.isEmpty)
        controller.form.items[0].name = "z"
        #expect(controller.isValid)
        try controller.register("items")
        #expect(!controller.isValid)
        controller.form.items[0].name = "q"
        #expect(controller.form.items[0].$name.state.isInvalid)
        try controller.unregister("items", value: .dropped)
        #expect(names(controller) == ["Tea", "x"])
    }

    @Test func stepsLookAtRows() async throws {
        let controller = try controller("x")
        let steps = try controller.steps([FormStep("items", "items"), FormStep("who", "customer")])
        #expect(await !steps.next())
        #expect(steps.state(of: steps.current) == .invalid)
        #expect(controller.focus == "items[0].name")
        controller.form.items[0].name = "Oil"
        #expect(await steps.next())
    }

    @Test func namesOfRowsThatAreNotThereAreErrors() async throws {
        let controller = try controller("Tea")
        for name in ["items[1].name", "items[0].nam", "items[0]", "items[0].name.x", "item"] {
            await #expect(throws: FormError.self) { try await controller.validate(fields: [name]) }
        }
        #expect(try await controller.validate(fields: ["items[0].name"]))
    }

    @Test func rowsInRowsAreCheckedWithTheirArray() async throws {
        struct Box: ValidatableForm, Equatable {
            @Validate(.maxItems(3)) var items: ValidatedRows<TypedItem> = []

            static let validatedFields: [ValidatedField<Box>] = [ValidatedField("items", \.$items)]
        }
        struct Shelf: ValidatableForm, Equatable {
            @Validate var boxes: ValidatedRows<Box> = [Box()]

            static let validatedFields: [ValidatedField<Shelf>] = [
                ValidatedField("boxes", \.$boxes)
            ]
        }
        let controller = try FormController(Shelf(), triggers: .all)
        controller.form.boxes[0].items.append(TypedItem("x"))
        guard case .invalid(let violations) = controller.form.boxes[0].$items.state else {
            Issue.record("\(controller.form.boxes[0].$items.state)")
            return
        }
        #expect(violations.map(\.pointer) == ["/boxes/0/items/0/name"])
        #expect(!controller.isValid)
        controller.form.boxes[0].items[0].name = "Tea"
        #expect(controller.form.boxes[0].$items.state == .valid && controller.isValid)
    }
}
