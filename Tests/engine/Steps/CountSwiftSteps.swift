// SPDX-License-Identifier: Apache-2.0
//
// Holds every rule in Swift to a linear cost, as count_steps.c does the rules in C: feeds each one values of 200 bytes and of
// 20 kB, and its worst ones of 10 kB and of 1 MB, and counts the blocks of code that it runs, which is the same on every run. What the
// standard library and PCRE2 do within a call is not counted; the limits of PCRE2 are in PatternLimitsTests. Sorting and
// tables that grow may take twice as many steps for each element; a quadratic rule takes a hundred times as many.
import AssayCore
import AssayRuleSets
import AssayRules

@_silgen_name("assay_steps") private func steps() -> UInt64

private let ratio = 100
/// All values are tried at the first size and a hundred times it, the worst ones of a rule at the second.
private let (small, large) = (200, 10_000)
/// So many of a rule's values are its worst ones.
private let worstCount = 2

/// Repeated; what some rule might look at twice.
private let pieces = [
    "0", "a", "A", "-", ".", ":", "/", "%", " ", "\n", "\"", "\\", "[", "{", "(", ",", "=", "@",
    "*", "+", "a.", "a@",
    "%41", "{a}", "a=b&", "\\.", "1e", "e\u{301}", "\u{301}", "é", "漢", "א", "\u{200D}",
    "👩\u{200D}", "\u{1112}\u{1161}",
]

private func array(_ count: Int, _ element: (Int) -> Value) -> Value {
    .array((0..<count).map(element))
}

private func object(_ count: Int, _ key: (Int) -> String) -> Value {
    .object(Value.Object((0..<count).map { (key($0), .integer(Int64($0))) }))
}

private typealias GrowingValue = (name: String, make: (Int) -> Value)

/// Values that grow with a number; a text has so many bytes or a few more, a collection a tenth of the elements.
private func values(for definition: RuleDefinition, like example: Value) -> [GrowingValue] {
    var values: [GrowingValue] = []
    if definition.kinds.contains(.string) {
        for piece in pieces {
            let text = { (size: Int) in String(repeating: piece, count: size / piece.utf8.count) }
            values.append((piece.debugDescription, { .string(text($0)) }))
            if case .string(let valid) = example {
                values.append(
                    ("a valid text and \(piece.debugDescription)", { .string(valid + text($0)) }))
                values.append(
                    ("\(piece.debugDescription) and a valid text", { .string(text($0) + valid) }))
            }
        }
    }
    if definition.kinds.contains(.array) {
        values.append(("different numbers", { array($0 / 10) { .integer(Int64($0)) } }))
        values.append(("numbers downwards", { array($0 / 10) { .integer(-Int64($0)) } }))
        values.append(("equal texts", { array($0 / 10) { _ in "a" } }))
        values.append(("different texts", { array($0 / 10) { .string("text \($0)") } }))
        values.append(("objects", { array($0 / 10) { ["a": .integer(Int64($0)), "b": "x"] } }))
        values.append(("arrays", { array($0 / 10) { [.integer(Int64($0))] } }))
    }
    if definition.kinds.contains(.object) {
        values.append(("keys", { object($0 / 10) { "key\($0)" } }))
        values.append(("long keys", { object($0 / 10) { "a key with more than 15 bytes \($0)" } }))
    }
    return values
}

/// The steps of one validation, after one that has made what is kept.
private func count(_ manager: ValidatorsManager, _ fields: [String: Value], _ value: Value) -> Int {
    var record = ValidationRecord(Value.Object(fields.map { ($0.key, $0.value) }))
    record["value"] = value
    _ = manager.validate(record)
    let start = steps()
    _ = manager.validate(record)
    return Int(steps() - start)
}

/// Compares all pairs of every thousandth character: what the count has to find.
private struct PlantedRule: Rule {
    static let definition = RuleDefinition(
        PlantedRule.self, "planted", "Costs the square of a text's length", kinds: .string,
        codes: [RuleCode("planted.never", "is never said")],
        examples: [.valid("a", "planted")])

    init(_ arguments: Arguments) {}

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        let count = value.utf8.count / 1_000
        for _ in 0..<count * count where CalendarDate(whole: value.utf8) != nil {
            return .fail(0)
        }
        return .pass
    }
}

/// What the values of a rule cost.
private struct RuleCount {
    /// A line for each value that takes more than its share of steps.
    var findings: [String] = []
    var most = 0

    init(of definition: RuleDefinition, in registry: RuleRegistry) throws {
        guard let example = definition.examples.first(where: { $0.code == nil && !$0.isText })
        else { return }
        let manager = try ValidatorsManager(
            RuleSet(Field("value", try RuleExpressionParser.parseOne(example.expression))),
            registry: registry)
        most = count(manager, example.fields, example.value)
        let compared = values(for: definition, like: example.value)
            .map { (value: $0, steps: compare($0, from: small)) }
            .sorted { $0.steps > $1.steps }
        for worst in compared.prefix(worstCount) { _ = compare(worst.value, from: large) }

        func compare(_ value: GrowingValue, from size: Int) -> Int {
            let few = count(manager, example.fields, value.make(size))
            let many = count(manager, example.fields, value.make(size * ratio))
            if many > 2 * ratio * few {
                findings.append(
                    "\(definition.id): \(few) steps for \(size) of \(value.name), "
                        + "\(many) for \(size * ratio)")
            }
            most = max(most, many)
            return many
        }
    }
}

@main
private enum CountSwiftSteps {
    static func main() throws {
        let lists = CommandLine.arguments.contains("--list")
        let registry = RuleRegistry.standard(clock: { .seconds(1_711_886_400) })
        let definitions = registry.allDefinitions.filter { $0.source == .swift }
        try registry.register(PlantedRule.definition)
        var failures = 0
        for definition in definitions {
            let count = try RuleCount(of: definition, in: registry)
            if count.most == 0 { print("\(definition.id): was not run") }
            count.findings.forEach { print($0) }
            failures += count.findings.count + (count.most == 0 ? 1 : 0)
            if lists { print("\(definition.id) \(count.most)") }
        }
        if try RuleCount(of: PlantedRule.definition, in: registry).findings.isEmpty {
            print("a rule that compares all pairs was not found")
            failures += 1
        }
        print(
            "\(definitions.count) rules in Swift, \(failures) values that take more than their share of steps"
        )
        guard failures == 0 else { throw TooManySteps() }
    }
}

private struct TooManySteps: Error {}
