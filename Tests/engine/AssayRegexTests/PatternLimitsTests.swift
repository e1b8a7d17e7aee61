// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import AssayRegex

@Suite struct PatternLimitsTests {
    private let runaway = String(repeating: "a", count: 40) + "!"

    private func outcome(
        _ pattern: String, _ subject: String, _ engine: Pattern.Engine,
        _ limits: PatternLimits = PatternLimits()
    ) throws -> MatchResult.Outcome {
        let scratch = PatternScratch(limits: limits, stackKiB: 32)
        return try Pattern(pattern, options: [], match: .search, fastest: engine)
            .matches(subject, using: scratch).outcome
    }

    @Test(arguments: [Pattern.Engine.machineCode, .interpreter])
    func aMatchLimitIsUndecided(engine: Pattern.Engine) throws {
        #expect(try outcome("^(a+)+$", runaway, engine) == .undecided(.matchLimit))
        #expect(try outcome("(a|a)+$", runaway, engine) == .undecided(.matchLimit))
    }

    @Test func aDepthLimitIsUndecided() throws {
        let limits = PatternLimits(depth: 10)
        #expect(
            try outcome("^(a|b)+$", runaway, .interpreter, limits) == .undecided(.depthLimit))
    }

    @Test func aHeapLimitIsUndecided() throws {
        let limits = PatternLimits(heapKiB: 1)
        let long = String(repeating: "ab", count: 5_000)
        #expect(
            try outcome("^(?:(a)|(b))+$", long, .interpreter, limits) == .undecided(.heapLimit))
    }

    @Test func aStackLimitIsUndecided() throws {
        let long = String(repeating: "a", count: 8_000)
        #expect(try outcome("^(a|b)+$", long, .machineCode) == .undecided(.jitStackLimit))
    }

    @Test(arguments: [
        "(*LIMIT_MATCH=4000000000)^(?=(a+)+$)", "(*NO_JIT)^(a+)+$",
        "(*LIMIT_DEPTH=4000000000)(*NO_JIT)(a+)+$", "(*NO_START_OPT)(*NO_AUTO_POSSESS)^(a+)+$",
        "(*LIMIT_HEAP=4000000000)(*NO_JIT)^(a+)+$",
    ])
    func aPatternCannotRaiseTheLimits(pattern: String) throws {
        #expect(try outcome(pattern, runaway, .automaton) == .undecided(.matchLimit))
    }

    @Test func aPatternCanLowerTheLimits() throws {
        let pattern = "(*LIMIT_MATCH=3)^(?:(?=a)a|b)*$"
        #expect(try outcome(pattern, "aaaaaac", .automaton) == .undecided(.matchLimit))
    }

    @Test func aRegularPatternNeedsNoLimit() throws {
        let none = PatternLimits(match: 0, steps: 0, scan: 0, floor: 0)
        #expect(try outcome("^(a+)+$", runaway, .automaton, none) == .noMatch)
    }

    @Test func theLimitNeverRisesWithTheLength() {
        let limits = PatternLimits()
        for isAnchored in [true, false] {
            let steps = (0...20_000).map { limits.matchLimit(length: $0, isAnchored: isAnchored) }
            #expect(zip(steps, steps.dropFirst()).allSatisfy { $0 >= $1 })
            #expect(steps.allSatisfy { (128...65_536).contains($0) })
        }
        #expect(limits.matchLimit(length: 50, isAnchored: false) == 16_384)
        #expect(limits.matchLimit(length: 1_000, isAnchored: false) == 1_024)
        #expect(limits.matchLimit(length: 8_000, isAnchored: false) == 128)
        #expect(limits.matchLimit(length: 1_000, isAnchored: true) == 65_536)
        #expect(limits.matchLimit(length: 8_000, isAnchored: true) == 8_192)
        #expect(limits.matchLimit(length: .max, isAnchored: true) == 128)
    }

    @Test(arguments: [
        (Int32(1), MatchResult.Outcome.match), (-1, .noMatch), (-46, .undecided(.jitStackLimit)),
        (-47, .undecided(.matchLimit)), (-53, .undecided(.depthLimit)),
        (-63, .undecided(.heapLimit)), (-52, .undecided(.other(-52))),
    ])
    func aRawResultNamesExactlyOneOutcome(raw: Int32, outcome: MatchResult.Outcome) {
        let result = MatchResult(rawValue: raw)
        #expect(result.outcome == outcome)
        #expect([result.isMatch, result.isNoMatch, result.isUndecided].count { $0 } == 1)
    }

    @Test(arguments: [
        (MatchResult.UndecidedReason.matchLimit, "the match limit was reached"),
        (.depthLimit, "the depth limit was reached"),
        (.heapLimit, "the heap limit was reached"),
        (.jitStackLimit, "the matcher's stack was used up"),
        (.subjectLimit, "the subject is longer than the subject limit"),
        (.deadline, "the deadline passed"), (.cancelled, "the search was cancelled"),
        (.other(-52), "PCRE2 reported error -52"),
    ])
    func aReasonReadsAsAClause(reason: MatchResult.UndecidedReason, text: String) {
        #expect(reason.description == text)
    }
}
