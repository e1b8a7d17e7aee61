// SPDX-License-Identifier: Apache-2.0
public import AssayCore
import AssayRegex

/// `regex`: a string that a pattern matches, somewhere or as a whole.
struct RegexRule: BatchRule {
    enum Code: String, RuleCodes {
        case noMatch = "must match {pattern}"
    }

    static let definition = RuleDefinition(
        RegexRule.self, "regex", "Matches a pattern", standard: "PCRE2",
        parameters: PatternArgument.parameters, kinds: .string, codes: Code.self,
        examples: [
            .valid("user_1", "regex(/^[a-z][a-z0-9_]*$/)"),
            .valid("ABC", "regex(/abc/i, match=whole)"),
            .invalid("1user", "regex(/^[a-z][a-z0-9_]*$/)", code: "regex.noMatch"),
            .invalid("abcd", "regex(/abc/, match=whole)", code: "regex.noMatch"),
        ],
        traits: .searchesText)

    private let pattern: PatternArgument

    init(_ arguments: Arguments) throws(RuleError) {
        pattern = try PatternArgument(arguments)
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        pattern.verdict(of: value, in: context, match: .pass, noMatch: .fail(Code.noMatch))
    }

    var test: ValueTest? {
        var test = pattern.test
        test?.failure = .fail(Code.noMatch)
        return test
    }

    func evaluate(_ batch: RuleBatch) {
        batch.scratch(PatternArgument.scratch)._withUnsafeGuaranteedRef { scratch in
            pattern.recordUnmatched(batch, using: scratch, noMatch: .fail(Code.noMatch))
        }
    }
}

/// `notRegex`: a string that a pattern does not match.
struct NotRegexRule: Rule {
    enum Code: String, RuleCodes {
        case match = "must not match {pattern}"
    }

    static let definition = RuleDefinition(
        NotRegexRule.self, "notRegex", "Does not match a pattern", standard: "PCRE2",
        parameters: PatternArgument.parameters, kinds: .string, codes: Code.self,
        examples: [
            .valid("ok", "notRegex(/[<>]/)"),
            .invalid("<b>", "notRegex(/[<>]/)", code: "notRegex.match"),
        ],
        traits: .searchesText)

    private let pattern: PatternArgument

    init(_ arguments: Arguments) throws(RuleError) {
        pattern = try PatternArgument(arguments)
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        pattern.verdict(of: value, in: context, match: .fail(Code.match), noMatch: .pass)
    }
}

extension RuleExpression {
    /// The part of a value that a pattern has to match.
    public enum PatternMatch: String, RuleChoice {
        /// Any part of the text.
        case search
        /// The text from its first character to its last.
        case whole
    }

    /// Matches a PCRE2 pattern; flags: any of i, m, s, x, n.
    ///
    /// `\s`, `\d`, `\w` and `\b` are ASCII, so that `\S` matches a no-break space, unless the pattern begins
    /// with `(*UCP)`.
    public static func regex(
        _ pattern: String, flags: String = "", match: PatternMatch? = nil
    ) -> RuleExpression {
        RuleExpression(
            "regex", positional: [.pattern(source: pattern, flags: flags)],
            options: ["match": .choice(match)])
    }

    /// Does not match a PCRE2 pattern; flags: any of i, m, s, x, n.
    ///
    /// `\s`, `\d`, `\w` and `\b` are ASCII unless the pattern begins with `(*UCP)`.
    public static func notRegex(
        _ pattern: String, flags: String = "", match: PatternMatch? = nil
    ) -> RuleExpression {
        RuleExpression(
            "notRegex", positional: [.pattern(source: pattern, flags: flags)],
            options: ["match": .choice(match)])
    }
}
