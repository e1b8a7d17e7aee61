// SPDX-License-Identifier: Apache-2.0
public import AssayCore

extension RuleExpression {
    /// Length of a string within bounds: `.length(3...20)`, `.length(3...)`, `.length(...20)`.
    public static func length(
        _ bounds: ClosedRange<Int>, unit: LengthUnit = .characters
    ) -> RuleExpression {
        built(
            "length",
            [
                .range(
                    lower: .integer(Int64(bounds.lowerBound)),
                    upper: .integer(Int64(bounds.upperBound)))
            ],
            ["unit": .choice(unit, default: .characters)])
    }

    /// Length of a string within bounds: `.length(3...20)`, `.length(3...)`, `.length(...20)`.
    public static func length(
        _ bounds: PartialRangeFrom<Int>, unit: LengthUnit = .characters
    ) -> RuleExpression {
        built(
            "length", [.range(lower: .integer(Int64(bounds.lowerBound)), upper: nil)],
            ["unit": .choice(unit, default: .characters)])
    }

    /// Length of a string within bounds: `.length(3...20)`, `.length(3...)`, `.length(...20)`.
    public static func length(
        _ bounds: PartialRangeThrough<Int>, unit: LengthUnit = .characters
    ) -> RuleExpression {
        built(
            "length", [.range(lower: nil, upper: .integer(Int64(bounds.upperBound)))],
            ["unit": .choice(unit, default: .characters)])
    }

    /// Matches a PCRE2 pattern; flags: any of i, m, s, x, n.
    public static func regex(
        _ pattern: String, flags: String = "", match: PatternMatch = .search
    ) -> RuleExpression {
        built(
            "regex", [.pattern(source: pattern, flags: flags)],
            ["match": .choice(match, default: .search)])
    }

    /// Does not match a PCRE2 pattern; flags: any of i, m, s, x, n.
    public static func notRegex(
        _ pattern: String, flags: String = "", match: PatternMatch = .search
    ) -> RuleExpression {
        built(
            "notRegex", [.pattern(source: pattern, flags: flags)],
            ["match": .choice(match, default: .search)])
    }

    /// A PCRE2 pattern that compiles.
    public static var regexPattern: RuleExpression { built("regexPattern") }

    /// Contains a text, at least so many times.
    public static func contains(
        _ text: String, times: Int = 1, ignoreCase: Bool = false
    ) -> RuleExpression {
        built(
            "contains", [.text(text)],
            ["times": times == 1 ? nil : .integer(times), "ignoreCase": .flag(ignoreCase)])
    }

    /// Does not contain a text so many times.
    public static func notContains(
        _ text: String, times: Int = 1, ignoreCase: Bool = false
    ) -> RuleExpression {
        built(
            "notContains", [.text(text)],
            ["times": times == 1 ? nil : .integer(times), "ignoreCase": .flag(ignoreCase)])
    }

    /// Begins with a text.
    public static func startsWith(_ text: String, ignoreCase: Bool = false) -> RuleExpression {
        built("startsWith", [.text(text)], ["ignoreCase": .flag(ignoreCase)])
    }

    /// Ends with a text.
    public static func endsWith(_ text: String, ignoreCase: Bool = false) -> RuleExpression {
        built("endsWith", [.text(text)], ["ignoreCase": .flag(ignoreCase)])
    }

    /// Does not begin with a text.
    public static func notStartsWith(_ text: String, ignoreCase: Bool = false) -> RuleExpression {
        built("notStartsWith", [.text(text)], ["ignoreCase": .flag(ignoreCase)])
    }

    /// Does not end with a text.
    public static func notEndsWith(_ text: String, ignoreCase: Bool = false) -> RuleExpression {
        built("notEndsWith", [.text(text)], ["ignoreCase": .flag(ignoreCase)])
    }
}
