// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) @testable import AssayCore
import AssayRuleSets
import AssayRules
import Testing

/// `not` passes on a value that its rule rejects, and fails on one that its rule cannot decide about.
@Suite struct OpenFailureTests {
    private static let fields: [String: Value] = ["one": 1, "text": "z", "list": ["a"]]

    /// Values of a wrong kind, and texts that an order cannot read.
    @Test(
        arguments: [
            ("hello", "past", "past.syntax"), ("", "past", "past.syntax"), (5, "past", "past.kind"),
            ("2023-02-29", "future", "future.syntax"), (true, "future", "future.kind"),
            ("hello", "within(\"P1D\")", "within.syntax"),
            ("hello", "before(\"2024-01-01\")", "before.syntax"),
            ("hello", "beforeOrEqual(\"2024-01-01\")", "beforeOrEqual.syntax"),
            ("2024-01-01", "after(\"2024-01-01\", format=\"d.M.yyyy\")", "after.format"),
            (5, "afterOrEqual(\"2024-01-01\")", "afterOrEqual.kind"),
            ("x", "greaterThan(one)", "greaterThan.incomparable"),
            (5, "greaterOrEqual(text)", "greaterOrEqual.incomparable"),
            (5, "lessThan(list)", "lessThan.incomparable"),
            (true, "lessOrEqual(one)", "lessOrEqual.kind"),
            ([1, "2"], "sorted", "sorted.kinds"), ("x", "inField(text)", "inField.noArray"),
            (5, "email", "email.kind"), (5, "iban", "iban.kind"), (5, "luhn", "luhn.kind"),
            (5, "regex(/5/)", "regex.kind"), ("5", "range(0...9)", "range.kind"),
            ("x", "finite", "finite.kind"), ("x", "minItems(1)", "minItems.kind"),
        ] as [(Value, String, String)])
    func notFailsWithTheCodeOfARuleThatCannotDecide(
        _ value: Value, _ rule: String, _ code: String
    ) throws {
        #expect(try codes(value, "not(\(rule))", with: Self.fields) == [code])
        #expect(try codes(value, rule, with: Self.fields) == [code])
    }

    /// Rules whose question is the form of a text or the kind of a value, and values that are read.
    @Test(
        arguments: [
            ("hello", "email"), ("hello", "date"), ("hello", "dateTime"), ("hello", "iban"),
            ("hello", "luhn"), ("hello", "regex(/x/)"), ("x", "decimalText"), ("x", "latitude"),
            (5, "string"), ("x", "integer"), (1.5, "integer"), ("5", "number"), ("true", "boolean"),
            (5, "array"), (5, "object"), (5, "type(\"string\")"), (5, "equals(\"x\")"),
            ("9999-12-31", "past"), ("1969-07-20", "future"),
            ("2024-01-01", "before(\"2024-01-01\")"),
            (1, "greaterThan(one)"), ([2, 1], "sorted"), ("x", "inField(list)"),
        ] as [(Value, String)])
    func notPassesOnWhatItsRuleRejects(_ value: Value, _ rule: String) throws {
        #expect(try codes(value, "not(\(rule))", with: Self.fields) == [])
        #expect(try codes(value, rule, with: Self.fields).count == 1)
    }

    @Test(
        arguments: [
            (.absent, []), (.null, []), ("1969-07-20", ["not.passed"]),
            ("1969-07-20T20:17:40Z", ["not.passed"]),
        ] as [(Value, [String])])
    func notSkipsMissingValuesAndRejectsWhatPasses(_ value: Value, _ expected: [String]) throws {
        #expect(try codes(value, "not(past)") == expected)
    }

