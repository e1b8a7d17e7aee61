// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayRegex

/// A compiled pattern from the arguments of a rule: `pattern`, `flags` and `match`.
struct PatternArgument: Sendable {
    static let parameters: [RuleParameter] = [
        RuleParameter(
            "pattern", .pattern, isRequired: true,
            "A PCRE2 pattern; \\s, \\d, \\w and \\b are ASCII unless it begins with (*UCP)"),
        RuleParameter(
            "flags", .string, default: "", "Any of i, m, s, x, n; a literal carries its own"),
        .choice(
            "match", default: RuleExpression.PatternMatch.search,
            "With search, the pattern matches anywhere in the value; with whole, it matches all of it"
        ),
    ]

    /// The working memory of searches, one for each thread of validation.
    static let scratch = ScratchKey { PatternScratch() }

    private let pattern: Pattern

    init(_ arguments: Arguments) throws(RuleError) {
        guard let (source, flags) = arguments.pattern("pattern") else {
            throw arguments.invalid("pattern", "must be given")
        }
        let options = try PatternArgument.options(
            flags: flags + (try arguments.string(required: "flags")))
        let match: RuleExpression.PatternMatch = try arguments.choice("match")
        try arguments.budget?.countPattern()
        do throws(PatternError) {
            pattern = try Pattern.shared(
                source, options: options, match: match == .whole ? .whole : .search)
        } catch {
            throw RuleError(
                error.code, "the pattern is wrong: \(error.description)",
                help: error.caretDiagram())
        }
        try arguments.budget?.countPattern(
            memory: pattern.memorySize, steps: pattern.compilationSteps)
    }

    /// Reads flag letters.
    static func options(flags: String) throws(RuleError) -> Pattern.Options {
        do throws(PatternFlagError) {
            return try Pattern.Options(flags: flags)
        } catch {
            throw RuleError(error.code, error.description)
        }
    }

    /// The test by a scan that a value matches, or `nil` if the pattern has no scan.
    var test: ValueTest? {
        pattern.scan.map { scan in
            var test = ValueTest(kinds: .string)
            test.scans = [scan]
            return test
        }
    }

    /// Searches a value: `match` is the verdict where the pattern matches, `noMatch` where not.
    func verdict(
        of value: FieldValue, in context: RuleContext, match: Verdict, noMatch: Verdict
    ) -> Verdict {
        // Borrowed without counting references, which costs two atomic operations for each value.
        context.scratch(Self.scratch)._withUnsafeGuaranteedRef {
            verdict(of: value, using: $0, match: match, noMatch: noMatch)
        }
    }

    /// Searches the values of a batch, and records those where the pattern does not match.
    func recordUnmatched(_ batch: RuleBatch, using scratch: PatternScratch, noMatch: Verdict) {
        var index = 0
        while index < batch.rowCount {
            let isKnown: Bool
            (index, isKnown) = pattern.firstUnmatched(
                in: batch.column, rows: batch.rows, from: index, count: batch.rowCount)
            guard index < batch.rowCount else { return }
            let row = Int(batch.rows[index])
            let verdict =
                isKnown
                ? noMatch
                : verdict(of: batch.value(row), using: scratch, match: .pass, noMatch: noMatch)
            if !verdict.isPass { batch.record(verdict, row: row) }
            index += 1
        }
    }

    /// Searches a value; PCRE2 reads its bytes where they are.
    @inline(__always)
    func verdict(
        of value: FieldValue, using scratch: PatternScratch, match: Verdict, noMatch: Verdict
    ) -> Verdict {
        let result = pattern.matches(value.unsafeBytes, using: scratch)
        if result.isMatch { return match }
        return result.isNoMatch ? noMatch : .undecided(result)
    }
}

extension Verdict {
    /// Returns the verdict on a value whose search was given up.
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
