// SPDX-License-Identifier: Apache-2.0
public import AssayCore

/// A kind that a rule of its own checks for.
protocol RequiredKind: Sendable {
    static var name: String { get }
    static var summary: String { get }
    static var kinds: ValueKinds { get }
    static var examples: (valid: Value, invalid: Value) { get }
}

/// `string`, `array` and `object`: the kind alone; a value of another kind fails with `<id>.kind`.
struct KindRule<Kind: RequiredKind>: BatchRule {
    static var definition: RuleDefinition {
        RuleDefinition(
            KindRule.self, Kind.name, Kind.summary, kinds: Kind.kinds,
            examples: [
                .valid(Kind.examples.valid, Kind.name),
                .invalid(Kind.examples.invalid, Kind.name, code: "\(Kind.name).kind"),
            ],
            traits: [.stopsOnFailure, .checksKind])
    }

    init(_ arguments: Arguments) {}

    var test: ValueTest? { ValueTest(kinds: Kind.kinds) }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict { .pass }

    func evaluate(_ batch: RuleBatch) {}
}

enum StringKind: RequiredKind {
    static let name = "string"
    static let summary = "A string"
    static let kinds = ValueKinds.string
    static let examples: (valid: Value, invalid: Value) = ("a", 1)
}

enum ArrayKind: RequiredKind {
    static let name = "array"
    static let summary = "An array"
    static let kinds = ValueKinds.array
    static let examples: (valid: Value, invalid: Value) = ([1], "[1]")
}

enum ObjectKind: RequiredKind {
    static let name = "object"
    static let summary = "An object"
    static let kinds = ValueKinds.object
    static let examples: (valid: Value, invalid: Value) = (["a": 1], [1])
}

extension RuleExpression {
    /// A string.
    public static var string: RuleExpression { RuleExpression("string") }

    /// An array.
    public static var array: RuleExpression { RuleExpression("array") }

    /// An object.
    public static var object: RuleExpression { RuleExpression("object") }
}
