// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayRegex

/// The working memory of patterns, one for each thread of validation.
enum RegexScratch {
    static let key = ScratchKey { PatternScratch() }
}

/// A compiled pattern from the arguments of a rule: `pattern`, `flags` and `match`.
struct PatternArgument: Sendable {
    static let parameters: [RuleParameter] = [
        RuleParameter("pattern", .pattern, isRequired: true, "A PCRE2 pattern"),
        RuleParameter(
            "flags", .string, default: "", "Any of i, m, s, x, n; a literal carries its own"),
        RuleParameter(
            "match", .choice(["search", "whole"]), default: "search",
            "Whether a part of the value is enough"),
    ]

    private let pattern: Pattern

    init(_ arguments: Arguments) throws(RuleError) {
        guard let (source, flags) = arguments.pattern("pattern") else {
            throw arguments.invalid("pattern", "is needed")
        }
        let more = arguments.string("flags") ?? ""
        let options = try PatternArgument.options(flags + more, arguments)
        try arguments.budget?.countPattern()
        do throws(PatternError) {
            pattern = try Pattern(
                source, options: options,
                match: arguments.choice("match") == "whole" ? .whole : .search)
        } catch {
            throw RuleError(
                error.code, "the pattern is wrong: \(error.description)",
                help: error.caretDiagram())
        }
        try arguments.budget?.countPattern(
            memory: pattern.memorySize, steps: pattern.compilationSteps)
    }

    /// Reads flag letters.
    static func options(
        _ flags: String, _ arguments: Arguments
    ) throws(RuleError) -> Pattern.Options {
        do throws(PatternFlagError) {
            return try Pattern.Options(flags: flags)
        } catch {
            throw RuleError(error.code, error.description)
        }
    }

    @inline(__always)
    func matches(_ value: FieldValue, _ scratch: PatternScratch) -> MatchResult {
        pattern.matches(value.unsafeBytes, using: scratch)
    }
}

extension Verdict {
    /// What a search that was given up means for the report.
    static func undecided(_ result: MatchResult) -> Verdict {
        guard case .undecided(let reason) = result.outcome else {
            return .undecided(.matcherError)
        }
        switch reason {
        case .matchLimit: return .undecided(.matchLimit)
        case .depthLimit: return .undecided(.depthLimit)
        case .heapLimit: return .undecided(.heapLimit)
        case .jitStackLimit: return .undecided(.jitStackLimit)
        case .subjectLimit: return .undecided(.subjectLimit)
        case .deadline: return .undecided(.deadline)
        case .cancelled: return .undecided(.cancelled)
        case .other: return .undecided(.matcherError)
        }
    }
}
