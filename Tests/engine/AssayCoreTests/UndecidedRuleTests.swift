// SPDX-License-Identifier: Apache-2.0
import Testing

@_spi(Engine) @testable import AssayCore

/// What a rule that could not decide keeps from running: never what could find the record invalid
/// while the record is reported as valid.
@Suite struct UndecidedRuleTests {
    private static func summaries(
        _ ruleSet: RuleSet, _ record: ValidationRecord, _ selection: CodeFilter? = nil
    ) throws -> [[String]] {
        let plan = try ValidationPlan(ruleSet, registry: .testing())
        let session = ValidationSession(plan)
        session.codeFilter = selection
        let columns = TestColumns(plan.fields, [record, record])
        return [
            session.validate(columns.batch).report(row: 1).summary,
            session.validate(columns.batch, row: 1).report(row: 1).summary,
            session.trace(record).report.summary,
        ]
    }

    @Test func undecidedWarningThatCountsAsFailedStopsNothing() throws {
        let unsure = RuleEntry(.unsure, severity: .warning, onFault: .fail)
        let ruleSet = RuleSet(
            Field("a", Validator(rules: [unsure, RuleEntry(.size(3))], policy: .first)),
            Field("b", Validator(rules: [RuleEntry(.size(1)), unsure])), Field("c", .same("b")))
        let expected = [
            "/a unsure.undecided", "/a size.small", "/b unsure.undecided", "/c same.different",
        ]
        for summary in try Self.summaries(ruleSet, ["a": "x", "b": "y", "c": "z"]) {
            #expect(summary == expected)
        }
    }

    @Test(
        arguments: [
            (CodeFilter(selected: ["same"]), ["/c same.different"]),
            (CodeFilter(ignored: ["unsure"]), ["/a size.small", "/c same.different"]),
            (CodeFilter(selected: ["size"]), ["/a size.small"]),
            (CodeFilter(selected: ["unsure"]), ["/a fault.matchLimit", "/b fault.matchLimit"]),
        ] as [(CodeFilter, [String])])
    func undecidedRuleThatIsNotSelectedStopsNothing(
        selection: CodeFilter, expected: [String]
    ) throws {
        let ruleSet = RuleSet(
            Field("a", .unsure, .size(3), policy: .first), Field("b", .unsure),
            Field("c", .same("b")))
        let record: ValidationRecord = ["a": "x", "b": "y", "c": "z"]
        // The trace of a session selects as the session does.
        for summary in try Self.summaries(ruleSet, record, selection) {
            #expect(summary == expected)
        }
    }

    @Test(arguments: [
        (["size.small"], [], ["/a fault.deadline"]), (["size"], [], ["/a fault.deadline"]),
        (["size.kind"], [], ["/a fault.deadline"]), (["required"], [], []),
        ([], ["size"], []), ([], ["size.small"], ["/a fault.deadline"]),
        ([], ["fault"], ["/a fault.deadline"]), ([], ["fault.deadline"], ["/a fault.deadline"]),
        (["size.small"], ["fault.deadline"], ["/a fault.deadline"]),
        (["size.small"], ["size"], ["/a fault.deadline"]),
    ])
    func ruleThatMightHaveHadASelectedViolationIsAFault(
        selected: [String], ignored: [String], expected: [String]
    ) throws {
        let plan = try ValidationPlan(RuleSet(Field("a", .size(3))), registry: .testing())
        let session = ValidationSession(plan)
        session.codeFilter = CodeFilter(selected: selected, ignored: ignored)
        session.limits = ExecutionLimits(timeout: .zero)
        let columns = TestColumns(plan.fields, [["a": "x"]])
        #expect(session.validate(columns.batch).report(row: 0).summary == expected)
    }

    @Test func undecidedRuleThatCountsAsFailedIsSelectedLikeItsViolations() throws {
        let entry = RuleEntry(.size(3), onFault: .fail)
        let plan = try ValidationPlan(
            RuleSet(Field("a", Validator(rules: [entry]))), registry: .testing())
        let session = ValidationSession(plan)
        session.limits = ExecutionLimits(timeout: .zero)
        let columns = TestColumns(plan.fields, [["a": "x"]])
        for (selected, ignored, count) in [
            (["size.small"], [], 1), (["same"], [], 0), ([], ["size.undecided"], 1),
            ([], ["size"], 0),
        ] as [([String], [String], Int)] {
            session.codeFilter = CodeFilter(selected: selected, ignored: ignored)
            #expect(session.validate(columns.batch).count == count)
        }
    }

    @Test func findingsBeyondTheLimitLeaveNoReportValid() throws {
        let warning = RuleEntry(.size(3), severity: .warning)
        var ruleSet = RuleSet(
            Field("a", Validator(rules: [warning])), Field("b", .size(3)), Field("c", .size(1)))
        ruleSet.maximumViolations = 1
        let record: ValidationRecord = ["a": "x", "b": "y", "c": "z"]
        let plan = try ValidationPlan(ruleSet, registry: .testing())
        let columns = TestColumns(plan.fields, [["c": "z"], record])
        let report = ValidationSession(plan).validate(columns.batch).report(row: 1)
        #expect(report.summary == ["/a size.small"])
        #expect(report.droppedCount == 1)
        #expect(!report.isValid)
        let live = LiveRecord(plan, isText: false)
        for (field, key) in plan.fields.enumerated() { live.set(record[key], field: field) }
        #expect(live.validate([0, 1])?.isValid == false)
        #expect(live.validate([2]) == nil)
    }

    @Test func warningsBeyondTheLimitLeaveTheRecordValid() throws {
        let warning = RuleEntry(.size(3), severity: .warning)
        let twice = Validator(rules: [warning, warning])
        var ruleSet = RuleSet(Field("a", twice), Field("b", .size(1)))
        ruleSet.maximumViolations = 1
        let plan = try ValidationPlan(ruleSet, registry: .testing())
        let columns = TestColumns(plan.fields, [["a": "x", "b": "y"]])
        let report = ValidationSession(plan).validate(columns.batch)
        #expect(!report.isInvalid(row: 0))
        #expect(report.report(row: 0).isValid)
        #expect(report.report(row: 0).droppedCount == 1)
        #expect(report.report(row: 0).droppedWarningCount == 1)
        let live = LiveRecord(plan, isText: false)
        live.set("x", field: 0)
        #expect(live.validate([0])?.isValid == true)
        #expect(live.isPassing())
    }
}
