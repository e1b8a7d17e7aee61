// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import AssayCore
import AssayRuleSets
import AssayRules
import Testing

/// A value that failed the rule which proves a form is not handed to later rules that read it.
@Suite struct FormGuardTests {
    private static func entries(_ text: String) throws -> [RuleEntry] {
        try RuleExpressionParser.parse(text).map { RuleEntry($0) }
    }

    private static func ruleSet(_ path: String, _ rules: String) throws -> RuleSet {
        RuleSet(Field(FieldPath(stringLiteral: path), Validator(rules: try entries(rules))))
    }

    private static func codes(of report: ValidationReport) -> [String] {
        report.violations.map(\.code) + report.faults.map(\.code)
    }

    @Test(
        arguments: [
            ("x", "date, before(\"2024-01-01\")", ["date.syntax"]),
            ("2024-02-30", "date, before(\"2024-01-01\")", ["date.calendar"]),
            ("x", "date, beforeOrEqual(\"2024-01-01\"), past", ["date.syntax"]),
            ("x", "dateTime, after(\"2024-01-01\")", ["dateTime.syntax"]),
            ("x", "dateTime, afterOrEqual(\"2024-01-01\"), future", ["dateTime.syntax"]),
            ("x", "date, within(\"P1D\")", ["date.syntax"]),
            (
                "x", "date, length(3...), before(\"2024-01-01\")",
                ["date.syntax", "length.tooShort"]
            ),
            (
                "x", "date(\"d.M.yyyy\"), before(\"2024-01-01\", \"d.M.yyyy\")", ["date.syntax"]
            ),
            ("x", "creditCard, luhn", ["creditCard.characters"]),
            ("4111111111111112", "creditCard, luhn(separators=true)", ["creditCard.checkDigit"]),
            ("x", "digits, luhn, verhoeff, damm", ["digits.other"]),
            (
                "aaa", #"length(...2), digits, regex(/b/), luhn"#,
                ["length.tooLong", "digits.other"]
            ),
            // A rule that could not read a date proves as much, in any order.
            ("x", "before(\"2024-01-01\"), date", ["date.syntax"]),
            ("2024-02-30", "before(\"2024-01-01\"), date", ["date.calendar"]),
            ("x", "before(\"2024-01-01\"), after(\"2020-01-01\")", ["after.syntax"]),
            ("x", "past, within(\"P1D\"), dateTime", ["dateTime.syntax"]),
            (
                "x", "before(\"2024-01-01\", \"d.M.yyyy\"), date(\"d.M.yyyy\")",
                ["date.syntax"]
            ),
            // A text that is no date of the field is on no side.
            (
                "2024-02-29T10:00:00Z", "before(\"2024-01-01\"), date", ["date.syntax"]
            ),
            // A rule that another one implies proves as much where it fails, in any order.
            ("x", "luhn, creditCard", ["creditCard.characters"]),
            ("4111111111111112", "luhn, creditCard", ["creditCard.checkDigit"]),
            ("4111111111111112", "luhn(separators=true), creditCard", ["creditCard.checkDigit"]),
            ("79927398713", "luhn, creditCard", ["creditCard.length"]),
            ("x", "luhn, digits", ["digits.other"]),
            ("x", "digits, luhn", ["digits.other"]),
            ("79927398710", "luhn, digits", ["luhn.checkDigit"]),
            // Not implied: digits of a number, and those of a number with separators.
            ("79927398710", "luhn, digits(3)", ["digits.count"]),
            ("1-1", "luhn(separators=true), digits", ["digits.other"]),
            // A value that has the form is checked.
            ("2024-02-29", "date, before(\"2024-01-01\")", ["before.tooLate"]),
            ("79927398710", "digits, luhn", ["luhn.checkDigit"]),
            ("x", "time, before(\"2024-01-01\")", ["time.syntax"]),
        ] as [(Value, String, [String])])
    func ruleIsNotAskedAboutAValueWithoutItsForm(
        _ value: Value, _ rules: String, _ expected: [String]
    ) throws {
        let ruleSet = try Self.ruleSet("a", rules)
        let manager = try ValidatorsManager(ruleSet, registry: standardRules)
        #expect(Self.codes(of: manager.validate(["a": value])) == expected)
        let others: [ValidationRecord] = [["a": ""], ["a": value], [:], ["a": value]]
        let reports = manager.validate(others)
        #expect(Self.codes(of: reports[1]) == expected)
        #expect(Self.codes(of: reports[3]) == expected)
        let session = ValidationSession(try ValidationPlan(ruleSet, registry: standardRules))
        #expect(Self.codes(of: session.trace(["a": value]).report) == expected)
    }

