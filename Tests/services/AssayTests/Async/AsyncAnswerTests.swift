// SPDX-License-Identifier: Apache-2.0
import Assay
import AssayTesting
import Testing

/// What becomes of the answers of asynchronous rules.
struct AsyncAnswerTests {
    private let rules: FarRules

    init() throws {
        rules = try FarRules()
    }

    @Test(arguments: [
        ("far(no)", ["error: is rejected"]),
        ("far(hint)", ["error: is rejected, try b"]),
        ("far(unsure)", ["could not be checked by far: the pattern's match limit was reached"]),
        (
            "far(throw)",
            [
                "could not be checked by far: a service that the rule needs is not available: "
                    + "the line is dead"
            ]
        ),
        ("{ rule: far(no), severity: warning }", ["warning: is rejected"]),
        ("{ rule: far(no), message: 'not {value} by {say}' }", ["error: not x by no"]),
        ("{ rule: far(throw), onFault: fail }", ["error: could not be decided"]),
        ("{ rule: far(throw), onFault: pass }", []),
        ("far(skip)", []),
        ("far(pass)", []),
    ])
    func anAnswerCountsAsTheRuleSetSays(_ rule: String, _ messages: [String]) async throws {
        let manager = try rules.manager("a:\n  - \(rule)")
        let report = await manager.validate(["a": "x"], within: .untimed)
        #expect(
            report.violations.map { "\($0.severity): \($0.message)" } + report.faults.map(\.message)
                == messages)
        #expect(report.deferred == [])
        #expect(report.isValid == messages.allSatisfy { $0.hasPrefix("warning") })
    }

    @Test func aViolationIsTheSameAsThatOfASynchronousRule() async throws {
        let manager = try rules.manager("a: required\n\"b[*]\": far(hint)")
        let report = await manager.validate(["a": 1, "b": ["x"]], within: .untimed)
        let violation = try #require(report.violations.first)
        #expect(
            violation.object.json
                == "{\"pointer\":\"/b/0/0\",\"field\":\"b[*]\",\"rule\":\"far\",\"code\":\"far.hint\","
                + "\"severity\":\"error\",\"message\":\"is rejected, try b\","
                + "\"parameters\":{\"say\":\"hint\",\"hint\":\"b\"},\"value\":\"x\"}")
        #expect(violation.ruleLocation == FileLocation(file: "rules.yaml", line: 4, column: 11))
    }

    @Test func theValueOfASensitiveFieldIsInNoReport() async throws {
        let manager = try rules.manager("a: { rules: far(no), sensitive: true }")
        let report = await manager.validate(["a": "secret"], within: .untimed)
        #expect(report.violations.map(\.value) == [.absent])
        #expect(!"\(manager.validate(["a": "secret"]))".contains("secret"))
    }

    @Test func aRuleSeesWhatAnEarlierOneMadeOfAText() async throws {
        let manager = try rules.manager("a: integer, far")
        async let report = manager.validate(ValidationRecord(text: [("a", "7")]), within: .untimed)
        await rules.oracle.waitForQuestions(1)
        #expect(rules.oracle.asked == [7])
        rules.oracle.answer(7, .fail())
        #expect(await report.violations.map(\.value) == ["7"])
    }

    @Test(
        arguments: [
            ("a: far(equal, b)", ["a": 1, "b": 2], ["/a far.no"]),
            ("a: far(equal, b)", ["a": 1], ["/a far.no"]),
            ("a: far(equal, b, c)", ["a": 1, "b": 1, "c": 2], ["/a far.no"]),
            (
                "a[*].x: far(equal, \"a[*].y\")",
                ["a": [["x": 1, "y": 1], ["x": 2, "y": 1], ["x": 1]]],
                ["/a/1/x far.no", "/a/2/x far.no"]
            ),
            ("a[*]: far(equal, b)", ["a": [1, 2], "b": 1], ["/a/1 far.no"]),
            ("a: far(equal, b)", ["a": 1, "b": 1], []),
        ] as [(String, ValidationRecord, [String])])
    func theFieldsThatArgumentsNameReachTheRule(
        _ fields: String, _ record: ValidationRecord, _ findings: [String]
    ) async throws {
        let fields = fields.replacing("\"a[*].y\"", with: "a[*].y")
        #expect(try await rules.manager(fields).findings(of: record) == findings)
    }

    @Test func findingsBeyondTheLimitAreCounted() async throws {
        var ruleSet = try rules.manager("a[*]: far(no)\nb: required").ruleSet
        ruleSet.maximumViolations = 3
        let manager = try ValidatorsManager(ruleSet, registry: rules.registry)
        let report = await manager.validate(["a": [1, 2, 3]], within: .untimed)
        #expect(report.findings == ["/a/0 far.no", "/a/1 far.no", "/b required.missing"])
        #expect(report.droppedCount == 1)
    }

    @Test func rulesWithoutAnythingToAskGiveTheSynchronousReport() async throws {
        let manager = try rules.manager("a: required, length(3...)\nb: required")
        #expect(
            await manager.findings(of: ["a": "ab"]) == [
                "/a length.tooShort", "/b required.missing",
            ])
        #expect(await manager.validate([ValidationRecord](), within: .untimed).isEmpty)
    }
}
