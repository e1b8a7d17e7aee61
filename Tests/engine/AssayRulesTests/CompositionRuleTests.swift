// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayRuleSets
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

    /// The rule inside that could not decide is named, with its reason.
    @Test(arguments: [
        "anyOf(RULE, integer)", "anyOf(allOf(RULE), integer)", "allOf(RULE)", "not(RULE)",
        "not(anyOf(RULE))", "exactlyOne(RULE, integer)", "anyOf(RULE, length(1...2))",
    ])
    func undecidedRuleInsideIsNamed(expression: String) throws {
        let text = Value.string(String(repeating: "a", count: 40) + "!")
        let rule = expression.replacing("RULE", with: "regex(/^(a|aa|a?)+$(?<!b)/)")
        let manager = try ValidatorsManager(registry: standardRules)
        try manager.addValidator(
            for: "a", Validator(try RuleExpressionParser.parseOne(rule)))
        let outer = expression.prefix { $0 != "(" }
        #expect(
            manager.validate(["a": text]).faults.map(\.message)
                == [
                    "could not be checked by \(outer): the pattern's match limit was reached: regex"
                ])
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
