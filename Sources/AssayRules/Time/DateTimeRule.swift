// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// `dateTime`: a date and a time of day.
struct DateTimeRule: Rule {
    static let definition = RuleDefinition(
        DateTimeRule.self, "dateTime", "A date and a time of day",
        standard: "RFC 3339 (date-time)",
        parameters: [
            ClockTime.offsetParameter,
            RuleParameter(
                "separator", .choice(["t", "space", "any"]), default: "t",
                "What stands between the date and the time"),
        ],
        kinds: .string,
        codes: [
            RuleCode("dateTime.syntax", "must be a date and time such as 2024-02-29T17:45:00Z"),
            RuleCode("dateTime.calendar", "must have a date that exists"),
            RuleCode("dateTime.leapSecond", "must not have second 60 at this time"),
        ],
        examples: [
            .valid("2024-02-29T17:45:00.5+02:00", "dateTime"),
            .valid("2024-02-29 17:45:00", "dateTime(offset=forbidden, separator=space)"),
            .invalid("2024-02-29 17:45:00Z", "dateTime", code: "dateTime.syntax"),
            .invalid("2023-02-29T17:45:00Z", "dateTime", code: "dateTime.calendar"),
            .invalid("2016-12-31T22:59:60Z", "dateTime", code: "dateTime.leapSecond"),
        ])

    private let clock: ClockTime
    private let allowsT: Bool
    private let allowsSpace: Bool

    init(_ arguments: Arguments) {
        clock = ClockTime(
            offset: arguments.choice("offset").flatMap(ClockTime.Presence.init) ?? .required,
            allowsNoSeconds: false)
        let separator = arguments.choice("separator") ?? "t"
        allowsT = separator != "space"
        allowsSpace = separator != "t"
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        let text = value.unsafeBytes
        guard let date = CalendarDate(text), text.count > 10 else { return .fail(0) }
        let separator = text[10]
        guard
            allowsT && separator | 0x20 == UInt8(ascii: "t")
                || allowsSpace && separator == UInt8(ascii: " ")
        else { return .fail(0) }
        switch clock.fault(text, from: 11) {
        case nil: return .pass(if: date.exists, else: 1)
        case .syntax: return .fail(0)
        case .leapSecond: return .fail(2)
        }
    }
}
