// SPDX-License-Identifier: Apache-2.0
import Assay
import AssayTesting
import Testing

/// How many asynchronous rules run at once, and for how long.
struct AsyncLimitsTests {
    private let rules: FarRules
    private let clock = VirtualClock()
    private var oracle: Oracle { rules.oracle }

    init() throws {
        rules = try FarRules()
    }

    private func limits(_ count: Int, _ timeout: Duration? = nil) -> AsyncLimits {
        AsyncLimits(maximumConcurrent: count, timeout: timeout, clock: clock)
    }

    /// Fails the values as their rules run, of which at least `limit` wait before.
    private func failAll(_ count: Int, limit: Int) async {
        for answered in 0..<count {
            await oracle.waitForQuestions(min(count, answered + limit))
            oracle.answer(oracle.asked[answered], .fail())
        }
    }

    @Test(arguments: [(3, 3), (1, 1), (100, 10), (0, 1), (-1, 1)])
    func noMoreAreAskedAtOnceThanAllowed(_ maximum: Int, _ peak: Int) async throws {
        let manager = try rules.manager("a[*]: far")
        let record: ValidationRecord = ["a": .array((0..<10).map { .integer($0) })]
        async let report = manager.validate(record, within: limits(maximum))
        await failAll(10, limit: peak)
        #expect(await report.violations.map(\.pointer) == (0..<10).map { "/a/\($0)" })
        #expect(oracle.peak == peak)
        #expect(Set(oracle.asked.map(\.json)) == Set((0..<10).map(String.init)))
        #expect(oracle.asked.count == 10)
    }

    @Test func theLimitHoldsOverAllRecords() async throws {
        let manager = try rules.manager("a[*]: far")
        let records: [ValidationRecord] = (0..<4).map {
            ["a": [.integer($0 * 2), .integer($0 * 2 + 1)]]
        }
        async let reports = manager.validate(records, within: limits(3))
        await failAll(8, limit: 3)
        #expect(
            await reports.map(\.findings) == records.map { _ in ["/a/0 far.no", "/a/1 far.no"] })
        #expect(oracle.peak == 3)
    }

    @Test func aRuleThatIgnoresItsDeadlineDelaysNoOtherRule() async throws {
        let manager = try rules.manager(
            "a: far\nb:\n  - { rule: far, severity: warning }\nc: far(ask, b)")
        let record: ValidationRecord = ["a": 1, "b": 2, "c": 3]
        async let report = manager.validate(record, within: limits(8, .seconds(5)))
        await oracle.waitForQuestions(2)
        oracle.answer(2, .fail())
        await oracle.waitForQuestions(3)
        await clock.waitForSleepers(2)
        clock.advance(by: .seconds(5))
        #expect(await report.findings == ["/b far.no", "/a fault.deadline", "/c fault.deadline"])
        #expect(oracle.cancelledCount == 2)
        // These answers come too late for anybody.
        #expect(oracle.answer(1, .pass) && oracle.answer(3, .fail()))
    }

    @Test func aDeadlineIsThatOfEachAnswer() async throws {
        let manager = try rules.manager("a: far\nb: far")
        async let report = manager.validate(["a": 1, "b": 2], within: limits(1, .seconds(5)))
        await oracle.waitForQuestions(1)
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(3))
        oracle.answer(1, .fail())
        await oracle.waitForQuestions(2)
        await clock.waitForSleepers(1)
        #expect(clock.deadlines.map(\.offset) == [.seconds(8)])
        clock.advance(by: .seconds(5))
        #expect(await report.findings == ["/a far.no", "/b fault.deadline"])
        oracle.answer(2, .pass)
    }

    @Test func anAnswerBeforeTheDeadlineCountsAndItsTimerEnds() async throws {
        let manager = try rules.manager("a: far")
        async let report = manager.validate(["a": 1], within: limits(1, .seconds(5)))
        await oracle.waitForQuestions(1)
        await clock.waitForSleepers(1)
        clock.advance(by: .milliseconds(4_999))
        oracle.answer(1, .fail())
        #expect(await report.findings == ["/a far.no"])
        #expect(clock.sleepers == 0)
        #expect(oracle.cancelledCount == 0)
    }

    @Test(arguments: [Duration.zero, .seconds(-1)])
    func aDeadlineThatIsNotPositivePassesAtOnce(_ deadline: Duration) async throws {
        let manager = try rules.manager("a: far")
        #expect(
            await manager.validate(["a": 1], within: limits(1, deadline)).findings
                == ["/a fault.deadline"])
        await oracle.waitForQuestions(1)
        oracle.answer(1, .pass)
    }

    @Test func aRuleThatWaitsForOneThatTimedOutIsNotAsked() async throws {
        let manager = try rules.manager("a: far\nb: far(ask, a)")
        async let report = manager.validate(["a": 1, "b": 2], within: limits(8, .seconds(1)))
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(1))
        #expect(await report.findings == ["/a fault.deadline"])
        await oracle.waitForQuestions(1)
        #expect(oracle.asked == [1])
        oracle.answer(1, .pass)
    }

    @Test func aCancelledCallEndsAtOnceWithWhatItHas() async throws {
        let manager = try rules.manager("a: far\nb: far\nc: far\nd: required, far\ne: far(ask, a)")
        let task = Task {
            await manager.validate(
                ["a": 1, "b": 2, "c": 3, "e": 5], within: limits(2, .seconds(1)))
        }
        await oracle.waitForQuestions(2)
        oracle.answer(1, .fail())
        await oracle.waitForQuestions(3)
        await clock.waitForSleepers(2)
        task.cancel()
        #expect(
            await task.value.findings == [
                "/a far.no", "/d required.missing", "/b fault.cancelled", "/c fault.cancelled",
            ])
        #expect(oracle.cancelledCount == 2)
        #expect(clock.sleepers == 0)
        oracle.answer(2, .fail())
        oracle.answer(3, .fail())
    }

    @Test func aCallThatIsCancelledBeforehandRunsNoAsynchronousRule() async throws {
        let manager = try rules.manager("a: far\nb: far(no)\nc: required")
        let task = Task {
            await oracle.waitForQuestions(1)  // begins when the task is cancelled
            return await manager.validate(["a": 1, "b": 2], within: limits(2))
        }
        task.cancel()
        async let other = oracle.ask(0)
        await oracle.waitForQuestions(1)
        #expect(
            await task.value.findings == [
                "/c required.missing", "/a fault.cancelled", "/b fault.cancelled",
            ])
        oracle.answer(0, .pass)
        #expect(await other == .pass)
        #expect(oracle.asked == [0])
    }

    @Test func theStandardLimitsAreThoseOfTheDocumentation() {
        #expect(AsyncLimits().maximumConcurrent == 8)
        #expect(AsyncLimits().timeout == .seconds(10))
        #expect(AsyncLimits.seconds(1.5).timeout == .milliseconds(1_500))
        #expect(AsyncLimits.seconds(-1).timeout == .zero)
        for endless in [.infinity, .nan, 1e300] {
            #expect(AsyncLimits.seconds(endless).timeout == nil)
        }
        #expect(AsyncLimits().clock is ContinuousClock)
    }
}
