// SPDX-License-Identifier: Apache-2.0
import AssayPatternAnalysis
import AssayRegex
import Testing

@Suite struct PatternEffortTests {
    @Test func tableNeedsNoSteps() throws {
        let effort = try Pattern("^[a-z]+$").effort(on: "abc")
        #expect(effort?.usesAutomaton == true)
        #expect(effort?.steps == nil)
    }

    @Test func stepsAreThoseThatTheLimitCounts() throws {
        let pattern = try Pattern(#"^(a+)+\1$"#)
        let text = "aaaaaaab"
        let effort = try #require(pattern.effort(on: text))
        let steps = try #require(effort.steps)
        #expect(steps > 16)
        for (limit, isDecided) in [(steps, true), (steps - 1, false)] {
            let limits = PatternLimits(match: UInt32(limit), floor: UInt32(limit))
            #expect((pattern.effort(on: text, limits: limits)?.steps != nil) == isDecided)
        }
    }

    @Test func moreStepsThanTheLimitAreNotCounted() throws {
        let effort = try Pattern(#"^(a+)+\1$"#).effort(
            on: String(repeating: "a", count: 40) + "b")
        #expect(effort.map { $0.steps == nil && !$0.usesAutomaton && $0.limit > 0 } == true)
    }

    @Test(arguments: [
        "^[A-Z]{2}-[0-9]{3}$", #"^(ab)+\1$"#, "cat|dog", #"\d{4}-\d{2}"#, "(?i)^x{3,5}y?$",
        #"^a\.b$"#,
    ])
    func firstLikelyTextMatches(source: String) throws {
        let pattern = try Pattern(source)
        let texts = pattern.likelyTexts()
        let first = try #require(texts.first)
        #expect(pattern.matches(first, using: PatternScratch()).isMatch)
        #expect(texts.contains { !pattern.matches($0, using: PatternScratch()).isMatch })
        #expect(texts == pattern.likelyTexts())
    }
}
