// SPDX-License-Identifier: Apache-2.0

/// Dates and times as ISO 8601 writes them.
package enum MomentText {
    /// Division that rounds down, with what is left, which is not negative.
    package static func divide(
        _ number: Int64, by divisor: Int64
    ) -> (quotient: Int64, rest: Int64) {
        let (quotient, rest) = number.quotientAndRemainder(dividingBy: divisor)
        return rest < 0 ? (quotient - 1, rest + divisor) : (quotient, rest)
    }

    /// A day of the Gregorian calendar, counted from 1970-01-01.
    package static func date(days: Int64) -> [UInt8] {
        // Eras of 400 years, which begin in March.
        let (era, dayOfEra) = divide(days + 719_468, by: 146_097)
        let yearOfEra =
            (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * month + 2) / 5 + 1
        let isAfterNewYear = month >= 10
        let year = yearOfEra + era * 400 + (isAfterNewYear ? 1 : 0)
        var text: [UInt8] = []
        if year < 0 { text.append(UInt8(ascii: "-")) }
        append(abs(year), width: 4, to: &text)
        text.append(UInt8(ascii: "-"))
        append(isAfterNewYear ? month - 9 : month + 3, width: 2, to: &text)
        text.append(UInt8(ascii: "-"))
        append(day, width: 2, to: &text)
        return text
    }

    /// A time of day; what is outside of the day is as it is counted.
    package static func time(_ count: Int64, perSecond: Int64) -> [UInt8] {
        // Nothing is multiplied back, which the least count would not survive.
        let (seconds, fraction) = divide(count, by: perSecond)
        let (minutes, second) = divide(seconds, by: 60)
        let (hour, minute) = divide(minutes, by: 60)
        var text: [UInt8] = []
        append(hour, width: 2, to: &text)
        text.append(UInt8(ascii: ":"))
        append(minute, width: 2, to: &text)
        text.append(UInt8(ascii: ":"))
        append(second, width: 2, to: &text)
        if fraction > 0 {
            text.append(UInt8(ascii: "."))
            append(fraction, width: String(perSecond).utf8.count - 1, to: &text)
        }
        return text
    }

    /// A moment since 1970-01-01T00:00:00, in UTC if the column has a time zone.
    package static func timestamp(_ count: Int64, perSecond: Int64, hasZone: Bool) -> [UInt8] {
        let (seconds, fraction) = divide(count, by: perSecond)
        let (days, ofDay) = divide(seconds, by: 86_400)
        var text = date(days: days)
        text.append(UInt8(ascii: "T"))
        text += time(ofDay * perSecond + fraction, perSecond: perSecond)
        if hasZone { text.append(UInt8(ascii: "Z")) }
        return text
    }

    private static func append(_ number: Int64, width: Int, to text: inout [UInt8]) {
        let digits = Array(String(number).utf8)
        text += Array(repeating: UInt8(ascii: "0"), count: max(0, width - digits.count))
        text += digits
    }
}
