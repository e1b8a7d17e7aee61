// SPDX-License-Identifier: Apache-2.0
import AssayForms
import AssayTesting
import TestRandomness
import Testing

/// Random histories of rows of a struct: they come, go and move while answers about them are on their
/// way.
@MainActor
@Suite struct TypedRowPropertyTests {
    @Test(arguments: Histories.seeds(100))
    func whatIsKnownOfARowGoesWithIt(seed: UInt64) async throws {
        let play = try TypedRowPlay(seed: seed)
        for _ in 0..<40 {
            await play.step()
            play.expectTheRows()
            play.expectNothingStale()
        }
        await play.finish()
        play.expectTheRows()
        play.expectNothingStale()
        try await play.expectTheErrorsOfAFreshForm()
    }
}

/// A form with rows beside a list of what each row is to have.
@MainActor
private final class TypedRowPlay {
    struct Item: ValidatableForm, Equatable {
        @Validate(.required, .length(2...), .rule("isFree")) var name = ""
        @Validate(.integer) var low = ""
        @Validate(.integer, .greaterThan("low")) var high = ""

        init(_ name: String, low: String = "") {
            self.name = name
            self.low = low
        }

        static let validatedFields: [ValidatedField<Item>] = [
            ValidatedField("name", \.$name), ValidatedField("low", \.$low),
            ValidatedField("high", \.$high),
        ]

        var values: [String] { [name, low, high] }
        var fields: [ValidatedValue<String>] { [$name, $low, $high] }
    }

    struct Order: ValidatableForm, Equatable {
        @Validate(.integer) var limit = "8"
        @Validate(.minItems(1), .maxItems(5))
        var items: ValidatedRows<Item> = [Item("ab", low: "1"), Item("cd"), Item("ef")]

        static let validatedFields: [ValidatedField<Order>] = [
            ValidatedField("limit", \.$limit), ValidatedField("items", \.$items),
        ]
    }

    /// What the next submission does.
    final class Outbox {
        var fails = false
    }

    /// A row, told with nothing but the facts.
    struct Row: Equatable {
        let id: ValidatedRows<Item>.RowID
        var values: [String]
        var initial: [String]
    }

    /// What users see of a field.
    struct Sight: Equatable {
        let value: String
        let messages: [String]
        let validation: String
        let isTouched: Bool
        let isDirty: Bool

        init(_ field: ValidatedValue<String>) {
            value = field.value
            messages = field.messages
            validation =
                switch field.state {
                case .invalid: "invalid"
                default: "\(field.state)"
                }
            isTouched = field.isTouched
            isDirty = field.isDirty
        }
    }

    private typealias ID = ValidatedRows<Item>.RowID

    private let seed: UInt64
    private let desk = AnswerDesk()
    private let clock = VirtualClock()
    private let registry: RuleRegistry
    private let ruleSet: RuleSet?
    private let outbox = Outbox()
    private let controller: FormController<Order>
    private var expected: [Row] = []
    private var random: SeededNumbers
    private var submissions: [Task<Void, Never>] = []
    private var history: [String] = []

    init(seed: UInt64) throws {
        self.seed = seed
        random = SeededNumbers(seed: seed)
        registry = try desk.registry
        // Some rules see other rows, or what is outside of them.
        ruleSet =
            seed.isMultiple(of: 2)
            ? nil
            : RuleSet(
                Field("limit", .integer), Field("items", .uniqueItems),
                Field("items[*].name", .length(...9)),
                Field("items[*].low", .lessThan("limit")),
                Field("items[*].high", .differentFrom("items[0].low")))
        controller = try Self.controller(Order(), ruleSet, registry, clock, outbox)
        takeRows()
    }

    private static func controller(
        _ order: Order, _ ruleSet: RuleSet?, _ registry: RuleRegistry, _ clock: VirtualClock,
        _ outbox: Outbox = Outbox()
    ) throws -> FormController<Order> {
        try FormController(
            order, ruleSet: ruleSet, registry: registry, triggers: .all, debounce: .seconds(1),
            limits: AsyncLimits(timeout: nil, clock: clock)
        ) { order in
            // Rows move while the values are on their way.
            let fails = outbox.fails
            for _ in 0..<30 { await Task.yield() }
            guard fails else { return }
            throw ServerErrors(
                order.items.enumerated().map { index, item in
                    ServerError("server " + item.name, at: "/items/\(index)/name")
                })
        }
    }

    private var items: ValidatedRows<Item> {
        get { controller.form.items }
        set { controller.form.items = newValue }
    }

    private func takeRows() {
        expected = items.rows.map {
            Row(id: $0.id, values: $0.element.values, initial: $0.element.values)
        }
    }

    // MARK: - Steps

