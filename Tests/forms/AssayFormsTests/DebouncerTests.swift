// SPDX-License-Identifier: Apache-2.0
import AssayForms
import AssayTesting
import Observation
import Testing

@MainActor
@Suite struct DebouncerTests {
    private let clock = VirtualClock()
    private let log = ActionLog()

    @Test func newSubmissionCancelsTheWaitingOne() async {
        let debouncer = Debouncer(.seconds(1), clock: clock)
        debouncer.submit { log.actions.append("first") }
        await clock.waitForSleepers()
        debouncer.submit { log.actions.append("second") }
        await clock.waitForSleepers()
        #expect(debouncer.isWaiting)
        clock.advance(by: .seconds(1))
        await until { !log.actions.isEmpty }
        #expect(log.actions == ["second"])
        #expect(!debouncer.isWaiting)
    }

    @Test func cancelledActionNeverRuns() async {
        let debouncer = Debouncer(.seconds(1), clock: clock)
        debouncer.submit { log.actions.append("cancelled") }
        await clock.waitForSleepers()
        debouncer.cancel()
        #expect(!debouncer.isWaiting)
        let other = Debouncer(.seconds(1), clock: clock)
        other.submit { log.actions.append("other") }
        await clock.waitForSleepers()
        clock.advance(by: .seconds(1))
        await until { !log.actions.isEmpty }
        #expect(log.actions == ["other"])
    }

    @Test func withoutAPauseTheActionDoesNotWaitForTheClock() async {
        let debouncer = Debouncer(.zero, clock: clock)
        debouncer.submit { log.actions.append("at once") }
        await until { !log.actions.isEmpty }
        #expect(clock.now == VirtualClock().now)
    }

    @Test func actionAtWorkSeesThatANewOneWasSubmitted() async {
        let debouncer = Debouncer(.zero, clock: clock)
        debouncer.submit {
            log.actions.append("began")
            await until { log.mayGoOn }
            log.actions.append(Task.isCancelled ? "cancelled" : "not cancelled")
        }
        await until { log.actions == ["began"] }
        debouncer.submit { log.actions.append("next") }
        log.mayGoOn = true
        await until { log.actions.count == 3 }
        #expect(log.actions.contains("cancelled"))
        #expect(log.actions.contains("next"))
    }

    @Test func debounceIsHalfASecondByDefault() {
        #expect(Debouncer().interval == .milliseconds(500))
    }
}

@MainActor
@Observable
private final class ActionLog {
    var actions: [String] = []
    var mayGoOn = false
}
