// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import AssayCore
import AssayRuleSets
import AssayRules
import Testing

/// A text that `length` finds too long is not handed to the patterns after it.
@Suite struct LengthGuardTests {
    /// Beyond the subject limit, so that a pattern that sees it is undecided.
    private static let long = Value.string(String(repeating: "a", count: 70_000))

    /// One character, with combining marks of 120 kB.
    private static let marks = Value.string("e" + String(repeating: "\u{301}", count: 60_000))

    private static func entries(_ text: String) throws -> [RuleEntry] {
        try RuleExpressionParser.parse(text).map { RuleEntry($0) }
    }

    private static func codes(of report: ValidationReport) -> [String] {
        report.violations.map(\.code) + report.faults.map(\.code)
    }

    @Test(
        arguments: [
            (long, #"length(...10), regex(/(b)\1/)"#, ["length.tooLong"]),
            (long, #"length(...10), notRegex(/(a)\1/)"#, ["length.tooLong"]),
            (long, #"length(...10), anyOf(equals("b"), regex(/(b)\1/))"#, ["length.tooLong"]),
            (
                long, #"length(...10), not(regex(/(a)\1/)), email"#,
                ["length.tooLong", "email.tooLong"]
            ),
            (long, #"regex(/(b)\1/), length(...10)"#, ["length.tooLong"]),
            (marks, #"length(...20), regex(/(b)\1/)"#, ["length.tooLong"]),
            (marks, #"length(...1), email"#, ["length.tooLong", "email.tooLong"]),
            (long, #"length(...80000), regex(/(b)\1/)"#, ["fault.subjectLimit"]),
            ("aaa", #"length(...2), regex(/(b)\1/)"#, ["length.tooLong"]),
            ("aaa", #"length(5...), regex(/(b)\1/)"#, ["length.tooShort", "regex.noMatch"]),
            ("aaa", #"length(...2), startsWith("b")"#, ["length.tooLong", "startsWith.missing"]),
        ] as [(Value, String, [String])])
    func patternIsNotAskedAboutATextThatIsTooLong(
        _ value: Value, _ rules: String, _ expected: [String]
    ) throws {
        let ruleSet = RuleSet(Field("a", Validator(rules: try Self.entries(rules))))
        let manager = try ValidatorsManager(ruleSet, registry: standardRules)
        #expect(Self.codes(of: manager.validate(["a": value])) == expected)
        let others: [ValidationRecord] = [["a": "b"], ["a": value], [:], ["a": value]]
        let reports = manager.validate(others)
        #expect(Self.codes(of: reports[1]) == expected)
        #expect(Self.codes(of: reports[3]) == expected)
        let session = ValidationSession(try ValidationPlan(ruleSet, registry: standardRules))
        #expect(Self.codes(of: session.trace(["a": value]).report) == expected)
    }

    @Test func elementsAreGuardedOneByOne() throws {
        let ruleSet = RuleSet(
            Field("a[*]", Validator(rules: try Self.entries(#"length(...10), regex(/(b)\1/)"#))))
        let manager = try ValidatorsManager(ruleSet, registry: standardRules)
        let record: ValidationRecord = ["a": [Self.long, "a", "bb"]]
        let expected = ["/a/0 length.tooLong", "/a/1 regex.noMatch"]
        for report in [manager.validate(record)] + manager.validate([record, record]) {
            #expect(report.violations.map { "\($0.pointer) \($0.code)" } == expected)
            #expect(report.faults.isEmpty)
        }
    }

    @Test func lengthThatOnlyWarnsGuardsNothing() throws {
        var rules = try Self.entries(#"length(...2), regex(/(b)\1/)"#)
        rules[0].severity = .warning
        let manager = try ValidatorsManager(
            RuleSet(Field("a", Validator(rules: rules))), registry: standardRules)
        let report = manager.validate(["a": "aaa"])
        #expect(report.violations.map(\.code) == ["length.tooLong", "regex.noMatch"])
        #expect(!report.isValid)
    }

    @Test func lengthThatIsNotReportedGuardsNothing() throws {
        let plan = try ValidationPlan(
            RuleSet(
                Field("a", Validator(rules: try Self.entries(#"length(...2), regex(/(b)\1/)"#)))),
            registry: standardRules)
        let session = ValidationSession(plan)
        session.codeFilter = CodeFilter(ignored: ["length.tooLong"])
        #expect(Self.codes(of: session.trace(["a": "aaa"]).report) == ["regex.noMatch"])
    }

    @Test func traceNamesTheRuleThatFoundTheTextTooLong() throws {
        let plan = try ValidationPlan(
            RuleSet(
                Field("a", Validator(rules: try Self.entries(#"length(...2), regex(/(b)\1/)"#)))),
            registry: standardRules)
        #expect(
            ValidationSession(plan).trace(["a": "aaa"]).rules.map(\.outcome)
                == [.failed, .skipped(.stopped(by: "length(...2)"))])
    }
}
