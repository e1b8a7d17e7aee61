// SPDX-License-Identifier: Apache-2.0
public import AssayCore

/// `dateTime`: a date and a time of day.
struct DateTimeRule: Rule {
    enum Code: String, RuleCodes {
        case syntax = "must be a date and time such as 2024-02-29T17:45:00Z"
        case calendar = "must have a date that exists"
        case leapSecond = "must not have a leap second at this time"
    }

    static let definition = RuleDefinition(
        DateTimeRule.self, "dateTime", "A date and a time of day",
        standard: "RFC 3339 (date-time)",
        parameters: [
            ClockTime.offsetParameter,
            .choice(
                "separator", default: RuleExpression.DateTimeSeparator.t,
                "The separator between the date and the time"),
        ],
        kinds: .string, codes: Code.self,
        examples: [
            .valid("2024-02-29T17:45:00.5+02:00", "dateTime"),
            .valid("2024-02-29 17:45:00", "dateTime(offset=forbidden, separator=space)"),
            .invalid("2024-02-29 17:45:00Z", "dateTime", code: "dateTime.syntax"),
            .invalid("2023-02-29T17:45:00Z", "dateTime", code: "dateTime.calendar"),
            .invalid("2016-12-31T22:59:60Z", "dateTime", code: "dateTime.leapSecond"),
        ]
    ).stating(
        RuleFacets(reading: { arguments in
            guard let rule = try? DateTimeRule(arguments) else { return nil }
            return TextReading(.moment, spelling: rule.form.spelling) {
                Moment.orderedMoment($0, of: rule.form)
            }
        }))

    private let form: DateTimeForm

    init(_ arguments: Arguments) throws(RuleError) {
        form = DateTimeForm(
            offset: try arguments.choice("offset"), separator: try arguments.choice("separator"))
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        switch form.defect(in: value.utf8) {
        case nil: .pass
        case .syntax: .fail(Code.syntax)
        case .calendar: .fail(Code.calendar)
        case .leapSecond: .fail(Code.leapSecond)
        }
    }
}

/// A form of a date and a time of day in one text.
package struct DateTimeForm: Sendable {
    package enum Defect {
        case syntax, calendar, leapSecond
    }

    private let clock: ClockTime
    private let allowsT: Bool
    private let allowsSpace: Bool

    package init(
        offset: RuleExpression.Presence, separator: RuleExpression.DateTimeSeparator
    ) {
        clock = ClockTime(offset: offset, allowsNoSeconds: false)
        allowsT = separator != .space
        allowsSpace = separator != .t
    }

    /// A function that writes a moment with the separator of the form, or `nil` for a form with `T`.
    var spelling: TextReading.Spelling? {
        guard !allowsT else { return nil }
        return { iso in
            guard iso.count > 10 else { return nil }
            return iso[..<10] + [UInt8(ascii: " ")] + iso[11...]
        }
    }

    /// Returns the defect of a whole text, or `nil` if it has none.
    @inline(__always)
    package func defect(in text: Span<UInt8>) -> Defect? {
        guard let date = CalendarDate(text), text.count > 10 else { return .syntax }
        let separator = text[10]
        guard
            allowsT && separator | 0x20 == UInt8(ascii: "t")
                || allowsSpace && separator == UInt8(ascii: " ")
        else { return .syntax }
        switch clock.defect(in: text, from: 11) {
        case nil: return date.exists ? nil : .calendar
        case .syntax: return .syntax
        case .leapSecond: return .leapSecond
        }
    }
}

extension RuleExpression {
    /// The separator between a date and a time.
    public enum DateTimeSeparator: String, RuleChoice {
        /// `T` or `t`.
        case t
        /// A space.
        case space
        /// Either of them.
        case any
    }

    /// A date and a time of day with an offset (RFC 3339).
    public static var dateTime: RuleExpression { RuleExpression("dateTime") }

    /// A date and a time of day.
    public static func dateTime(
        offset: Presence? = nil, separator: DateTimeSeparator? = nil
    ) -> RuleExpression {
        RuleExpression(
            "dateTime", options: ["offset": .choice(offset), "separator": .choice(separator)])
    }
}
