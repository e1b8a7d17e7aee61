// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayRegex

/// `regexPattern`: a string that is itself a pattern.
struct RegexPatternRule: Rule {
    static let definition = RuleDefinition(
        RegexPatternRule.self, "regexPattern", "A pattern that compiles", standard: "PCRE2",
        parameters: [
            RuleParameter(
                "flags", .string, default: "", "Any of i, m, s, x, n: how the pattern is read")
        ],
        kinds: .string,
        codes: [RuleCode("regexPattern.syntax", "must be a pattern; {error} at byte {offset}")],
        examples: [
            .valid("^a+$", "regexPattern"),
            .invalid("a(b", "regexPattern", code: "regexPattern.syntax"),
        ],
        traits: .searchesText)

    private let options: Pattern.Options

    init(_ arguments: Arguments) throws(RuleError) {
        options = try PatternArgument.options(arguments.string("flags") ?? "", arguments)
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        do throws(PatternError) {
            let source = String(decoding: value.unsafeBytes, as: UTF8.self)
            try Pattern.check(source, options: options)
            return .pass
        } catch {
            context.explain([
                ("error", .string(error.message)), ("offset", .integer(Int64(error.offset))),
            ])
            return .fail()
        }
    }
}
