// SPDX-License-Identifier: Apache-2.0
package import AssayCore

/// A day, or a moment of one, that is compared with the present.
package enum Moment {
    /// Days since 1970-01-01, of UTC.
    case day(Int)
    /// The time since 1970-01-01T00:00:00Z, in whole nanoseconds.
    case instant(Duration)

    /// The message for a text that is not a day or a moment.
    static var syntax: String { "must be a date such as 2024-02-29, or a date and time" }

    private static let form = DateTimeForm(offset: .optional, separator: .t)

    /// Reads an RFC 3339 full-date or a date and time, which is in UTC where it has no offset; nil for
    /// other texts and for days that do not exist.
    package init?(reading text: Span<UInt8>) {
        if let date = CalendarDate(whole: text) {
            guard date.exists else { return nil }
            self = .day(date.daysSince1970)
            return
        }
        guard Moment.form.defect(in: text) == nil, let date = CalendarDate(text) else { return nil }
        let clock = ClockParts(text, from: 11)
        self = .instant(
            .seconds(clock.unixSeconds(on: date)) + .nanoseconds(clock.nanosecond))
    }

    /// The day or moment that a text is read as, or `nil` for other values.
    package init?(ordered value: OrderedValue) {
        switch value {
        case .day(let day): self = .day(day)
        case .moment(let moment, _): self = .instant(moment)
        default: return nil
        }
    }

    /// Returns the day or moment of a text by RFC 3339, whose date and time may have a space between
    /// them, or `nil` for other texts.
    static func ordered(_ text: Span<UInt8>) -> OrderedValue? {
        if let date = CalendarDate(whole: text) {
            return date.exists ? .day(date.daysSince1970) : nil
        }
        return orderedMoment(text, of: DateTimeForm(offset: .optional, separator: .any))
    }

    /// Returns the moment of a text of a form, which is in UTC if the text has no offset.
    static func orderedMoment(_ text: Span<UInt8>, of form: DateTimeForm) -> OrderedValue? {
        guard form.defect(in: text) == nil, let date = CalendarDate(text) else { return nil }
        let clock = ClockParts(text, from: 11)
        let moment =
            Duration.seconds(clock.unixSeconds(on: date)) + .nanoseconds(clock.nanosecond)
        return .moment(moment, day: date.daysSince1970)
    }

    /// The time since 1970-01-01T00:00:00Z; of a day that of its begin.
    package var since1970: Duration {
        switch self {
        case .day(let day): .seconds(day) * 86_400
        case .instant(let instant): instant
        }
    }

    /// The order to the present: negative for what is before it, zero for today.
    func order(to now: Duration) -> Int {
        switch self {
        case .day(let day):
            let today = Moment.day(of: now)
            return day < today ? -1 : day == today ? 0 : 1
        case .instant(let instant): return instant < now ? -1 : instant == now ? 0 : 1
        }
    }

    /// Returns `true` if this is in a stretch of time; a day is if a moment of it is.
    func isWithin(_ stretch: ClosedRange<Duration>) -> Bool {
        switch self {
        case .day(let day):
            Moment.day(of: stretch.lowerBound) <= day && day <= Moment.day(of: stretch.upperBound)
        case .instant(let instant): stretch.contains(instant)
        }
    }

    /// The number of the day of UTC that a moment is of.
    static func day(of moment: Duration) -> Int {
        let (seconds, attoseconds) = moment.components
        let whole = Int(seconds) - (attoseconds < 0 ? 1 : 0)
        return whole >= 0 ? whole / 86_400 : (whole - 86_399) / 86_400
    }
}