    func step() async {
        switch Int.random(in: 0..<20, using: &random) {
        case 0..<6: edit()
        case 6..<11: arrange()
        case 11:
            let index = items.isEmpty || random.chance(30) ? nil : index(below: items.count)
            controller.focus = index.map { "items[\($0)].name" }
            history.append("focus \(controller.focus ?? "none")")
        case 12, 13:
            clock.advance(by: .milliseconds(Int.random(in: 100...1500, using: &random)))
            history.append("time")
        case 14, 15: answer()
        case 16: applyServerErrors()
        case 17: submit()
        default: interrupt()
        }
        for _ in 0..<Int.random(in: 0...8, using: &random) { await Task.yield() }
    }

    private func index(below count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

    private func edit() {
        guard !random.chance(15), !items.isEmpty else {
            controller.form.limit = ["2", "8", "x"][index(below: 3)]
            return history.append("limit = '\(controller.form.limit)'")
        }
        let (row, column) = (index(below: items.count), index(below: 3))
        let texts = column == 0 ? ["", "a", "ab", "abc", "abcd"] : ["", "1", "3", "9", "x"]
        let text = texts[index(below: 5)]
        switch column {
        case 0: controller.form.items[row].name = text
        case 1: controller.form.items[row].low = text
        default: controller.form.items[row].high = text
        }
        expected[row].values[column] = text
        history.append("items[\(row)][\(column)] = '\(text)'")
    }

    /// An operation on rows; no one sees a change at those that stay, but where they are and what rules
    /// say that name the first row.
    private func arrange() {
        let before = sights
        let (count, focus) = (items.count, focusedRow)
        let (from, to) = (index(below: count + 1), index(below: count + 1))
        let isInside = from < count && to < count
        let name = ["ab", "x", "new"][index(below: 3)]
        switch index(below: 7) {
        case 0:
            history.append("append")
            items.append(Item(name))
            add(at: count)
        case 1:
            history.append("insert at \(to)")
            items.insert(Item(name), at: to)
            add(at: to)
        case 2:
            guard from < count else { return }
            history.append("remove \(from)")
            items.remove(at: from)
            expected.remove(at: from)
        case 3:
            guard isInside else { return }
            history.append("move \(from) to \(to)")
            items.move(from: from, to: to)
            expected.insert(expected.remove(at: from), at: to)
        case 4:
            guard isInside else { return }
            history.append("swap \(from) and \(to)")
            items.swapAt(from, to)
            expected.swapAt(from, to)
        case 5:
            history.append("sort")
            items.sort { $0.name < $1.name }
            expected = expected.enumerated()
                .sorted {
                    ($0.element.values[0], $0.offset) < ($1.element.values[0], $1.offset)
                }.map(\.element)
        default:
            guard from < count else { return }
            history.append("replace \(from)")
            items[from] = Item(name, low: "3")
            expected[from].values = [name, "3", ""]
            return
        }
        if focusedRow != focus, focus.map({ items.index(of: $0) != nil }) ?? true {
            fail("the focus has left its row")
        }
        for (id, sight) in sights where before[id] != nil {
            let columns = ruleSet == nil ? 0..<3 : 0..<2
            if Array((before[id] ?? [])[columns]) != Array(sight[columns]) {
                fail("row \(id) was \(before[id] ?? []) and is \(sight)")
            }
        }
    }

    private var focusedRow: ID? {
        guard let focus = controller.focus, let start = focus.firstIndex(of: "["),
            let index = Int(focus[focus.index(after: start)...].prefix { $0 != "]" }),
            items.indices.contains(index)
        else { return nil }
        return items.id(at: index)
    }

    private func add(at index: Int) {
        let row = items.rows[index]
        expected.insert(
            Row(id: row.id, values: row.element.values, initial: row.element.values), at: index)
        for field in row.element.fields where field.isTouched || field.isDirty {
            fail("a new row has a history")
        }
    }

    private var sights: [ID: [Sight]] {
        var sights: [ID: [Sight]] = [:]
        for row in items.rows { sights[row.id] = row.element.fields.map { Sight($0) } }
        return sights
    }

    private func answer() {
        let open = desk.open
        guard !open.isEmpty else { return }
        let value = open[index(below: open.count)]
        desk.answer(value, Self.verdict(value))
        history.append("answer \(value.json)")
    }

    /// Names of three letters are taken.
    private static func verdict(_ value: Value) -> Verdict {
        guard case .string(let name) = value else { return .pass }
        return .pass(if: name.utf8.count != 3)
    }

    private func applyServerErrors() {
        guard !items.isEmpty else { return }
        let row = index(below: items.count)
        history.append("server error at \(row)")
        let message = "server " + items[row].name
        controller.apply(ServerErrors([ServerError(message, at: "/items/\(row)/name")]))
        if items[row].$name.messages.last != message {
            fail("the error of the server is not shown")
        }
    }

    private func submit() {
        outbox.fails = random.chance(60)
        let controller = controller
        history.append("submit")
        submissions.append(
            Task {
                let sent: Void? = try? await controller.submit()
                guard sent != nil else { return }
                self.history.append("success")
                self.takeInitialValues()
            })
    }

    /// The form says what was submitted; that it is right is tested elsewhere.
    private func takeInitialValues() {
        for (index, row) in items.enumerated() where expected.indices.contains(index) {
            expected[index].initial = row.fields.map(\.initialValue)
        }
    }

    private func interrupt() {
        guard random.chance(40) else {
            controller.cancelSubmission()
            return history.append("cancel")
        }
        controller.reset()
        history.append("reset")
        takeRows()
        if controller.isDirty { fail("reset leaves changes") }
        for field in items.flatMap(\.fields) where field.isTouched || field.isDirty {
            fail("reset leaves a history")
        }
    }

    func finish() async {
        await finish { !self.controller.isLoading && !Self.isValidating(self.controller.form) }
        for submission in submissions { await submission.value }
    }

    private static func isValidating(_ form: Order) -> Bool {
        form.items.flatMap(\.fields).contains(where: \.state.isValidating)
            || form.$items.state.isValidating || form.$limit.state.isValidating
    }

    private func finish(_ isOver: () -> Bool) async {
        var rounds = 0
        while !isOver() {
            rounds += 1
            guard rounds < 100_000 else { return fail("it waits for ever") }
            // Other tests can keep all threads but this one busy.
            if rounds > 1000 { try? await Task.sleep(for: .milliseconds(1)) }
            clock.advance(by: .seconds(2))
            for value in desk.open { desk.answer(value, Self.verdict(value)) }
            // Rules answer on other threads, which other tests can keep busy: wait for a turn there.
            await Task.detached {}.value
        }
    }

    // MARK: - What must hold

    func expectTheRows() {
        guard items.rows.map(\.id) == expected.map(\.id) else {
            return fail("the rows are not those that they are to be")
        }
        for (row, expected) in zip(items.rows, expected) {
            if row.element.values != expected.values {
                fail("row \(row.index) is \(row.element.values), not \(expected.values)")
            }
            for (column, field) in row.element.fields.enumerated()
            where field.isDirty != (expected.values[column] != expected.initial[column]) {
                fail("column \(column) of row \(row.index) is dirty: \(field.isDirty)")
            }
        }
        let isDirty = controller.form != controller.initialForm
        if controller.isDirty != isDirty { fail("the form is dirty: \(controller.isDirty)") }
        if controller.form.$items.isDirty != (items != controller.initialForm.items) {
            fail("the array is dirty: \(controller.form.$items.isDirty)")
        }
    }

    func expectNothingStale() {
        for (index, item) in items.enumerated() {
            for field in item.fields {
                if field.state == .unchanged, field.isDirty { fail("it is dirty and unchanged") }
                for violation in field.state.violations {
                    let isStale =
                        violation.rule == "server"
                        ? violation.message != "server " + field.value
                        : Self.text(of: violation.value) != field.value
                    if isStale { fail("row \(index) shows '\(violation.message)'") }
                    if !violation.pointer.hasPrefix("/items/\(index)/") {
                        fail("row \(index) has an error at \(violation.pointer)")
                    }
                }
            }
        }
    }

    /// Rules see a number where the text of a field is one.
    private static func text(of value: Value) -> String {
        switch value {
        case .string(let text): text
        case .absent: ""
        default: value.json
        }
    }

    /// What is wrong in the end is what is wrong in a form that begins with these values.
    func expectTheErrorsOfAFreshForm() async throws {
        controller.cancelSubmission()
        var order = Order()
        order.limit = controller.form.limit
        order.items = ValidatedRows(
            items.map { item in
                var new = Item(item.name, low: item.low)
                new.high = item.high
                return new
            })
        let fresh = try Self.controller(order, ruleSet, registry, clock)
        for controller in [controller, fresh] {
            var isOver = false
            let validation = Task {
                await controller.validateCompletely()
                isOver = true
            }
            await finish { isOver }
            await validation.value
        }
        let (errors, freshErrors) = (Self.errors(of: controller), Self.errors(of: fresh))
        if errors != freshErrors { fail("\(errors)\nand not \(freshErrors)") }
    }

    private static func errors(of controller: FormController<Order>) -> Set<String> {
        let states =
            [controller.form.$limit.state, controller.form.$items.state]
            + controller.form.items.flatMap(\.fields).map(\.state)
        return Set(
            states.flatMap(\.violations).filter { $0.rule != "server" }
                .map { "\($0.pointer): \($0.code)" })
    }

    private func fail(_ what: String) {
        Issue.record("seed \(seed): \(what)\nafter \(history.joined(separator: "; "))")
    }
}
