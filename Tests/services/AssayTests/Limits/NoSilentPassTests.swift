// SPDX-License-Identifier: Apache-2.0
import Assay
import TestRandomness
import Testing

/// No limit, no fault and no cancellation makes an invalid record valid, whichever way it is
/// validated, as long as no rule has `onFault: pass`.
@Suite struct NoSilentPassTests {
    private static let seeds: [UInt64] = Array(0..<60)

    @Test(arguments: seeds, [false, true])
    func recordThatIsInvalidIsNeverValidUnderALimit(seed: UInt64, isText: Bool) throws {
        var generator = RandomRuleSets(seed: seed, isText: isText, isFlat: seed % 2 == 1)
        let ruleSet = generator.ruleSet()
        let records = (0..<12).map { _ in generator.record() }
        let run = try LimitedRun(ruleSet, records)
        let unlimited = try run.validity(nil)
        let expected = try #require(unlimited["batch"])
        for (way, valid) in unlimited { #expect(valid == expected, "seed \(seed): \(way)") }
        for limit in Limit.allCases {
            for (way, valid) in try run.validity(limit) {
                for row in records.indices where !expected[row] && valid[row] {
                    Issue.record(
                        "seed \(seed), \(limit), \(way): \(Value.object(records[row].fields).json)")
                }
            }
        }
    }

    @Test(arguments: seeds, [false, true])
    func norIsOneUnderAFilter(seed: UInt64, isText: Bool) throws {
        var generator = RandomRuleSets(seed: seed &+ 1_000, isText: isText, isFlat: seed % 2 == 1)
        var random = SeededNumbers(seed: seed)
        let names = [
            "luck", "luck.none", "luck.bad", "length", "length.tooShort", "regex", "notRegex",
            "required", "sameAs", "anyOf", "not", "uniqueItems",
        ]
        let run = try LimitedRun(generator.ruleSet(), (0..<12).map { _ in generator.record() })
        let chosen = names.filter { _ in Int.random(in: 0..<3, using: &random) == 0 }
        for filter in [CodeFilter(selected: chosen), CodeFilter(ignored: chosen)] {
            let expected = run.batch(nil, filter).map(\.isValid)
            #expect(run.single(nil, filter).map(\.isValid) == expected, "seed \(seed)")
            for limit in Limit.allCases {
                for reports in [run.batch(limit, filter), run.single(limit, filter)] {
                    for row in expected.indices where !expected[row] && reports[row].isValid {
                        Issue.record("seed \(seed), \(limit), \(filter)")
                    }
                }
            }
        }
    }

    /// The rule sets and records above are worth something: limits do change what is found.
    @Test func limitsMakeADifference() throws {
        var changed = Dictionary(uniqueKeysWithValues: Limit.allCases.map { ($0, 0) })
        for seed in Self.seeds {
            var generator = RandomRuleSets(seed: seed)
            let run = try LimitedRun(generator.ruleSet(), (0..<12).map { _ in generator.record() })
            let expected = run.batch(nil, nil).map(\.isValid)
            for limit in Limit.allCases
            where run.batch(limit, nil).map(\.isValid) != expected {
                changed[limit, default: 0] += 1
            }
        }
        for (limit, count) in changed { #expect(count >= 5, "\(limit)") }
    }

    @Test func patternThatReachesItsLimitInAConditionIsAFault() throws {
        let pattern = RuleExpression.regex(#"^.*\bpremium\b"#)
        let entry = RuleEntry(.required, when: [Condition("plan", pattern)])
        let manager = try ValidatorsManager(
            RuleSet(Field("iban", Validator(rules: [entry]))), registry: .standard())
        let padding = String(repeating: "x", count: 20_000)
        #expect(
            manager.validate(["plan": "premium"]).violations.map(\.code) == ["required.missing"])
        let report = manager.validate(["plan": .string("premium " + padding)])
        #expect(!report.isValid)
        #expect(report.faults.map(\.field) == ["iban"])
        #expect(report.faults.map(\.rule) == ["required"])
    }
}
