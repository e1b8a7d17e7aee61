// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import AssayRegex

@Suite struct CorpusTests {
    /// Rows in which `$` matches before a final line feed, which it does not do here.
    private let finalLineFeed: Set = ["pcre2-match#389", "pcre2-match#553", "pcre2-match#3758"]

    /// True for the flags of rows that use Perl's repeated `x`, which is an error here.
    private func repeatsFlag(_ flags: String) -> Bool { flags.contains("xx") }

    /// What one row says: nil if the pattern or its flags are rejected.
    private func verdict(
        _ pattern: String, flags: String, on subject: String, fastest: Pattern.Engine
    ) -> MatchResult.Outcome? {
        guard let options = try? Pattern.Options(flags: flags),
            let compiled = try? Pattern(
                pattern, options: options, match: .search, fastest: fastest)
        else { return nil }
        return compiled.matches(
            subject, using: PatternScratch(limits: PatternLimits(subject: .max))
        )
        .outcome
    }

    @Test(arguments: [Pattern.Engine.automaton, .machineCode, .interpreter])
    func everyRowOfPCRE2sOwnTestsAgrees(engine: Pattern.Engine) throws {
        let rows = try Corpora.rows(of: "pcre2-match.jsonl", as: Corpora.Case.self)
        for row in rows {
            let pattern = try #require(row.args.pattern)
            let flags = row.args.flags ?? ""
            let found = verdict(pattern, flags: flags, on: row.value, fastest: engine)
            let matches = row.valid && !finalLineFeed.contains(row.id)
            let expected = matches ? MatchResult.Outcome.match : .noMatch
            #expect(
                found == (repeatsFlag(flags) ? nil : expected),
                "\(row.id) \(pattern.debugDescription)")
        }
    }

    @Test func everyPatternOfPCRE2sOwnTestsCompilesOrIsRejected() throws {
        let rows = try Corpora.rows(of: "pcre2-syntax.jsonl", as: Corpora.Case.self)
        for row in rows {
            let flags = row.args.flags ?? ""
            let options = try? Pattern.Options(flags: flags)
            let compiles = options.map { (try? Pattern.check(row.value, options: $0)) != nil }
            #expect(
                compiles == (repeatsFlag(flags) ? nil : row.valid),
                "\(row.id) \(row.value.debugDescription)")
        }
    }

    @Test(arguments: [Pattern.Engine.automaton, .machineCode, .interpreter])
    func aRunawayPatternIsDecidedRightlyOrNotAtAll(engine: Pattern.Engine) throws {
        let rows = try Corpora.rows(of: "redos.jsonl", as: Corpora.Pumped.self)
        var undecided = 0
        for row in rows {
            let found = verdict(row.pattern, flags: row.flags, on: row.subject, fastest: engine)
            let doesNotMatch = row.interpreter == "nomatch"
            #expect(found != nil && !(doesNotMatch && found == .match), "\(row.id)")
            if found != .noMatch && found != .match { undecided += 1 }
        }
        #expect(undecided < (engine == .automaton ? 10 : 60), "\(engine) \(undecided)")
    }
}
