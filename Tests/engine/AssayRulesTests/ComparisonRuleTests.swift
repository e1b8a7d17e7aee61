// SPDX-License-Identifier: Apache-2.0
import AssayRules
import AssayCore
import Testing

struct ComparisonRuleTests {
    @Test(
        arguments: [
            ("", "oneOf([\"\", \"a\"])", []),
            ("", "oneOf([\"a\"])", ["oneOf.other"]),
            ("abcdefgh", "oneOf([\"abcdefgh\"])", []),
            ("abcdefgi", "oneOf([\"abcdefgh\"])", ["oneOf.other"]),
            ("abcdefghi", "oneOf([\"abcdefghi\", \"abcdefghj\"])", []),
            ("abcdefghijklmnopq", "oneOf([\"abcdefghXjklmnopq\"])", ["oneOf.other"]),
            ("1", "oneOf([1, 2])", ["oneOf.other"]),
            (1.0, "oneOf([1, 2])", []),
            (["a"], "oneOf([[\"a\"]])", []),
            (true, "oneOf([1, true])", []),
            (true, "oneOf([1])", ["oneOf.other"]),
            ("ÉCOLE", "oneOf([\"école\"], ignoreCase=true)", []),
            (1, "oneOf([])", ["oneOf.other"]),
            ("e\u{301}", "equals(\"é\")", ["equals.different"]),
            (["a": 1, "b": 2], "equals(1)", ["equals.different"]),
            (0, "notEquals(-0.0)", ["notEquals.equal"]),
        ] as [(Value, String, [String])])
    func valuesAreComparedAsJSON(_ value: Value, _ rule: String, _ expected: [String]) throws {
        #expect(try codes(value, rule) == expected)
    }

    /// Each text of a large set is found, and none that differs in one byte.
    @Test func largeSetsAreSearched() throws {
        let texts = (0..<500).map { String(repeating: "k", count: $0 % 23) + String($0) }
        let rule = RuleExpression("oneOf", [RuleArgument(.list(texts.map { .value(.string($0)) }))])
        for text in texts {
            #expect(try codes(.string(text), rule) == [])
        }
        #expect(try codes("kkk", rule) == ["oneOf.other"])
    }

    @Test(
        arguments: [
            ("b", "greaterThan(o, as=text)", "a", []),
            ("a", "greaterThan(o, as=text)", "a", ["greaterThan.notGreater"]),
            ("a", "greaterOrEqual(o, as=text)", "a", []),
            ("Z", "lessThan(o, as=text)", "a", []),
            ("ab", "lessThan(o, as=text)", "a", ["lessThan.notLess"]),
            ("😀", "greaterThan(o, as=text)", "\u{FFFD}", []),
            ("2024-03-01", "greaterThan(o, as=text)", "2024-02-29", []),
            ("b", "greaterThan(o)", "a", ["greaterThan.incomparable"]),
            (
                "2024-03-01T00:00:00Z", "greaterThan(o)", "2024-02-29T00:00:00Z",
                ["greaterThan.incomparable"]
            ),
            (9_007_199_254_740_993, "greaterThan(o)", 9_007_199_254_740_992.0, []),
            (1, "lessOrEqual(o)", 1.0, []),
            (1, "lessThan(o)", true, ["lessThan.incomparable"]),
            (1, "lessThan(o)", ["a"], ["lessThan.incomparable"]),
            (1, "greaterThan(o)", nil, []),
            ("a", "sameAs(o)", "a", []),
            (1, "sameAs(o)", 1.0, []),
            ("1", "sameAs(o)", 1, ["sameAs.different"]),
            ("a", "sameAs(o)", nil, ["sameAs.different"]),
            ("a", "differentFrom(o)", nil, []),
            (["x": [1]], "differentFrom(o)", ["x": [1.0]], ["differentFrom.same"]),
            (2, "inField(o)", [1, 2.0], []),
        ] as [(Value, String, Value, [String])])
    func otherFieldsAreComparedWith(
        _ value: Value, _ rule: String, _ other: Value, _ expected: [String]
    ) throws {
        #expect(try codes(value, rule, with: ["o": other]) == expected)
    }

