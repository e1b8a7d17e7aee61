// SPDX-License-Identifier: Apache-2.0
import AssayForms
import TestRandomness
import Testing

/// Rules that look at several rows, at every keystroke: what the form shows is what they say of the whole
/// record, although it runs as few of them as it can.
@MainActor
@Suite struct OtherRowsTests {
    /// Rules of the array, and what rows have.
    struct Arrangement: CustomTestStringConvertible, Sendable {
        let name: String
        let fields: [Field]
        var testDescription: String { name }
    }

    nonisolated static let arrangements = [
        Arrangement(
            name: "unique rows",
            fields: [
                Field("items", .uniqueItems, .maxItems(6)), Field("items[*].a", .length(...1)),
                Field("items[*].b", .length(...1)),
            ]),
        Arrangement(
            name: "rows unique by one part",
            fields: [
                Field("items", .minItems(2), .uniqueItems(by: "a")),
                Field("items[*].a", .length(...1)), Field("items[*].b", .length(...1)),
            ]),
        Arrangement(
            name: "rows unique in two ways",
            fields: [
                Field("items", .uniqueItems(by: "a"), .uniqueItems(by: "b", ignoreCase: true)),
                Field("items[*].a", .length(...1)), Field("items[*].b", .length(...1)),
            ]),
        Arrangement(
            name: "the first row is named",
            fields: [
                Field("items", .maxItems(100)),
                Field("items[*].a", .length(...1)),
                Field("items[*].b", .differentFrom("items[0].a")),
            ]),
        Arrangement(
            name: "several rows are named",
            fields: [
                Field("items", .maxItems(100)),
                Field("items[*].a", .length(...1), .differentFrom("items[2].b")),
                Field("items[*].b", .differentFrom("items[0].a"), .differentFrom("items[*].a")),
            ]),
        Arrangement(
            name: "a row far away is named",
            fields: [
                Field("items", .maxItems(100)),
                Field("items[*].a", .length(...1)),
                Field("items[*].b", .differentFrom("items[40].a")),
            ]),
    ]

    @Test(arguments: arrangements, Histories.seeds(10))
    func everyKeystrokeShowsWhatTheRulesSay(of arrangement: Arrangement, seed: UInt64) async throws
    {
        var random = SeededNumbers(seed: seed)
        let manager = try ValidatorsManager(
            RuleSet(arrangement.fields), registry: .standard())
        let form = try FormModel(manager, initial: .nested([:]), debounce: .zero)
        let rows = try form.rows("items")
        for _ in 0..<5 { rows.append(Self.newRow) }
        for step in 0..<60 {
            let known = rows.count
            Self.change(rows, in: form, &random)
            // Rows that came are checked as a user would have left them.
            if rows.count > known || step == 0 { await form.validate() }
            let shown = Set(
                (form.fields + rows.all.flatMap(\.fields)).flatMap(\.validation.violations)
                    .map { "\($0.pointer): \($0.code)" })
            let difference = Self.difference(of: shown, from: manager.validate(form.values))
            #expect(difference == [], "seed \(seed), step \(step)")
            guard difference.isEmpty else { return }
        }
    }

    /// What a form shows and the rules do not say, or the other way round; rules of an array that is
    /// invalid keep those of its elements from running, in a record and not in a form.
    private static func difference(
        of shown: Set<String>, from report: ValidationReport
    ) -> Set<String> {
        let expected = Set(report.violations.map { "\($0.pointer): \($0.code)" })
        let isArray = { (error: String) in error.hasPrefix("/items:") }
        return expected.contains(where: isArray)
            ? expected.subtracting(shown)
                .union(shown.filter(isArray).subtracting(expected))
            : expected.symmetricDifference(shown)
    }

    /// A row is not checked with its initial values, which are empty: no rule says anything of these.
    private static let newRow: Value = ["a": "", "b": ""]

    private static func element(_ random: inout SeededNumbers) -> Value {
        ["a": text(&random), "b": text(&random)]
    }

