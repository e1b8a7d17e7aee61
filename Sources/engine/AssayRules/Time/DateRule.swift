// SPDX-License-Identifier: Apache-2.0
public import AssayCore

/// `date`: a day of the calendar in a given form.
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
                "yyyy or yy, MM or M, dd or d; other letters in single quotes"),
            DatePattern.strictness,
        ],
        kinds: .string, codes: Code.self,
        examples: [
            .valid("2024-02-29", "date"),
            .valid("29.2.2024", "date(\"d.M.yyyy\")"),
            .invalid("2024-2-29", "date", code: "date.syntax"),
            .invalid("2023-02-29", "date", code: "date.calendar"),
        ]
    ).stating(
        RuleFacets(reading: { arguments in
            guard let rule = try? DateRule(arguments) else { return nil }
            return TextReading(.date, spelling: rule.spelling) {
                rule.read($0).map { .day($0.daysSince1970) }
            }
        }))

    /// Nil for `yyyy-MM-dd`.
    private let pattern: DatePattern?

    init(_ arguments: Arguments) throws(RuleError) {
        let format = try arguments.string(required: "format")
        let isFullDate = format == DateRule.fullDate && arguments.bool("strict")
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

    /// Returns the day of a date, or of a moment at midnight, in the form of the rule.
    private func spelling(_ iso: [UInt8]) -> [UInt8]? {
        guard iso.count == 10 || iso.dropFirst(10).starts(with: Array("T00:00:00".utf8)),
            iso.count <= 19 || Array(iso[19...]) == [UInt8(ascii: "Z")],
            let date = iso.withUnsafeBufferPointer({ CalendarDate($0.span) }), date.exists
        else { return nil }
        return pattern.map { $0.text(of: date) } ?? Array(iso[..<10])
    }

    /// Returns the day that a text stands for, or `nil` if it is no day of the form.
    private func read(_ text: Span<UInt8>) -> CalendarDate? {
        guard let date = date(in: text), date.exists else { return nil }
        return date
    }
}

extension RuleExpression {
    /// A date of the form yyyy-MM-dd (RFC 3339).
    public static var date: RuleExpression { RuleExpression("date") }

    /// A date of a form in the letters of UTS #35.
    public static func date(_ format: String, strict: Bool? = nil) -> RuleExpression {
        RuleExpression("date", positional: [.text(format)], options: ["strict": .flag(strict)])
    }
}
