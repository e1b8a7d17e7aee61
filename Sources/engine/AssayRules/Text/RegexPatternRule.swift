// SPDX-License-Identifier: Apache-2.0
public import AssayCore
import AssayRegex

/// `regexPattern`: a string that is itself a pattern.
struct RegexPatternRule: Rule {
    enum Code: String, RuleCodes {
        case syntax = "must be a valid pattern: {error} at byte {offset}"
    }

    static let definition = RuleDefinition(
        RegexPatternRule.self, "regexPattern", "A pattern that compiles", standard: "PCRE2",
        parameters: [
            RuleParameter(
                "flags", .string, default: "",
                "Any of i, m, s, x, n, with which the pattern is read")
        ],
        kinds: .string, codes: Code.self,
        examples: [
            .valid("^a+$", "regexPattern"),
            .invalid("a(b", "regexPattern", code: "regexPattern.syntax"),
        ],
        traits: .searchesText)

    private let options: Pattern.Options

    init(_ arguments: Arguments) throws(RuleError) {
        options = try PatternArgument.options(flags: try arguments.string(required: "flags"))
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        do throws(PatternError) {
            try Pattern.check(String(copying: value.utf8), options: options)
            return .pass
        } catch {
            // PCRE2 may well accept it.
            if error.code == "pattern.unsupported" { return .undecided(.matcherError) }
            context.explain([
                "error": .string(error.message), "offset": .integer(Int64(error.offset)),
            ])
            return .fail(Code.syntax)
        }
    }
}

extension RuleExpression {
    /// A PCRE2 pattern that compiles.
    public static var regexPattern: RuleExpression { RuleExpression("regexPattern") }
}
