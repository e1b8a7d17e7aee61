// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay
import AssayTesting
import Testing

/// What a synchronous validation says about asynchronous rules: never nothing.
struct DeferredRuleTests {
    private let rules: FarRules

    init() throws {
        rules = try FarRules()
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let fields: String
        let record: ValidationRecord
        let findings: [String]

        init(_ fields: String, _ record: ValidationRecord, _ findings: [String]) {
            self.fields = fields
            self.record = record
            self.findings = findings
        }

        var testDescription: String { "\(fields) \(Value.object(record.fields).json)" }
    }

    @Test(arguments: [
        Case("a: length(3...), far", ["a": "ab"], ["/a length.tooShort"]),
        Case("a: far, length(3...)", ["a": "ab"], ["/a length.tooShort"]),
        Case("a: farText", ["a": 1], ["/a farText.kind"]),
        Case("a: farText, far", ["a": 1], ["/a farText.kind"]),
        Case("a: far(ask, b)\nb: integer", ["a": 1, "b": "x"], ["/b integer.kind"]),
        Case("a: maxItems(2)\na[*]: far", ["a": [1, 2, 3]], ["/a maxItems.tooMany"]),
        Case("a: far", ["a": 1], ["/a fault.deferred"]),
        Case("a: far, length(1...)", ["a": "ab"], ["/a fault.deferred"]),
        Case("a: farPresence", [:], ["/a fault.deferred"]),
        Case("a: far, farText", ["a": "x"], ["/a fault.deferred", "/a fault.deferred"]),
        Case(
            "a: { rules: 'far, farText', policy: first }", ["a": "x"],
            ["/a fault.deferred", "/a fault.deferred"]),
        Case(
            "a:\n  - rule: length(3...)\n    severity: warning\n  - far", ["a": "ab"],
            ["/a length.tooShort", "/a fault.deferred"]),
        Case("a:\n  - rule: far\n    onFault: pass", ["a": 1], ["/a fault.deferred"]),
        Case(
            "a:\n  - rule: far\n    when: { b: required }", ["a": 1, "b": 2], ["/a fault.deferred"]),
        Case(
            "a:\n  - rule: far(ask, b)\n    dependencies: any\nb: integer", ["a": 1, "b": "x"],
            ["/b integer.kind", "/a fault.deferred"]),
        Case(
            "a: maxItems(2)\na[*]: far", ["a": [1, 2]],
            ["/a/0 fault.deferred", "/a/1 fault.deferred"]
        ),
        Case(
            "a[*].b[*]: far", ["a": [["b": [1]], ["b": []], ["b": [2, 3]]]],
            ["/a/0/b/0 fault.deferred", "/a/2/b/0 fault.deferred", "/a/2/b/1 fault.deferred"]),
        Case(
            "a[*]: integer, far", ["a": [1, "x", 3]],
            ["/a/1 integer.kind", "/a/0 fault.deferred", "/a/2 fault.deferred"]),
        Case("a: far\nb: required", ["a": 1], ["/b required.missing", "/a fault.deferred"]),
        Case("a: integer, far", ValidationRecord(text: [("a", "7")]), ["/a fault.deferred"]),
    ])
    func aRecordThatIsNotKnownToBeValidIsNotValid(_ example: Case) throws {
        let report = try rules.manager(example.fields).validate(example.record)
        #expect(report.findings == example.findings)
        #expect(!report.isValid)
        #expect(rules.oracle.asked == [])
    }

    @Test(arguments: [
        Case("a: far", [:], []),
        Case("a: far", ["a": nil], []),
        Case("a:\n  - rule: far\n    when: { b: required }", ["a": 1], []),
        Case("a[*]: far", ["a": []], []),
    ])
    func whereNoAsynchronousRuleIsReachedNothingIsDeferred(_ example: Case) throws {
        let report = try rules.manager(example.fields).validate(example.record)
        #expect(report.findings == [])
        #expect(report.isValid)
    }