    /// The elements of one field are looked up in one list: minutes if each were compared with all.
    @Test(arguments: [ManyElements.fractions, .objects, .texts])
    func elementsAreLookedUpInALongList(elements: ManyElements) throws {
        let manager = try ValidatorsManager(
            RuleSet(Field("items[*]", .inField("list"))), registry: standardRules)
        let values = Value.array((0..<10_000).map(elements.element))
        #expect(manager.validate(["items": values, "list": values]).isValid)
        let report = manager.validate([
            "items": .array([3, 10_000, 4].map(elements.element)), "list": values,
        ])
        #expect(report.violations.map(\.pointer) == ["/items/1"])
    }

    /// What is kept of a list is gone with its record.
    @Test func eachRecordIsLookedUpInItsOwnList() throws {
        let manager = try ValidatorsManager(
            RuleSet(Field("items[*]", .inField("list"))), registry: standardRules)
        let records = (0..<50).map { record -> ValidationRecord in
            let numbers = (0..<20).map { Value.integer(Int64(record * 20 + $0)) }
            return ["items": .array(numbers + [.integer(Int64(record))]), "list": .array(numbers)]
        }
        let expected = (0..<50).map { $0 == 0 ? [] : ["/items/20"] }
        #expect(manager.validate(records).map { $0.violations.map(\.pointer) } == expected)
        #expect(records.map { manager.validate($0).violations.map(\.pointer) } == expected)
    }

    @Test func longListsOfValuesAreFoundWhateverTheyShare() throws {
        let texts = (0..<3000).map { Value.string("https://example.com/\($0)/the/same/end.html") }
        let numbers = (0..<3000).map { Value.decimal("0.1234567890123456\(100_000 + $0)") }
        let list = texts + numbers + [["a": 1], [1, 2], nil, true]
        let manager = try ValidatorsManager(
            RuleSet(Field("a", .oneOf(list))), registry: standardRules)
        let others: [Value] = [
            "https://example.com/3000/the/same/end.html", .decimal("0.1234567890123456103000"),
            ["a": 2], [2, 1], false,
        ]
        let values = texts + numbers + [["a": 1.0], [1.0, 2], true] + others
        let reports = manager.validate(values.map { ["a": $0] })
        #expect(reports.filter(\.isValid).count == values.count - others.count)
        #expect(
            reports.suffix(others.count).map { $0.violations.map(\.code) }
                == others.map { _ in ["oneOf.other"] })
    }

    @Test(
        arguments: [
            ["DE", "AT", "ZZ", "AA", "DE"], ["DE"], ["é", "è"], ["~~", "??"], ["a1", "00", "zz"],
            ["DE", "D"], ["\0\0", "\u{1}\0"],
        ])
    func codesOfTwoBytesAreFoundAmongAllTexts(_ accepted: [String]) throws {
        let manager = try ValidatorsManager(
            RuleSet(Field("a", .oneOf(accepted.map { .string($0) }))), registry: standardRules)
        let bytes = (0...127).map { Unicode.Scalar($0 as UInt8) }
        var texts = bytes.flatMap { first in bytes.map { "\(first)\($0)" } }
        texts += ["", "D", "DEU", "é", "è", "ê", "ß", "日", "éé", "AT\0"]
        let records = texts.map { ValidationRecord(dictionaryLiteral: ("a", .string($0))) }
        let valid = zip(texts, manager.validate(records)).filter(\.1.isValid).map(\.0)
        #expect(Set(valid) == Set(accepted))
        #expect(valid.count == Set(accepted).count)
        for text in texts.suffix(200) + accepted {
            let isAccepted = manager.validate(["a": .string(text)]).isValid
            #expect(isAccepted == accepted.contains(text))
        }
    }
}
