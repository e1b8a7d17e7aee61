// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) @testable import AssayCore
import AssayRuleSets
import CScans
import TestRandomness
import Testing

/// Every rule of the catalogue that has a test: where the test says that a value passes, the rule passes it,
/// and where it names a failure, that is the rule's verdict.
@Suite struct FusedCatalogueTests {
    /// The rules as their examples write them, by the id of the rule; those without a test are left out.
    private static let expressions: [(id: String, rules: [RuleExpression])] =
        DefinitionTests.definitions.compactMap { definition in
            let texts = Set(definition.examples.map(\.expression)).sorted()
            let rules = texts.compactMap { try? RuleExpressionParser.parseOne($0) }.filter(isFused)
            return rules.isEmpty ? nil : (definition.id, rules)
        }

    private static let strings = Set(
        DefinitionTests.examples.compactMap { example -> String? in
            if case .string(let text) = example.example.value { text } else { nil }
        }
    ).sorted()
    private static let others: [Value] = [
        .absent, .null, true, false, 0, 1, -1, 5, 50.5, 1e300, 1_000_000_000_000, .array([]),
        .array(["a", 1]), .object(Value.Object([("a", 1)])),
    ]

    private static func plan(
        _ validator: Validator, _ fusion: FusedRules.Settings?
    ) throws(RuleSetError) -> ValidationPlan {
        try ValidationPlan(
            RuleSet(Field("value", validator)), rules: standardRules.rulebook,
            clock: standardRules.clock, fusion: fusion)
    }

    private static func isFused(_ rule: RuleExpression) -> Bool {
        let validator = Validator(rules: [RuleEntry(rule)])
        guard let plan = try? plan(validator, .standard), plan.fields == ["value"] else {
            return false
        }
        return plan.schedule.contains {
            $0.fused(isText: false) != nil || $0.fused(isText: true) != nil
        }
    }

    /// A text with a byte more, a byte less, or another byte or character at some place.
    private static func edited(_ text: String, _ random: inout SeededNumbers) -> String {
        var scalars = Array(text.unicodeScalars)
        let place = Int.random(in: 0...scalars.count, using: &random)
        let news: [Unicode.Scalar] = [
            "0", "9", "a", "Z", "-", " ", ".", "\0", "\n", "\u{7F}", "\u{E9}", "\u{1F600}",
        ]
        let new = news.randomElement(using: &random) ?? "0"
        if place == scalars.count || Int.random(in: 0..<3, using: &random) == 0 {
            scalars.insert(new, at: place)
        } else if Int.random(in: 0..<2, using: &random) == 0 {
            scalars.remove(at: place)
        } else {
            scalars[place] = new
        }
        return String(String.UnicodeScalarView(scalars))
    }

    /// Values of the rules' own examples, edits of them, and values of other rules.
    private static func values(
        of ids: [String], isText: Bool, _ random: inout SeededNumbers
    ) -> [[Value]] {
        let own = ids.flatMap { id in
            standardRules.definition(for: id)?.examples.map(\.value) ?? []
        }
        var values = own + others
        for case .string(let text) in own {
            for _ in 0..<16 { values.append(.string(edited(text, &random))) }
        }
        for _ in 0..<48 { values.append(.string(strings.randomElement(using: &random) ?? "")) }
        if isText {
            values = values.map { value in
                if case .string = value {
                    value
                } else {
                    value == .absent ? value : .string(value.json)
                }
            }
        }
        return values.map { [$0] }
    }

    /// Compares each level of fused rules, in batches and one by one, with the rules one after the other.
    private static func compare(
        _ validator: Validator, of ids: [String], isText: Bool, seed: UInt64
    ) throws {
        var random = SeededNumbers(seed: seed)
        let rows = values(of: ids, isText: isText, &random)
        let plain = try plan(validator, nil)
        try FusedRuleTests.withBatch(1, rows, isText: isText) { batch in
            let expected = ValidationSession(plain).validate(batch).reports().map(
                FusedRuleTests.lines)
            for level in FusedRuleTests.levels {
                let session = ValidationSession(
                    try plan(validator, FusedRules.Settings(level: level)))
                let found = session.validate(batch).reports().map(FusedRuleTests.lines)
                FusedRuleTests.expect(found, expected, rows)
                for row in rows.indices {
                    let alone = session.validate(batch, row: row).report(row: row)
                    #expect(FusedRuleTests.lines(alone) == expected[row], "\(rows[row])")
                }
            }
        }
    }

    @Test func manyRulesHaveATest() {
        #expect(Self.expressions.count > 15, "\(Self.expressions.map(\.id))")
    }

    @Test(arguments: expressions.map(\.id), [false, true])
    func everyTestAgreesWithItsRule(id: String, isText: Bool) throws {
        let rules = Self.expressions.first { $0.id == id }?.rules ?? []
        for (place, rule) in rules.enumerated() {
            try Self.compare(
                Validator(rules: [RuleEntry(rule)]), of: [id], isText: isText,
                seed: UInt64(place))
        }
    }

    /// Several rules of a field, whose tests are joined.
    @Test(arguments: 0..<150 as Range<UInt64>, [false, true])
    func joinedTestsAgreeWithTheirRules(seed: UInt64, isText: Bool) throws {
        var random = SeededNumbers(seed: seed)
        var ids: [String] = []
        var entries: [RuleEntry] = []
        for _ in 0..<Int.random(in: 2...4, using: &random) {
            guard let family = Self.expressions.randomElement(using: &random),
                let rule = family.rules.randomElement(using: &random)
            else { continue }
            ids.append(family.id)
            let isWarning = Int.random(in: 0..<5, using: &random) == 0
            entries.append(RuleEntry(rule, severity: isWarning ? .warning : .error))
        }
        let policy = Validator.Policy.allCases.randomElement(using: &random) ?? .all
        let validator = Validator(rules: entries, policy: policy)
        // Two rules that read a text in different ways make no rule set.
        guard (try? Self.plan(validator, nil)) != nil else { return }
        try Self.compare(validator, of: ids, isText: isText, seed: seed)
    }
}
