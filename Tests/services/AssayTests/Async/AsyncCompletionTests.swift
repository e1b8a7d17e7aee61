// SPDX-License-Identifier: Apache-2.0
import Assay
import AssayTesting
import Testing

/// A report that is completed later, and rules that are replaced meanwhile.
struct AsyncCompletionTests {
    private let rules: FarRules

    init() throws {
        rules = try FarRules()
    }

    @Test func aCallKeepsTheRulesWithWhichItBegan() async throws {
        let manager = try rules.manager("a: far\nb: far(no, a)")
        async let report = manager.validate(["a": 1, "b": 2], within: .untimed)
        await rules.oracle.waitForQuestions(1)
        try manager.replaceValidators(with: RuleSet(Field("c", .required)))
        rules.oracle.answer(1, .pass)
        #expect(await report.findings == ["/b far.no"])
        #expect(await manager.findings(of: ["a": 1]) == ["/c required.missing"])
    }

    @Test func aReportIsCompletedWithItsOwnRules() async throws {
        let manager = try rules.manager("a: far(no)\nb: required")
        let report = manager.validate(["a": 1])
        try manager.replaceValidators(with: RuleSet(Field("a", .required)))
        #expect(
            await manager.complete(report, of: ["a": 1], limits: .untimed).findings
                == ["/a far.no", "/b required.missing"])
    }

    @Test func onlyWhatTheReportDefersIsAsked() async throws {
        let manager = try rules.manager("a: far(no)\nb: far(no)")
        var report = manager.validate(["a": 1, "b": 1])
        report.deferred.removeFirst()
        #expect(
            await manager.complete(report, of: ["a": 1, "b": 1], limits: .untimed).findings == [
                "/b far.no"
            ])
    }

    @Test func whatAnotherRecordDoesNotReachStaysDeferred() async throws {
        let manager = try rules.manager("a: far(no)\nb: required, far(no)\nc: far(no)")
        let report = manager.validate(["a": 1, "b": 1, "c": 1])
        let completed = await manager.complete(report, of: ["a": 1, "c": 1], limits: .untimed)
        #expect(completed.findings == ["/a far.no", "/c far.no", "/b fault.deferred"])
        #expect(!completed.isValid)
        let again = await manager.complete(completed, of: ["b": 1], limits: .untimed)
        #expect(again.findings == ["/a far.no", "/b far.no", "/c far.no"])
    }

    @Test func reportsWithoutARecordStayAsTheyAre() async throws {
        let manager = try rules.manager("a: far(no)")
        let reports = manager.validate([["a": 1], ["a": 2]])
        let completed = await manager.complete(reports, of: [["a": 1]], limits: .untimed)
        #expect(completed.map(\.findings) == [["/a far.no"], ["/a fault.deferred"]])
    }

    @Test func theRulesOfAChosenFieldRunAsTheyWere() async throws {
        let manager = try rules.manager("a: integer\nb: far(no, a)")
        let record: ValidationRecord = ["a": "x", "b": 1]
        let chosen = try manager.validate(record, fields: ["b"])
        #expect(
            await manager.complete(chosen, of: record, limits: .untimed).findings == ["/b far.no"])
        #expect(await manager.findings(of: record) == ["/a integer.kind"])
    }

    @Test func validatorsAreReplacedWhileManyValidate() async throws {
        let manager = try rules.manager("a: far(no)\nb: far(no)")
        let one = manager.ruleSet
        let other = try rules.manager("c: far(no)\nd: required").ruleSet
        let record: ValidationRecord = ["a": 1, "b": 1, "c": 1]
        let found = await withTaskGroup(of: Set<[String]>.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    var found: Set<[String]> = []
                    for _ in 0..<100 { found.insert(await manager.findings(of: record)) }
                    return found
                }
            }
            for round in 0..<50 {
                #expect(throws: Never.self) {
                    try manager.replaceValidators(with: round % 2 == 0 ? other : one)
                }
                await Task.yield()
            }
            return await group.reduce(into: Set()) { $0.formUnion($1) }
        }
        #expect(
            found.isSubset(of: [["/a far.no", "/b far.no"], ["/c far.no", "/d required.missing"]]))
    }
}
