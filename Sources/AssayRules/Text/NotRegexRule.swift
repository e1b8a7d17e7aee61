// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayRegex

/// `notRegex`: a string that a pattern does not match.
struct NotRegexRule: Rule {
    static let definition = RuleDefinition(
        NotRegexRule.self, "notRegex", "Does not match a pattern", standard: "PCRE2",
        parameters: PatternArgument.parameters,
        kinds: .string,
        codes: [RuleCode("notRegex.match", "must not match {pattern}")],
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
        context.scratch(RegexScratch.key)._withUnsafeGuaranteedRef { scratch in
            let result = pattern.matches(value, scratch)
            if result.isNoMatch { return .pass }
            return result.isMatch ? .fail() : .undecided(result)
        }
    }
}
