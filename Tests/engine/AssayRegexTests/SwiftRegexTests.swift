// SPDX-License-Identifier: Apache-2.0
import TestRandomness
import Testing

@testable import AssayRegex

/// Swift's own `Regex` in the place of PCRE2: it gives the same answers, or none.
@Suite struct SwiftRegexTests {
    /// Rows in which `$` matches before a final line feed, which it does not do here.
    private let finalLineFeed: Set = ["pcre2-match#389", "pcre2-match#553", "pcre2-match#3758"]

    /// The answer for one text, or the code of the error; nil where the text is too long.
    private func answer(_ pattern: String, flags: String, on subject: String) -> String? {
        do throws(PatternError) {
            guard let options = try? Pattern.Options(flags: flags) else { return "pattern.flag" }
            let code = try SwiftRegexCode(pattern, options: options, match: .search)
            var subject = subject
            return subject.withUTF8 { bytes in
                guard bytes.count <= code.longestSubject else { return nil }
                return code.matches(bytes) ? "match" : "no match"
            }
        } catch {
            return error.code
        }
    }

    @Test func everyRowOfPCRE2sOwnTestsAgreesOrHasNoAnswer() throws {
        let rows = try Corpora.rows(of: "pcre2-match.jsonl", as: Corpora.Case.self)
        var counts: [String: Int] = [:]
        for row in rows {
            let pattern = try #require(row.args.pattern)
            let found = answer(pattern, flags: row.args.flags ?? "", on: row.value) ?? "undecided"
            counts[found, default: 0] += 1
            guard found == "match" || found == "no match" else { continue }
            let expected = row.valid && !finalLineFeed.contains(row.id)
            #expect((found == "match") == expected, "\(row.id) \(pattern.debugDescription)")
        }
        // docs/conformance.md has these figures.
        #expect(counts["pattern.syntax"] == nil)
        #expect(counts["match", default: 0] + counts["no match", default: 0] >= 2_460, "\(counts)")
    }

    @Test func everyPatternOfPCRE2sOwnTestsIsReadOrRejectedAsThere() throws {
        let rows = try Corpora.rows(of: "pcre2-syntax.jsonl", as: Corpora.Case.self)
        for row in rows {
            guard let options = try? Pattern.Options(flags: row.args.flags ?? "") else { continue }
            do throws(PatternError) {
                _ = try PatternReader.read(row.value, options: options)
                #expect(row.valid, "\(row.id) \(row.value.debugDescription) is read")
            } catch {
                let isKnown = error.code == "pattern.unsupported"
                #expect(isKnown || !row.valid, "\(row.id) \(row.value.debugDescription) \(error)")
            }
        }
    }

    @Test(arguments: [
        ("a(b", "pattern.syntax: missing closing parenthesis at offset 3"),
        ("[b-a]", "pattern.syntax: range out of order in character class at offset 3"),
        ("a**", "pattern.syntax: quantifier does not follow a repeatable item at offset 2"),
        ("(a)\\2", "pattern.syntax: reference to non-existent subpattern at offset 4"),
        ("x{5,4}", "pattern.syntax: numbers out of order in {} quantifier at offset 5"),
        (
            "é(?<=a)b",
            "pattern.unsupported: without PCRE2 there is no support for lookbehind at offset 2"
        ),
        (
            "a(?R)?b",
            "pattern.unsupported: without PCRE2 there is no support for recursion at offset 1"
        ),
        (
            "(?m)a(^b)",
            "pattern.unsupported: without PCRE2 there is no support for '^' with the option m inside "
                + "of the pattern at offset 0"
        ),
        (
            "^.*\\b",
            "pattern.unsupported: without PCRE2 there is no support for \\b or \\B where the pattern "
                + "does not say which character precedes it at offset 0"
        ),
        (
            "^(a+)+$",
            "pattern.unbounded: without PCRE2 nothing would bound the search for this pattern, which "
                + "can read one text in too many ways; write it without repetition inside of "
                + "repetition at offset 0"
        ),
    ])
    func whatIsNotSearchedForSaysWhy(_ pattern: String, _ expected: String) {
        let error = #expect(throws: PatternError.self) {
            try SwiftRegexCode(pattern, options: [], match: .search)
        }
        #expect(error.map { "\($0.code): \($0)" } == expected)
    }

    /// The longest text that is searched; nil for a pattern that has no bound.
    @Test(
        arguments: [
            ("^[a-z]+@[a-z]+$", Int.max), ("abc", .max), ("[a-z]+@", 2_048),
            ("^(?=.*[A-Z])(?=.*[0-9]).{8,}$", 2_048), ("^.*a.*b", 2_048), ("^.*a.*b.*c", 256),
            (".*a.*b.*c", nil), ("(a+)+$", nil), ("^(a|a)*$", nil), ("^(a|ab)(c|bcd)*$", .max),
            ("^(\\w+\\.)*\\w+$", 2_048), ("^(a?){30}a{30}$", nil), ("^(a*)*$", nil),
            ("^(.*)\\1$", 256), (#"^(['"]).*\1$"#, .max),
            (String(repeating: "a?", count: 30) + String(repeating: "a", count: 30), nil),
        ] as [(String, Int?)])
    func textsAreAsLongAsAllWaysToReadThemAllow(_ pattern: String, _ longest: Int?) {
        let code = try? SwiftRegexCode(pattern, options: [], match: .search)
        #expect(code?.longestSubject == longest)
    }

    @Test(arguments: [0, 1, 2, 3] as [UInt64])
    func randomPatternsAgreeWithPCRE2(seed: UInt64) throws {
        var random = RandomPattern(random: SeededNumbers(seed: seed))
        var compared = 0
        for _ in 0..<300 {
            let source = random.pattern()
            for flags in ["", "i", "s"] {
                let options = try Pattern.Options(flags: flags)
                guard let code = try? SwiftRegexCode(source, options: options, match: .search),
                    let pattern = try? Pattern(
                        source, options: options, match: .search, fastest: .interpreter)
                else { continue }
                let scratch = PatternScratch()
                for _ in 0..<4 {
                    var subject = random.subject()
                    let result = pattern.matches(subject, using: scratch)
                    guard !result.isUndecided else { continue }
                    compared += 1
                    let matches = subject.withUTF8 { code.matches($0) }
                    #expect(
                        matches == result.isMatch,
                        "\(source.debugDescription) \(flags) \(subject.debugDescription)")
                }
            }
        }
        #expect(compared > 2_000)
    }

    @Test(
        arguments: [
            ("b(.)(x)?", "abc", [1..<3, 2..<3, nil]), ("(?m)^(b)", "a\nb", [2..<3, 2..<3]),
            ("\\bé?b", "a b", [2..<3]), ("^$", "", [0..<0]), ("a(é)", "éaé", [2..<5, 3..<5]),
        ] as [(String, String, [Range<Int>?])])
    func groupsHaveTheirPlacesInBytes(
        _ pattern: String, _ text: String, _ places: [Range<Int>?]
    ) throws {
        let code = try SwiftRegexCode(pattern, options: [], match: .search)
        var text = text
        #expect(text.withUTF8 { code.groups(in: $0) } == places)
    }
}
