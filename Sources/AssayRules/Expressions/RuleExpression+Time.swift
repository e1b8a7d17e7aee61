// SPDX-License-Identifier: Apache-2.0
public import AssayCore

extension RuleExpression {
    /// A date of the form yyyy-MM-dd (RFC 3339).
    public static var date: RuleExpression { built("date") }

    /// A date of a form in the letters of UTS #35.
    public static func date(format: String, strict: Bool = true) -> RuleExpression {
        built("date", [.text(format)], ["strict": .flag(strict, default: true)])
    }

    /// A time of day with an offset (RFC 3339).
    public static var time: RuleExpression { built("time") }

    /// A time of day; `secondsRequired`: 17:45Z is not enough.
    public static func time(
        offset: Presence, secondsRequired: Bool = true
    ) -> RuleExpression {
        built(
            "time", [],
            [
                "offset": .choice(offset, default: .required),
                "seconds": secondsRequired ? nil : .word("optional"),
            ])
    }

    /// A date and a time of day with an offset (RFC 3339).
    public static var dateTime: RuleExpression { built("dateTime") }

    /// A date and a time of day.
    public static func dateTime(
        offset: Presence = .required, separator: DateTimeSeparator = .t
    ) -> RuleExpression {
        built(
            "dateTime", [],
            [
                "offset": .choice(offset, default: .required),
                "separator": .choice(separator, default: .t),
            ])
    }

    /// A date before the given one, yyyy-MM-dd.
    public static func before(_ date: String) -> RuleExpression {
        built("before", [.text(date)])
    }

    /// A date on or before the given one, yyyy-MM-dd.
    public static func beforeOrEqual(_ date: String) -> RuleExpression {
        built("beforeOrEqual", [.text(date)])
    }

    /// A date after the given one, yyyy-MM-dd.
    public static func after(_ date: String) -> RuleExpression {
        built("after", [.text(date)])
    }

    /// A date on or after the given one, yyyy-MM-dd.
    public static func afterOrEqual(_ date: String) -> RuleExpression {
        built("afterOrEqual", [.text(date)])
    }

    /// A duration such as P1DT2H (ISO 8601).
    public static var duration: RuleExpression { built("duration") }
}