    @Test func elementsAreGuardedOneByOne() throws {
        let manager = try ValidatorsManager(
            try Self.ruleSet("a[*]", "date, before(\"2024-01-01\")"), registry: standardRules)
        let record: ValidationRecord = ["a": ["x", "2024-02-29", "2023-01-01", "y"]]
        let expected = ["/a/0 date.syntax", "/a/1 before.tooLate", "/a/3 date.syntax"]
        for report in [manager.validate(record)] + manager.validate([record, record]) {
            #expect(report.violations.map { "\($0.pointer) \($0.code)" } == expected)
        }
    }

    /// What a rule withholds in one field or batch is not withheld in the next one.
    @Test func nothingIsCarriedOver() throws {
        let manager = try ValidatorsManager(
            RuleSet(
                Field("a", Validator(rules: try Self.entries("date, past"))),
                Field("b", Validator(rules: try Self.entries("digits, luhn")))),
            registry: standardRules)
        let bad: ValidationRecord = ["a": "x", "b": "79927398710"]
        let late: ValidationRecord = ["a": "9999-12-31", "b": "x"]
        for _ in 0..<2 {
            let reports = manager.validate([bad, late])
            #expect(Self.codes(of: reports[0]) == ["date.syntax", "luhn.checkDigit"])
            #expect(Self.codes(of: reports[1]) == ["past.notPast", "digits.other"])
            let others = manager.validate([late, bad])
            #expect(Self.codes(of: others[0]) == Self.codes(of: reports[1]))
            #expect(Self.codes(of: others[1]) == Self.codes(of: reports[0]))
        }
    }

    @Test func ruleThatOnlyWarnsGuardsNothing() throws {
        var rules = try Self.entries("date, before(\"2024-01-01\")")
        rules[0].severity = .warning
        let manager = try ValidatorsManager(
            RuleSet(Field("a", Validator(rules: rules))), registry: standardRules)
        let report = manager.validate(["a": "x"])
        #expect(report.violations.map(\.code) == ["date.syntax", "before.syntax"])
        #expect(!report.isValid)
    }

    @Test func ruleThatIsNotReportedGuardsNothing() throws {
        let plan = try ValidationPlan(
            try Self.ruleSet("a", "date, before(\"2024-01-01\")"), registry: standardRules)
        let session = ValidationSession(plan)
        session.codeFilter = CodeFilter(ignored: ["date.syntax"])
        #expect(Self.codes(of: session.trace(["a": "x"]).report) == ["before.syntax"])
    }

    @Test func traceNamesTheRuleThatProvesTheForm() throws {
        let plan = try ValidationPlan(
            try Self.ruleSet("a", "length(...0), date, past, luhn"),
            registry: standardRules)
        #expect(
            ValidationSession(plan).trace(["a": "x"]).rules.map(\.outcome)
                == [.failed, .failed, .skipped(.stopped(by: "date")), .failed])
    }

    /// More rules withhold values than there are bits for: the others withhold nothing, everywhere.
    @Test func manyRulesWithhold() throws {
        let rules = String(repeating: "length(...9), ", count: 32) + "past, within(\"P1D\")"
        let manager = try ValidatorsManager(
            try Self.ruleSet("a", rules), registry: standardRules)
        let expected = ["past.syntax", "within.syntax"]
        for report in [manager.validate(["a": "x"])] + manager.validate([["a": "x"], ["a": "x"]]) {
            #expect(Self.codes(of: report) == expected)
        }
    }

    /// Every rule that a definition names exists, and passes what implies it.
    @Test func relationsHold() throws {
        for (id, relations) in BuiltInRelations.all {
            let definition = try #require(standardRules.definition(for: id))
            for other in relations.withheld {
                #expect(standardRules.definition(for: other) != nil, "\(other)")
            }
            for implication in relations.implied {
                // A value that fails the weaker rule fails the other one, which could only repeat that.
                let weaker = try #require(BuiltInRelations.all[implication.rule])
                #expect(weaker.withheld.contains(id), "\(implication.rule)")
                let flag = implication.flag.map { "(\($0)=true)" } ?? ""
                let manager = try ValidatorsManager(
                    try Self.ruleSet("a", implication.rule + flag), registry: standardRules)
                for example in definition.examples where example.code == nil && !example.isText {
                    let isException = implication.exception.map {
                        "\(example.expression)".contains("\($0)=true")
                    }
                    if isException == true { continue }
                    #expect(manager.validate(["a": example.value]).isValid, "\(example.value)")
                }
            }
        }
    }
}
