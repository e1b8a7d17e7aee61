// SPDX-License-Identifier: Apache-2.0
import Assay

/// The answer of `:redos`.
struct ExplosionText {
    let paint: Paint

    static let nothing = """
        nothing found: no text that was tried takes more steps than its length explains
        That is no proof; the match limit ends any search that takes too long.

        """

    func text(_ found: PatternExplosion) -> String {
        var text =
            paint.bad("explodes") + ": the steps grow \(Self.words(found.growth, found.pump))\n"
        text += "   bytes    steps\n"
        for measurement in found.measurements {
            text += Self.right(measurement.length, 8) + Self.right(measurement.steps, 9) + "\n"
        }
        text += "\ninput  \(AnswerText.value(.string(found.input)))\n"
        text += "       is given up undecided, as is every longer one of its kind\n"
        if found.isSearchedByTable {
            text += """
                       but not here: this pattern is searched for by a table, which reads each byte
                       once; elsewhere PCRE2, Java, Python, JavaScript and others search step by step

                """
        }
        guard let safer = found.saferPattern else {
            return text
                + "safer  none found; bound the length of the value in front of the pattern\n"
        }
        return text + "\(paint.good("safer"))  \(SafeText.line(safer))\n"
            + "       says the same of the \(found.verifiedSamples) texts that were tried\n"
    }

    private static func words(_ growth: PatternExplosion.Growth, _ pump: String) -> String {
        let shown = SafeText.line(Value.string(pump).json)
        switch growth {
        case .polynomial(let degree):
            return "with the \(ordinal(degree)) power of the number of \(shown)"
        case .exponential(let factor):
            let tenths = Int((factor * 10).rounded())
            return "exponentially, \(tenths / 10).\(tenths % 10) times with each further \(shown)"
        }
    }

    private static func ordinal(_ number: Int) -> String {
        switch number {
        case 2: "second"
        case 3: "third"
        default: "\(number)th"
        }
    }

    private static func right(_ number: Int, _ width: Int) -> String {
        let text = "\(number)"
        return String(repeating: " ", count: max(1, width - text.count)) + text
    }
}

/// The pattern that is given to `:redos`.
enum PatternArgumentText {
    /// A pattern between slashes with its flags, or as it is.
    static func read(
        _ argument: PromptArgument
    ) throws(Diagnostic) -> (source: String, flags: String) {
        guard argument.text.hasPrefix("/"), argument.text.count > 1 else {
            return (argument.text, "")
        }
        let text = "regex(\(argument.text))"
        let rule: RuleExpression
        do throws(ExpressionError) {
            rule = try RuleExpressionParser.parseOne(text)
        } catch {
            throw Diagnostic(error, in: text)
        }
        guard case .pattern(let source, let flags)? = rule.arguments.first?.value,
            rule.arguments.count == 1
        else {
            throw argument.mistake("':redos' takes one pattern", help: "write :redos /^(a+)+$/")
        }
        try check(flags)
        return (source, flags)
    }

    private static func check(_ flags: String) throws(Diagnostic) {
        do throws(PatternFlagError) {
            _ = try Pattern.Options(flags: flags)
        } catch {
            throw Diagnostic(error.code, error.description, help: "i, m, s, x and n are flags")
        }
    }

    static func mistake(_ error: PatternError) -> Diagnostic {
        Diagnostic(
            error.code, "the pattern is wrong: \(error.message)",
            help: "a pattern is one of PCRE2; a slash in it is written \\/ between slashes",
            excerpt: Excerpt(error.pattern, marking: error.offset..<error.offset))
    }
}
