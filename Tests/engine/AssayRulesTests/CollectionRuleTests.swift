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
            // From an index on.
            (["", "", "a"], "each(length(1...), from=2)", []),
            (["a", "", "a"], "each(length(1...), from=1)", ["each.failed"]),
            ([""], "each(length(1...), from=1)", []), ([], "each(length(1...), from=5)", []),
            ([""], "each(length(1...), from=9223372036854775807)", []),
            ([""], "each(length(1...), from=0)", ["each.failed"]),
            // A number of elements.
            ([1, "a", 2], "includes(type(\"number\"), min=2)", []),
            ([1, "a"], "includes(type(\"number\"), min=2)", ["includes.tooFew"]),
            ([1, 2], "includes(type(\"number\"), max=1)", ["includes.tooMany"]),
            ([], "includes(type(\"number\"), max=1)", ["includes.none"]),
            ([], "includes(type(\"number\"), min=0, max=0)", []),
            ([1], "includes(type(\"number\"), min=0, max=0)", ["includes.tooMany"]),
            ([1, 2, 3], "includes(type(\"number\"), 2...3)", []),
            ([1, 2, 3, 4], "includes(type(\"number\"), 2...3)", ["includes.tooMany"]),
            ([1, 2, 3, 4], "includes(type(\"number\"), 2...)", []),
            // Members, which may be absent.
            (["a": 1], "member(a, integer)", []),
            (["a": "x"], "member(a, integer)", ["member.failed"]),
            ([:], "member(a, integer)", []), ([:], "member(a, present)", ["member.failed"]),
            (["a": nil], "member(a, present)", []),
            (["a": nil], "member(a, notNull)", ["member.failed"]),
            (["a": 1], "member(a, prohibited)", ["member.failed"]),
            ([:], "member(a, prohibited)", []),
            ([1], "member(a, integer)", ["member.kind"]),
            ("a", "member(a, integer)", ["member.kind"]),
            (["a": ["b": "x"]], "member(a, member(b, integer))", ["member.failed"]),
            (["a": 1], "member(a, member(b, integer))", ["member.failed"]),
            (["a.b": "x"], "member(\"a.b\", integer)", ["member.failed"]),
            (["": "x"], "member(\"\", integer)", ["member.failed"]),
            (["e\u{301}": "x"], "member(\"\u{E9}\", integer)", []),
            (["length": 1], "member(length, integer)", []),
            (["a": 1], "anyOf(member(a, required), member(b, required))", []),
            (["c": 1], "anyOf(member(a, required), member(b, required))", ["anyOf.none"]),
            (
                ["a": 1, "b": 1], "exactlyOne(member(a, required), member(b, required))",
                ["exactlyOne.several"]
            ),
            (["a": "x"], "not(member(a, integer))", []),
            (["a": 1], "not(member(a, integer))", ["not.passed"]),
            // Objects as arguments.
            (["a": 1.0], "equals({\"a\": 1})", []),
            (["a": 2], "equals({\"a\": 1})", ["equals.different"]),
            (["b": [true], "a": 1], "oneOf(1, {\"a\": 1, \"b\": [true]})", []),
            ([:], "equals({})", []), (["a": nil], "equals({})", ["equals.different"]),
            (["a": 1], "notEquals({\"a\": 1.0})", ["notEquals.equal"]),
            (["card": 1], "dependentKeys({\"card\": [\"billing\"]})", ["dependentKeys.missing"]),
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
