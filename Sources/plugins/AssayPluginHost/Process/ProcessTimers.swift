// SPDX-License-Identifier: Apache-2.0
import AssaySystem
internal import CPluginHost

/// The timers of the process: each ends, once it expires, in a signal that the process does not
/// expect.
struct ProcessTimers {
    /// The timers of `setitimer`: `true` if the timer is set, and its period in microseconds.
    ///
    /// The time that is left is not compared, because it changes by itself.
    var intervals: [(isSet: Bool, period: UInt64)] = []
    /// The numbers of those that `timer_create` has made; none where the kernel has no list of them.
    var numbers: Set<String> = []

    /// The ones of `setitimer`, as its header numbers them; `alarm` is the first.
    private static let names = ["ITIMER_REAL", "ITIMER_VIRTUAL", "ITIMER_PROF"]

    static func current() -> ProcessTimers {
        var timers = ProcessTimers()
        for number in names.indices {
            var period: UInt64 = 0
            let isSet = assay_interval_timer(Int32(number), &period) == 1
            timers.intervals.append((isSet, period))
        }
        let list = (try? SmallFile.read("/proc/self/timers", limit: .max)) ?? []
        timers.numbers = Self.numbers(in: String(decoding: list, as: UTF8.self))
        return timers
    }

    /// Returns the numbers in lines like `ID: 0`.
    static func numbers(in list: String) -> Set<String> {
        Set(
            list.split(separator: "\n").filter { $0.hasPrefix("ID:") }.map {
                String($0.dropFirst(4))
            })
    }

    /// Returns the differences from earlier timers, in words.
    func changes(since before: ProcessTimers) -> [String] {
        var changes: [String] = []
        for (name, (now, earlier)) in zip(Self.names, zip(intervals, before.intervals)) {
            if now.isSet != earlier.isSet {
                changes.append("timer \(name) \(now.isSet ? "set" : "turned off")")
            } else if now.period != earlier.period {
                changes.append("another period of timer \(name)")
            }
        }
        let created = numbers.subtracting(before.numbers).count
        let deleted = before.numbers.subtracting(numbers).count
        if created > 0 { changes.append("\(Self.count(created)) of timer_create left") }
        if deleted > 0 { changes.append("\(Self.count(deleted)) of timer_create deleted") }
        return changes
    }

    private static func count(_ count: Int) -> String { count == 1 ? "a timer" : "\(count) timers" }
}
