// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayRules
import Testing

struct CompositionRuleTests {
    @Test(
        arguments: [
            (1, "anyOf(string, integer)", []), (1.5, "anyOf(string, integer)", ["anyOf.none"]),
            (nil, "anyOf(string, integer)", []),
            ("root", "not(oneOf(\"root\", \"admin\"))", ["not.passed"]),
            (1, "not(string)", []),
            (3, "exactlyOne(range(1...5), range(3...9))", ["exactlyOne.several"]),
            ("a", "allOf(anyOf(integer, string), not(oneOf(\"b\")))", []),
            ("x", "anyOf(sameAs(o), equals(\"y\"))", ["anyOf.none"]),
            ("y", "anyOf(sameAs(o), equals(\"y\"))", []),
            ("z", "anyOf(equals(\"y\"), sameAs(o))", []),
        ] as [(Value, String, [String])])
    func rulesAreCombined(_ value: Value, _ rule: String, _ expected: [String]) throws {
        #expect(try codes(value, rule, with: ["o": "z"]) == expected)
    }

    @Test func searchBeyondTheLimitKeepsCombinationsUndecided() throws {
        let text = Value.string(String(repeating: "a", count: 40) + "!")
        let slow = "regex(/^(a|aa|a?)+$(?<!b)/)"
        #expect(try codes(text, "anyOf(\(slow), integer)") == ["fault.matchLimit"])
        #expect(try codes(text, "anyOf(\(slow), string)") == [])
        #expect(try codes(text, "not(\(slow))") == ["fault.matchLimit"])
    }

    /// What a rule inside explained belongs to no later failure.
    @Test func explanationsOfNestedRulesAreForgotten() throws {
        let manager = try ValidatorsManager(
            RuleSet(
                Field("a", .anyOf(.requiredKeys("x"), .object)), Field("b", .integer)),
            registry: standardRules)
        let report = manager.validate(["a": ["y": 1], "b": 1.5])
        #expect(report.violations.map(\.code) == ["integer.notWhole"])
        #expect(report.violations.first?.parameters.isEmpty == true)
    }
}
