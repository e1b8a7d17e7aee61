// SPDX-License-Identifier: Apache-2.0
public import AssayCore

/// An order between a value and another field's.
protocol FieldOrder: Sendable {
    static var id: String { get }
    static var summary: String { get }
    /// The name of the code of a value that is in another order, and its message.
    static var failure: (name: String, message: String) { get }
    /// A value and another field's in this order; the other way round they fail.
    static var example: (value: Value, other: Value) { get }

    /// Returns `true` if a value with this order against the other one passes: negative, zero or
    /// positive.
    static func accepts(order: Int) -> Bool
}

/// `lessThan`, `lessOrEqual`, `greaterThan` and `greaterOrEqual`: the order of a value and another
/// field's; numbers exactly, two dates with a time as moments, other strings by code point.
///
/// Dates without a time have the same order by code point.
///
/// Does not apply where the other field has no value.
struct FieldOrderRule<Order: FieldOrder>: Rule {
    enum Code: RuleCodes {
        case otherOrder, incomparable

        var name: String { self == .otherOrder ? Order.failure.name : "incomparable" }

        var message: String {
            self == .otherOrder ? Order.failure.message : "cannot be compared with {field}"
        }

        var leavesOpen: Bool { self == .incomparable }
    }

    static var definition: RuleDefinition {
        let expression = "\(Order.id)(other)"
        let failure = "\(Order.id).\(Order.failure.name)"
        let (value, other) = Order.example
        return RuleDefinition(
            FieldOrderRule.self, Order.id, Order.summary, parameters: [.otherField],
            kinds: [.numbers, .string], codes: Code.self,
            examples: [
                .valid(value, expression, with: ["other": other]),
                .valid(value, expression),
                .invalid(other, expression, code: failure, with: ["other": value]),
                .invalid(
                    1, expression, code: "\(Order.id).incomparable", with: ["other": "1"]),
            ])
    }

    private let other: FieldReference

    init(_ arguments: Arguments) throws(RuleError) {
        other = try arguments.field("field")
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        let limit = context.field(other)
        guard !limit.isAbsentOrNull else { return .skip }
        let order = Self.orderOfMoments(value, limit) ?? valueOrder(value, limit)
        guard let order else { return .fail(Code.incomparable) }
        return .pass(if: Order.accepts(order: order), else: Code.otherOrder)
    }

    /// The order of two dates with a time (RFC 3339), whose offsets and fractions may differ; nil for
    /// other values.
    private static func orderOfMoments(_ value: FieldValue, _ limit: FieldValue) -> Int? {
        guard value.isString, limit.isString, mayBeMoment(value.utf8), mayBeMoment(limit.utf8),
            case .instant(let left)? = Moment(reading: value.utf8),
            case .instant(let right)? = Moment(reading: limit.utf8)
        else { return nil }
        return left < right ? -1 : left == right ? 0 : 1
    }

    /// Returns `false` for most texts that are not dates with a time, without reading them.
    private static func mayBeMoment(_ text: Span<UInt8>) -> Bool {
        text.count >= 19 && text[10] | 0x20 == UInt8(ascii: "t")
    }
}

enum LessThan: FieldOrder {
    static let id = "lessThan"
    static let summary = "Less than another field"
    static let failure = (name: "notLess", message: "must be less than {field}")
    static let example: (value: Value, other: Value) = (1, 2)

    static func accepts(order: Int) -> Bool { order < 0 }
}

enum LessOrEqual: FieldOrder {
    static let id = "lessOrEqual"
    static let summary = "Less than another field or equal to it"
    static let failure = (name: "greater", message: "must be at most {field}")
    static let example: (value: Value, other: Value) = (1, 2)

    static func accepts(order: Int) -> Bool { order <= 0 }
}

enum GreaterThan: FieldOrder {
    static let id = "greaterThan"
    static let summary = "Greater than another field"
    static let failure = (name: "notGreater", message: "must be greater than {field}")
    static let example: (value: Value, other: Value) = (2, 1)

    static func accepts(order: Int) -> Bool { order > 0 }
}

enum GreaterOrEqual: FieldOrder {
    static let id = "greaterOrEqual"
    static let summary = "Greater than another field or equal to it"
    static let failure = (name: "less", message: "must be at least {field}")
    static let example: (value: Value, other: Value) = (2, 1)

    static func accepts(order: Int) -> Bool { order >= 0 }
}

extension RuleExpression {
    /// Less than another field.
    public static func lessThan(_ field: FieldPath) -> RuleExpression {
        RuleExpression("lessThan", positional: [.field(field)])
    }

    /// Less than another field or equal to it.
    public static func lessOrEqual(_ field: FieldPath) -> RuleExpression {
        RuleExpression("lessOrEqual", positional: [.field(field)])
    }

    /// Greater than another field.
    public static func greaterThan(_ field: FieldPath) -> RuleExpression {
        RuleExpression("greaterThan", positional: [.field(field)])
    }

    /// Greater than another field or equal to it.
    public static func greaterOrEqual(_ field: FieldPath) -> RuleExpression {
        RuleExpression("greaterOrEqual", positional: [.field(field)])
    }
}
