// SPDX-License-Identifier: Apache-2.0
public import AssayCore

/// The orders of a date against a given one that a rule accepts.
protocol DateOrder: Sendable {
    static var id: String { get }
    static var summary: String { get }
    /// The name of the code of a date in another place, and its message.
    static var failure: (name: String, message: String) { get }
    /// A date that passes and one that does not, with regard to 2024-02-29.
    static var examples: (valid: Value, invalid: Value) { get }

    /// Returns `true` if a date with this order against the given one passes: negative, zero or
    /// positive.
    static func accepts(order: Int) -> Bool
}

/// `before`, `beforeOrEqual`, `after` and `afterOrEqual`: a date, or date and time, with regard to a
/// given day; the offset of a time does not matter.
///
/// With a format the value is a date of that form.
struct DateLimitRule<Order: DateOrder>: Rule {
    enum Code: RuleCodes {
        case otherSide, syntax, format, incomparable

        var name: String {
            switch self {
            case .otherSide: Order.failure.name
            case .syntax: "syntax"
            case .format: "format"
            case .incomparable: "incomparable"
            }
        }

        var message: String {
            switch self {
            case .otherSide: Order.failure.message
            case .syntax: Moment.syntax
            case .format: DatePattern.syntax
            case .incomparable: "cannot be compared with {field}"
            }
        }

        var leavesOpen: Bool { self != .otherSide }
    }

    static var definition: RuleDefinition {
        let expression = "\(Order.id)(\"2024-02-29\")"
        return RuleDefinition(
            DateLimitRule.self, Order.id, Order.summary, standard: "RFC 3339",
            parameters: [
                RuleParameter("date", .date, "The date, yyyy-MM-dd, or the name of a field"),
                RuleParameter(
                    "format", .string,
                    "The form of the value, as for `date`; "
                        + "by default a date or a date-time of RFC 3339"),
                DatePattern.strictness,
                RuleParameter("field", .field, "The field that has the date"),
            ] + DatePattern.partParameters,
            kinds: .string, codes: Code.self,
            examples: [
                .valid(Order.examples.valid, expression),
                .valid(
                    Order.examples.valid, "\(Order.id)(other)", with: ["other": "2024-02-29"]),
                .invalid(
                    Order.examples.invalid, "\(Order.id)(other)",
                    code: "\(Order.id).\(Order.failure.name)", with: ["other": "2024-02-29"]),
                .invalid(
                    Order.examples.valid, "\(Order.id)(other)", code: "\(Order.id).incomparable",
                    with: ["other": "soon"]),
                .invalid(
                    Order.examples.invalid, expression,
                    code: "\(Order.id).\(Order.failure.name)"),
                .invalid("2024-02-30", expression, code: "\(Order.id).syntax"),
                .invalid("2024-02-29 or so", expression, code: "\(Order.id).syntax"),
                .invalid(
                    "2024-02-28", "\(Order.id)(\"2024-02-29\", format=\"d.M.yyyy\")",
                    code: "\(Order.id).format"),
            ]
        ).stating(.orderOfMoments)
    }

    /// The given day, as the number of days since 1970-01-01, or `nil` if a field has it.
    private let limit: Int?
    private let field: FieldReference?
    private let fieldReading: TextReading?
    /// The reading of the field if all of its texts are dates, or all are dates with a time, and the
    /// rule has no form of its own.
    private let reading: TextReading?
    /// The form of values, or `nil` for RFC 3339.
    private let pattern: DatePattern?
    private let dateTime = DateTimeForm(offset: .optional, separator: .any)

    init(_ arguments: Arguments) throws(RuleError) {
        field = arguments.fields("field").first
        fieldReading = field.flatMap { arguments.readings.reading(of: $0.path) }
        limit = try Self.limit(arguments)
        let hasForm = arguments.string("format") != nil
        reading = hasForm ? nil : arguments.readings.own.flatMap { $0.isOfDays ? $0 : nil }
        if let format = arguments.string("format") {
            pattern = try DatePattern(format, of: arguments)
        } else {
            pattern = nil
            let isGiven = [
                ("strict", !arguments.bool("strict")), ("pivot", arguments.int("pivot") != nil),
                ("language", arguments.string("language") != nil),
            ]
            for (name, isGiven) in isGiven where isGiven {
                throw arguments.invalid(
                    name, "needs the argument 'format'",
                    help: "give the format too: format=\"d.M.yyyy\"")
            }
        }
    }

    /// The day that is given, or `nil` if a field is.
    private static func limit(_ arguments: Arguments) throws(RuleError) -> Int? {
        let hasField = !arguments.fields("field").isEmpty
        guard let text = arguments.string("date") else {
            if hasField { return nil }
            throw arguments.invalid("date", "or 'field' must be given")
        }
        if hasField { throw arguments.invalid("field", "and 'date' exclude each other") }
        guard let date = text.withUTF8Span({ CalendarDate(whole: $0) }), date.exists else {
            throw arguments.invalid("date", "is not a date of the form yyyy-MM-dd: \"\(text)\"")
        }
        return date.daysSince1970
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        if let field { return check(value, against: field, context) }
        guard let limit else { return .pass }
        guard let day = day(in: value.utf8) else {
            return .fail(pattern == nil ? Code.syntax : .format)
        }
        return .pass(if: Order.accepts(order: day - limit), else: Code.otherSide)
    }

