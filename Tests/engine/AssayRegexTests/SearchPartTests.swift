// SPDX-License-Identifier: Apache-2.0
import AssayCore
import TestRandomness
import Testing

@testable import AssayRegex

/// Searches in parts, between which a validation can end.
@Suite struct SearchPartTests {
    private static func scratch(
        _ limits: PatternLimits, _ execution: ExecutionLimits?
    ) -> PatternScratch {
        let scratch = PatternScratch(limits: limits)
        scratch.executionLimits = execution
        return scratch
    }

    private static let endless = ExecutionLimits(cancellation: CancellationToken())

    private static let patterns = [
        #"\bend$"#, #"(a)\1b"#, #"(?<=é)x"#, "(?i)K+z", #"a+\bc"#, #"^.*?\bpremium\b"#, "(?m)^z",
        #"\Z"#,
        #"(?:(?=a*b)a)+c"#, "(?s).(?!.)", #"(*UCP)\w+!"#, #"(\w)\1\1"#, "x?+y", #"(?:a|a)*\bq"#,
        "(?=b)", #"\Gz"#, "a(*COMMIT)b", "a+(*SKIP)b|z", "(*PRUNE)a\\bz|é$", #"\Gaa|\Kq"#,
    ]

    @Test(arguments: patterns)
    func searchInPartsHasTheAnswerOfTheWholeSearch(source: String) throws {
        var random = SeededNumbers(seed: 5)
        let engines: [Pattern.Engine] = [.machineCode, .interpreter]
        let tails = [
            "", "z", "end", "aab", "éx", "Kz", "-c", "!", "premium", "b", "qq", "y", "\nz", "é",
        ]
        for length in [4094, 4100, 5000, 9001] {
            for tail in tails {
                let filler =
                    ["a", "é", "ab", "a ", "xé", "-", "ab\n"].randomElement(using: &random) ?? "a"
                let head = String(repeating: filler, count: length / filler.utf8.count)
                let subject = Bool.random(using: &random) ? head + tail : head + tail + head
                for engine in engines {
                    let pattern = try Pattern(source, options: [], match: .search, fastest: engine)
                    let whole = pattern.matches(subject, using: Self.scratch(PatternLimits(), nil))
                    let parts = pattern.matches(
                        subject, using: Self.scratch(PatternLimits(), Self.endless))
                    #expect(whole == parts, "\(filler) \(length) \(tail) \(engine)")
                }
            }
        }
    }

    @Test func matchAtEveryPlaceIsFound() throws {
        let pattern = try Pattern(#"(b)(?<=b)"#)
        let scratch = Self.scratch(PatternLimits(), Self.endless)
        let count = 4500
        for place in stride(from: 0, to: count, by: 7) {
            for letter in ["a", "é"] {
                let subject =
                    String(repeating: letter, count: place) + "b"
                    + String(repeating: letter, count: count - place)
                #expect(pattern.matches(subject, using: scratch).isMatch, "\(place)")
            }
        }
    }

    @Test func partsCoverEveryPlaceOnce() {
        for length in [4097, 65_536, 1 << 20] {
            let subject = [UInt8](repeating: 0x61, count: length)
            var part = SearchPart(length: length, mostSteps: 128)
            var next = 0
            var count = 0
            subject.withUnsafeBufferPointer { subject in
                guard let start = subject.baseAddress else { return }
                while next <= length {
                    #expect(part.first == next)
                    if count % 5 == 1 { part.narrow() }
                    let last = part.last(in: start)
                    #expect(last >= part.first)
                    #expect((last - part.first + 1) * Int(part.steps) * length <= 1 << 31)
                    next = last + 1
                    count += 1
                    guard last < length else { break }
                    part.goOn(after: last, in: start)
                }
            }
            #expect(next == length + 1)
            #expect(count <= length / 4)
        }
    }

    /// Searches that take hours without a look at the clock.
    @Test(arguments: [
        #"(?:(?=.*b)a)*c"#, #"a+\bc"#, #"(?:a*+-?){1,3}!x"#, #"\Gx|a+\bc"#,
        #"(?:(?=.*b)a)*(*SKIP)c"#, #"(?:a*+-?){1,3}!(*COMMIT)x?"#,
    ])
    func deadlineEndsASearch(source: String) throws {
        let subject = String(repeating: "a", count: 1 << 22) + "-c!"
        let limits = PatternLimits(subject: .max)
        for engine in [Pattern.Engine.machineCode, .interpreter] {
            let scratch = Self.scratch(limits, ExecutionLimits(timeout: .milliseconds(1)))
            let pattern = try Pattern(source, options: [], match: .search, fastest: engine)
            #expect(pattern.matches(subject, using: scratch).outcome == .undecided(.deadline))
        }
    }

    @Test func cancelledSearchIsUndecided() throws {
        let cancellation = CancellationToken()
        cancellation.cancel()
        let scratch = Self.scratch(PatternLimits(), ExecutionLimits(cancellation: cancellation))
        let subject = String(repeating: "a", count: 60_000)
        #expect(
            try Pattern(#"(a)\1b"#).matches(subject, using: scratch).outcome
                == .undecided(.cancelled))
    }

    @Test func manyShortSearchesEndToo() throws {
        let scratch = Self.scratch(PatternLimits(), ExecutionLimits(timeout: .zero))
        let pattern = try Pattern(#"(a)\1b"#)
        let results = (0..<2000).map { _ in pattern.matches("aab", using: scratch) }
        #expect(results.first?.isMatch == true)
        #expect(results.contains { $0.outcome == .undecided(.deadline) })
    }

    @Test func subjectBeyondItsLimitIsNotSearched() throws {
        let scratch = Self.scratch(PatternLimits(subject: 3), nil)
        for (engine, expected) in [
            (Pattern.Engine.machineCode, MatchResult.Outcome.undecided(.subjectLimit)),
            (.interpreter, .undecided(.subjectLimit)), (.automaton, .match),
        ] {
            let pattern = try Pattern("a", options: [], match: .search, fastest: engine)
            #expect(pattern.matches("aaaa", using: scratch).outcome == expected)
            #expect(pattern.matches("aaa", using: scratch).outcome == .match)
        }
    }

    @Test(arguments: [
        ("(a)\\1", true), ("\\Ga", false), ("a(*COMMIT)b", false), ("(*SKIP:x)b", false),
    ])
    func patternThatSaysWhereSearchesGoOnIsNotSplit(source: String, isSplittable: Bool) throws {
        let code = try PatternCode(source, options: [], match: .search)
        defer { code.free() }
        #expect(code.isSplittable == isSplittable)
    }
}
