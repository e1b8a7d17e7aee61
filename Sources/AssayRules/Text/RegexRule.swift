// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayRegex

/// `regex`: a string that a pattern matches, somewhere or as a whole.
struct RegexRule: Rule {
    static let definition = RuleDefinition(
        RegexRule.self, "regex", "Matches a pattern", standard: "PCRE2",
        parameters: PatternArgument.parameters,
        kinds: .string,
        codes: [RuleCode("regex.noMatch", "must match {pattern}")],
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
        context.scratch(RegexScratch.key)._withUnsafeGuaranteedRef { verdict(value, $0) }
    }

    func evaluate(_ batch: RuleBatch) {
        batch.scratch(RegexScratch.key)._withUnsafeGuaranteedRef { scratch in
            for index in 0..<batch.rowCount {
                let row = Int(batch.rows[index])
                let verdict = verdict(batch.value(row), scratch)
                if !verdict.isPass { batch.record(verdict, row: row) }
            }
        }
    }

    @inline(__always)
    private func verdict(_ value: FieldValue, _ scratch: PatternScratch) -> Verdict {
        let result = pattern.matches(value, scratch)
        if result.isMatch { return .pass }
        return result.isNoMatch ? .fail() : .undecided(result)
    }
}
