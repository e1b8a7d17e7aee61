// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@testable import AssayRegex
import CScans
import TestRandomness

@Suite struct PatternAutomatonTests {
    private let scratch = PatternScratch()
    /// The vectors that this processor has, and none.
    private static let levels = (0...assay_simd_best_level().rawValue).map {
        assay_simd_level(rawValue: $0)
    }

    @Test(arguments: [
        "^[a-z][a-z0-9_]*$", "[A-Z]", "^[0-9]{5}(?:-[0-9]{4})?$",
        "^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$",
        #"^[A-Za-z0-9._%+-]{1,64}@(?:[A-Za-z0-9-]{1,63}\.)+[A-Za-z]{2,63}$"#, "", "^$", "a|^b|c$",
        #"^https?://(?:[A-Za-z0-9-]{1,63}\.)+[A-Za-z]{2,63}(?::[0-9]{1,5})?(?:[/?#]\S*)?$"#,
        #"\A(a|b)+?\z"#, "^(?:a+)+$", #"[\w.-]"#, #"[\d-]"#, "[]a]", "[^]a]", "[a-]", "ä", "[^ä-ü]",
        ".*",
        "a{0}b", "(|a)", "}]",
    ])
    func aRegularPatternIsRunByAnAutomaton(pattern: String) throws {
        #expect(try Pattern(pattern).engine == .automaton)
    }

    @Test(arguments: [
        "(a)\\1", "(?=a)", "(?<!a)b", "(?>a)", "a*+", "(?i)a", "\\ba", "\\pL", "\\Qa\\E", "a^b",
        "a$b",
        "(^a)", "(a$)", "(?<x>a)", "(?|a)", "(?#c)a", "[[:alpha:]]", "\\x41", "\\R", "\\N", "\\h",
        "a{", "a{,3}", "(*UTF)a", "\\Z", "[\\b]", "(?R)?a", "^\\^^", "\\Ga",
        "a{4000}", "(?:(?:a?){30}){100}", "[01]*1[01]{12}$", "\\101", "\\cA", "\\X", "a\\K", "a?+",
    ])
    func anyOtherPatternIsRunByPCRE2(pattern: String) throws {
        #expect(try Pattern(pattern).engine == .machineCode)
    }

    @Test(arguments: [("i", true), ("m", false), ("x", false), ("s", true), ("n", true)])
    func flagsThatChangeTheSyntaxNeedPCRE2(flag: String, isRegular: Bool) throws {
        let pattern = try Pattern("^a.b$", options: Pattern.Options(flags: flag))
        #expect((pattern.engine == .automaton) == isRegular)
    }

    /// What a rule set may cost is counted in these steps, whether an automaton is found or not.
    @Test(arguments: [
        ("^[a-z][a-z0-9_]*$", 106), ("^(a|b)*a(a|b){9}x$", 60_789), ("[é-ü]|a{3}$", 280),
        (#"^[A-Za-z0-9._%+-]{1,64}@(?:[A-Za-z0-9-]{1,63}\.)+[A-Za-z]{2,63}$"#, 16_296),
        ("(?:(?:a?){30}){100}", 37_410), ("[01]*1[01]{12}$", 51_891),
        ("(?:[ab]*a[ab]{8})+$", 117_293), ("a{4000}", 36_001),
    ])
    func theStepsOfCompilationAreCounted(pattern: String, steps: Int) throws {
        #expect(try Pattern(pattern).compilationSteps == steps)
    }

    @Test func aLargeBoundHoldsOnBothSidesOfItsLength() throws {
        let letters = (0...70).map { String(repeating: "a", count: $0) }
        let subjects = letters + letters.map { $0 + "@b" } + letters.map { "@" + $0 }
        for source in ["^a{1,64}$", "^a{2,64}@b{0,31}$", "^(?:a|bb){3,40}$", "@a{30,33}$"] {
            #expect(compare(source, [], .search, on: subjects) == subjects.count)
        }
    }

    /// Compares the engines on subjects; returns how many comparisons were made.
    private func compare(
        _ source: String, _ options: Pattern.Options, _ match: Pattern.MatchMode,
        on subjects: [String]
    ) -> Int {
        let levels = Self.levels.map { level in
            try? Pattern(source, options: options, match: match, fastest: .automaton, level: level)
        }
        guard
            levels.allSatisfy({ $0?.engine == .automaton }),
            let slow = try? Pattern(
                source, options: options, match: match, fastest: .interpreter)
        else { return 0 }
        return subjects.count { subject in
            let expected = slow.matches(subject, using: scratch)
            guard !expected.isUndecided else { return false }
            for (fast, level) in zip(levels, Self.levels) {
                let found = fast?.matches(subject, using: scratch)
                guard found != expected else { continue }
                Issue.record(
                    """
                    \(source.debugDescription) \(match) on \(subject.debugDescription), \
                    \(String(cString: assay_simd_level_name(level))): \
                    \(String(describing: found))
                    """)
            }
            return true
        }
    }

    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func theAutomatonAgreesWithPCRE2OnRandomPatterns(seed: UInt64) {
        let environment = ProcessInfo.processInfo.environment
        let turns = environment["ASSAY_RANDOM_TURNS"].flatMap(Int.init) ?? 150
        var generator = RandomPattern(random: SeededNumbers(seed: seed))
        var compared = 0
        for _ in 0..<turns {
            let source = generator.pattern()
            let subjects = (0..<20).map { _ in generator.subject() }
            compared += compare(source, [], .search, on: subjects)
            compared += compare(source, .ignoreCase, .search, on: subjects)
            compared += compare(source, .dotAll, .whole, on: subjects)
        }
        #expect(compared > turns * 20, "too few random patterns are regular")
    }

    @Test func theAutomatonAgreesWithPCRE2OnEveryCodePoint() throws {
        let values =
            Array(0..<0x1000 as Range<UInt32>) + stride(from: 0x1000, to: 0x11_0000, by: 61)
        let subjects = values.compactMap { Unicode.Scalar($0).map { String($0) } }
        for source in [
            "^[^a]$", "^\\W$", "^.$", "^[é-\u{FFFF}]$", "^[\u{800}-\u{20000}]$", "^\\S$",
        ] {
            #expect(compare(source, [], .search, on: subjects) == subjects.count)
        }
    }

    @Test func theAutomatonAgreesWithPCRE2OnOthersTests() throws {
        let rows = try Corpora.rows(of: "pcre2-match.jsonl", as: Corpora.Case.self)
        var compared = 0
        for row in rows {
            guard let options = try? Pattern.Options(flags: row.args.flags ?? "") else { continue }
            let pattern = row.args.pattern ?? ""
            compared += compare(pattern, options, .search, on: [row.value])
            compared += compare(pattern, options, .whole, on: [row.value])
        }
        #expect(compared > 1_000)
    }
}
