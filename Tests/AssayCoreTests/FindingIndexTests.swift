// SPDX-License-Identifier: Apache-2.0
import Testing

@_spi(Engine) @testable import AssayCore

/// Findings bear their rule and their issue exactly, however many there are, and come in order.
@Suite struct FindingIndexTests {
    @Test func ruleBeyond65536IsReportedAsItself() throws {
        let passing = RuleEntry(.size(1))
        var rules = Array(repeating: passing, count: 65_540)
        rules[65_536] = RuleEntry(.atLeast(3))
        rules[65_539] = RuleEntry(.unsure)
        let plan = try ValidationPlan(
            RuleSet(Field("a", Validator(rules: rules))), registry: .testing())
        let session = ValidationSession(plan)
        let columns = TestColumns(plan.fields, [["a": "x"]])
        let expected = ["/a atLeast.kind"]
        #expect(session.validate(columns.batch).report(row: 0).summary == expected)
        #expect(session.validate(columns.batch, row: 0).report(row: 0).summary == expected)
        session.codeFilter = CodeFilter(selected: ["atLeast"])
        #expect(session.validate(columns.batch).validatorAndStep(at: 0)?.step == 65_536)
    }

    @Test func issueBeyond65536IsReportedAsItself() throws {
        let plan = try ValidationPlan(
            RuleSet([Field("a", .size(1))], unknownFields: .warn), registry: .testing())
        let count = 65_540
        let columns = TestColumns(plan.fields, Array(repeating: [:], count: count))
        var issues = (0..<count).map { RecordIssue(row: $0, kind: .unknownField, pointer: "/x") }
        issues[0].kind = .malformed
        issues[65_537].kind = .duplicateKey
        let batch = RecordBatch(count: count, columns: columns.batch.columns, issues: issues)
        let session = ValidationSession(plan)
        let report = session.validate(batch)
        #expect(report.count == count)
        #expect(report.issueCode(at: 65_536) == "record.unknownField")
        #expect(report.isWarning(at: 65_536))
        #expect(report.issueCode(at: 65_537) == "record.duplicateKey")
        #expect(!report.isWarning(at: 65_537))
        #expect(report.row(at: 65_537) == 65_537)
        #expect(report.invalidCount == 2)
    }

    /// Writers know each code by a number.
    @Test func everyCodeHasASlot() throws {
        let plan = try ValidationPlan(
            RuleSet(
                [Field("a", .atLeast(3), .required), Field("b", .size(5))], unknownFields: .warn),
            registry: .testing())
        let slots = FindingSlots(plan: plan)
        let engineCodes = FaultReason.allCases.map(\.code)
        let expected =
            slots.rules.enumerated().flatMap { index, rule in
                let definition = rule.bound.definition
                return
                    (definition.codes.map(\.id) + [
                        "\(definition.id).kind", "\(definition.id).undecided",
                    ]
                    + engineCodes).map { "\(index) \($0)" }
            } + RecordIssue.allCodes.map { "- \($0)" }
        #expect(slots.slots.map { "\($0.rule.map(String.init) ?? "-") \($0.code)" } == expected)
        let columns = TestColumns(plan.fields, [["a": "x", "b": "xyz"], ["b": 7]])
        let report = ValidationSession(plan).validate(columns.batch)
        let found = (0..<report.count).map { slots.slots[slots.slot(of: $0, in: report)] }
        #expect(
            found.map(\.code) == ["atLeast.kind", "size.small", "required.missing", "size.kind"])
        #expect(found.map(\.rule) == [0, 2, 1, 2])
        #expect(
            slots.slots[slots.slot(ofIssue: "record.unknownField")].code == "record.unknownField")
    }

    /// All findings of the first rule come before those of the second, and are merged element by
    /// element.
    ///
    /// Insertion moves 10^10 findings for that.
    @Test func findingsOfOneRecordAreOrderedByElementAndRule() throws {
        let count = 100_000
        var ruleSet = RuleSet(Field("a[*]", .size(2), .size(3)), Field("b", .required))
        ruleSet.maximumViolations = 3 * count
        let plan = try ValidationPlan(ruleSet, registry: .testing())
        let tags = Value.array(Array(repeating: "x", count: count))
        let columns = TestColumns(plan.fields, [["a": tags], ["a": ["y"]]])
        let report = ValidationSession(plan).validate(columns.batch)
        #expect(report.count == 2 * count + 4)
        for index in [0, 1, 2, 65_535, 65_536, 131_073, 2 * count - 1] {
            let finding = report.findings[index]
            #expect(finding.element == index / 2)
            #expect(finding.step == index % 2)
        }
        #expect(report.row(at: 2 * count) == 0)
        #expect(report.validatorAndStep(at: 2 * count)?.validator == 1)
        #expect(
            report.report(row: 1).summary == [
                "/a/0 size.small", "/a/0 size.small", "/b required.missing",
            ])
    }

    @Test(arguments: [0, 1, 47, 48, 49, 96, 97, 500, 4_097])
    func orderIsThatOfTheirPlaces(count: Int) {
        var numbers: [UInt32] = (0..<UInt32(count)).map { $0 }
        numbers.reverse()
        if count > 100 { numbers.swapAt(3, 90) }
        var findings = GrowingBuffer<Finding>(capacity: count + 2)
        var spare = GrowingBuffer<Finding>(capacity: 1)
        for (index, number) in ([0] + numbers + [0]).enumerated() {
            findings.start[index] = Finding(
                row: 0, element: number / 7, validator: 1, step: number % 7, verdict: number,
                detail: -1)
        }
        FindingOrder.sort(&findings, in: 1..<count + 1, using: &spare)
        #expect((0..<count).map { findings.start[$0 + 1].verdict } == Array(0..<UInt32(count)))
        #expect(findings.start[0].verdict == 0)
        #expect(findings.start[count + 1].verdict == 0)
    }
}
