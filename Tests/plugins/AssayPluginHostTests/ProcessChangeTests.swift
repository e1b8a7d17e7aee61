// SPDX-License-Identifier: Apache-2.0
import AssayCLibrary
import AssaySystem
import Testing

@testable import AssayPluginHost

/// The words about changes that not every user can make.
@Suite struct ProcessChangeTests {
    @Test func usersAndGroupsAreNamed() {
        let before = ProcessIdentity(user: [0, 0, 0], group: [0, 1, 2], groups: [])
        let after = ProcessIdentity(user: [7, 8, 9], group: [0, 4, 2], groups: [5, 27])
        #expect(
            after.changes(since: before) == [
                "another real user (7, was 0)", "another effective user (8, was 0)",
                "another saved user (9, was 0)", "another effective group (4, was 1)",
                "other groups (5 27, was none)",
            ])
        #expect(before.changes(since: after).last == "other groups (none, was 5 27)")
        #expect(after.changes(since: after) == [])
    }

    /// Threads of a run end before the process is compared, on the thread that began it.
    @Test func changesOfThreadsThatHaveEndedAreNamed() throws {
        let thread = try SystemThread {
            var signals = sigset_t()
            sigemptyset(&signals)
            pthread_sigmask(SIG_SETMASK, &signals, nil)
            let site = PluginCallSite("a rule")
            site.enter(first: 1, last: 2)
            sigaddset(&signals, SIGUSR2)
            pthread_sigmask(SIG_BLOCK, &signals, nil)
            uselocale(newlocale(LC_CTYPE_MASK, "C", nil))
            site.leave()
        }
        thread.join()
        let changes = PluginLastWords.changesOfEndedThreads
        #expect(changes.contains("SIGUSR2 blocked"), "\(changes)")
        #expect(changes.contains("another locale of the thread (uselocale)"))
    }

    @Test func limitsAreNamed() {
        let before = ResourceLimit(name: "RLIMIT_AS", soft: 1, hard: .max)
        #expect(
            ResourceLimit(name: "RLIMIT_AS", soft: .max, hard: 2).changes(since: before) == [
                "another RLIMIT_AS (unlimited, was 1)", "another hard RLIMIT_AS (2, was unlimited)",
            ])
        #expect(before.changes(since: before) == [])
    }

    @Test func everyLimitIsRead() {
        #expect(ResourceLimit.all().count == 16)
    }

    @Test func timersAreNamed() {
        let list = "ID: 3\nsignal: 14/0000000000000000\nnotify: signal/pid.7\nClockID: 1\nID: 12\n"
        var before = ProcessTimers()
        before.intervals = [(true, 0), (false, 0), (true, 5)]
        before.numbers = ProcessTimers.numbers(in: list)
        #expect(before.numbers == ["3", "12"])
        var after = ProcessTimers()
        after.intervals = [(false, 0), (true, 0), (true, 6)]
        after.numbers = ["1", "3"]
        #expect(
            after.changes(since: before) == [
                "timer ITIMER_REAL turned off", "timer ITIMER_VIRTUAL set",
                "another period of timer ITIMER_PROF", "a timer of timer_create left",
                "a timer of timer_create deleted",
            ])
        #expect(after.changes(since: after) == [])
    }
}
