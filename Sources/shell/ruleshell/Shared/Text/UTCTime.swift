// SPDX-License-Identifier: Apache-2.0
import Assay

/// A point in time in UTC, to the second.
struct UTCTime {
    private let date: (year: Int, month: Int, day: Int)
    private let second: Int

    /// The time of the system.
    static var now: UTCTime { UTCTime(since1970: SystemTime.now()) }

    /// Creates the time that is so long after 1970-01-01T00:00:00Z.
    init(since1970 duration: Duration) {
        let (days, second) = Int(duration.components.seconds).quotientAndRemainder(
            dividingBy: 86_400)
        self.second = second
        // Years begin in March here, so that a leap day is the last day of its year, and days are
        // counted from a March in which a cycle of 400 years began.
        let day = days + 719_468
        let (cycle, dayOfCycle) = day.quotientAndRemainder(dividingBy: 146_097)
        let year =
            (dayOfCycle - dayOfCycle / 1_460 + dayOfCycle / 36_524 - dayOfCycle / 146_096) / 365
        let dayOfYear = dayOfCycle - (365 * year + year / 4 - year / 100)
        let month = (5 * dayOfYear + 2) / 153
        date = (
            year: 400 * cycle + year + (month < 10 ? 0 : 1),
            month: month < 10 ? month + 3 : month - 9,
            day: dayOfYear - (153 * month + 2) / 5 + 1
        )
    }

    private static func padded(_ number: Int, to count: Int = 2) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, count - digits.count)) + digits
    }

    /// The date: `2026-03-01`.
    private var day: String {
        "\(Self.padded(date.year, to: 4))-\(Self.padded(date.month))-\(Self.padded(date.day))"
    }

    private var time: String {
        [second / 3_600, second / 60 % 60, second % 60].map { Self.padded($0) }
            .joined(separator: ":")
    }

    /// The time as RFC 3339 has it: `2026-03-01T12:30:00Z`.
    var rfc3339: String { "\(day)T\(time)Z" }

    /// The time for people: `2026-03-01 12:30:00 UTC`.
    var text: String { "\(day) \(time) UTC" }
}
