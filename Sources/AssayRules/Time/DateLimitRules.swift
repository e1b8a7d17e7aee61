// SPDX-License-Identifier: Apache-2.0
public import AssayCore

/// Where a date has to be with regard to a given one.
protocol DateOrder: Sendable {
    static var id: String { get }
    static var summary: String { get }
    /// The name of the code of a date in another place, and its message.
    static var failure: (name: String, message: String) { get }
    /// A date that passes and one that does not, with regard to 2024-02-29.
    static var examples: (valid: Value, invalid: Value) { get }

    /// Whether a date with this order against the given one passes: negative, zero or positive.
    static func accepts(order: Int) -> Bool
}

/// `before`, `beforeOrEqual`, `after` and `afterOrEqual`: a date, or date and time, with regard to a
/// given day; the offset of a time does not matter.
struct DateLimitRule<Order: DateOrder>: Rule {
    enum Code: RuleCodes {
        case otherSide, syntax

        var name: String { self == .syntax ? "syntax" : Order.failure.name }

        var message: String {
            self == .syntax ? "must begin with a date such as 2024-02-29" : Order.failure.message
        }
    }

    static var definition: RuleDefinition {
        let expression = "\(Order.id)(\"2024-02-29\")"
        return RuleDefinition(
            DateLimitRule.self, Order.id, Order.summary, standard: "RFC 3339",
            parameters: [RuleParameter("date", .date, isRequired: true, "The date, yyyy-MM-dd")],
            kinds: .string, codes: Code.self,
            examples: [
                .valid(Order.examples.valid, expression),
                .invalid(
                    Order.examples.invalid, expression,
                    code: "\(Order.id).\(Order.failure.name)"),
                .invalid("2024-02-30", expression, code: "\(Order.id).syntax"),
            ])
    }

    private let limit: Int

    init(_ arguments: Arguments) throws(RuleError) {
        let text = try arguments.string(required: "date")
        guard let date = CalendarDate(whole: text.utf8Span.span), date.exists else {
            throw arguments.invalid("date", "is no date of the form yyyy-MM-dd: \"\(text)\"")
        }
        limit = date.ordinal
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        guard let date = CalendarDate(leading: value.utf8) else { return .fail(Code.syntax) }
        return .pass(if: Order.accepts(order: date.ordinal - limit), else: Code.otherSide)
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
    /// A date before the given one, yyyy-MM-dd.
    public static func before(_ date: String) -> RuleExpression {
        RuleExpression("before", positional: [.text(date)])
    }

    /// A date on or before the given one, yyyy-MM-dd.
    public static func beforeOrEqual(_ date: String) -> RuleExpression {
        RuleExpression("beforeOrEqual", positional: [.text(date)])
    }

    /// A date after the given one, yyyy-MM-dd.
    public static func after(_ date: String) -> RuleExpression {
        RuleExpression("after", positional: [.text(date)])
    }

    /// A date on or after the given one, yyyy-MM-dd.
    public static func afterOrEqual(_ date: String) -> RuleExpression {
        RuleExpression("afterOrEqual", positional: [.text(date)])
    }
}
