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

    /// What one element costs does not depend on how many there are: rows made anew for each are 10^11.
    @Test func manyElementsOfOneRecordFail() throws {
        let count = 300_000
        var ruleSet = RuleSet(Field("a[*]", .size(2)), Field("b", .required))
        ruleSet.maximumViolations = count + 10
        let plan = try ValidationPlan(ruleSet, registry: .testing())
        let session = ValidationSession(plan)
        #expect(session.single != nil)
        func report(_ length: Int) -> ValidationReport {
            let tags = Value.array(Array(repeating: "x", count: length))
            let columns = TestColumns(plan.fields, [[:], ["a": tags]])
            return session.validate(columns.batch, row: 1).report(row: 1)
        }
        for length in [3, count, 2, count + 5] {
            let report = report(length)
            #expect(report.violations.count == length + 1)
            #expect(report.violations[0].pointer == "/a/0")
            #expect(report.violations[length - 1].pointer == "/a/\(length - 1)")
            #expect(report.violations[length - 1].value == "x")
            #expect(report.violations[length].pointer == "/b")
        }
    }

    /// Nothing of what a batch has found is left for a record that is validated by itself.
    @Test(arguments: [1, 2]) func oneRecordAfterABatch(of rows: Int) throws {
        let ruleSet = RuleSet(
            Field("a[*]", .size(2)), Field("b", .required), Field("c", .required))
        let plan = try ValidationPlan(ruleSet, registry: .testing())
        let session = ValidationSession(plan)
        func records(_ length: Int) -> TestColumns {
            let invalid: ValidationRecord = ["a": .array(Array(repeating: "x", count: length))]
            return TestColumns(plan.fields, Array(repeating: invalid, count: rows))
        }
        func pointers(_ length: Int) -> [String] { (0..<length).map { "/a/\($0)" } + ["/b", "/c"] }
        for (length, lengthOfOne) in [(1, 60), (200, 60), (60, 200)] {
            let batch = records(length)
            let report = session.validate(batch.batch)
            #expect(report.count == rows * (length + 2))
            #expect(report.report(row: rows - 1).violations.map(\.pointer) == pointers(length))
            let other = records(lengthOfOne)
            let one = session.validate(other.batch, row: 0).report(row: 0)
            #expect(one.violations.map(\.pointer) == pointers(lengthOfOne))
        }
    }

    @Test func rowsOfOneArrayAreThoseOfItsElements() {
        let rows = SpaceRows()
        func all() -> [[UInt32]] {
            (0..<rows.count).map {
                [rows.parents.start[$0], rows.indexes.start[$0], rows.records.start[$0]]
            }
        }
        rows.setElements(count: 2)
        #expect(all() == [[0, 0, 0], [0, 1, 0]])
        rows.clear()
        #expect(rows.append(elements: 2, parent: 7, record: 3) == 0)
        #expect(rows.append(elements: 1, parent: 8, record: 4) == 2)
        #expect(all() == [[7, 0, 3], [7, 1, 3], [8, 0, 4]])
        rows.setElements(count: 4)
        #expect(all() == [[0, 0, 0], [0, 1, 0], [0, 2, 0], [0, 3, 0]])
        #expect(rows.readableCount == 4)
        rows.setElements(count: 1)
        #expect(all() == [[0, 0, 0]])
        #expect(rows.readableCount == 1)
    }

    @Test(arguments: [
        ("a[*]", "/a/12"), ("\"a/b~\"[*].c", "/a~1b~0/12/c"), ("a.b[*]", "/a/b/12"),
        ("a[3][*]", "/a/3/12"),
    ])
    func elementsOfOneArrayDifferInOneIndex(path: String, pointer: String) throws {
        let path = try FieldPath(path)
        #expect(ElementPointer(path)?.pointer(at: 12) == pointer)
        #expect(PointerToken.pointer(path.pointerTokens(indexes: [12])) == pointer)
    }

    @Test(arguments: [0, 1, 9, 10, 11, 99, 100, 1_000_000, Int.max])
    func indexesAreWrittenInDigits(index: Int) throws {
        for path in ["a[*]", "aFieldWithALongName[*].end", "größe[*].日本"] {
            let path = try FieldPath(path)
            let pointer = PointerToken.pointer(path.pointerTokens(indexes: [index]))
            #expect(ElementPointer(path)?.pointer(at: index) == pointer)
        }
    }

    @Test(arguments: ["a", "a.b", "a[3]", "a[*].b[*]"])
    func otherPathsHaveNoSuchPointer(path: String) throws {
        #expect(ElementPointer(try FieldPath(path)) == nil)
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
