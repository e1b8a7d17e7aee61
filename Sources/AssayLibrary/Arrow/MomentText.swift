// SPDX-License-Identifier: Apache-2.0

/// Dates and times as ISO 8601 writes them.
enum MomentText {
    /// Division that rounds down.
    static func floor(_ number: Int64, _ divisor: Int64) -> Int64 {
        let quotient = number / divisor
        return number % divisor < 0 ? quotient - 1 : quotient
    }

    /// A day of the Gregorian calendar, counted from 1970-01-01.
    static func date(days: Int64) -> [UInt8] {
        // Eras of 400 years, which begin in March.
        let shifted = days + 719_468
        let era = floor(shifted, 146_097)
        let dayOfEra = shifted - era * 146_097
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
    static func time(_ count: Int64, perSecond: Int64) -> [UInt8] {
        let seconds = floor(count, perSecond)
        var text: [UInt8] = []
        append(floor(seconds, 3600), width: 2, to: &text)
        text.append(UInt8(ascii: ":"))
        append(floor(seconds, 60) - floor(seconds, 3600) * 60, width: 2, to: &text)
        text.append(UInt8(ascii: ":"))
        append(seconds - floor(seconds, 60) * 60, width: 2, to: &text)
        let fraction = count - seconds * perSecond
        if fraction > 0 {
            text.append(UInt8(ascii: "."))
            append(fraction, width: String(perSecond).utf8.count - 1, to: &text)
        }
        return text
    }

    /// A moment since 1970-01-01T00:00:00, in UTC if the column has a time zone.
    static func timestamp(_ count: Int64, perSecond: Int64, hasZone: Bool) -> [UInt8] {
        let seconds = floor(count, perSecond)
        let days = floor(seconds, 86_400)
        var text = date(days: days)
        text.append(UInt8(ascii: "T"))
        let ofDay = (seconds - days * 86_400) * perSecond + (count - seconds * perSecond)
        text += time(ofDay, perSecond: perSecond)
        if hasZone { text.append(UInt8(ascii: "Z")) }
        return text
    }

    private static func append(_ number: Int64, width: Int, to text: inout [UInt8]) {
        let digits = Array(String(number).utf8)
        text += Array(repeating: UInt8(ascii: "0"), count: max(0, width - digits.count))
        text += digits
    }
}
