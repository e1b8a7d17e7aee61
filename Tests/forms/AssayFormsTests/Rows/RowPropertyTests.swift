// SPDX-License-Identifier: Apache-2.0
import AssayForms
import AssayTesting
import Testing
import TestRandomness

/// Random histories of rows: they come, go and move while answers about them are on their way.
@MainActor
@Suite struct RowPropertyTests {
    @Test(arguments: Histories.seeds(100))
    func whatIsKnownOfARowGoesWithIt(seed: UInt64) async throws {
        let play = try RowPlay(seed: seed)
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
private final class RowPlay {
    /// A row, told with nothing but the facts.
    struct Row: Equatable {
        let id: FormRow.ID
        var values: [String: Value]
        var initial: [String: Value]
    }

    /// What users see of a field.
    struct Sight: Equatable {
        let value: Value
        let messages: [String]
        let validation: String
        let isTouched: Bool
        let isDirty: Bool
        let isFocused: Bool

        @MainActor
        init(_ field: FieldModel) {
            value = field.value
            messages = field.messages
            validation =
                switch field.validation {
                case .invalid: "invalid"
                default: "\(field.validation)"
                }
            isTouched = field.isTouched
            isDirty = field.isDirty
            isFocused = field.isFocused
        }
    }

    private static let keys = ["name", "low", "high"]

    private let seed: UInt64
    private let desk = AnswerDesk()
    private let clock = VirtualClock()
    private let manager: ValidatorsManager
    private let form: FormModel
    private let rows: FormRows
    private var expected: [Row] = []
    private var random: SeededNumbers
    private var submissions: [Task<Void, Never>] = []
    private var history: [String] = []

    init(seed: UInt64) throws {
        self.seed = seed
        random = SeededNumbers(seed: seed)
        // Rules of the array see its rows, or nothing but how many they are.
        let ofArray: RuleExpression = seed.isMultiple(of: 2) ? .uniqueItems : .maxItems(5)
        manager = try ValidatorsManager(
            RuleSet(
                Field("limit", .integer), Field("items", ofArray, .minItems(1)),
                Field("items[*].name", .required, .length(2...), .rule("isFree")),
                Field("items[*].low", .integer, .lessThan("limit")),
                Field("items[*].high", .integer, .greaterThan("items[*].low"))),
            registry: desk.registry)
        form = try Self.form(
            manager, clock,
            .nested([
                "limit": "8",
                "items": [["name": "ab", "low": "1"], ["name": "cd"], ["name": "ef"]],
            ]))
        rows = try form.rows("items")
        form["limit"].debounce = .zero
        takeRows()
    }

    private static func form(
        _ manager: ValidatorsManager, _ clock: VirtualClock, _ record: ValidationRecord
    ) throws -> FormModel {
        try FormModel(
            manager, initial: record, debounce: .seconds(1),
            limits: AsyncLimits(timeout: nil, clock: clock))
    }

    /// Expects the rows as they are now, which begin.
    private func takeRows() {
        expected = rows.all.map { row in
            var values: [String: Value] = [:]
            for key in Self.keys { values[key] = row[key].value }
            return Row(id: row.id, values: values, initial: values)
        }
    }

    // MARK: - Steps

    func step() async {
        switch Int.random(in: 0..<20, using: &random) {
        case 0..<6: edit()
        case 6..<11: arrange()
        case 11:
            let row = anyRow
            form.focus = random.chance(30) ? nil : row?["name"].path
            history.append("focus \(form.focus ?? "none")")
        case 12, 13:
            clock.advance(by: .milliseconds(Int.random(in: 100...1500, using: &random)))
            history.append("time")
        case 14, 15: answer()
        case 16: applyServerErrors()
        case 17: submit()
        case 18: interrupt()
        default: restore()
        }
        for _ in 0..<Int.random(in: 0...8, using: &random) { await Task.yield() }
    }

    private var anyRow: FormRow? {
        rows.isEmpty ? nil : rows[Int.random(in: 0..<rows.count, using: &random)]
    }

    private func edit() {
        guard !random.chance(15), let row = anyRow, let index = row.index else {
            form["limit"].text = ["2", "8", "x"][Int.random(in: 0..<3, using: &random)]
            return history.append("limit = '\(form["limit"].text)'")
        }
        let key = Self.keys[Int.random(in: 0..<3, using: &random)]
        let texts = key == "name" ? ["", "a", "ab", "abc", "abcd"] : ["", "1", "3", "9", "x"]
        row[key].text = texts[Int.random(in: 0..<5, using: &random)]
        expected[index].values[key] = row[key].value
        history.append("\(row[key].path) = '\(row[key].text)'")
    }

    /// An operation on rows; no one sees a change at those that stay, but where they are.
    private func arrange() {
        let before = sights
        let count = rows.count
        let (from, to) = (index(below: count + 1), index(below: count + 1))
        let isInside = from < count && to < count
        let name = Value.string(["ab", "x", "new"][Int.random(in: 0..<3, using: &random)])
        switch Int.random(in: 0..<6, using: &random) {
        case 0:
            history.append("append")
            add(rows.append(["name": name]), at: count, name: name)
        case 1:
            history.append("insert at \(to)")
            if let row = rows.insert(["name": name], at: to) { add(row, at: to, name: name) }
        case 2:
            history.append("remove \(from)")
            if rows.remove(at: from) != (from < count) { fail("it removes what is not there") }
            if from < count { expected.remove(at: from) }
        case 3:
            history.append("move \(from) to \(to)")
            if rows.move(from: from, to: to) != (isInside && from != to) { fail("it moves") }
            if isInside { expected.insert(expected.remove(at: from), at: to) }
        case 4:
            history.append("swap \(from) and \(to)")
            rows.swap(from, to)
            if isInside { expected.swapAt(from, to) }
        default:
            history.append("replace \(from)")
            guard rows.replace(at: from, with: ["name": name, "low": "3"]) else { return }
            expected[from].values = ["name": name, "low": "3", "high": .absent]
            return
        }
        for (id, sight) in sights where before[id] != nil && before[id] != sight {
            fail("row \(id) was \(before[id] ?? []) and is \(sight)")
        }
    }

    private func index(below count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

    private func add(_ row: FormRow, at index: Int, name: Value) {
        let values: [String: Value] = ["name": name, "low": .absent, "high": .absent]
        expected.insert(Row(id: row.id, values: values, initial: values), at: index)
        for field in row.fields where field.isTouched || field.isDirty {
            fail("a new row has a history")
        }
    }

    private var sights: [FormRow.ID: [Sight]] {
        var sights: [FormRow.ID: [Sight]] = [:]
        for row in rows.all { sights[row.id] = row.fields.map { Sight($0) } }
        return sights
    }

    private func answer() {
        let open = desk.open
        guard !open.isEmpty else { return }
        let value = open[Int.random(in: open.indices, using: &random)]
        desk.answer(value, Self.verdict(value))
        history.append("answer \(value.json)")
    }

    /// Names of three letters are taken.
    private static func verdict(_ value: Value) -> Verdict {
        guard case .string(let name) = value else { return .pass }
        return .pass(if: name.utf8.count != 3)
    }

    private func applyServerErrors() {
        guard let row = anyRow, let index = row.index else { return }
        history.append("server error at \(index)")
        form.apply(
            ServerErrors([
                ServerError("server " + row["name"].value.json, at: "/items/\(index)/name")
            ]))
        if row["name"].messages.last != "server " + row["name"].value.json {
            fail("the error of the server is not shown")
        }
    }

    private func submit() {
        let (fails, form) = (random.chance(60), form)
        history.append("submit")
        submissions.append(
            Task {
                let sent = try? await form.submit { record in
                    // Rows move while the values are on their way.
                    for _ in 0..<30 { await Task.yield() }
                    guard fails else { return record }
                    guard case .array(let elements) = record["items"] else { return record }
                    throw ServerErrors(
                        elements.enumerated().map { index, element in
                            ServerError(
                                "server " + element["name"].json, at: "/items/\(index)/name")
                        })
                }
                guard sent != nil else { return }
                self.history.append("success")
                self.takeInitialValues()
            })
    }

    /// The form says what was submitted; that it is right is tested elsewhere.
    private func takeInitialValues() {
        for (index, row) in rows.all.enumerated() where expected.indices.contains(index) {
            for key in Self.keys { expected[index].initial[key] = row[key].initialValue }
        }
    }

    private func interrupt() {
        guard random.chance(40) else {
            form.cancelSubmission()
            return history.append("cancel")
        }
        let initial = rows.field.initialValue
        form.reset()
        history.append("reset")
        takeRows()
        if rows.field.value != initial || form.isDirty { fail("reset leaves changes") }
        for field in rows.all.flatMap(\.fields) where field.isTouched || field.isDirty {
            fail("reset leaves a history")
        }
    }

    private func restore() {
        let before = rows.all.map { row in row.fields.map { ($0.value, $0.isTouched, $0.isDirty) } }
        let snapshot = form.snapshot()
        do { try form.restore(snapshot) } catch { return fail("\(error)") }
        history.append("restore")
        let after = rows.all.map { row in row.fields.map { ($0.value, $0.isTouched, $0.isDirty) } }
        let isSame =
            before.count == after.count
            && zip(before, after).allSatisfy { zip($0, $1).allSatisfy { $0 == $1 } }
        if !isSame { fail("a snapshot restores \(after), not \(before)") }
        takeRows()
        takeInitialValues()
    }

    func finish() async {
        await finish { !self.form.submission.isLoading && !self.isValidating(self.form) }
        for submission in submissions { await submission.value }
    }

    private func isValidating(_ form: FormModel) -> Bool {
        guard let rows = try? form.rows("items") else { return false }
        return rows.all.flatMap(\.fields).contains(where: \.validation.isValidating)
            || form.fields.contains(where: \.validation.isValidating)
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
        guard rows.all.map(\.id) == expected.map(\.id) else {
            return fail("the rows are not those that they are to be")
        }
        for (index, (row, expected)) in zip(rows.all, expected).enumerated() {
            if row.index != index { fail("row \(index) says that it is at \(row.index ?? -1)") }
            for key in Self.keys {
                let field = row[key]
                if field.value != expected.values[key] {
                    fail("\(field.path) is \(field.value), not \(expected.values[key] ?? .absent)")
                }
                if row.value[key] != field.value { fail("\(field.path) is not in its row") }
                if field.isDirty != (expected.values[key] != expected.initial[key]) {
                    fail("\(field.path) is dirty: \(field.isDirty)")
                }
            }
        }
        if rows.field.value != form.values["items"] { fail("the array is not that of the form") }
        if rows.field.isDirty != (rows.field.value != rows.field.initialValue) {
            fail("the array is dirty: \(rows.field.isDirty)")
        }
    }

    func expectNothingStale() {
        for (index, row) in rows.all.enumerated() {
            for field in row.fields {
                for violation in field.validation.violations {
                    let isStale =
                        violation.rule == "server"
                        ? violation.message != "server " + field.value.json
                        : Self.text(of: violation.value) != field.text
                    if isStale { fail("\(field.path) shows '\(violation.message)'") }
                    if !violation.pointer.hasPrefix("/items/\(index)/") {
                        fail("\(field.path) has an error at \(violation.pointer)")
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

    /// What is wrong in the end is what is wrong in a form that begins with these values, and what the
    /// rules say of the whole record.
    func expectTheErrorsOfAFreshForm() async throws {
        form.cancelSubmission()
        let fresh = try Self.form(manager, clock, form.values)
        _ = try fresh.rows("items")
        for form in [form, fresh] {
            var isOver = false
            let validation = Task {
                await form.validate()
                isOver = true
            }
            await finish { isOver }
            await validation.value
        }
        let (errors, freshErrors) = (try errors(of: form), try errors(of: fresh))
        if errors != freshErrors { fail("\(errors)\nand not \(freshErrors)") }
        let report = manager.validate(form.values)
        let isArrayValid = report.violations(of: "items").isEmpty
        let codes = errors.filter { !$0.hasSuffix("isFree.taken") }
        let expected = Set(report.violations.map { "\($0.pointer): \($0.code)" })
        if isArrayValid ? codes != expected : !codes.isSuperset(of: expected) {
            fail("\(codes)\nand not \(expected)")
        }
    }

    private func errors(of form: FormModel) throws -> Set<String> {
        let fields = try form.fields + form.rows("items").all.flatMap(\.fields)
        return Set(
            fields.flatMap(\.validation.violations).filter { $0.rule != "server" }
                .map { "\($0.pointer): \($0.code)" })
    }

    private func fail(_ what: String) {
        Issue.record("seed \(seed): \(what)\nafter \(history.joined(separator: "; "))")
    }
}
