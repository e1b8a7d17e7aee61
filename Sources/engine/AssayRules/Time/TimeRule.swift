// SPDX-License-Identifier: Apache-2.0
public import AssayCore

/// `time`: a time of day.
struct TimeRule: Rule {
    enum Code: String, RuleCodes {
        case syntax = "must be a time such as 17:45:00Z"
        case form = "must be a time of the form {format}"
        case leapSecond = "must not have a leap second at this time"
    }

    /// The presence of seconds in a time.
    enum Seconds: String, RuleChoice {
        case required, optional
    }

    static let definition = RuleDefinition(
        TimeRule.self, "time", "A time of day",
        standard: "RFC 3339 (full-time); UTS #35 (formats)",
        parameters: [
            RuleParameter(
                "format", .string,
                "HH or H, hh or h with a, mm or m, ss or s, fractions S, offsets xxx; by default as RFC 3339 says"
            ),
            RuleParameter("strict", .boolean, default: true, "HH and mm take two digits"),
            ClockTime.offsetParameter,
            .choice("seconds", default: Seconds.required, "With optional, 17:45Z is accepted"),
        ],
        kinds: .string, codes: Code.self,
        examples: [
            .valid("17:45:00.5+02:00", "time"),
            .valid("17:45", "time(offset=forbidden, seconds=optional)"),
            .valid("23:59:60Z", "time"), .valid("17:45", "time(\"HH:mm\")"),
            .valid("5:45 PM", "time(\"h:mm a\")"),
            .invalid("24:00:00Z", "time", code: "time.syntax"),
            .invalid("17:45:00", "time", code: "time.syntax"),
            .invalid("22:59:60Z", "time", code: "time.leapSecond"),
            .invalid("24:00", "time(\"HH:mm\")", code: "time.form"),
        ]
    ).stating(
        RuleFacets(reading: { arguments in
            guard let rule = try? TimeRule(arguments) else { return nil }
            if let pattern = rule.pattern {
                return TextReading(.time) { pattern.time(in: $0).map { .time($0) } }
            }
            return TextReading(.time) { text in
                guard rule.clock.defect(in: text, from: 0) == nil else { return nil }
                let clock = ClockParts(text, from: 0)
                let day = CalendarDate(year: 1970, month: 1, day: 1)
                return .time(
                    .seconds(clock.unixSeconds(on: day)) + .nanoseconds(clock.nanosecond))
            }
        }))

    private let clock: ClockTime
    /// The form of times, or `nil` for that of RFC 3339.
    private let pattern: DatePattern?

    init(_ arguments: Arguments) throws(RuleError) {
        let seconds: Seconds = try arguments.choice("seconds")
        clock = ClockTime(
            offset: try arguments.choice("offset"), allowsNoSeconds: seconds == .optional)
        pattern = try Self.pattern(arguments)
        guard pattern != nil else { return }
        guard clock.offset == .required else {
            throw arguments.invalid(
                "offset", "and 'format' exclude each other",
                help: "write xxx in the format for an offset, or leave it out")
        }
        guard seconds == .required else {
            throw arguments.invalid(
                "seconds", "and 'format' exclude each other",
                help: "write ss in the format for seconds, or leave them out")
        }
    }

    private static func pattern(_ arguments: Arguments) throws(RuleError) -> DatePattern? {
        guard let format = arguments.string("format") else {
            guard arguments.bool("strict") else {
                throw arguments.invalid(
                    "strict", "needs the argument 'format'", help: "give the format too: \"HH:mm\"")
            }
            return nil
        }
        do throws(DatePattern.Defect) {
            return try DatePattern(ofTimes: format, strict: arguments.bool("strict"))
        } catch {
            throw arguments.invalid(error.parameter, error.reason, help: error.help)
        }
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        if let pattern { return .pass(if: pattern.time(in: value.utf8) != nil, else: Code.form) }
        return switch clock.defect(in: value.utf8, from: 0) {
        case nil: .pass
        case .syntax: .fail(Code.syntax)
        case .leapSecond: .fail(Code.leapSecond)
        }
    }
}

extension RuleExpression {
    /// A time of day with an offset (RFC 3339).
    public static var time: RuleExpression { RuleExpression("time") }

    /// A time of day of a form in the letters of UTS #35, or as RFC 3339 writes it.
    ///
    /// - Parameters:
    ///   - format: The form: `HH:mm`, `h:mm a`, `HH:mm:ssxxx`. If it is left out, the form is that of RFC 3339.
    ///   - strict: `false` if HH, mm and the like take one digit too; only with a format.
    ///   - offset: The presence of an offset from UTC; only without a format.
    ///   - secondsRequired: `true` if 17:45Z is not enough; only without a format.
    /// - Returns: The rule.
    public static func time(
        _ format: String? = nil, strict: Bool? = nil, offset: Presence? = nil,
        secondsRequired: Bool? = nil
    ) -> RuleExpression {
        let seconds: TimeRule.Seconds? = secondsRequired.map { $0 ? .required : .optional }
        return RuleExpression(
            "time", positional: format.map { [.text($0)] } ?? [],
            options: [
                "strict": .flag(strict), "offset": .choice(offset), "seconds": .choice(seconds),
            ])
    }
}
