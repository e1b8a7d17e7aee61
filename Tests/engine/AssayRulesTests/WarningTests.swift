// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) @testable import AssayCore
import AssayRuleSets
import AssayRules
import Testing

/// A warning takes nothing away: it keeps no rule from running, of its field or of another one.
@Suite struct WarningTests {
    private static func warning(_ rule: RuleExpression) -> RuleEntry {
        RuleEntry(rule, severity: .warning)
    }

    /// On every path, with the policy `all` and with `first`.
    private static func expect(
        _ entries: [RuleEntry], on value: Value, isText: Bool = false, _ expected: [String],
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        for policy in Validator.Policy.allCases {
            let plan = try ValidationPlan(
                RuleSet(Field("a", Validator(rules: entries, policy: policy))),
                registry: standardRules)
            let object = value == .absent ? Value.Object() : Value.Object([("a", value)])
            let record = ValidationRecord(object, isText: isText)
            for lines in EnginePaths.reports(of: record, by: ValidationSession(plan)) {
                #expect(lines == expected, "\(policy)", sourceLocation: sourceLocation)
            }
        }
    }

    @Test(
        arguments: [
            (50.5, .integer, .range(0...9), "integer.notWhole", "range.tooLarge"),
            ("x", .integer, .range(0...9), "integer.kind", "range.kind"),
            (5, .string, .range(...4), "string.kind", "range.tooLarge"),
            (5, .length(2...), .range(...4), "length.kind", "range.tooLarge"),
            (.null, .notNull, .required, "notNull.null", "required.null"),
            (.absent, .present, .required, "present.absent", "required.missing"),
            ("", .required, .length(1...), "required.empty", "length.tooShort"),
            (5, .type("string"), .range(...4), "type.other", "range.tooLarge"),
            ("ab", .length(3...), .regex("^[0-9]"), "length.tooShort", "regex.noMatch"),
            ("2023-02-29", .date, .past, "date.calendar", "past.syntax"),
            ([1, 1, 1], .array, .maxItems(2), nil, "maxItems.tooMany"),
        ] as [(Value, RuleExpression, RuleExpression, String?, String)])
    func warningStopsNothing(
        _ value: Value, _ first: RuleExpression, _ second: RuleExpression, _ warned: String?,
        _ failed: String
    ) throws {
        let warnings = warned.map { ["/a \($0) warning"] } ?? []
        try Self.expect(
            [Self.warning(first), RuleEntry(second)], on: value, warnings + ["/a \(failed) error"])
    }

    /// What a rule could not read is checked as it is.
    @Test(
        arguments: [
            ("x", .integer, "integer.notWhole", "range.kind"),
            ("50.5", .integer, "integer.notWhole", "range.tooLarge"),
            ("x", .number, "number.syntax", "range.kind"),
            ("x", .boolean, "boolean.syntax", "range.kind"),
            ("x", .type("integer"), "type.other", "range.kind"),
        ] as [(String, RuleExpression, String?, String)])
    func textThatIsNotReadIsCheckedAsItIs(
        _ text: String, _ rule: RuleExpression, _ warned: String?, _ failed: String
    ) throws {
        let warnings = warned.map { ["/a \($0) warning"] } ?? []
        try Self.expect(
            [Self.warning(rule), RuleEntry(.range(0...9))], on: .string(text), isText: true,
            warnings + ["/a \(failed) error"])
    }

    /// Texts that are read and texts that are not, in one batch.
    @Test func rowsThatAreNotReadAreOfTheirKind() throws {
        let plan = try ValidationPlan(
            RuleSet(
                Field("a", Validator(rules: [Self.warning(.integer), RuleEntry(.range(0...9))]))),
            registry: standardRules)
        let columns = RecordColumns(fields: plan.fields)
        let records = ["5", "x", "12", "7", "y"].map { ValidationRecord(text: [("a", $0)]) }
        let batch = columns.batch(of: records, reporting: .init(plan))
        let found = ValidationSession(plan).validate(batch).reports().map(EnginePaths.lines)
        let unread = ["/a integer.notWhole warning", "/a range.kind error"]
        #expect(found == [[], unread, ["/a range.tooLarge error"], [], unread])
    }

    @Test func ruleOfAnotherFieldIsNotWithheld() throws {
        let plan = try ValidationPlan(
            RuleSet(
                Field("a", .greaterThan("b")),
                Field("b", Validator(rules: [Self.warning(.range(...4)), Self.warning(.string)])),
                Field("t", Validator(rules: [Self.warning(.maxItems(1))])),
                Field("t[*]", .length(2...))),
            registry: standardRules)
        let record: ValidationRecord = ["a": 1, "b": 5, "t": ["x", "yy"]]
        for lines in EnginePaths.reports(of: record, by: ValidationSession(plan)) {
            #expect(
                lines == [
                    "/a greaterThan.notGreater error", "/b range.tooLarge warning",
                    "/b string.kind warning", "/t maxItems.tooMany warning",
                    "/t/0 length.tooShort error",
                ])
        }
    }

    /// A warning that cannot decide is a fault, and stops and withholds nothing either.
    @Test func warningThatCannotDecideStopsNothing() throws {
        let slow = Self.warning(.regex("^(a|aa|a?)+$(?<!b)"))
        let plan = try ValidationPlan(
            RuleSet(
                Field("a", Validator(rules: [slow, RuleEntry(.length(...9))], policy: .first)),
                Field("b", Validator(rules: [slow])), Field("c", .differentFrom("b"))),
            registry: standardRules)
        let text = Value.string(String(repeating: "a", count: 40) + "!")
        let record = ValidationRecord(Value.Object([("a", text), ("b", text), ("c", text)]))
        for lines in EnginePaths.reports(of: record, by: ValidationSession(plan)) {
            #expect(
                lines == [
                    "/a length.tooLong error", "/c differentFrom.same error",
                    "/a fault.matchLimit fault", "/b fault.matchLimit fault",
                ])
        }
    }
}
