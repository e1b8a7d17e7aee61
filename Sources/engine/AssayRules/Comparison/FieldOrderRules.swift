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
/// field's; numbers exactly, texts by what the rules of their fields read them as.
///
/// Texts that nothing reads have no order, unless the rule says that they are compared by code point.
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
            FieldOrderRule.self, Order.id, Order.summary,
            parameters: [.otherField, OrderBasis.parameter],
            kinds: [.numbers, .string], codes: Code.self,
            examples: [
                .valid(value, expression, with: ["other": other]),
                .valid(value, expression),
                .invalid(other, expression, code: failure, with: ["other": value]),
                .invalid(
                    1, expression, code: "\(Order.id).incomparable", with: ["other": "1"]),
                .invalid(
                    "a", expression, code: "\(Order.id).incomparable", with: ["other": "b"]),
            ]
        ).stating(
            RuleFacets(
                needsReading: true,
                orderOfValues: { arguments in
                    guard OrderBasis(arguments) == .value,
                        let other = arguments.fields("field").first
                    else { return [] }
                    return [.order(other.path)]
                }))
    }

    private let other: FieldReference
    private let basis: OrderBasis
    private let readings: FieldReadings
    private let otherReading: TextReading?

    init(_ arguments: Arguments) throws(RuleError) {
        other = try arguments.field("field")
        basis = OrderBasis(arguments)
        readings = arguments.readings
        otherReading = readings.reading(of: other.path)
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        let limit = context.field(other)
        guard !limit.isAbsentOrNull else { return .skip }
        let order =
            switch basis {
            case .text: valueOrder(value, limit)
            case .value: readOrder(value, limit)
            }
        guard let order else { return .fail(Code.incomparable) }
        return .pass(if: Order.accepts(order: order), else: Code.otherOrder)
    }

    private func readOrder(_ value: FieldValue, _ limit: FieldValue) -> Int? {
        if let left = value.integer, let right = limit.integer {
            return left < right ? -1 : left > right ? 1 : 0
        }
        guard let left = readings.ordered(value),
            let right = FieldReadings.ordered(limit, otherReading)
        else { return nil }
        return left.order(to: right)
    }
}

/// The basis of the order of texts.
enum OrderBasis: String, RuleChoice {
    /// The values that the rules of the fields read in the texts.
    case value
    /// The code points of the texts.
    case text

    static let parameter = RuleParameter.choice(
        "as", default: OrderBasis.value,
        "With value, the values as the rules of the fields read them; with text, the texts by code point"
    )

    init(_ arguments: Arguments) {
        self = arguments.choice("as") == OrderBasis.text.rawValue ? .text : .value
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