    private func check(
        _ value: FieldValue, against field: FieldReference, _ context: RuleContext
    ) -> Verdict {
        let other = context.field(field)
        guard !other.isAbsentOrNull else { return .skip }
        guard let own = moment(of: value.utf8) else {
            return .fail(pattern == nil ? Code.syntax : .format)
        }
        guard other.isString,
            let limit = fieldReading?.value(other.utf8) ?? Moment.ordered(other.utf8),
            let order = own.order(to: limit)
        else { return .fail(Code.incomparable) }
        guard !Order.accepts(order: order) else { return .pass }
        context.explain(["date": .string(field.path.description)])
        return .fail(Code.otherSide)
    }

    private func moment(of text: Span<UInt8>) -> OrderedValue? {
        if let reading { return reading.value(text) }
        return pattern.map { $0.ordered(text) } ?? Moment.ordered(text)
    }

    @inline(__always)
    private func day(in text: Span<UInt8>) -> Int? {
        guard let reading else { return date(in: text)?.daysSince1970 }
        return switch reading.value(text) {
        case .day(let day)?: day
        case .moment(_, let day)?: day
        default: nil
        }
    }

    /// The day of a whole text; nil where it has another form or the calendar has no such day.
    @inline(__always)
    private func date(in text: Span<UInt8>) -> CalendarDate? {
        if let pattern {
            guard let date = pattern.read(text), date.exists else { return nil }
            return date
        }
        guard let date = CalendarDate(text), date.exists,
            text.count == 10 || dateTime.defect(in: text) == nil
        else { return nil }
        return date
    }
}

enum Before: DateOrder {
    static let id = "before"
    static let summary = "A date before a given one"
    static let failure = (name: "tooLate", message: "must be before {date}")
    static let examples: (valid: Value, invalid: Value) = ("2024-02-28", "2024-03-01T10:00:00Z")

    static func accepts(order: Int) -> Bool { order < 0 }
}

enum BeforeOrEqual: DateOrder {
    static let id = "beforeOrEqual"
    static let summary = "A date on or before a given one"
    static let failure = (name: "tooLate", message: "must be on or before {date}")
    static let examples: (valid: Value, invalid: Value) = ("2024-02-28", "2024-03-01T10:00:00Z")

    static func accepts(order: Int) -> Bool { order <= 0 }
}

enum After: DateOrder {
    static let id = "after"
    static let summary = "A date after a given one"
    static let failure = (name: "tooEarly", message: "must be after {date}")
    static let examples: (valid: Value, invalid: Value) = ("2024-03-01", "2024-02-28T10:00:00Z")

    static func accepts(order: Int) -> Bool { order > 0 }
}

enum AfterOrEqual: DateOrder {
    static let id = "afterOrEqual"
    static let summary = "A date on or after a given one"
    static let failure = (name: "tooEarly", message: "must be on or after {date}")
    static let examples: (valid: Value, invalid: Value) = ("2024-03-01", "2024-02-28T10:00:00Z")

    static func accepts(order: Int) -> Bool { order >= 0 }
}

extension RuleExpression {
    /// A date before the given one, yyyy-MM-dd; `format`: the form of the value, as `date` has it.
    public static func before(
        _ date: String, format: String? = nil, strict: Bool? = nil, pivot: Int? = nil,
        language: String? = nil
    ) -> RuleExpression {
        dateLimit(
            "before", date, format: format, strict: strict, pivot: pivot, language: language)
    }

    /// A date on or before the given one, yyyy-MM-dd; `format`: the form of the value, as `date` has it.
    public static func beforeOrEqual(
        _ date: String, format: String? = nil, strict: Bool? = nil, pivot: Int? = nil,
        language: String? = nil
    ) -> RuleExpression {
        dateLimit(
            "beforeOrEqual", date, format: format, strict: strict, pivot: pivot, language: language)
    }

    /// A date after the given one, yyyy-MM-dd; `format`: the form of the value, as `date` has it.
    public static func after(
        _ date: String, format: String? = nil, strict: Bool? = nil, pivot: Int? = nil,
        language: String? = nil
    ) -> RuleExpression {
        dateLimit(
            "after", date, format: format, strict: strict, pivot: pivot, language: language)
    }

    /// A date on or after the given one, yyyy-MM-dd; `format`: the form of the value, as `date` has it.
    public static func afterOrEqual(
        _ date: String, format: String? = nil, strict: Bool? = nil, pivot: Int? = nil,
        language: String? = nil
    ) -> RuleExpression {
        dateLimit(
            "afterOrEqual", date, format: format, strict: strict, pivot: pivot, language: language)
    }

    /// A date before that of another field.
    public static func before(field: FieldPath) -> RuleExpression {
        RuleExpression("before", options: ["field": .field(field)])
    }

    /// A date on or before that of another field.
    public static func beforeOrEqual(field: FieldPath) -> RuleExpression {
        RuleExpression("beforeOrEqual", options: ["field": .field(field)])
    }

    /// A date after that of another field.
    public static func after(field: FieldPath) -> RuleExpression {
        RuleExpression("after", options: ["field": .field(field)])
    }

    /// A date on or after that of another field.
    public static func afterOrEqual(field: FieldPath) -> RuleExpression {
        RuleExpression("afterOrEqual", options: ["field": .field(field)])
    }

    private static func dateLimit(
        _ id: String, _ date: String, format: String?, strict: Bool?, pivot: Int?,
        language: String?
    ) -> RuleExpression {
        RuleExpression(
            id, positional: [.text(date)],
            options: [
                "format": .text(format), "strict": .flag(strict), "pivot": .integer(pivot),
                "language": .text(language),
            ])
    }
}
