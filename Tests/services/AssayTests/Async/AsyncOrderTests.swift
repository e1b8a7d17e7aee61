// SPDX-License-Identifier: Apache-2.0
import Assay
import AssayTesting
import Testing

/// Which asynchronous rules run, how often, and the order of their findings.
struct AsyncOrderTests {
    private let rules: FarRules
    private var oracle: Oracle { rules.oracle }

    init() throws {
        rules = try FarRules()
    }

    /// What forbids a rule is the outcome of another: the record, and what runs and is found.
    @Test(arguments: [
        ("a: { rules: 'far(no), far(hint)', policy: first }", ["/a far.no"]),
        ("a: { rules: 'far(unsure), far(no)', policy: first }", ["/a fault.matchLimit"]),
        ("a: far(no)\nb: far(no, a)", ["/a far.no"]),
        ("b: far(no, a)\na: far(no)", ["/a far.no"]),
        ("a: far(throw)\nb: far(no, a)", ["/a fault.unavailable"]),
        ("a: far(no)\nb: far(pass, a)\nc: far(no, b)", ["/a far.no", "/c far.no"]),
        ("a: far(no), far(hint)", ["/a far.no", "/a/0 far.hint"]),
        (
            "a:\n  - { rule: far(no), severity: warning }\nb: far(no, a)",
            ["/a far.no", "/b far.no"]
        ),
        ("a:\n  - { rule: far(throw), onFault: pass }\nb: far(no, a)", ["/b far.no"]),
        (
            "a: far(no)\nb:\n  - { rule: 'far(no, a)', dependencies: any }",
            ["/a far.no", "/b far.no"]
        ),
        ("x[*]: far(no)\na: far(pass)", ["/x/0 far.no", "/x/1 far.no"]),
        (
            "x[*]: far(equal, a)\n\"y[*]\": far(no, a)\na: far(pass)",
            ["/x/1 far.no", "/y/0 far.no"]
        ),
    ])
    func anOutcomeDecidesWhetherLaterRulesAreAsked(
        _ fields: String, _ findings: [String]
    ) async throws {
        let record: ValidationRecord = ["a": 1, "b": 2, "c": 3, "x": [1, 2], "y": [1]]
        #expect(try await rules.manager(fields).findings(of: record) == findings)
    }

    @Test func findingsAreInOneOrderWhateverTheOrderOfTheAnswers() async throws {
        let manager = try rules.manager(
            """
            a: required, far, far(no)
            b: required
            "c[*]":
              - { rule: length(2...), severity: warning }
              - far
              - { rule: length(3...), severity: warning }
            d: far
            """)
        async let report = manager.validate(
            ["a": "1", "c": ["2", "3"], "d": "4"], within: .untimed)
        await oracle.waitForQuestions(4)
        for value in ["4", "3", "2", "1"] as [Value] { oracle.answer(value, .fail()) }
        #expect(
            await report.findings == [
                "/a far.no", "/a far.no", "/b required.missing",
                "/c/0 length.tooShort", "/c/0 far.no", "/c/0 length.tooShort",
                "/c/1 length.tooShort", "/c/1 far.no", "/c/1 length.tooShort", "/d far.no",
            ])
    }

    @Test func aRuleWaitsForTheFieldThatItNames() async throws {
        let manager = try rules.manager("a: far\nb: far(ask, a)")
        async let report = manager.validate(["a": 1, "b": 2], within: .untimed)
        await oracle.waitForQuestions(1)
        #expect(oracle.asked == [1])
        oracle.answer(1, .pass)
        await oracle.waitForQuestions(2)
        oracle.answer(2, .fail())
        #expect(await report.findings == ["/b far.no"])
    }

    @Test func theSameQuestionIsAskedOnce() async throws {
        let manager = try rules.manager("a: far\nb: far\n\"c[*]\": far\nd: far(ask, a)")
        async let report = manager.validate(
            ["a": "x", "b": "x", "c": ["x", "y", "x"], "d": "x"], within: .untimed)
        await oracle.waitForQuestions(2)
        oracle.answer("x", .fail())
        oracle.answer("y", .pass)
        #expect(await report.findings == ["/a far.no", "/b far.no", "/c/0 far.no", "/c/2 far.no"])
        #expect(Set(oracle.asked.map(\.json)) == ["\"x\"", "\"y\""])
        #expect(oracle.asked.count == 2)
    }

    @Test(
        arguments: [
            ("a: far\nb: far", ["a": 1, "b": "1"]),
            ("a: far(ask, x)\nb: far(ask, y)", ["a": 1, "b": 1, "x": 1, "y": 2]),
            ("\"a[*].v\": far(ask, a[*].w)", ["a": [["v": 1, "w": 1], ["v": 1, "w": 2]]]),
        ] as [(String, ValidationRecord)])
    func otherArgumentsAndValuesAreOtherQuestions(_ fields: String, _ record: ValidationRecord)
        async throws
    {
        let manager = try rules.manager(fields)
        async let report = manager.validate(record, within: .untimed)
        await oracle.waitForQuestions(2)
        for value in oracle.asked { oracle.answer(value, .pass) }
        #expect(await report.findings == [])
    }

    @Test func onlyChosenFieldsAreAsked() async throws {
        let manager = try rules.manager("a: far(no)\nb: far(no)\nc: far(no, a)")
        let report = try await manager.validate(
            ["a": 1, "b": 2, "c": 3], fields: ["c", "b"], within: .untimed)
        #expect(report.findings == ["/b far.no", "/c far.no"])
    }

    @Test func manyRecordsGiveOneReportEachInOrder() async throws {
        let manager = try rules.manager("a: integer, far(equal, b)\nb: required")
        let reports = await manager.validate(
            [
                ["a": 1, "b": 1], ["a": 1], [:], ["a": 1, "b": 2],
                ValidationRecord(text: [("a", "1"), ("b", "1")]),
            ], within: .untimed)
        #expect(
            reports.map(\.findings) == [
                [], ["/b required.missing"], ["/b required.missing"], ["/a far.no"], ["/a far.no"],
            ])
    }
}
