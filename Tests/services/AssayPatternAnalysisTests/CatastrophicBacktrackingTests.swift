// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import AssayPatternAnalysis
@testable import AssayRegex

@Suite struct CatastrophicBacktrackingTests {
    @Test(arguments: [
        "^(a+)+$", "^(a|aa)+$", "^(\\w+\\s?)*$", "^([a-z]+[0-9]*)*!$", "(x+x+)+y",
        "^(?:[^\"]|\\w)*$(?<!q)", "^(?=(a+)+$)a", "^(?<all>.*\\w)*;$",
        "^(([a-z])+.)+[A-Z]([a-z])+$",
        "^[ a # b\n]*(a|a)*$",
    ])
    func exponentialPatternIsFound(pattern: String) throws {
        let found = try #require(
            try CatastrophicBacktracking.search(pattern: pattern, match: .search))
        guard case .exponential(let factor) = found.growth else {
            Issue.record("\(found.growth)")
            return
        }
        #expect(factor > 1.1)
        #expect(found.input.utf8.count < 300)
    }

    @Test(arguments: [
        ("^\\d*\\d*\\d*x", 2), ("^.*a.*a.*a$", 3), ("^(.*?,){4}P$", 4), ("^a*a*a*a*$(?<!b)", 3),
    ])
    func polynomialPatternIsFound(pattern: String, degree: Int) throws {
        let found = try #require(try CatastrophicBacktracking.search(pattern: pattern))
        #expect(found.growth == .polynomial(degree: degree))
    }

    @Test(arguments: [
        "", "a", "^[a-z]+$", "^(\\w++\\s?)*+$", "^\\d{4}-\\d\\d-\\d\\d$", "^(?>a+)+$",
        "(?i)abc|def",
        "^([a-z]+,)*[a-z]+$", "^(\\d{1,3}\\.){3}\\d{1,3}$", "[", "(?<n>a)\\k<n>", "\\Qa+\\E(",
        "^[^@\\s]+@[^@\\s]+\\.[a-z]{2,}(?<!x)$",
    ])
    func harmlessPatternIsNot(pattern: String) {
        #expect((try? CatastrophicBacktracking.search(pattern: pattern)) == nil)
    }

    @Test(
        arguments: [
            ("^(a+)+$", "^(a++)+$"), ("^(\\w+\\s?)*$", "^(\\w++\\s?)*$"), ("(x+x+)+y", "(x+x++)+y"),
            ("^(?:a|aa)+$", "^(?:a|aa)++$"), ("^.*a.*a$", nil),
        ] as [(String, String?)])
    func saferPatternAcceptsTheSame(pattern: String, safer: String?) throws {
        let found = try #require(try CatastrophicBacktracking.search(pattern: pattern))
        #expect(found.saferPattern == safer)
        guard let safer = found.saferPattern else { return }
        #expect(found.verifiedSamples >= 40)
        #expect(try CatastrophicBacktracking.search(pattern: safer) == nil)
    }

    @Test func inputIsTheShortestThatIsGivenUp() throws {
        let found = try #require(try CatastrophicBacktracking.search(pattern: "^(a+)+$"))
        #expect(found.pump == "a" && found.usesAutomaton)
        let limits = PatternLimits()
        let cut = String(found.input.dropFirst())
        for (text, isGivenUp) in [(found.input, true), (cut, false)] {
            let limit = Int(limits.matchLimit(length: text.utf8.count, isAnchored: true))
            let steps = try CatastrophicBacktracking.steps(of: "^(a+)+$", on: text, most: limit)
            #expect((steps == nil) == isGivenUp)
        }
    }

    @Test func measurementsGrow() throws {
        let found = try #require(try CatastrophicBacktracking.search(pattern: "(x+x+)+y"))
        #expect(found.measurements.count >= 4)
        for (before, after) in zip(found.measurements, found.measurements.dropFirst()) {
            #expect(before.length < after.length && before.steps < after.steps)
        }
        #expect(!found.usesAutomaton || found.measurements.last?.steps ?? 0 > 10_000)
    }

    @Test func sameSearchFindsTheSame() throws {
        for pattern in ["^(\\w+\\s?)*$", "(x+x+)+y"] {
            let first = try CatastrophicBacktracking.search(pattern: pattern)
            let second = try CatastrophicBacktracking.search(pattern: pattern)
            #expect(first == second)
        }
    }

    @Test(arguments: [
        "(?x) a b # (\n c", "(?i-s:a)", "[[:alpha:]\\d\\]-]", "[]a]", "\\x{1F600}\\p{Lu}\\PN",
        "(*UCP)a", "(?(1)a|b)", "(?P<n>a)(?P=n)", "\\g{-1}", "a{,3}", "a{2", "(?R)?", "\\", "[a-",
        "(((((", "a**", "(?", "\\c", "\\k{", "[\\", "[[:", "x{99999999999999999999}",
    ])
    func everyTextHasATree(pattern: String) {
        var sampler = PatternSampler(of: PatternTreeParser.tree(of: pattern, options: []))
        #expect(sampler.sample().utf8.count < 100_000)
    }

    @Test func nestingHasNoLimit() {
        let deep = String(repeating: "(", count: 5_000) + String(repeating: ")", count: 5_000)
        #expect(PatternTreeParser.tree(of: deep, options: []).quantifiers.isEmpty)
    }
}
