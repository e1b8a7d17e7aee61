// SPDX-License-Identifier: Apache-2.0
import AssayForms
import Testing

/// Which rules a change asks, counted by the rules themselves.
@MainActor
@Suite struct KeystrokeTests {
    private let counters = (0..<100).map { _ in Counter() }

    private func form(reading: [Int: Int] = [:]) throws -> FormModel {
        let registry = RuleRegistry.standard()
        for (index, counter) in counters.enumerated() {
            try registry.register(CountingRule.counting("count\(index)", counter))
        }
        let fields = counters.indices.map { index in
            var rules: [RuleExpression] = [.rule("count\(index)")]
            if let other = reading[index] {
                rules.append(.differentFrom(FieldPath(key: "field\(other)")))
            }
            return Field(
                FieldPath(key: "field\(index)"), Validator(rules: rules.map { RuleEntry($0) }))
        }
        return try FormModel(
            RuleSet(fields), registry: registry, triggers: .onChange, debounce: .zero)
    }

    private var counts: [Int: Int] {
        var counts: [Int: Int] = [:]
        for (index, counter) in counters.enumerated() where counter.value > 0 {
            counts[index] = counter.value
        }
        return counts
    }

    @Test func keystrokeAsksTheRulesOfItsFieldAndOfNoOther() throws {
        let form = try form()
        form["field7"].text = "a"
        form["field7"].text = "ab"
        #expect(counts == [7: 2])
    }

    @Test func keystrokeAsksTheRulesOfTouchedDependents() throws {
        let form = try form(reading: [8: 7, 9: 7])
        form["field8"].text = "a"
        #expect(counts == [8: 1])
        form["field7"].text = "b"
        #expect(counts == [7: 1, 8: 2])
    }

    @Test func keystrokeInADependentDoesNotAskAgainWhatIsKnown() throws {
        let form = try form(reading: [8: 7])
        form["field7"].text = "a"
        for text in ["b", "bc", "bcd"] { form["field8"].text = text }
        #expect(counts == [7: 1, 8: 3])
    }

    /// A form of 1000 rows, where the first counter counts for the array, and the next ones for its
    /// elements, of which the third looks at the second.
    private func rows() throws -> (FormModel, FormRows) {
        let registry = RuleRegistry.standard()
        for index in 0..<5 {
            try registry.register(CountingRule.counting("count\(index)", counters[index]))
        }
        let form = try FormModel(
            RuleSet(
                Field("title", .rule("count4")), Field("items", .minItems(1), .maxItems(2000)),
                Field("items[*].name", .rule("count1")), Field("items[*].low", .rule("count2")),
                Field(
                    "items[*].high", .rule("count3"),
                    .differentFrom("items[*].low"))),
            registry: registry,
            initial: .nested([
                "title": "Order",
                "items": .array(
                    (0..<1000).map { ["name": "row", "low": .string("\($0)"), "high": "9999"] }),
            ]), triggers: .onChange, debounce: .zero)
        return (form, try form.rows("items"))
    }

    @Test func keystrokeInARowAsksTheRulesOfItsFieldAndOfNoOtherRow() throws {
        let (form, rows) = try rows()
        #expect(counts.isEmpty)
        for index in [0, 500, 999] { rows[index]?["name"].text = "a" }
        #expect(counts == [1: 3])
        rows.append(["name": "new"])
        rows.move(from: 1000, to: 0)
        rows.remove(at: 3)
        #expect(counts == [1: 3])
        form["title"].text = "Orders"
        #expect(counts == [1: 3, 4: 1])
    }

    @Test func keystrokeInARowAsksTheRulesThatItsRowRelates() throws {
        let (_, rows) = try rows()
        let row = try #require(rows[7])
        rows[8]?["high"].text = "9998"
        row["low"].text = "a"
        // Rules of elements that look at each other run together.
        #expect(counts == [2: 2, 3: 2])
        row["high"].text = "b"
        #expect(counts == [2: 3, 3: 3])
        row["low"].text = "c"
        #expect(counts == [2: 5, 3: 5])
    }

    @Test func keystrokeInARowOfWhichRulesNameAnotherOneAsksTheseTwo() throws {
        let registry = RuleRegistry.standard()
        try registry.register(CountingRule.counting("count0", counters[0]))
        let form = try FormModel(
            RuleSet(
                Field("items", .maxItems(2000)), Field("items[*].low", .length(...9)),
                Field("items[*].high", .rule("count0"), .differentFrom("items[1].low"))),
            registry: registry,
            initial: .nested([
                "items": .array((0..<1000).map { ["low": .string("\($0)"), "high": "9999"] })
            ]), triggers: .onChange, debounce: .zero)
        let rows = try form.rows("items")
        rows[7]?["high"].text = "9998"
        // The named row, the one before it, and this one.
        #expect(counts == [0: 3])
        rows[8]?["low"].text = "x"
        #expect(counts == [0: 3])
        rows[1]?["low"].text = "9998"
        #expect(rows[7]?["high"].messages.count == 1)
        #expect(rows[6]?["high"].messages.isEmpty == true)
        #expect(counts == [0: 6])
    }

    @Test func askingWhetherTheFormIsValidAsksOnlyAboutWhatChanged() throws {
        let form = try form()
        #expect(form.isValid)
        #expect(counts.isEmpty)  // absent values are not asked about
        form["field3"].text = "a"
        form["field4"].text = "a"
        #expect(form.isValid)
        #expect(counts == [3: 1, 4: 1])
    }
}

private struct CountingRule: Rule {
    static let definition = counting("count", Counter())

    static func counting(_ id: String, _ counter: Counter) -> RuleDefinition {
        RuleDefinition(id: id, summary: "Counts", codes: [RuleCode("count.never", "-")]) { _ in
            RuleInstance(CountingRule(counter))
        }
    }

    private let counter: Counter

    init(_ arguments: Arguments) {
        self.init(Counter())
    }

    private init(_ counter: Counter) {
        self.counter = counter
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        counter.count()
        return .pass
    }
}
