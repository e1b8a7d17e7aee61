// SPDX-License-Identifier: Apache-2.0

/// A duration of the calendar by RFC 3339, appendix A: months and days have no fixed length.
struct CalendarDuration: Sendable, Equatable {
    private var months = 0
    private var days = 0
    private var seconds = 0

    /// Digits of one number: no sum of them leaves 64 bits.
    private static let mostDigits = 9

    /// Reads `P1Y2M3DT4H5M6S`, of which parts can be left out, or `P7W`; nil for other texts.
    init?(reading text: String) {
        var rest = Array(text.utf8)[...]
        guard rest.popFirst() == UInt8(ascii: "P") else { return nil }
        var units = Array("YMWD".utf8)[...]
        var isTime = false
        var hasWeeks = false
        var count = 0
        while let first = rest.first {
            if first == UInt8(ascii: "T") {
                guard !isTime, rest.count > 1 else { return nil }
                isTime = true
                units = Array("HMS".utf8)[...]
                rest.removeFirst()
                continue
            }
            let digits = rest.prefix(while: ASCII.isDigit)
            rest = rest.dropFirst(digits.count)
            guard (1...CalendarDuration.mostDigits).contains(digits.count),
                let unit = rest.popFirst(), let place = units.firstIndex(of: unit)
            else { return nil }
            units = units[(place + 1)...]
            hasWeeks = hasWeeks || unit == UInt8(ascii: "W")
            count += 1
            let number = digits.reduce(0) { $0 * 10 + Int($1 &- 0x30) }
            add(number: number, of: unit, isTime: isTime)
        }
        // Weeks are by themselves.
        guard count > 0, !hasWeeks || count == 1 && !isTime else { return nil }
    }

    private mutating func add(number: Int, of unit: UInt8, isTime: Bool) {
        switch (unit, isTime) {
        case (UInt8(ascii: "Y"), _): months += 12 * number
        case (UInt8(ascii: "M"), false): months += number
        case (UInt8(ascii: "W"), _): days += 7 * number
        case (UInt8(ascii: "D"), _): days += number
        case (UInt8(ascii: "H"), _): seconds += 3600 * number
        case (UInt8(ascii: "M"), true): seconds += 60 * number
        default: seconds += number
        }
    }

    /// The duration, or `nil` if months or years are part of it, which have no fixed length.
    var fixed: Duration? { months == 0 ? .seconds(86_400 * days + seconds) : nil }

    /// The time from this duration before a moment to this duration after it.
    ///
    /// Months are counted in the calendar of UTC: one month before 31 March is the last of February.
    ///
    /// - Parameter moment: The time since 1970-01-01T00:00:00Z.
    /// - Returns: Both ends, inclusive.
    func stretch(around moment: Duration) -> ClosedRange<Duration> {
        shift(from: moment, by: -1)...shift(from: moment, by: 1)
    }

    private func shift(from moment: Duration, by sign: Int) -> Duration {
        let day = Moment.day(of: moment)
        let date = CalendarDate(daysSince1970: day).adding(months: sign * months)
        let moved = date.daysSince1970 - day + sign * days
        return moment + .seconds(moved * 86_400 + sign * seconds)
    }
}