    @Test func aDeferredRuleIsDataLikeAFault() throws {
        let report = try rules.manager("a: required\n\"items[*]\": far").validate([
            "a": 1, "items": ["x"],
        ])
        let deferred = try #require(report.deferred.first)
        #expect(deferred.field == "items[*]")
        #expect(deferred.rule == "far")
        #expect(deferred.ruleLocation == FileLocation(file: "rules.yaml", line: 4, column: 15))
        #expect(
            deferred.object.json
                == "{\"pointer\":\"/items/0\",\"field\":\"items[*]\",\"rule\":\"far\","
                + "\"code\":\"fault.deferred\",\"severity\":\"deferred\",\"message\":"
                + "\"could not be checked by far: it is asynchronous and was not run\"}")
        let problem = ProblemDetails(report, messages: ["fault.deferred": "{rule} is to come"])
        #expect(problem.detail == "1 error")
        #expect(problem.errors.map(\.detail) == ["far is to come"])
        #expect(problem.errors.map(\.pointer) == ["/items/0"])
    }

    @Test func theLimitOfFindingsIsNotOneOfQuestions() throws {
        var ruleSet = try rules.manager("a[*]: far\nb: required").ruleSet
        ruleSet.maximumViolations = 1
        let manager = try ValidatorsManager(ruleSet, registry: rules.registry)
        let report = manager.validate(["a": [1, 2, 3]])
        #expect(report.deferred.map(\.pointer) == ["/a/0", "/a/1", "/a/2"])
        #expect(report.violations.map(\.code) == ["required.missing"])
        #expect(report.droppedCount == 0)
    }

    @Test func aValidationThatHadToEndLeavesNothingToBeAsked() throws {
        let limits = ExecutionLimits(timeout: .zero)
        let report = try #require(
            rules.manager("a: far").validate([["a": 1]], limits: limits).first)
        #expect(report.findings == ["/a fault.deadline"])
    }

    /// Files are validated without waiting for asynchronous rules.
    @Test func aStreamReportsRecordsThatReachAnAsynchronousRuleAsUndecided() throws {
        let plan = try rules.manager("a:\n  - rule: far\n    onFault: pass\n  - length(3...)").plan
        let run = try StreamRun(
            plan, "{\"a\":\"ab\"}\n{\"a\":\"abc\"}\n{}\n", chunkBytes: 1_000, threadCount: 1)
        #expect(run.counts.invalid == 2)
        #expect(run.counts.faults == 1)
        #expect(run.lines.count == 2)
        #expect(run.lines.last?.contains("fault.deferred") == true)
    }

    @Test(
        arguments: [
            (["far"], [], true), (["far.no"], [], true), (["fault"], [], true),
            (["length"], [], false), ([], ["far"], false), ([], ["far.no"], true),
            (["far"], ["fault.deferred"], true), ([], ["fault.deferred", "far"], false),
        ] as [([String], [String], Bool)])
    func aRuleIsDeferredIfOneOfItsCodesCounts(
        selected: [String], ignored: [String], isDeferred: Bool
    ) throws {
        let plan = try rules.manager("a: far").plan
        let run = try StreamRun(
            plan, "{\"a\":1}\n",
            selection: CodeFilter(selected: selected, ignored: ignored))
        #expect(run.lines.count == (isDeferred ? 1 : 0))
        #expect(run.counts.invalid == run.lines.count)
        #expect(run.counts.faults == run.lines.count)
    }

    @Test func synchronousCallsNeedNoAwaitInAsynchronousFunctions() async throws {
        let manager = try rules.manager("a: far(no)")
        let expected = ["/a fault.deferred"]
        #expect(manager.validate(["a": 1]).findings == expected)
        #expect(manager.validate([["a": 1]]).map(\.findings) == [expected])
        #expect(manager.validate([["a": 1]], limits: nil).map(\.findings) == [expected])
        #expect(try manager.validate(["a": 1], fields: ["a"]).findings == expected)
    }
}