    /// Few enough to be equal often, with lengths and cases that rules tell apart.
    private static func text(_ random: inout SeededNumbers) -> Value {
        .string(["x", "y", "Y", "z", "zz", "v", "w", "u", ""].randomElement(using: &random) ?? "")
    }

    private static func change(
        _ rows: FormRows, in form: FormModel, _ random: inout SeededNumbers
    ) {
        let index = rows.isEmpty ? 0 : Int.random(in: 0..<rows.count, using: &random)
        let other = rows.isEmpty ? 0 : Int.random(in: 0..<rows.count, using: &random)
        switch Int.random(in: 0..<20, using: &random) {
        case 0: rows.append(newRow)
        case 1: rows.remove(at: index)
        case 2: rows.move(from: index, to: other)
        case 3: rows.swap(index, other)
        case 4: rows.replace(at: index, with: element(&random))
        case 5:
            let elements = rows.all.map(\.value)
            form["items"].value = .array(elements.map { random.chance(30) ? element(&random) : $0 })
        default: rows[index]?[random.chance(50) ? "a" : "b"].value = text(&random)
        }
    }

    // MARK: - Rows of a struct

    struct Pair: ValidatableForm, Equatable {
        @Validate var a = ""
        @Validate var b = ""

        static let validatedFields: [ValidatedField<Pair>] = [
            ValidatedField("a", \.$a), ValidatedField("b", \.$b),
        ]

        init(_ element: Value) {
            if case .string(let text) = element["a"] { a = text }
            if case .string(let text) = element["b"] { b = text }
        }
    }

    struct Pairs: ValidatableForm, Equatable {
        @Validate var items: ValidatedRows<Pair> = []

        static let validatedFields: [ValidatedField<Pairs>] = [ValidatedField("items", \.$items)]

        /// The values as rules see them: an empty text is none.
        var record: ValidationRecord {
            let elements = items.map { pair in
                let members = [("a", pair.a), ("b", pair.b)].filter { !$1.isEmpty }
                return Value.object(
                    Value.Object(members.map { (key: $0, value: .string($1)) }))
            }
            return .nested(["items": .array(elements)])
        }
    }

    @Test(arguments: arrangements, Histories.seeds(10))
    func everyKeystrokeInAStructShowsWhatTheRulesSay(
        of arrangement: Arrangement, seed: UInt64
    ) throws {
        var random = SeededNumbers(seed: seed)
        let ruleSet = RuleSet(arrangement.fields)
        let manager = try ValidatorsManager(ruleSet, registry: .standard())
        let controller = try FormController(Pairs(), ruleSet: ruleSet, triggers: .all)
        for _ in 0..<5 { controller.form.items.append(Pair(Self.newRow)) }
        for step in 0..<60 {
            let known = controller.form.items.count
            Self.change(&controller.form.items, &random)
            if controller.form.items.count > known || step == 0 { controller.validate() }
            let form = controller.form
            let rows = form.items.flatMap { [$0.$a.state, $0.$b.state] }
            let shown = Set(
                ([form.$items.state] + rows).flatMap(\.violations)
                    .map { "\($0.pointer): \($0.code)" })
            let difference = Self.difference(of: shown, from: manager.validate(form.record))
            #expect(difference == [], "seed \(seed), step \(step)")
            guard difference.isEmpty else { return }
        }
    }

    private static func change(
        _ rows: inout ValidatedRows<Pair>, _ random: inout SeededNumbers
    ) {
        guard !rows.isEmpty else { return rows.append(Pair(newRow)) }
        let index = Int.random(in: 0..<rows.count, using: &random)
        let other = Int.random(in: 0..<rows.count, using: &random)
        switch Int.random(in: 0..<20, using: &random) {
        case 0: rows.append(Pair(newRow))
        case 1: rows.remove(at: index)
        case 2: rows.move(from: index, to: other)
        case 3: rows.swapAt(index, other)
        case 4: rows[index] = Pair(element(&random))
        default:
            guard case .string(let text) = text(&random) else { return }
            if random.chance(50) { rows[index].a = text } else { rows[index].b = text }
        }
    }
}
