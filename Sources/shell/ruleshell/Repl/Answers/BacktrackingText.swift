// SPDX-License-Identifier: Apache-2.0
import Assay
import AssayPatternAnalysis
import AssayRegex

/// The answer of `:redos`.
struct BacktrackingText {
    let paint: Paint

    static let nothing = """
        nothing found: no text that was tried takes more steps than its length explains
        This is not a proof; the match limit ends any search that takes too long.

        """

    func text(of found: CatastrophicBacktracking) -> String {
        var text =
            paint.bad("catastrophic backtracking")
            + ": the steps grow \(Self.words(of: found.growth, pump: found.pump))\n"
        text += "   bytes    steps\n"
        for measurement in found.measurements {
            text +=
                Self.right(measurement.length, width: 8) + Self.right(measurement.steps, width: 9)
                + "\n"
        }
        text += "\ninput  \(AnswerText.value(of: .string(found.input)))\n"
        text += "       is undecided, as is every longer text of its kind\n"
        if found.usesAutomaton {
            text += """
                       but not here: this pattern runs as an automaton, which reads each byte once;
                       elsewhere PCRE2, Java, Python, JavaScript and others search step by step

                """
        }
        guard let safer = found.saferPattern else {
            return text
                + "safer  none found; limit the length of the value before the pattern\n"
        }
        return text + "\(paint.good("safer"))  \(SafeText.line(safer))\n"
            + "       gives the same result on the \(found.verifiedSamples) texts tried\n"
    }

    private static func words(of growth: CatastrophicBacktracking.Growth, pump: String) -> String {
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

    private static func right(_ number: Int, width: Int) -> String {
        let text = "\(number)"
        return String(repeating: " ", count: max(1, width - text.count)) + text
    }
}

/// The pattern that `:redos` takes.
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
            throw argument.error("':redos' takes one pattern", help: "write :redos /^(a+)+$/")
        }
        try check(flags)
        return (source, flags)
    }

    private static func check(_ flags: String) throws(Diagnostic) {
        do throws(PatternFlagError) {
            _ = try Pattern.Options(flags: flags)
        } catch {
            throw Diagnostic(error.code, error.description, help: "the flags are i, m, s, x and n")
        }
    }

    static func diagnostic(of error: PatternError) -> Diagnostic {
        Diagnostic(
            error.code, "the pattern is wrong: \(error.message)",
            help: "patterns are those of PCRE2; between slashes, write a slash as \\/",
            excerpt: Excerpt(error.pattern, marking: error.offset..<error.offset))
    }
}
