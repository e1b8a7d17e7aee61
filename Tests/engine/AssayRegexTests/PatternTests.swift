// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import AssayRegex

@Suite struct PatternTests {
    private let scratch = PatternScratch()

    private func outcomes(
        _ pattern: String, _ flags: String, _ match: Pattern.MatchMode, _ subject: String
    ) throws -> [MatchResult.Outcome] {
        try [Pattern.Engine.automaton, .machineCode, .interpreter].map { engine in
            try Pattern(
                pattern, options: Pattern.Options(flags: flags), match: match, fastest: engine
            ).matches(subject, using: scratch).outcome
        }
    }

    @Test(arguments: [
        ("ABC", "", "xabcx", false), ("ABC", "i", "xabcx", true), ("Ä", "i", "ä", true),
        ("^b", "", "a\nb", false), ("^b", "m", "a\nb", true), ("a$", "m", "a\nb", true),
        ("a.b", "", "a\nb", false), ("a.b", "s", "a\nb", true),
        ("a b #c", "", "ab", false), ("a b #c", "x", "ab", true),
        ("(?<x>a)(b)\\k<x>", "n", "aba", true),
        ("A.B", "simxn", "a\nb", true),
    ])
    func flagsChangeTheMeaning(
        pattern: String, flags: String, subject: String, matches: Bool
    ) throws {
        let expected: MatchResult.Outcome = matches ? .match : .noMatch
        for found in try outcomes(pattern, flags, .search, subject) { #expect(found == expected) }
    }

    @Test func noAutoCaptureLeavesNothingToReferTo() throws {
        #expect(throws: PatternError.self) { try Pattern("(a)\\1", options: .noAutoCapture) }
        #expect(throws: Never.self) { try Pattern("(a)\\1") }
    }

    @Test(arguments: [
        ("a|ab", "ab", true), ("a|ab", "abc", false), ("b", "ab", false), ("a*?", "aaa", true),
        ("a", "a\n", false), ("", "", true), ("", "a", false), ("(?x)a # b", "a", true),
        ("a|b", "ab", false), ("^a$", "a", true),
    ])
    func wholeMatchesFromFirstToLastByte(pattern: String, subject: String, matches: Bool) throws {
        let expected: MatchResult.Outcome = matches ? .match : .noMatch
        for found in try outcomes(pattern, "", .whole, subject) { #expect(found == expected) }
    }

    @Test(arguments: [
        ("a$", "a\n", false), ("a$", "a", true), ("\\d", "٣", false), ("(*UCP)\\d", "٣", true),
        ("^.$", "ä", true), ("^[^a]$", "中", true), ("^\\W$", "ä", true), ("a.c", "a\0c", true),
        ("\\bä\\b", "ä", false), ("^$", "", true), ("(*UTF)ä", "ä", true),
    ])
    func subjectsAreUTF8AndClassesASCII(pattern: String, subject: String, matches: Bool) throws {
        let expected: MatchResult.Outcome = matches ? .match : .noMatch
        for found in try outcomes(pattern, "", .search, subject) { #expect(found == expected) }
    }

    @Test(arguments: ["^$", "a*", "(?<!a)$", "\\A\\z"])
    func anEmptyBufferNeedsNoAddress(pattern: String) throws {
        for engine in [Pattern.Engine.automaton, .machineCode, .interpreter] {
            let compiled = try Pattern(pattern, options: [], match: .search, fastest: engine)
            let empty = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
            #expect(compiled.matches(empty, using: scratch) == .match)
        }
    }

    @Test func aBorrowedTextIsSearchedAsAString() throws {
        let text = "größe 12"
        #expect(try Pattern("ß.*\\d").matches(text.utf8Span.span, using: scratch) == .match)
        #expect(try Pattern("ss").matches(text.utf8Span.span, using: scratch) == .noMatch)
    }

    @Test func anotherSearchDoesNotSeeTheLastOne() throws {
        let runaway = try Pattern("^(?=(a+)+$)")
        let plain = try Pattern("(b)(c)(?!d)")
        for _ in 0..<3 {
            let tail = String(repeating: "a", count: 40) + "!"
            #expect(runaway.matches(tail, using: scratch).isUndecided)
            #expect(plain.matches("abc", using: scratch) == .match)
            #expect(plain.matches("abcd", using: scratch) == .noMatch)
        }
    }

    @Test(arguments: ["^[a-z]+[0-9]$", "(?=[a-z])[a-z]+[0-9]"])
    func onePatternServesSeveralThreads(source: String) async throws {
        let pattern = try Pattern(source)
        let wrong = await withTaskGroup(of: Int.self) { group in
            for task in 0..<4 {
                group.addTask {
                    let scratch = PatternScratch()
                    return (0..<2_000).count { turn in
                        let good = (turn + task).isMultiple(of: 2)
                        let subject = good ? "abc\(turn % 10)" : "abc-"
                        return pattern.matches(subject, using: scratch).isMatch != good
                    }
                }
            }
            return await group.reduce(0, +)
        }
        #expect(wrong == 0)
    }
}
