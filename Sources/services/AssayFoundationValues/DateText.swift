// SPDX-License-Identifier: Apache-2.0

/// A moment as text (RFC 3339), by the Gregorian calendar in every year, as ISO 8601 wants it.
///
/// The formatters of Foundation change to another calendar before 1582.
package struct DateText {
    package let text: String

    /// The first millisecond of the year 0 and the last one of 9999, since 1970.
    private static let milliseconds = -62_167_219_200_000...253_402_300_799_999
    private static let perDay = 86_400_000

    /// Makes the text of a moment; nil outside of the years 0 to 9999.
    ///
    /// - Parameter seconds: Since 1970, of which milliseconds are shown.
    package init?(secondsSince1970 seconds: Double) {
        // A date counts from 2001: what it loses on the way from 1970 is less than this.
        let noise = max(1e-6, seconds.ulp)
        guard let total = Int(exactly: ((seconds + noise) * 1000).rounded(.down)),
            Self.milliseconds.contains(total)
        else { return nil }
        let day = total >= 0 ? total / Self.perDay : (total + 1) / Self.perDay - 1
        let rest = total - day * Self.perDay
        let (minutes, fraction) = (rest / 60_000, rest % 1000)
        text =
            Self.date(day: day) + "T" + Self.digits(minutes / 60, count: 2) + ":"
            + Self.digits(minutes % 60, count: 2) + ":" + Self.digits(rest / 1000 % 60, count: 2)
            + (fraction == 0 ? "" : "." + Self.digits(fraction, count: 3)) + "Z"
    }

    /// The date of a day since 1970, from the year 0 on.
    private static func date(day: Int) -> String {
        // Years begin in March, so that the day that leap years add is the last one; 400 of them have
        // 146,097 days.
        let shifted = day + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let ofEra = shifted - era * 146_097
        let yearOfEra = (ofEra - ofEra / 1460 + ofEra / 36_524 - ofEra / 146_096) / 365
        let ofYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let march = (5 * ofYear + 2) / 153
        let month = march < 10 ? march + 3 : march - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return digits(year, count: 4) + "-" + digits(month, count: 2) + "-"
            + digits(ofYear - (153 * march + 2) / 5 + 1, count: 2)
    }

    private static func digits(_ number: Int, count: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, count - text.count)) + text
    }
}
