// SPDX-License-Identifier: Apache-2.0
public import AssayCore

/// The orders of a date against the present that a rule accepts.
protocol ClockOrder: Sendable {
    static var id: String { get }
    static var summary: String { get }
    /// The name of the code of a date in another place, and its message.
    static var failure: (name: String, message: String) { get }
    /// A date that passes and one that does not, for any clock of our times.
    static var examples: (valid: Value, invalid: Value) { get }

    /// Returns `true` if a date with this order against the present passes: negative, zero or
    /// positive.
    static func accepts(order: Int) -> Bool
}

/// A reader of days and moments: as the rules of the field read them, or else by RFC 3339.
private struct MomentReading: Sendable {
    private let reading: TextReading?

    init(_ arguments: Arguments) {
        reading = arguments.readings.own.flatMap { $0.isOfDays ? $0 : nil }
    }

    func moment(of value: FieldValue) -> Moment? {
        guard let reading else { return Moment(reading: value.utf8) }
        return reading.value(value.utf8).flatMap { Moment(ordered: $0) }
    }
}

/// `past` and `future`: a date, or date and time, with regard to the moment of the validation.
///
/// A date without a time is a day of UTC; today is neither in the past nor in the future.
struct ClockRule<Order: ClockOrder>: Rule {
    enum Code: RuleCodes {
        case otherSide, syntax

        var name: String { self == .syntax ? "syntax" : Order.failure.name }

        var message: String { self == .syntax ? Moment.syntax : Order.failure.message }

        var leavesOpen: Bool { self == .syntax }
    }

    static var definition: RuleDefinition {
        RuleDefinition(
            ClockRule.self, Order.id, Order.summary, standard: "RFC 3339",
            kinds: .string, codes: Code.self,
            examples: [
                .valid(Order.examples.valid, Order.id),
                .invalid(
                    Order.examples.invalid, Order.id, code: "\(Order.id).\(Order.failure.name)"),
                .invalid("2023-02-29", Order.id, code: "\(Order.id).syntax"),
            ]
        ).stating(.orderOfMoments)
    }

    private let reading: MomentReading

    init(_ arguments: Arguments) throws(RuleError) {
        reading = MomentReading(arguments)
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        guard let moment = reading.moment(of: value) else { return .fail(Code.syntax) }
        return .pass(if: Order.accepts(order: moment.order(to: context.now)), else: Code.otherSide)
    }
}

enum Past: ClockOrder {
    static let id = "past"
    static let summary = "A date before the present"
    static let failure = (name: "notPast", message: "must be in the past")
    static let examples: (valid: Value, invalid: Value) = ("1969-07-20T20:17:40Z", "9999-12-31")

    static func accepts(order: Int) -> Bool { order < 0 }
}

enum Future: ClockOrder {
    static let id = "future"
    static let summary = "A date after the present"
    static let failure = (name: "notFuture", message: "must be in the future")
    static let examples: (valid: Value, invalid: Value) = ("9999-12-31", "1969-07-20T20:17:40Z")

    static func accepts(order: Int) -> Bool { order > 0 }
}

/// `within`: a date, or date and time, at most a duration away from the moment of the validation,
/// before it or after it.
struct WithinRule: Rule {
    enum Code: RuleCodes {
        case outside, syntax

        var name: String { self == .syntax ? "syntax" : "outside" }

        var message: String {
            self == .syntax ? Moment.syntax : "must be within {of} of the present"
        }

        var leavesOpen: Bool { self == .syntax }
    }

    static let definition = RuleDefinition(
        WithinRule.self, "within", "A date within a given duration of the present",
        standard: "RFC 3339",
        parameters: [
            RuleParameter(
                "of", .string, isRequired: true, "The duration, such as P30D, P1Y6M or PT12H")
        ],
        kinds: .string, codes: Code.self,
        examples: [
            .valid("2024-02-29", "within(\"P5000Y\")"),
            .invalid("1969-07-20T20:17:40Z", "within(of=\"P30D\")", code: "within.outside"),
            .invalid("9999-12-31", "within(\"P4W\")", code: "within.outside"),
            .invalid("yesterday", "within(\"P1D\")", code: "within.syntax"),
        ]
    ).stating(.orderOfMoments)

    private let duration: CalendarDuration
    private let reading: MomentReading

    init(_ arguments: Arguments) throws(RuleError) {
        let text = try arguments.string(required: "of")
        guard let duration = CalendarDuration(reading: text) else {
            throw arguments.invalid(
                "of", "is not a duration, such as P30D or PT12H: \"\(text)\"",
                help: "write days as \"P30D\", hours as \"PT12H\", years and months as \"P1Y6M\"")
        }
        self.duration = duration
        reading = MomentReading(arguments)
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        guard let moment = reading.moment(of: value) else { return .fail(Code.syntax) }
        return .pass(
            if: moment.isWithin(duration.stretch(around: context.now)), else: Code.outside)
    }
}

extension RuleExpression {
    /// A date before the moment of the validation.
    public static var past: RuleExpression { RuleExpression("past") }

    /// A date after the moment of the validation.
    public static var future: RuleExpression { RuleExpression("future") }

    /// A date at most a duration away from the moment of the validation, such as `P30D`.
    public static func within(_ duration: String) -> RuleExpression {
        RuleExpression("within", positional: [.text(duration)])
    }
}
