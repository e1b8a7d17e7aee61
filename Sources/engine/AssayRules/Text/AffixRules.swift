// SPDX-License-Identifier: Apache-2.0
public import AssayCore

/// A condition on the start or the end of values.
protocol Affix: Sendable {
    associatedtype Code: RuleCodes

    static var id: String { get }
    static var summary: String { get }
    static var failure: Code { get }
    static var examples: (valid: Value, invalid: Value) { get }

    static func accepts(_ value: FieldValue, _ needle: TextNeedle) -> Bool
}

/// `startsWith`, `endsWith`, `notStartsWith` and `notEndsWith`.
struct AffixRule<Place: Affix>: Rule {
    static var definition: RuleDefinition {
        RuleDefinition(
            AffixRule.self, Place.id, Place.summary, parameters: [.needle, .ignoreCase],
            kinds: .string, codes: Place.Code.self,
            examples: [
                .valid(Place.examples.valid, "\(Place.id)(\"https\")"),
                .invalid(
                    Place.examples.invalid, "\(Place.id)(\"HTTPS\", ignoreCase=true)",
                    code: "\(Place.id).\(Place.failure.name)"),
            ])
    }

    private let needle: TextNeedle

    init(_ arguments: Arguments) throws(RuleError) {
        needle = try TextNeedle(arguments)
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        .pass(if: Place.accepts(value, needle), else: Place.failure)
    }
}

enum Prefix: Affix {
    enum Code: String, RuleCodes {
        case missing = "must begin with {text}"
    }

    static let id = "startsWith"
    static let summary = "Begins with a text"
    static let failure = Code.missing
    static let examples: (valid: Value, invalid: Value) = ("https://x", "x")

    static func accepts(_ value: FieldValue, _ needle: TextNeedle) -> Bool {
        needle.isPrefix(of: value)
    }
}

enum Suffix: Affix {
    enum Code: String, RuleCodes {
        case missing = "must end with {text}"
    }

    static let id = "endsWith"
    static let summary = "Ends with a text"
    static let failure = Code.missing
    static let examples: (valid: Value, invalid: Value) = ("x/https", "x")

    static func accepts(_ value: FieldValue, _ needle: TextNeedle) -> Bool {
        needle.isSuffix(of: value)
    }
}

enum NoPrefix: Affix {
    enum Code: String, RuleCodes {
        case found = "must not begin with {text}"
    }

    static let id = "notStartsWith"
    static let summary = "Does not begin with a text"
    static let failure = Code.found
    static let examples: (valid: Value, invalid: Value) = ("x", "https://x")

    static func accepts(_ value: FieldValue, _ needle: TextNeedle) -> Bool {
        !needle.isPrefix(of: value)
    }
}

enum NoSuffix: Affix {
    enum Code: String, RuleCodes {
        case found = "must not end with {text}"
    }

    static let id = "notEndsWith"
    static let summary = "Does not end with a text"
    static let failure = Code.found
    static let examples: (valid: Value, invalid: Value) = ("x", "x/https")

    static func accepts(_ value: FieldValue, _ needle: TextNeedle) -> Bool {
        !needle.isSuffix(of: value)
    }
}

extension RuleExpression {
    /// Begins with a text.
    public static func startsWith(_ text: String, ignoreCase: Bool? = nil) -> RuleExpression {
        RuleExpression(
            "startsWith", positional: [.text(text)], options: ["ignoreCase": .flag(ignoreCase)])
    }

    /// Ends with a text.
    public static func endsWith(_ text: String, ignoreCase: Bool? = nil) -> RuleExpression {
        RuleExpression(
            "endsWith", positional: [.text(text)], options: ["ignoreCase": .flag(ignoreCase)])
    }

    /// Does not begin with a text.
    public static func notStartsWith(_ text: String, ignoreCase: Bool? = nil) -> RuleExpression {
        RuleExpression(
            "notStartsWith", positional: [.text(text)],
            options: ["ignoreCase": .flag(ignoreCase)])
    }

    /// Does not end with a text.
    public static func notEndsWith(_ text: String, ignoreCase: Bool? = nil) -> RuleExpression {
        RuleExpression(
            "notEndsWith", positional: [.text(text)], options: ["ignoreCase": .flag(ignoreCase)])
    }
}
