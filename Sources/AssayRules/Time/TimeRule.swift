// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// `time`: a time of day.
struct TimeRule: Rule {
    static let definition = RuleDefinition(
        TimeRule.self, "time", "A time of day", standard: "RFC 3339 (full-time)",
        parameters: [
            ClockTime.offsetParameter,
            RuleParameter(
                "seconds", .choice(["required", "optional"]), default: "required",
                "Whether 17:45Z is enough"),
        ],
        kinds: .string,
        codes: [
            RuleCode("time.syntax", "must be a time such as 17:45:00Z"),
            RuleCode("time.leapSecond", "must not have second 60 at this time"),
        ],
        examples: [
            .valid("17:45:00.5+02:00", "time"),
            .valid("17:45", "time(offset=forbidden, seconds=optional)"),
            .valid("23:59:60Z", "time"),
            .invalid("24:00:00Z", "time", code: "time.syntax"),
            .invalid("17:45:00", "time", code: "time.syntax"),
            .invalid("22:59:60Z", "time", code: "time.leapSecond"),
        ])

    private let clock: ClockTime

    init(_ arguments: Arguments) {
        clock = ClockTime(
            offset: arguments.choice("offset").flatMap(ClockTime.Presence.init) ?? .required,
            allowsNoSeconds: arguments.choice("seconds") == "optional")
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        switch clock.fault(value.unsafeBytes, from: 0) {
        case nil: .pass
        case .syntax: .fail(0)
        case .leapSecond: .fail(1)
        }
    }
}
