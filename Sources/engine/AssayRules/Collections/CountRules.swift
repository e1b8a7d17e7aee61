// SPDX-License-Identifier: Apache-2.0
public import AssayCore

/// A bound of the number of an array's elements or an object's members.
protocol CountBound: Sendable {
    associatedtype Code: RuleCodes

    static var id: String { get }
    static var summary: String { get }
    static var kinds: ValueKinds { get }
    static var traits: RuleTraits { get }
    static var failure: Code { get }
    /// Values with 2 as the bound.
    static var examples: (valid: Value, invalid: Value) { get }

    static func counts(bound: Int) -> ClosedRange<Int>
}

/// `minItems`, `maxItems`, `minProperties` and `maxProperties`.
struct CountRule<Bound: CountBound>: BatchRule {
    static var definition: RuleDefinition {
        RuleDefinition(
            CountRule.self, Bound.id, Bound.summary,
            parameters: [
                RuleParameter(
                    "count", .integer, isRequired: true, limits: 0...Int64.max,
                    "The number of \(Bound.kinds == .array ? "elements" : "members"), inclusive")
            ],
            kinds: Bound.kinds, codes: Bound.Code.self,
            examples: [
                .valid(Bound.examples.valid, "\(Bound.id)(2)"),
                .invalid(
                    Bound.examples.invalid, "\(Bound.id)(2)",
                    code: "\(Bound.id).\(Bound.failure.name)"),
            ],
            traits: Bound.traits)
    }

    private let bound: Int

    init(_ arguments: Arguments) throws(RuleError) {
        bound = try arguments.int(required: "count")
    }

    var test: ValueTest? {
        var test = ValueTest(kinds: Bound.kinds)
        test.counts = Bound.counts(bound: bound)
        test.failure = .fail(Bound.failure)
        return test
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        .pass(if: Bound.counts(bound: bound).contains(value.count), else: Bound.failure)
    }
}

enum LeastItems: CountBound {
    enum Code: String, RuleCodes {
        case tooFew = "must have at least {count} {count:element|elements}"
    }

    static let id = "minItems"
    static let summary = "An array with at least a given number of elements"
    static let kinds = ValueKinds.array
    static let traits: RuleTraits = []
    static let failure = Code.tooFew
    static let examples: (valid: Value, invalid: Value) = ([1, 2], [1])

    static func counts(bound: Int) -> ClosedRange<Int> { bound...Int.max }
}

enum MostItems: CountBound {
    enum Code: String, RuleCodes {
        case tooMany = "must have at most {count} {count:element|elements}"
    }

    static let id = "maxItems"
    static let summary = "An array with at most a given number of elements"
    static let kinds = ValueKinds.array
    static let traits = RuleTraits.boundsElements
    static let failure = Code.tooMany
    static let examples: (valid: Value, invalid: Value) = ([1, 2], [1, 2, 3])

    static func counts(bound: Int) -> ClosedRange<Int> { 0...bound }
}

enum LeastProperties: CountBound {
    enum Code: String, RuleCodes {
        case tooFew = "must have at least {count} {count:member|members}"
    }

    static let id = "minProperties"
    static let summary = "An object with at least a given number of members"
    static let kinds = ValueKinds.object
    static let traits: RuleTraits = []
    static let failure = Code.tooFew
    static let examples: (valid: Value, invalid: Value) = (["a": 1, "b": 2], ["a": 1])

    static func counts(bound: Int) -> ClosedRange<Int> { bound...Int.max }
}

enum MostProperties: CountBound {
    enum Code: String, RuleCodes {
        case tooMany = "must have at most {count} {count:member|members}"
    }

    static let id = "maxProperties"
    static let summary = "An object with at most a given number of members"
    static let kinds = ValueKinds.object
    static let traits: RuleTraits = []
    static let failure = Code.tooMany
    static let examples: (valid: Value, invalid: Value) = (
        ["a": 1], ["a": 1, "b": 2, "c": 3]
    )

    static func counts(bound: Int) -> ClosedRange<Int> { 0...bound }
}

extension RuleExpression {
    /// An array with at least so many elements.
    public static func minItems(_ count: Int) -> RuleExpression {
        RuleExpression("minItems", positional: [.integer(count)])
    }

    /// An array with at most so many elements.
    public static func maxItems(_ count: Int) -> RuleExpression {
        RuleExpression("maxItems", positional: [.integer(count)])
    }

    /// An object with at least so many members.
    public static func minProperties(_ count: Int) -> RuleExpression {
        RuleExpression("minProperties", positional: [.integer(count)])
    }

    /// An object with at most so many members.
    public static func maxProperties(_ count: Int) -> RuleExpression {
        RuleExpression("maxProperties", positional: [.integer(count)])
    }
}
