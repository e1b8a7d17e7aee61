// SPDX-License-Identifier: Apache-2.0
public import AssayCore

/// `time`: a time of day.
struct TimeRule: Rule {
    enum Code: String, RuleCodes {
        case syntax = "must be a time such as 17:45:00Z"
        case leapSecond = "must not have a leap second at this time"
    }

    /// The presence of seconds in a time.
    enum Seconds: String, RuleChoice {
        case required, optional
    }

    static let definition = RuleDefinition(
        TimeRule.self, "time", "A time of day", standard: "RFC 3339 (full-time)",
        parameters: [
            ClockTime.offsetParameter,
            .choice("seconds", default: Seconds.required, "With optional, 17:45Z is accepted"),
        ],
        kinds: .string, codes: Code.self,
        examples: [
            .valid("17:45:00.5+02:00", "time"),
            .valid("17:45", "time(offset=forbidden, seconds=optional)"),
            .valid("23:59:60Z", "time"),
            .invalid("24:00:00Z", "time", code: "time.syntax"),
            .invalid("17:45:00", "time", code: "time.syntax"),
            .invalid("22:59:60Z", "time", code: "time.leapSecond"),
        ]
    ).stating(
        RuleFacets(reading: { arguments in
            guard let rule = try? TimeRule(arguments) else { return nil }
            return TextReading(.time) { text in
                guard rule.clock.defect(in: text, from: 0) == nil else { return nil }
                let clock = ClockParts(text, from: 0)
                let day = CalendarDate(year: 1970, month: 1, day: 1)
                return .time(
                    .seconds(clock.unixSeconds(on: day)) + .nanoseconds(clock.nanosecond))
            }
        }))

    private let clock: ClockTime

    init(_ arguments: Arguments) throws(RuleError) {
        let seconds: Seconds = try arguments.choice("seconds")
        clock = ClockTime(
            offset: try arguments.choice("offset"), allowsNoSeconds: seconds == .optional)
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        switch clock.defect(in: value.utf8, from: 0) {
        case nil: .pass
        case .syntax: .fail(Code.syntax)
        case .leapSecond: .fail(Code.leapSecond)
        }
    }
}

extension RuleExpression {
    /// A time of day with an offset (RFC 3339).
    public static var time: RuleExpression { RuleExpression("time") }

    /// A time of day; `secondsRequired`: 17:45Z is not enough.
    public static func time(offset: Presence, secondsRequired: Bool? = nil) -> RuleExpression {
        let seconds: TimeRule.Seconds? = secondsRequired.map { $0 ? .required : .optional }
        return RuleExpression(
            "time", options: ["offset": .choice(offset), "seconds": .choice(seconds)])
    }
}
