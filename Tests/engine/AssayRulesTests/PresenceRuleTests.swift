// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayRules
import Testing

struct PresenceRuleTests {
    @Test(
        arguments: [
            (0, "required", []), (false, "required", []), (["a": nil], "required", []),
            (.absent, "required", ["required.missing"]), (nil, "required", ["required.null"]),
            ([:], "required", ["required.empty"]), ([], "required", ["required.empty"]),
            ("", "required", ["required.empty"]), ([:], "filled", ["filled.empty"]),
            ("\u{A0}\u{2003}\n", "required", ["required.empty"]),
            ("\u{A0}", "required(trim=false)", []),
            ("", "required(trim=false)", ["required.empty"]),
            ("\u{200B}", "required", []),
            ([], "filled", ["filled.empty"]), (.absent, "prohibited", []),
            (nil, "prohibited", []), (false, "prohibited", ["prohibited.present"]),
            (nil, "accepted", []), ("TRUE", "accepted", []),
            ("", "accepted", ["accepted.declined"]),
            (1.0, "accepted", []), (2, "accepted", ["accepted.declined"]),
            ([], "accepted", ["accepted.kind"]), ("off", "declined", []),
        ] as [(Value, String, [String])])
    func emptinessIsChecked(_ value: Value, _ rule: String, _ expected: [String]) throws {
        #expect(try codes(value, rule) == expected)
    }

    @Test(
        arguments: [
            ("required(within=o)", .absent, []), ("required(within=o)", nil, []),
            ("required(within=o)", [:], ["required.missing"]),
            ("required(within=o)", [], ["required.missing"]),
            ("required(within=o)", "x", ["required.missing"]),
            ("required(within=o.p)", ["p": 1], ["required.missing"]),
            ("requiredIf(o, 1)", 1.0, ["requiredIf.missing"]),
            ("requiredIf(o, null)", nil, ["requiredIf.missing"]),
            ("requiredIf(o, 1)", nil, []),
            ("requiredUnless(o, 1)", nil, ["requiredUnless.missing"]),
            ("requiredWith(o)", "", []),
            ("requiredWith(o)", 0, ["requiredWith.missing"]),
            ("requiredWithout(o)", " ", ["requiredWithout.missing"]),
            ("requiredWithoutAll(o, p)", nil, ["requiredWithoutAll.missing"]),
            ("requiredWithAll(o, p)", 1, []),
            ("prohibitedIf(o, 1)", 1, []),
        ] as [(String, Value, [String])])
    func absenceDependsOnTheOtherField(
        _ rule: String, _ other: Value, _ expected: [String]
    ) throws {
        #expect(try codes(.absent, rule, with: ["o": other]) == expected)
    }

    /// An optional object or element with members that it must have.
    @Test(
        arguments: [
            ([:], []), (["address": nil], []), (["address": ["zip": "1"]], []),
            (["address": [:]], ["/address/zip required.missing"]),
            (["address": ["zip": nil]], ["/address/zip required.null"]),
            (["address": ["zip": " "]], ["/address/zip required.empty"]),
            (["address": ["zip": "1", "geo": [:]]], ["/address/geo/lat required.missing"]),
            (["items": []], []), (["items": [["to": ["zip": "1"]], [:]]], []),
            (["items": [[:], ["to": [:]]]], ["/items/1/to/zip required.missing"]),
            (
                ["address": "x", "items": [5]],
                [
                    "/address/zip required.missing", "/address path.object",
                    "/items/0 path.object",
                ]
            ),
        ] as [(ValidationRecord, [String])])
    func membersAreRequiredWhereTheirContainerIs(
        _ record: ValidationRecord, _ expected: [String]
    ) throws {
        let manager = try ValidatorsManager(
            RuleSet(
                Field("address.zip", .required(within: "address")),
                Field("address.geo.lat", .required(within: "address.geo")),
                Field("items[*].to.zip", .required(within: "items[*].to"))),
            registry: standardRules)
        let report = manager.validate(record)
        #expect(report.violations.map { "\($0.pointer) \($0.code)" } == expected)
        #expect(report.faults.isEmpty)
    }

    /// The examples of docs/rule-sets.md.
    @Test(
        arguments: [
            (["kind": "note", "payload": "text"], []),
            (["kind": "address", "payload": "text"], ["/payload path.object"]),
            (["items": "x"], ["/items array.kind"]),
            (["items": [["price": 1], 5]], ["/items/1 path.object"]),
            (["other": ["price": -1]], ["/other path.array"]),
        ] as [(ValidationRecord, [String])])
    func pathsSayWhatTheyLeadThrough(
        _ record: ValidationRecord, _ expected: [String]
    ) throws {
        let manager = try ValidatorsManager(
            RuleSet(
                Field(
                    "payload.zip",
                    Validator(rules: [
                        RuleEntry(.digits(5), when: [Condition("kind", .equals("address"))])
                    ])), Field("items", .array), Field("items[*].price", .range(0...)),
                Field("other[*].price", .range(0...))),
            registry: standardRules)
        let report = manager.validate(record)
        #expect(report.violations.map { "\($0.pointer) \($0.code)" } == expected)
    }

    @Test func whiteSpaceIsAValueWithinAContainerWithoutTrim() throws {
        #expect(try codes(" ", .required(within: "o", trim: false), with: ["o": [:]]) == [])
        #expect(
            try codes("", .required(within: "o", trim: false), with: ["o": [:]])
                == ["required.empty"])
    }

    @Test func laterRulesAreNotAskedAboutAMissingValue() throws {
        #expect(try codes("", "required, length(3...), email") == ["required.empty"])
        #expect(try codes("x", "integer, range(1...2)") == ["integer.kind"])
    }
}
