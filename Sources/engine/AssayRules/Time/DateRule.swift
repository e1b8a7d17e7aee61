// SPDX-License-Identifier: Apache-2.0
public import AssayCore

/// `date`: a day of the calendar in a given form, which can have a time of day.
struct DateRule: BatchRule {
    enum Code: RuleCodes {
        case syntax, calendar

        var message: String {
            self == .syntax ? DatePattern.syntax : "must be a date that exists"
        }
    }

    private static let fullDate = "yyyy-MM-dd"

    static let definition = RuleDefinition(
        DateRule.self, "date", "A calendar date",
        standard: "RFC 3339 (full-date); UTS #35 (formats)",
        parameters: [
            RuleParameter(
                "format", .string, default: .string(fullDate),
                "yyyy or yy, MM or M, dd or d, names MMM or MMMM, times HH:mm:ss, offsets xxx; other letters in single quotes"
            ),
            DatePattern.strictness,
        ] + DatePattern.partParameters,
        kinds: .string, codes: Code.self,
        examples: [
            .valid("2024-02-29", "date"),
            .valid("29.2.2024", "date(\"d.M.yyyy\")"),
            .valid("29/02/2024 17:45", "date(\"dd/MM/yyyy HH:mm\")"),
            .valid("2024-02-29 17:45 +0100", "date(\"yyyy-MM-dd HH:mm Z\")"),
            .valid("29. März 1984", "date(\"d. MMMM yyyy\", language=\"de\")"),
            .invalid("2024-2-29", "date", code: "date.syntax"),
            .invalid("2023-02-29", "date", code: "date.calendar"),
        ]
    ).stating(
        RuleFacets(reading: { arguments in
            guard let rule = try? DateRule(arguments) else { return nil }
            let hasTime = rule.pattern?.hasTime ?? false
            return TextReading(hasTime ? .moment : .date, spelling: rule.spelling, rule.read)
        }))

    /// Nil for `yyyy-MM-dd`.
    private let pattern: DatePattern?

    init(_ arguments: Arguments) throws(RuleError) {
        let format = try arguments.string(required: "format")
        let isFullDate =
            format == DateRule.fullDate && arguments.bool("strict")
            && arguments.value("pivot") == nil && arguments.value("language") == nil
        pattern = isFullDate ? nil : try DatePattern(format, of: arguments)
    }

    /// Proves the standard form.
    var test: ValueTest? {
        guard pattern == nil else { return nil }
        var test = ValueTest(kinds: .string)
        (test.leastASCII, test.leastBytes, test.mostBytes) = (10, 10, 10)
        test.checks = [
            ValueTest.Check(failures: [.fail(Code.syntax), .fail(Code.calendar)]) {
                _, text, length in
                let bytes = UnsafeBufferPointer(start: text, count: length)
                guard let date = CalendarDate(Span(_unsafeElements: bytes)) else { return 1 }
                return date.exists ? 0 : 2
            }
        ]
        return test
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        guard let date = date(in: value.utf8) else { return .fail(Code.syntax) }
        return .pass(if: date.exists, else: Code.calendar)
    }

    /// Returns the day of a text of the form, which need not exist.
    private func date(in text: Span<UInt8>) -> CalendarDate? {
        pattern == nil && text.count == 10 ? CalendarDate(text) : pattern?.read(text)
    }

    /// Returns a day or a moment in the form of the rule; a form without a time has moments at midnight alone.
    private func spelling(_ iso: [UInt8]) -> [UInt8]? {
        if let pattern, pattern.hasTime { return spelling(iso, of: pattern) }
        guard iso.count == 10 || iso.dropFirst(10).starts(with: Array("T00:00:00".utf8)),
            iso.count <= 19 || Array(iso[19...]) == [UInt8(ascii: "Z")],
            let date = iso.withUnsafeBufferPointer({ CalendarDate($0.span) }), date.exists
        else { return nil }
        return pattern.map { $0.text(of: date) } ?? Array(iso[..<10])
    }

    /// Returns a day or a moment in a form with a time of day.
    private func spelling(_ iso: [UInt8], of pattern: DatePattern) -> [UInt8]? {
        guard let moment = iso.withUnsafeBufferPointer({ Moment(reading: $0.span) }) else {
            return nil
        }
        let day = Moment.day(of: moment.since1970)
        return pattern.text(
            of: CalendarDate(daysSince1970: day), at: moment.since1970 - .seconds(day) * 86_400)
    }

    /// Returns the day or the moment that a text stands for, or `nil` if it is none of the form.
    private func read(_ text: Span<UInt8>) -> OrderedValue? {
        if let pattern { return pattern.ordered(text) }
        guard let date = date(in: text), date.exists else { return nil }
        return .day(date.daysSince1970)
    }
}

extension RuleExpression {
    /// A date of the form yyyy-MM-dd (RFC 3339).
    public static var date: RuleExpression { RuleExpression("date") }

    /// A date of a form in the letters of UTS #35, which can have a time of day and an offset from UTC.
    ///
    /// - Parameters:
    ///   - format: The form: `dd.MM.yyyy`, `d MMM yyyy HH:mm`, `yyyy-MM-dd HH:mm xxx`.
    ///   - strict: `false` if MM, dd and the like take one digit too.
    ///   - pivot: The first of the hundred years that `yy` can mean; 2000 if it is left out.
    ///   - language: The language of the names of months, such as `de`; English if it is left out.
    /// - Returns: The rule.
    public static func date(
        _ format: String, strict: Bool? = nil, pivot: Int? = nil, language: String? = nil
    ) -> RuleExpression {
        RuleExpression(
            "date", positional: [.text(format)],
            options: [
                "strict": .flag(strict), "pivot": .integer(pivot), "language": .text(language),
            ])
    }
}