    @Test(
        arguments: [
            // One that passes decides, and where none does, one that is open leaves all open.
            ("hello", "not(anyOf(past, string))", ["not.passed"]),
            ("hello", "not(anyOf(past, integer))", ["past.syntax"]),
            ("hello", "not(anyOf(integer, email))", []),
            (5, "not(anyOf(past, integer))", ["not.passed"]),
            ("hello", "not(exactlyOne(past, integer))", ["past.syntax"]),
            ("hello", "not(exactlyOne(past, string))", ["not.passed"]),
            ("hello", "not(exactlyOne(past, string, length(2...)))", []),
            // One that is decided and fails decides.
            ("hello", "not(allOf(past, integer))", []),
            ("hello", "not(allOf(past, length(9...)))", []),
            ("hello", "not(allOf(length(9...), past))", []),
            ("hello", "not(allOf(past, length(2...)))", ["past.syntax"]),
            ("hello", "not(allOf(length(2...), past))", ["past.syntax"]),
            (5, "not(allOf(string, length(9...)))", []),
            // The innermost rule names what is wrong.
            ("hello", "not(not(past))", ["past.syntax"]), ("1969-07-20", "not(not(past))", []),
            ("9999-12-31", "not(not(past))", ["not.passed"]),
            ("hello", "not(anyOf(allOf(string, not(future)), integer))", ["future.syntax"]),
            // Elements and keys.
            ("hello", "not(each(past))", ["each.kind"]),
            (["hello"], "not(each(past))", ["past.syntax"]),
            (["hello", "9999-12-31"], "not(each(past))", []),
            (["9999-12-31", "hello"], "not(each(past))", []),
            (["1969-07-20", 5], "not(each(past))", ["past.kind"]),
            ([5], "not(each(integer, string))", []), ([], "not(each(past))", ["not.passed"]),
            (["hello", "1969-07-20"], "not(includes(past))", ["not.passed"]),
            (["hello", "9999-12-31"], "not(includes(past))", ["past.syntax"]),
            (["9999-12-31"], "not(includes(past))", []), ([], "not(includes(past))", []),
            (["hello": 1], "not(keys(past))", ["past.syntax"]),
            (["x": 1, "9999-12-31": 1], "not(keys(past))", []),
            (["hello"], "not(each(past, from=1))", ["not.passed"]),
            (["9999-12-31", "hello"], "not(each(past, from=1))", ["past.syntax"]),
            (["1969-07-20", "hello"], "not(includes(past, max=1))", ["not.passed"]),
            (["1969-07-20", "1969-07-20", "hello"], "not(includes(past, max=1))", []),
            (["9999-12-31", "hello"], "not(includes(past, min=2))", []),
            (["a": "hello"], "not(member(a, past))", ["past.syntax"]),
            (["a": "9999-12-31"], "not(member(a, past))", []),
            ([:], "not(member(a, past))", ["not.passed"]), ([:], "not(member(a, required))", []),
            ("hello", "not(member(a, past))", ["member.kind"]),
            // A `not` that is open fails like any other rule.
            ("hello", "anyOf(not(past), integer)", ["anyOf.none"]),
            ("hello", "anyOf(not(past), string)", []),
            ("hello", "allOf(not(past))", ["allOf.failed"]),
            (["hello"], "each(not(past))", ["each.failed"]),
            (["hello", "9999-12-31"], "includes(not(past))", []),
            (["hello": 1], "keys(not(past))", ["keys.failed"]),
            ("hello", "exactlyOne(not(past), string)", []),
        ] as [(Value, String, [String])])
    func combinationsTellWhatIsOpenFromWhatFails(
        _ value: Value, _ rule: String, _ expected: [String]
    ) throws {
        #expect(try codes(value, rule) == expected)
    }

    @Test(
        arguments: [
            ("x", "not(integer)", []), ("x", "not(allOf(integer, range(0...9)))", []),
            ("12", "not(allOf(integer, range(0...9)))", []),
            ("5", "not(allOf(integer, range(0...9)))", ["not.passed"]),
            ("12", "not(allOf(integer, length(1...)))", ["length.kind"]),
            ("hello", "not(past)", ["past.syntax"]),
            ("12", "not(range(0...9))", ["range.kind", "field.unread"]),
        ] as [(String, String, [String])])
    func textsAreReadWithin(_ text: String, _ rule: String, _ expected: [String]) throws {
        #expect(try codes(.string(text), rule, isText: true) == expected)
    }

    /// A rule that could not decide for another reason is still a fault.
    @Test(
        arguments: [
            ("not(anyOf(past, SLOW))", ["fault.matchLimit"]),
            ("not(anyOf(SLOW, past))", ["fault.matchLimit"]),
            ("not(allOf(past, SLOW))", ["past.syntax"]), ("not(allOf(past, SLOW, integer))", []),
            ("not(allOf(SLOW, past))", ["fault.matchLimit"]),
        ])
    func undecidedRulesStayFaults(_ rule: String, _ expected: [String]) throws {
        let text = Value.string(String(repeating: "a", count: 40) + "!")
        let rule = rule.replacing("SLOW", with: "regex(/^(a|aa|a?)+$(?<!b)/)")
        #expect(try codes(text, rule) == expected)
    }

