// SPDX-License-Identifier: Apache-2.0
import Assay
import AssayFoundation
import AssayTesting
import Testing

/// What observers are told of asynchronous rules and of types: once, and what the caller gets.
struct ObservedCompletionTests {
    private struct Member: Codable, Sendable {
        var name: String
        var age: Int
    }

    private struct Picky: Decodable, Sendable {
        struct Failure: Error {}

        init(from decoder: any Decoder) throws { throw Failure() }
    }

    private let recorder: EventRecorder
    private let rules: FarRules

    init() throws {
        recorder = EventRecorder()
        rules = try FarRules()
    }

    private func manager(
        _ fields: String, _ recorder: EventRecorder? = nil
    ) throws -> ValidatorsManager {
        let manager = try rules.manager(fields)
        manager.observe(by: recorder ?? self.recorder, as: "member")
        return manager
    }

    private func expectEvent(
        records: Int = 1, invalid: Int = 1, faults: Int = 0, _ findings: [String: Int],
        _ comment: Comment
    ) throws {
        let events = recorder.take()
        try #require(events.count == 1, comment)
        #expect(events[0].records == records, comment)
        #expect(events[0].invalid == invalid, comment)
        #expect(events[0].faults == faults, comment)
        #expect(events[0].findings == findings, comment)
    }

    @Test(arguments: [
        ("pass", 0, 0, [:]), ("no", 1, 0, ["far.no": 1]), ("hint", 1, 0, ["far.hint": 1]),
        ("throw", 1, 1, ["fault.unavailable": 1]), ("unsure", 1, 1, ["fault.matchLimit": 1]),
    ])
    func whatAnAsynchronousRuleDecidesIsTheOneEvent(
        _ say: String, _ invalid: Int, _ faults: Int, _ findings: [String: Int]
    ) async throws {
        let manager = try self.manager("name: required, far(\(say))")
        let record: ValidationRecord = ["name": "Ann"]
        let document = #"{"name":"Ann","age":1}"#
        func expectEvent(_ comment: Comment) throws {
            try self.expectEvent(invalid: invalid, faults: faults, findings, comment)
        }
        _ = await manager.validate(record, within: .untimed)
        try expectEvent("a record")
        _ = await manager.validate(json: document, within: .untimed)
        try expectEvent("JSON")
        _ = try? await manager.decode(Member.self, from: document.utf8, within: .untimed)
        try expectEvent("a value from JSON")
        _ = try? await manager.decode(
            Member.self, fromForm: [("name", "Ann"), ("age", "1")], within: .untimed)
        try expectEvent("a value from a form")
        let reports = await manager.validate([record, [:]], within: .untimed)
        #expect(reports.count == 2)
        try self.expectEvent(
            records: 2, invalid: invalid + 1, faults: faults,
            findings.merging(["required.missing": 1], uniquingKeysWith: +), "records")
    }

    @Test func theObserverIsToldWhenTheRuleHasDecidedAndNotBefore() async throws {
        let manager = try self.manager("name: far")
        async let report = manager.validate(json: #"{"name":"Ann"}"#, within: .untimed)
        await rules.oracle.waitForQuestions(1)
        #expect(recorder.take().isEmpty)
        rules.oracle.answer("Ann", .fail())
        #expect(await report.findings == ["/name far.no"])
        try expectEvent(["far.no": 1], "one event")
    }

    @Test func aCallThatIsCancelledIsToldWithItsFaults() async throws {
        let manager = try self.manager("name: far")
        let call = Task { await manager.validate(json: #"{"name":"Ann"}"#, within: .untimed) }
        await rules.oracle.waitForQuestions(1)
        call.cancel()
        #expect(await call.value.faults.map(\.code) == ["fault.cancelled"])
        try expectEvent(faults: 1, ["fault.cancelled": 1], "the call")
        rules.oracle.answer("Ann", .pass)
    }

    @Test func completionTellsWhatIsNewAndCountsNoRecordTwice() async throws {
        let manager = try self.manager(
            "name: length(5...)\nnick: far(no)\nmail: far(pass)\nlist: far(throw)")
        let record: ValidationRecord = ["name": "Ann", "nick": "a", "mail": "b", "list": "c"]
        let deferred = manager.validate(record)
        try expectEvent(["length.tooShort": 1, "fault.deferred": 3], "the call")
        let report = await manager.complete(deferred, of: record)
        #expect(report.violations.count == 2)
        try expectEvent(
            records: 0, invalid: 0, faults: 1, ["far.no": 1, "fault.unavailable": 1], "completion")
        _ = await manager.complete(report, of: record)
        #expect(recorder.take().isEmpty, "nothing is left to complete")
    }

    @Test func whatATypeDoesNotAcceptIsToldToo() async throws {
        let manager = try self.manager("name: required, far(pass)")
        let ruleless = try self.manager("name: required")
        let document = #"{"name":"Ann","age":"x"}"#
        #expect(throws: ValidationError.self) {
            try ruleless.decode(Member.self, from: document)
        }
        try expectEvent(["decoding.typeMismatch": 1], "a value")
        await #expect(throws: ValidationError.self) {
            try await manager.decode(Member.self, from: document.utf8, within: .untimed)
        }
        try expectEvent(["decoding.typeMismatch": 1], "a value, asynchronous rules too")
        await #expect(throws: ValidationError.self) {
            try await manager.decode(
                Member.self, fromForm: [("name", "Ann"), ("age", "x")], within: .untimed)
        }
        try expectEvent(["decoding.typeMismatch": 1], "a form")
    }

    @Test func whatATypeThrowsIsNotTheObservers() async throws {
        let manager = try self.manager("name: required")
        #expect(throws: Picky.Failure.self) { try manager.decode(Picky.self, from: "{}") }
        try expectEvent(["required.missing": 1], "a value")
        await #expect(throws: Picky.Failure.self) {
            try await manager.decode(Picky.self, fromForm: [], within: .untimed)
        }
        try expectEvent(["required.missing": 1], "a form")
    }

    @Test func theTimeOfAnAsynchronousRuleIsThatOfItsWork() async throws {
        let recorder = EventRecorder(measuresRules: true)
        let manager = try self.manager("name: required, far", recorder)
        async let report = manager.validate(json: #"{"name":"Ann"}"#, within: .untimed)
        await rules.oracle.waitForQuestions(1)
        let start = ContinuousClock.now
        while ContinuousClock.now - start < .milliseconds(2) {}
        rules.oracle.answer("Ann", .pass)
        _ = await report
        let far = try #require(recorder.take().first?.rules.last)
        #expect(far.rule == "far" && far.checked == 1)
        #expect(far.duration >= .milliseconds(2))
    }
}
