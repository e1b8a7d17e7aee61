// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayRules
import Testing

struct CollectionRuleTests {
    @Test(
        arguments: [
            ([], "minItems(1)", ["minItems.tooFew"]), ([], "maxItems(0)", []),
            ([], "uniqueItems", []), (["a", "a"], "uniqueItems", ["uniqueItems.duplicate"]),
            ([["id": 1], ["id": 1.0]], "uniqueItems(by=\"id\")", ["uniqueItems.duplicate"]),
            ([["x": 1], ["x": 1]], "uniqueItems(by=\"id\")", []),
            (
                [["a": ["b": 1]], ["a": ["b": 1]]], "uniqueItems(by=\"a.b\")",
                ["uniqueItems.duplicate"]
            ),
            ("aa", "uniqueItems", ["uniqueItems.kind"]),
            ([1, "x"], "includes(string, length(1...1))", []),
            ([], "includes(string)", ["includes.none"]), ([], "each(string)", []),
            ([1, nil], "each(integer)", []),
            (["a": 1], "minProperties(2)", ["minProperties.tooFew"]),
            ([:], "requiredKeys(\"a\")", ["requiredKeys.missing"]),
            ([:], "dependentKeys([[\"a\", \"b\"]])", []),
            (["a": 1, "b": nil], "dependentKeys([[\"a\", \"b\"]])", []),
            ([:], "allowedKeys(\"a\")", []),
        ] as [(Value, String, [String])])
    func arraysAndObjectsAreJudged(_ value: Value, _ rule: String, _ expected: [String]) throws {
        #expect(try codes(value, rule) == expected)
    }

    /// Beyond a handful of elements equality goes through hashes.
    @Test(
        arguments: [
            1.0, "k7", ["b": 2, "a": 1], [1, ["x"]], true, nil, .decimal("5e3"),
        ] as [Value])
    func largeArraysFindTheirOneDuplicate(_ extra: Value) throws {
        let numbers = (0..<100).map { Value.integer(Int64($0)) }
        let texts = (0..<100).map { Value.string("k\($0)") }
        let others: [Value] = [["a": 1.0, "b": 2], [1, ["x"]], true, nil, 5000]
        let array = numbers + texts + others
        #expect(try codes(.array(array), "uniqueItems") == [])
        #expect(try codes(.array(array + [extra]), "uniqueItems") == ["uniqueItems.duplicate"])
    }

    @Test func brokenElementAndKeyAreNamed() throws {
        let manager = try ValidatorsManager(
            RuleSet(
                Field("tags", .each(.length(...2))),
                Field("card", .requiredKeys("number", "code"))),
            registry: standardRules)
        let report = manager.validate(["tags": ["a", "abc"], "card": ["number": 1]])
        #expect(report.violations.map(\.pointer) == ["/tags/1", "/card"])
        #expect(
            report.violations.map(\.message) == [
                "has an element that breaks length(...2)", "must have the key code",
            ])
    }
}
