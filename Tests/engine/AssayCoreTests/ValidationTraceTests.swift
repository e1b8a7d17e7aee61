// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import AssayCore
import TestRandomness
import Testing

/// Who looks at a validation sees what it does without anybody looking.
@Suite struct ValidationTraceTests {
    @Test(arguments: 0..<3, [false, true])
    func traceHasTheFindingsOfTheValidation(index: Int, isText: Bool) throws {
        let plan = try ValidationPlan(SingleRecordTests.ruleSets[index], registry: .testing())
        let manager = try ValidatorsManager(
            SingleRecordTests.ruleSets[index], registry: .testing())
        let session = ValidationSession(plan)
        var random = SeededNumbers(seed: UInt64(index) + 11)
        for _ in 0..<400 {
            var record = SingleRecordTests.record(&random)
            record.isText = isText
            let trace = session.trace(record)
            let report = manager.validate(record)
            #expect(trace.report.summary == report.summary, "\(record)")
            let failed = trace.rules.filter { $0.outcome == .failed }
            #expect(failed.map { $0.code?.id } == report.violations.map { $0.code }, "\(record)")
            #expect(failed.map(\.pointer) == report.violations.map(\.pointer), "\(record)")
        }
    }

    @Test func sessionValidatesAfterATraceAsBefore() throws {
        let plan = try ValidationPlan(SingleRecordTests.ruleSets[0], registry: .testing())
        let session = ValidationSession(plan)
        var random = SeededNumbers(seed: 3)
        let records = (0..<40).map { _ in SingleRecordTests.record(&random) }
        let columns = TestColumns(plan.fields, records)
        let before = session.validate(columns.batch).reports().map(\.summary)
        for record in records { _ = session.trace(record) }
        #expect(session.validate(columns.batch).reports().map(\.summary) == before)
    }

    private static func outcomes(
        _ fields: [Field], _ record: ValidationRecord
    ) throws -> [TracedRule.Outcome] {
        let plan = try ValidationPlan(RuleSet(fields), registry: .testing())
        return ValidationSession(plan).trace(record).rules.map(\.outcome)
    }

    @Test func ruleWithoutAValueIsNotAsked() throws {
        let fields = [Field("a", .required, .size(2))]
        #expect(try Self.outcomes(fields, [:]) == [.failed, .skipped(.absent)])
        #expect(try Self.outcomes(fields, ["a": nil]) == [.failed, .skipped(.null)])
    }

    @Test func ruleAfterOneThatStopsIsNotRun() throws {
        #expect(
            try Self.outcomes([Field("a", .integer, .atLeast(3))], ["a": "x"])
                == [.failed, .skipped(.stopped(by: "integer"))])
        #expect(
            try Self.outcomes([Field("a", .size(2), .size(3), policy: .first)], ["a": "x"])
                == [.failed, .skipped(.stopped(by: "size(2...)"))])
    }

    @Test func ruleAboutAnotherFieldThatFailedIsNotAsked() throws {
        let fields = [Field("a", .size(2)), Field("b", .same("a"))]
        #expect(
            try Self.outcomes(fields, ["a": "x", "b": "y"])
                == [.failed, .skipped(.dependency(field: "a"))])
    }

    @Test func ruleWhoseConditionDoesNotHoldIsNotAsked() throws {
        let entry = RuleEntry(.required, when: [Condition("a", .required)])
        let fields = [Field("b", Validator(rules: [entry]))]
        #expect(try Self.outcomes(fields, [:]) == [.skipped(.condition(field: "a"))])
        #expect(try Self.outcomes(fields, ["a": 1]) == [.failed])
    }

    @Test func elementsThatAreNotThereAreNotAsked() throws {
        let fields = [Field("tags", .fewItems(1)), Field("tags[*]", .size(2))]
        #expect(try Self.outcomes(fields, ["tags": []]) == [.passed, .skipped(.noElements)])
        #expect(
            try Self.outcomes(fields, ["tags": ["a", "b"]])
                == [.failed, .skipped(.array(field: "tags"))])
        #expect(try Self.outcomes(fields, ["tags": ["a"]]) == [.passed, .failed])
    }

    @Test func undecidedRuleSaysHowItCounts() throws {
        #expect(try Self.outcomes([Field("a", .unsure)], ["a": 1]) == [.undecided(.matchLimit)])
        let rules = [RuleEntry(.unsure, onFault: .pass), RuleEntry(.unsure, onFault: .fail)]
        #expect(
            try Self.outcomes([Field("a", Validator(rules: rules))], ["a": 1])
                == [.excused(.matchLimit, counts: .pass), .excused(.matchLimit, counts: .fail)])
    }

    @Test func nestedRulesAreThoseThatWereAsked() throws {
        let any = RuleExpression(
            "any", [.size(5), .size(1), .size(2)].map { RuleArgument(.rule($0)) })
        let plan = try ValidationPlan(RuleSet(Field("a", any)), registry: .testing())
        let rule = ValidationSession(plan).trace(["a": "xx"]).rules.first
        #expect(rule?.checks.map(\.outcome) == [.failed, .passed])
        #expect(rule?.checks.first?.code?.id == "size.small")
        #expect(rule?.checks.first?.value == "xx")
        #expect(rule.map { $0.nanoseconds > 0 } == true)
    }

    @Test func sensitiveValueIsNotCopied() throws {
        let any = RuleExpression("any", [RuleArgument(.rule(.size(5)))])
        let plan = try ValidationPlan(
            RuleSet(Field("a", any, isSensitive: true)), registry: .testing())
        let rule = ValidationSession(plan).trace(["a": "xx"]).rules.first
        #expect(rule?.value == .absent)
        #expect(rule?.checks.map(\.value) == [.absent])
        #expect(rule?.isSensitive == true)
    }
}
