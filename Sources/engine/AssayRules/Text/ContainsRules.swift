// SPDX-License-Identifier: Apache-2.0
public import AssayCore

/// `contains`: contains a text, at least a number of times.
struct ContainsRule: Rule {
    enum Code: String, RuleCodes {
        case missing = "must contain {text}{times:| at least {times} times}"
    }

    static let definition = RuleDefinition(
        ContainsRule.self, "contains", "Contains a text at least a given number of times",
        parameters: [.needle, .times, .ignoreCase], kinds: .string, codes: Code.self,
        examples: [
            .valid("a, b", "contains(\", \")"),
            .invalid("ab", "contains(\", \")", code: "contains.missing"),
        ])

    private let needle: TextNeedle
    private let times: Int

    init(_ arguments: Arguments) throws(RuleError) {
        needle = try TextNeedle(arguments)
        times = try arguments.int(required: "times")
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        .pass(if: needle.occurs(times, in: value), else: Code.missing)
    }
}

/// `notContains`: does not contain a text that number of times.
struct NotContainsRule: Rule {
    enum Code: String, RuleCodes {
        case found = "must not contain {text}{times:| {times} times or more}"
    }

    static let definition = RuleDefinition(
        NotContainsRule.self, "notContains", "Contains a text fewer than a given number of times",
        parameters: [.needle, .times, .ignoreCase], kinds: .string, codes: Code.self,
        examples: [
            .valid("ab", "notContains(\", \")"),
            .invalid("a, b", "notContains(\", \")", code: "notContains.found"),
        ])

    private let needle: TextNeedle
    private let times: Int

    init(_ arguments: Arguments) throws(RuleError) {
        needle = try TextNeedle(arguments)
        times = try arguments.int(required: "times")
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        .pass(if: !needle.occurs(times, in: value), else: Code.found)
    }
}

extension RuleParameter {
    fileprivate static let times = RuleParameter(
        "times", .integer, default: 1, limits: 1...1_000_000,
        "The number of occurrences, without overlaps")
}

extension RuleExpression {
    /// Contains a text, at least so many times.
    public static func contains(
        _ text: String, times: Int? = nil, ignoreCase: Bool? = nil
    ) -> RuleExpression {
        RuleExpression(
            "contains", positional: [.text(text)],
            options: ["times": .integer(times), "ignoreCase": .flag(ignoreCase)])
    }

    /// Does not contain a text so many times.
    public static func notContains(
        _ text: String, times: Int? = nil, ignoreCase: Bool? = nil
    ) -> RuleExpression {
        RuleExpression(
            "notContains", positional: [.text(text)],
            options: ["times": .integer(times), "ignoreCase": .flag(ignoreCase)])
    }
}
