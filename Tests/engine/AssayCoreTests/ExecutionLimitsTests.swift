// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import AssayCore
import AssayPluginABI
import Synchronization
import Testing

/// The deadline and the cancelling of a validation.
@Suite struct ExecutionLimitsTests {
    private static let cancelledInside = CancellationToken()
    private static let deadlineSeen = Atomic<UInt64>(0)

    private func manager(
        _ evaluate:
            @escaping @convention(c) (
                UnsafeRawPointer?, UnsafePointer<assay_call>?, UnsafePointer<assay_batch>?,
                UnsafeMutablePointer<assay_verdict>?
            ) -> assay_rc
    ) throws -> ValidatorsManager {
        let registry = RuleRegistry()
        try registry.register(
            TableRuleTests.plugin([TableRuleTests.rule(evaluate: evaluate)]), from: .c)
        return try ValidatorsManager(
            RuleSet(Field("a", RuleExpression("test")), Field("b", RuleExpression("test"))),
            registry: registry)
    }

    private func passing() throws -> ValidatorsManager {
        try manager { _, _, batch, out in
            for row in 0..<Int(batch?.pointee.count ?? 0) { out?[row].status = ASSAY_PASS }
            return ASSAY_OK
        }
    }

    private let records: [ValidationRecord] = [["a": 1, "b": 2], ["a": 3]]

    @Test func withoutLimitsNothingEnds() throws {
        let manager = try passing()
        #expect(
            manager.validate(records, limits: ExecutionLimits()).map(\.isValid) == [true, true])
        let far = ExecutionLimits(timeout: .seconds(1 << 40), cancellation: CancellationToken())
        #expect(manager.validate(records, limits: far).map(\.isValid) == [true, true])
    }

    @Test(arguments: [
        Duration.zero, .seconds(-1), .nanoseconds(-1), .seconds(Int64.min / 2), .seconds(Int64.min),
    ])
    func whatTheDeadlineLeavesIsUndecided(timeout: Duration) throws {
        let reports = try passing().validate(records, limits: ExecutionLimits(timeout: timeout))
        #expect(
            reports.map(\.summary) == [
                ["/a fault.deadline", "/b fault.deadline"], ["/a fault.deadline"],
            ])
        #expect(reports.map(\.isValid) == [false, false])
    }

    @Test func timeoutThatNoClockCanExpressIsNone() throws {
        let limits = ExecutionLimits(timeout: .seconds(Int64.max))
        #expect(try passing().validate(records, limits: limits).map(\.isValid) == [true, true])
    }

    @Test func whatIsCancelledIsUndecided() throws {
        let cancellation = CancellationToken()
        #expect(!cancellation.isCancelled)
        cancellation.cancel()
        #expect(cancellation.isCancelled)
        let reports = try passing().validate(
            records, limits: ExecutionLimits(timeout: .zero, cancellation: cancellation))
        #expect(
            reports.map(\.summary) == [
                ["/a fault.cancelled", "/b fault.cancelled"], ["/a fault.cancelled"],
            ])
    }

    @Test func limitsHoldForTheirCallOnly() throws {
        let manager = try passing()
        #expect(!manager.validate(records, limits: ExecutionLimits(timeout: .zero))[0].isValid)
        #expect(manager.validate(records).map(\.isValid) == [true, true])
        #expect(manager.validate(records[0]).isValid)
    }

    @Test func singleRecordsHaveLimitsToo() throws {
        let session = ValidationSession(try passing().plan)
        let columns = TestColumns(session.plan.fields, records)
        session.limits = ExecutionLimits(timeout: .zero)
        #expect(
            session.validate(columns.batch, row: 1).reports().map(\.summary)
                == [["/a fault.deadline"]])
        session.limits = nil
        #expect(session.validate(columns.batch, row: 1).count == 0)
    }

    @Test func pluginThatStopsItselfIsCancelledNotBroken() throws {
        let stopping = try manager { _, call, _, _ in
            ExecutionLimitsTests.cancelledInside.cancel()
            return call?.pointee.cancelled?.pointee == 1 ? ASSAY_E_CANCELLED : ASSAY_OK
        }
        let limits = ExecutionLimits(cancellation: Self.cancelledInside)
        let report = stopping.validate([["a": 1]], limits: limits)[0]
        #expect(report.summary == ["/a fault.cancelled"])
    }

    @Test func pluginThatStopsWithoutReasonIsBroken() throws {
        let stopping = try manager { _, call, _, _ in
            call?.pointee.cancelled == nil ? ASSAY_E_CANCELLED : ASSAY_OK
        }
        #expect(stopping.validate([["a": 1]])[0].summary == ["/a fault.pluginError"])
        let limits = ExecutionLimits(timeout: .seconds(3600))
        #expect(
            stopping.validate([["a": 1]], limits: limits)[0].summary == ["/a fault.pluginError"])
    }

    @Test func pluginSeesTheDeadline() throws {
        let looking = try manager { _, call, batch, out in
            ExecutionLimitsTests.deadlineSeen.store(
                call?.pointee.deadline_ns ?? 1, ordering: .relaxed)
            for row in 0..<Int(batch?.pointee.count ?? 0) { out?[row].status = ASSAY_PASS }
            return ASSAY_OK
        }
        _ = looking.validate(records, limits: ExecutionLimits(timeout: .seconds(3600)))
        let first = Self.deadlineSeen.load(ordering: .relaxed)
        _ = looking.validate(records, limits: ExecutionLimits(timeout: .seconds(7200)))
        let second = Self.deadlineSeen.load(ordering: .relaxed)
        #expect(second >= first + 3_600_000_000_000)
        _ = looking.validate(records)
        #expect(Self.deadlineSeen.load(ordering: .relaxed) == 0)
    }

    /// Counts the values that it checks and cancels the validation at the first.
    private struct CancelRule: Rule {
        static let cancellation = CancellationToken()
        static let checkedCount = Atomic<Int>(0)
        static let definition = RuleDefinition(
            CancelRule.self, "cancel", "Cancels", codes: [], examples: [])

        init(_ arguments: Arguments) {}

        func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
            Self.checkedCount.add(1, ordering: .relaxed)
            Self.cancellation.cancel()
            return .pass
        }
    }

    @Test func ruleSeesPartsOfABatchBetweenWhichTheValidationCanEnd() throws {
        let registry = RuleRegistry()
        try registry.register(CancelRule.definition)
        let manager = try ValidatorsManager(
            RuleSet(Field("a", RuleExpression("cancel"))), registry: registry)
        let text = Value.string(String(repeating: "x", count: 20_000))
        let reports = manager.validate(
            (0..<100).map { _ in ["a": text] },
            limits: ExecutionLimits(cancellation: CancelRule.cancellation))
        // The fourth text is the first at which the rule has seen 64 KiB.
        #expect(CancelRule.checkedCount.load(ordering: .relaxed) == 4)
        #expect(
            reports.map(\.isValid) == Array(repeating: true, count: 4)
                + Array(repeating: false, count: 96))
        #expect(reports.last?.summary == ["/a fault.cancelled"])
    }
}
