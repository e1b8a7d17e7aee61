// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// `date`: a day of the calendar in a given form.
struct DateRule: Rule {
    static let definition = RuleDefinition(
        DateRule.self, "date", "A date of the calendar",
        standard: "RFC 3339 (full-date); UTS #35 (formats)",
        parameters: [
            RuleParameter(
                "format", .string, default: "yyyy-MM-dd",
                "yyyy or yy, MM or M, dd or d; other letters in single quotes"),
            RuleParameter("strict", .boolean, default: true, "MM and dd take two digits"),
        ],
        kinds: .string,
        codes: [
            RuleCode("date.syntax", "must be a date of the form {format}"),
            RuleCode("date.calendar", "must be a date that exists"),
        ],
        examples: [
            .valid("2024-02-29", "date"),
            .valid("29.2.2024", "date(\"d.M.yyyy\")"),
            .invalid("2024-2-29", "date", code: "date.syntax"),
            .invalid("2023-02-29", "date", code: "date.calendar"),
        ])

    private static let fullDate = "yyyy-MM-dd"

    /// Nil for `yyyy-MM-dd`.
    private let pattern: DatePattern?

    init(_ arguments: Arguments) throws(RuleError) {
        let isFullDate =
            arguments.string("format") == DateRule.fullDate && arguments.bool("strict")
        pattern = isFullDate ? nil : try DatePattern(arguments)
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        let text = value.unsafeBytes
        let date = pattern == nil && text.count == 10 ? CalendarDate(text) : pattern?.read(text)
        guard let date else { return .fail(0) }
        return .pass(if: date.exists, else: 1)
    }
}
