// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// A day of the proleptic Gregorian calendar, years 0 to 9999.
package struct CalendarDate {
    package let year: Int
    package let month: Int
    package let day: Int

    /// True if the calendar has the day.
    @inline(__always)
    package var exists: Bool { day >= 1 && day <= CalendarDate.days(in: month, year) }

    @inline(__always)
    private static func days(in month: Int, _ year: Int) -> Int {
        switch month {
        case 1, 3, 5, 7, 8, 10, 12: 31
        case 4, 6, 9, 11: 30
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        default: 0
        }
    }

    /// Reads a day that exists at the start of a text, whatever follows it but a further digit.
    @inline(__always)
    package init?(leading text: Span<UInt8>) {
        guard let date = CalendarDate(text), date.exists,
            text.count == 10 || !ASCII.isDigit(text[10])
        else { return nil }
        self = date
    }

    /// Reads a whole `yyyy-MM-dd`; the day need not exist.
    package init?(whole text: Span<UInt8>) {
        guard text.count == 10 else { return nil }
        self.init(text)
    }

    /// One number that orders days.
    package var ordinal: Int { (year * 16 + month) * 32 + day }

    /// Reads `yyyy-MM-dd` (RFC 3339 full-date) at the start of a text; nil for other texts.
    ///
    /// The day need not exist.
    @inline(__always)
    package init?(_ text: Span<UInt8>) {
        guard text.count >= 10, text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-"),
            let century = ASCII.twoDigits(text, at: 0), let year = ASCII.twoDigits(text, at: 2),
            let month = ASCII.twoDigits(text, at: 5), let day = ASCII.twoDigits(text, at: 8)
        else { return nil }
        self.init(year: century * 100 + year, month: month, day: day)
    }

    /// The day as `yyyy-MM-dd` (RFC 3339 full-date).
    package var text: String {
        [(year, 4), (month, 2), (day, 2)].map { number, count in
            let digits = String(number)
            return String(repeating: "0", count: max(0, count - digits.count)) + digits
        }.joined(separator: "-")
    }

    package init(year: Int, month: Int, day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }
}

// Days as numbers, of years of any size.
extension CalendarDate {
    /// Days since 1970-01-01, which is 719,468 days after 0000-03-01: a year ends with February here.
    var daysSince1970: Int {
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    /// The day with a number of days since 1970-01-01.
    package init(daysSince1970 days: Int) {
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153
        self.init(
            year: yearOfEra + era * 400 + (month < 10 ? 0 : 1),
            month: month + (month < 10 ? 3 : -9),
            day: dayOfYear - (153 * month + 2) / 5 + 1)
    }

    /// The day of the month that is so many months later; the last one of a shorter month.
    func adding(months: Int) -> CalendarDate {
        let count = year * 12 + month - 1 + months
        let year = (count >= 0 ? count : count - 11) / 12
        let month = count - year * 12 + 1
        return CalendarDate(
            year: year, month: month, day: min(day, CalendarDate.days(in: month, year)))
    }
}
