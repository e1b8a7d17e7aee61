// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayRuleSets
import AssayRules
import Testing

struct CollectionRuleTests {
    /// An array of texts has values of one kind, which have no order if nothing reads them.
    @Test(arguments: [["9", "10"], [1, "2"], [true, false]] as [Value])
    func elementsWithoutAnOrderCannotBeCompared(_ elements: Value) throws {
        let manager = try ValidatorsManager(
            RuleSet(Field("a", RuleExpression("sorted"))), registry: standardRules)
        #expect(
            manager.validate(ValidationRecord(Value.Object([("a", elements)]))).violations.map(
                \.message)
                == ["must contain only values that can be compared with each other"])
    }

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
            (["\u{E9}": 1], "allowedKeys(\"\u{E9}\")", []),
            (["e\u{301}": 1], "allowedKeys(\"\u{E9}\")", ["allowedKeys.unknown"]),
            (["e\u{301}": 1], "requiredKeys(\"\u{E9}\")", ["requiredKeys.missing"]),
            (["e\u{301}": 1], "dependentKeys([[\"\u{E9}\", \"a\"]])", []),
            ([["e\u{301}": 1], ["\u{E9}": 1]], "uniqueItems", []),
            ("e\u{301}", "oneOf(\"\u{E9}\")", ["oneOf.other"]),
        ] as [(Value, String, [String])])
    func arraysAndObjectsAreChecked(_ value: Value, _ rule: String, _ expected: [String]) throws {
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
                Field("card", .requiredKeys("number", "code")),
                Field("names", try RuleExpressionParser.parseOne("keys(length(...2))"))),
            registry: standardRules)
        let report = manager.validate([
            "tags": ["a", "abc"], "card": ["number": 1], "names": ["abc": 1],
        ])
        #expect(report.violations.map(\.pointer) == ["/tags/1", "/card", "/names"])
        #expect(
            report.violations.map(\.message) == [
                "must satisfy length(...2)", "must have the key code",
                "must not have the key abc, which does not satisfy length(...2)",
            ])
    }

    /// Elements that once had one hash, or were compared pair by pair: minutes with either.
    @Test(arguments: ManyElements.allCases)
    func manyElementsAreComparedByTheirHashes(elements: ManyElements) throws {
        let array = (0..<10_000).map(elements.element)
        #expect(try codes(.array(array), "uniqueItems") == [])
        #expect(try codes(.array(array + [array[7]]), "uniqueItems") == ["uniqueItems.duplicate"])
    }
}

/// Kinds of elements, each different for each index.
enum ManyElements: CaseIterable {
    case beyondDoubles, manyDigits, fractions, hugeExponents, nestedArrays, deepArrays, objects,
        texts

    func element(_ index: Int) -> Value {
        switch self {
        case .beyondDoubles: .decimal("1\(index)e400")
        case .manyDigits: .decimal("1234567890123456\(100_000 + index)")
        case .fractions: .decimal("0.1234567890123456\(100_000 + index)")
        case .hugeExponents: .decimal("1e9999999999999\(100_000 + index)")
        case .nestedArrays: [[[.integer(Int64(index))]]]
        case .deepArrays: (0..<30).reduce(.integer(Int64(index))) { value, _ in [value] }
        case .objects: ["a": ["b": .integer(Int64(index)), "c": 1], "d": "x"]
        case .texts: .string("https://example.com/a/path/\(index)/index.html")
        }
    }
}
