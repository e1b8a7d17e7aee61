// SPDX-License-Identifier: Apache-2.0
public import AssayCore

/// An order of a number and zero.
protocol Sign: Sendable {
    associatedtype Code: RuleCodes

    static var id: String { get }
    static var summary: String { get }
    static var failure: Code { get }
    static var examples: (valid: Value, invalid: Value) { get }

    /// Returns `true` if a number with this order against zero passes: negative, zero or positive.
    static func accepts(_ order: Int) -> Bool
}

/// `positive`, `negative`, `nonNegative` and `nonPositive`.
struct SignRule<Accepted: Sign>: Rule {
    static var definition: RuleDefinition {
        RuleDefinition(
            SignRule.self, Accepted.id, Accepted.summary, kinds: .numbers,
            codes: Accepted.Code.self,
            examples: [
                .valid(Accepted.examples.valid, Accepted.id),
                .invalid(
                    Accepted.examples.invalid, Accepted.id,
                    code: "\(Accepted.id).\(Accepted.failure.name)"),
            ])
    }

    private let zero = NumberLimit(integer: 0)

    init(_ arguments: Arguments) {}

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        .pass(if: Accepted.accepts(zero.order(of: value)), else: Accepted.failure)
    }
}

enum Positive: Sign {
    enum Code: String, RuleCodes {
        case notPositive = "must be greater than 0"
    }

    static let id = "positive"
    static let summary = "A number greater than zero"
    static let failure = Code.notPositive
    static let examples: (valid: Value, invalid: Value) = (1, 0)

    static func accepts(_ order: Int) -> Bool { order > 0 }
}

enum Negative: Sign {
    enum Code: String, RuleCodes {
        case notNegative = "must be less than 0"
    }

    static let id = "negative"
    static let summary = "A number less than zero"
    static let failure = Code.notNegative
    static let examples: (valid: Value, invalid: Value) = (-1, 0)

    static func accepts(_ order: Int) -> Bool { order < 0 }
}

enum NonNegative: Sign {
    enum Code: String, RuleCodes {
        case negative = "must not be negative"
    }

    static let id = "nonNegative"
    static let summary = "Zero or a positive number"
    static let failure = Code.negative
    static let examples: (valid: Value, invalid: Value) = (0, -1)

    static func accepts(_ order: Int) -> Bool { order >= 0 }
}

enum NonPositive: Sign {
    enum Code: String, RuleCodes {
        case positive = "must not be positive"
    }

    static let id = "nonPositive"
    static let summary = "Zero or a negative number"
    static let failure = Code.positive
    static let examples: (valid: Value, invalid: Value) = (0, 1)

    static func accepts(_ order: Int) -> Bool { order <= 0 }
}

extension RuleExpression {
    /// A number above zero.
    public static var positive: RuleExpression { RuleExpression("positive") }

    /// A number below zero.
    public static var negative: RuleExpression { RuleExpression("negative") }

    /// Zero or a number above it.
    public static var nonNegative: RuleExpression { RuleExpression("nonNegative") }

    /// Zero or a number below it.
    public static var nonPositive: RuleExpression { RuleExpression("nonPositive") }
}
