// SPDX-License-Identifier: Apache-2.0
import Assay
import AssayTesting
import Testing

/// The clock of tests: nothing happens on it by itself.
struct VirtualClockTests {
    private let clock = VirtualClock()

    private func offset(_ duration: Duration) -> VirtualClock.Instant {
        VirtualClock.Instant(offset: duration)
    }

    @Test func aCancelledSleeperWakesAtOnceWithAnError() async {
        let task = Task { try await clock.sleep(for: .seconds(1)) }
        await clock.waitForSleepers()
        task.cancel()
        #expect(clock.sleepers == 0)
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func aTaskThatIsCancelledAlreadyDoesNotSleep() async {
        let task = Task {
            await clock.waitForSleepers()  // ends since the task is cancelled
            try await clock.sleep(for: .seconds(1))
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(clock.sleepers == 0)
    }

    @Test(arguments: [Duration.zero, .seconds(-1)])
    func aDeadlineThatHasPassedIsNotWaitedFor(_ duration: Duration) async throws {
        try await clock.sleep(for: duration)
        clock.advance(by: .seconds(3))
        try await clock.sleep(until: offset(.seconds(3)))
        #expect(clock.sleepers == 0)
    }

    @Test func timeDoesNotGoBack() {
        clock.advance(by: .seconds(2))
        clock.advance(by: .seconds(-1))
        #expect(clock.now == offset(.seconds(2)))
        #expect(clock.now.duration(to: offset(.seconds(5))) == .seconds(3))
        #expect(clock.minimumResolution == .zero)
    }

    @Test func sleepersWakeWhenTheirTimeHasCome() async throws {
        let tasks = [2, 3].map { seconds in
            Task {
                try await clock.sleep(for: .seconds(seconds))
                return clock.now.offset
            }
        }
        await clock.waitForSleepers(2)
        #expect(clock.deadlines == [offset(.seconds(2)), offset(.seconds(3))])
        clock.advance(by: .milliseconds(1_999))
        #expect(clock.sleepers == 2)
        clock.advance(by: .milliseconds(1))
        #expect(try await tasks[0].value == .seconds(2))
        #expect(clock.sleepers == 1)
        clock.advance(by: .seconds(60))
        #expect(try await tasks[1].value == .seconds(62))
    }

    @Test func sleepersAreInTheOrderOfTheirDeadlines() async throws {
        let durations: [Duration] = [.seconds(3), .seconds(1), .seconds(2), .seconds(1)]
        let tasks = durations.map { duration in Task { try await clock.sleep(for: duration) } }
        await clock.waitForSleepers(4)
        #expect(clock.deadlines.map(\.offset) == durations.sorted())
        clock.advance(by: .seconds(2))
        #expect(clock.deadlines.map(\.offset) == [.seconds(3)])
        for task in tasks.dropFirst() { try await task.value }
        clock.advance(by: .seconds(1))
        try await tasks[0].value
    }

    @Test func whoWaitsForSleepersWaitsForAllOfThem() async throws {
        let first = Task { try await clock.sleep(for: .seconds(1)) }
        await clock.waitForSleepers(1)
        let waiter = Task {
            await clock.waitForSleepers(2)
            return clock.sleepers
        }
        let second = Task { try await clock.sleep(for: .seconds(1)) }
        #expect(await waiter.value == 2)
        clock.advance(by: .seconds(1))
        try await first.value
        try await second.value
        await clock.waitForSleepers(0)
    }

    @Test func aCancelledTaskNoLongerWaitsForSleepers() async {
        let waiter = Task { await clock.waitForSleepers(1) }
        waiter.cancel()
        await waiter.value
        #expect(clock.sleepers == 0)
    }
}