    @Test func violationHasTheMessageAndTheArgumentsOfTheInnerRule() throws {
        let manager = try ValidatorsManager(
            RuleSet(
                Field("a", .not(.anyOf(.integer, .greaterThan("b")))), Field("c", .not(.past)),
                Field("d", .not(.email))),
            registry: standardRules)
        let report = manager.validate(["a": "x", "b": 1, "c": "hello", "d": 5])
        #expect(!report.isValid)
        #expect(report.violations.map(\.rule) == ["not", "not", "not"])
        #expect(
            report.violations.map { "\($0.code): \($0.message)" } == [
                "greaterThan.incomparable: cannot be compared with b",
                "past.syntax: must be a date such as 2024-02-29, or a date and time",
                "email.kind: must be a string",
            ])
        #expect(
            report.violations.first?.parameters == [
                MessageParameter("rule", ["anyOf(integer, greaterThan(b))"]),
                MessageParameter("field", "b"), MessageParameter("as", "value"),
            ])
    }

    /// The code belongs to the rule `not` as well as to the one inside.
    @Test(
        arguments: [
            (["not"], [], 1), (["past"], [], 1), (["past.syntax"], [], 1), (["not.passed"], [], 0),
            (["email"], [], 0), ([], ["past.syntax"], 0), ([], ["not"], 0), ([], ["not.passed"], 1),
        ] as [([String], [String], Int)])
    func filtersKnowTheCodeByBothRules(
        _ selected: [String], _ ignored: [String], _ count: Int
    ) throws {
        let plan = try ValidationPlan(RuleSet(Field("a", .not(.past))), registry: standardRules)
        let session = ValidationSession(plan)
        session.codeFilter = CodeFilter(selected: selected, ignored: ignored)
        #expect(
            EnginePaths.reports(of: ["a": "hello"], by: session).allSatisfy { $0.count == count })
    }

    /// A fault of `not` is reported where one of its violations would be.
    @Test(
        arguments: [
            ([], ["not"], 0), ([], ["past"], 1), (["not"], [], 1), (["past.syntax"], [], 1),
            (["email"], [], 0),
        ] as [([String], [String], Int)])
    func filtersKnowItsFaultsByBothRules(
        _ selected: [String], _ ignored: [String], _ count: Int
    ) throws {
        let slow = RuleExpression.regex("^(a|aa|a?)+$(?<!b)")
        let plan = try ValidationPlan(
            RuleSet(Field("a", .not(.anyOf(.past, slow)))), registry: standardRules)
        let session = ValidationSession(plan)
        session.codeFilter = CodeFilter(selected: selected, ignored: ignored)
        let text = Value.string(String(repeating: "a", count: 40) + "!")
        let record = ValidationRecord(Value.Object([("a", text)]))
        for lines in EnginePaths.reports(of: record, by: session) {
            #expect(lines == Array(repeating: "/a fault.matchLimit fault", count: count))
        }
    }

    /// A condition that is open is not met.
    @Test(
        arguments: [
            ("9999-12-31", "not(past)", true), ("1969-07-20", "not(past)", false),
            ("hello", "not(past)", false), (5, "not(past)", false), ("hello", "not(email)", true),
            ("hello", "anyOf(not(past), integer)", false),
            ("hello", "anyOf(not(past), string)", true),
            ("hello", "not(allOf(past, integer))", true), ("hello", "past", false),
        ] as [(Value, String, Bool)])
    func conditionThatIsOpenIsNotMet(_ value: Value, _ rule: String, _ isMet: Bool) throws {
        let condition = Condition("a", rules: [try RuleExpressionParser.parseOne(rule)])
        let entry = RuleEntry(.required, when: [condition])
        let manager = try ValidatorsManager(
            RuleSet(Field("b", Validator(rules: [entry]))), registry: standardRules)
        let report = manager.validate(ValidationRecord(Value.Object([("a", value)])))
        #expect(report.violations.map(\.code) == (isMet ? ["required.missing"] : []))
    }

    @Test func everyPathOfTheEngineAgrees() throws {
        let plan = try ValidationPlan(
            RuleSet(
                Field("a", .not(.past), .string), Field("b", .not(.anyOf(.future, .integer))),
                Field("e[*]", .not(.within("P1D")))),
            registry: standardRules)
        let record: ValidationRecord = ["a": "hello", "b": true, "e": ["x", "1969-07-20", 7]]
        for lines in EnginePaths.reports(of: record, by: ValidationSession(plan)) {
            #expect(
                lines == [
                    "/a past.syntax error", "/b future.kind error", "/e/0 within.syntax error",
                    "/e/2 within.kind error",
                ])
        }
    }

    /// Rules that are run again to tell what is open are traced once.
    @Test func traceShowsEachCheckOnce() throws {
        let plan = try ValidationPlan(
            RuleSet(Field("a", .not(.anyOf(.past, .integer)))), registry: standardRules)
        let rule = try #require(ValidationSession(plan).trace(["a": "hello"]).rules.first)
        #expect(rule.code?.id == "past.syntax")
        #expect(rule.checks.map(\.code?.id) == ["anyOf.none"])
        #expect(rule.checks.first?.checks.map(\.code?.id) == ["past.syntax", "integer.kind"])
    }

    /// A code is open by what its rule states, whatever its name is.
    @Test func openCodesAreThoseOfOrders() {
        let open = DefinitionTests.definitions.flatMap(\.codes).filter(\.leavesOpen).map(\.id)
        let days = ["after", "afterOrEqual", "before", "beforeOrEqual"]
            .flatMap { ["\($0).format", "\($0).incomparable", "\($0).syntax"] }
        let orders = ["greaterOrEqual", "greaterThan", "lessOrEqual", "lessThan"]
            .map { "\($0).incomparable" }
        let others = [
            "future.syntax", "inField.noArray", "past.syntax", "sorted.kinds", "within.syntax",
        ]
        #expect(open.sorted() == (days + orders + others).sorted())
        let kinds = DefinitionTests.definitions.filter { $0.traits.contains(.checksKind) }
        #expect(
            kinds.map(\.id).sorted() == [
                "array", "boolean", "integer", "number", "object", "string",
            ])
    }
}
