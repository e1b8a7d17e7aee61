// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import AssayCore
import AssayForms
import Testing
import TestRandomness

/// A record that is checked in parts gives what the whole record would.
@Suite struct LiveRecordTests {
    private static let ruleSets: [RuleSet] = [
        RuleSet(
            Field("a", .required, .integer, .range(2...7)),
            Field("b", .greaterThan("a"), policy: .first),
            Field("c", .sameAs("b"), .differentFrom("a")), Field("d", .requiredWith("c"), .digits)),
        // Each looks at the next one, whose own rules look further.
        RuleSet(Field("a", .sameAs("b")), Field("b", .sameAs("c")), Field("c", .sameAs("a"))),
        RuleSet([
            Field("a", Validator(.integer)),
            Field(
                "b",
                Validator(rules: [
                    RuleEntry(.required, when: [Condition("a", .range(3...))]),
                    RuleEntry(.integer), RuleEntry(.range(2...), severity: .warning),
                ])),
            Field(
                "c",
                Validator(rules: [
                    RuleEntry(.lessThan("b"), when: [Condition("d", .range(1...))]),
                    RuleEntry(.greaterThan("a"), dependencies: .any),
                ])),
            Field("d", Validator(.integer, .lessThan("c"), policy: .first)),
        ]),
        RuleSet(
            Field("a.x", .required, .integer), Field("a.y", .greaterThan("a.x")),
            Field("b", .maxItems(2)), Field("b[*]", .integer, .greaterThan("a.x")),
            Field("c", .requiredWith("a.y")), Field("a", .requiredKeys("x"))),
    ]

    @Test(arguments: 0..<8)
    func partsGiveTheFindingsOfTheWhole(seed: Int) throws {
        var random = SeededNumbers(seed: UInt64(seed))
        for (number, typed) in Self.ruleSets.enumerated() {
            var ruleSet = typed
            ruleSet.hasTypedFields = true
            let manager = try ValidatorsManager(ruleSet, registry: .standard())
            for isText in [true, false] {
                let live = LiveRecord(manager.plan, isText: isText)
                var record = ValidationRecord(Value.Object(), isText: isText)
                for step in 0..<60 {
                    let field = Int.random(in: live.plan.fields.indices, using: &random)
                    let value = Self.value(isText, number == 3, &random)
                    record[live.plan.fields[field]] = value
                    live.set(value, field: field)
                    let paths = live.plan.pathsOfValidators
                    let chosen = paths.indices.filter { _ in random.chance(40) }
                    let part = live.validate(chosen) ?? ValidationReport()
                    // The validators of containers come after those of the rule set.
                    func isChosen(_ field: String, _ rule: String) -> Bool {
                        chosen.contains { validator in
                            paths[validator].description == field
                                && (validator >= live.plan.keys.count) == (rule == "path")
                        }
                    }
                    var whole = manager.validate(record)
                    whole.violations.removeAll { !isChosen($0.field, $0.rule) }
                    whole.faults.removeAll { !isChosen($0.field, $0.rule) }
                    #expect(part == whole, "seed \(seed), rule set \(number), step \(step)")
                    if random.chance(20) {
                        #expect(live.isPassing() == manager.validate(record).isValid)
                    }
                }
            }
        }
    }

    private static func value(
        _ isText: Bool, _ isNested: Bool, _ random: inout SeededNumbers
    ) -> Value {
        let digit = Int64.random(in: 0...9, using: &random)
        let leaf: Value = isText ? .string(random.chance(10) ? "x" : "\(digit)") : .integer(digit)
        switch Int.random(in: 0..<10, using: &random) {
        case 0: return .absent
        case 1: return .null
        case 2..<5 where isNested: return ["x": leaf, "y": .integer(3)]
        case 5..<8 where isNested: return .array(Array(repeating: leaf, count: Int(digit / 3)))
        default: return leaf
        }
    }

    @Test func dependentsAreThoseWhoseVerdictCanChange() throws {
        let plan = LiveRecord(
            try ValidatorsManager(Self.ruleSets[2], registry: .standard()).plan, isText: true)
        #expect(plan.dependents(of: "a") == [0, 1, 2, 3])
        #expect(plan.dependents(of: "d") == [2, 3])
        let nested = LiveRecord(
            try ValidatorsManager(Self.ruleSets[3], registry: .standard()).plan, isText: true)
        // The containers 'a' and 'b' come after the validators of the rule set.
        #expect(nested.dependents(of: "b") == [2, 3, 7])
        #expect(nested.dependents(of: "a.y") == [1, 4, 5, 6])
    }

    /// A list that is looked into often has a table, which ends with the list.
    @Test func aListThatChangesIsLookedIntoAnew() throws {
        let ruleSet = RuleSet(Field("a[*]", .inField("b")), Field("b", .array))
        let manager = try ValidatorsManager(ruleSet, registry: .standard())
        let live = LiveRecord(manager.plan, isText: false)
        let fields = try ["a", "b"].map { try #require(live.plan.fields.firstIndex(of: $0)) }
        let all = live.plan.keys.indices
        func set(_ numbers: Range<Int64>, field: Int) {
            live.set(.array(numbers.map { .integer($0) }), field: fields[field])
        }
        for start in Int64(0)..<20 {
            set(start..<start + 12, field: 1)
            set(10..<22, field: 0)
            let missing = (10..<22).count { !(start..<start + 12).contains($0) }
            #expect((live.validate(Array(all))?.violations.count ?? 0) == missing, "\(start)")
        }
    }
}
