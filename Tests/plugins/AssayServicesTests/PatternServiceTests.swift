// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayPluginABI
import AssayServices
import Dispatch
import Synchronization
import TestRandomness
import Testing

@Suite struct PatternServiceTests {
    private let bench = ServiceBench()

    @Test(
        arguments: [
            ("a(b", 0, "missing closing parenthesis at 3"),
            ("[z-a]", 0, "range out of order in character class at 3"),
            ("a", 1 << 5, "an option is unknown at 0"),
            (
                String(repeating: "a", count: 65_537), 0,
                "pattern string is longer than the limit set by the application at 0"
            ),
        ] as [(String, UInt32, String)])
    func patternThatDoesNotCompileIsExplained(source: String, options: UInt32, error: String) {
        let outcome = bench.compile(source, options)
        #expect(outcome.rc == ASSAY_E_PARAM)
        #expect(outcome.error == error)
        #expect(outcome.pattern.number == 0)
    }

    @Test(
        arguments: [
            ("^a+$", 0, "aaa", ASSAY_MATCH_YES), ("^a+$", 0, "aab", ASSAY_MATCH_NO),
            ("b", 0, "abc", ASSAY_MATCH_YES), ("", 0, "", ASSAY_MATCH_YES),
            ("B", ASSAY_PATTERN_IGNORE_CASE, "abc", ASSAY_MATCH_YES),
            ("b", ASSAY_PATTERN_WHOLE, "abc", ASSAY_MATCH_NO),
            ("^b$", ASSAY_PATTERN_MULTILINE, "a\nb", ASSAY_MATCH_YES),
            ("a.b", ASSAY_PATTERN_DOT_ALL, "a\nb", ASSAY_MATCH_YES),
            ("a b # c", ASSAY_PATTERN_EXTENDED, "ab", ASSAY_MATCH_YES),
            ("^(a+)+\\1$", 0, String(repeating: "a", count: 60) + "b", ASSAY_MATCH_STEPS),
            ("(.)\\1", 0, String(repeating: "ab", count: 5_000_000), ASSAY_MATCH_LENGTH),
            ("^[ab]*$", 0, String(repeating: "ab", count: 5_000_000), ASSAY_MATCH_YES),
        ] as [(String, UInt32, String, Int32)])
    func searchGivesTheOutcome(source: String, options: UInt32, subject: String, outcome: Int32) {
        let pattern = bench.compile(source, options).pattern
        #expect(bench.match(pattern, subject) == outcome)
        #expect(bench.patterns.release(pattern) == ASSAY_OK)
    }

    @Test(
        arguments: [
            (ASSAY_MATCH_STEPS, "the match limit was reached"),
            (ASSAY_MATCH_LENGTH, "the subject is longer than the subject limit"),
            (ASSAY_MATCH_DEADLINE, "the deadline passed"),
            (ASSAY_MATCH_CANCELLED, "the search was cancelled"),
            (ASSAY_MATCH_FAILED, "the matcher reported an error"),
            (ASSAY_MATCH_YES, ""), (ASSAY_MATCH_NO, ""), (ASSAY_E_PARAM, ""), (.min, ""),
        ] as [(Int32, String)])
    func reasonIsAClause(outcome: Int32, text: String) {
        #expect(words(bench.patterns.reason(outcome)) == text)
    }

    @Test(
        arguments: [
            ("(a)(x)?(b)", "zab", ["1-3", "1-2", "-", "2-3", "-"]),
            ("[0-9]+", "é 12", ["3-5", "-", "-", "-", "-"]),
            ("(?<year>[0-9]{4})-([0-9]{2})", "on 2024-02", ["3-10", "3-7", "8-10", "-", "-"]),
        ])
    func groupsAreWhereTheyMatch(source: String, subject: String, places: [String]) {
        let pattern = bench.compile(source).pattern
        var groups = Array(repeating: assay_range(start: 7, end: 7), count: 5)
        let outcome = borrowed(subject) {
            bench.patterns.search(pattern, nil, $0, &groups, 5)
        }
        #expect(outcome == ASSAY_MATCH_YES)
        #expect(groups.map { $0.start == .max ? "-" : "\($0.start)-\($0.end)" } == places)
    }

    @Test func groupsOfNoMatchAreLeftAlone() {
        let pattern = bench.compile("a").pattern
        var groups = [assay_range(start: 7, end: 7)]
        #expect(
            borrowed("b") { bench.patterns.search(pattern, nil, $0, &groups, 1) }
                == ASSAY_MATCH_NO)
        #expect(groups[0].start == 7)
        for count in [0, 65] as [UInt32] {
            #expect(
                borrowed("a") { bench.patterns.search(pattern, nil, $0, &groups, count) }
                    == ASSAY_E_PARAM)
        }
        #expect(borrowed("a") { bench.patterns.search(pattern, nil, $0, nil, 1) } == ASSAY_E_PARAM)
    }

    @Test func valuesThatAreNoTextsAreWrongAlone() {
        let pattern = bench.compile("a").pattern
        borrowed("cat") { text in
            var values = Array(repeating: assay_value(), count: 3)
            values[1].kind = ASSAY_STR
            values[1].as.ptr = text.ptr
            values[1].len = text.len
            values[2].kind = ASSAY_STR
            values[2].len = 1
            var outcomes: [Int32] = [7, 7, 7]
            #expect(
                bench.patterns.match_values(pattern, nil, values, 3, &outcomes) == ASSAY_OK)
            #expect(outcomes == [ASSAY_E_PARAM, ASSAY_MATCH_YES, ASSAY_E_PARAM])
        }
        #expect(bench.patterns.match_values(pattern, nil, nil, 1, nil) == ASSAY_E_PARAM)
        #expect(bench.patterns.match_values(pattern, nil, nil, 0, nil) == ASSAY_OK)
    }

    @Test(arguments: HostileText.allCases)
    func textThatIsNoneIsAnError(text: HostileText) {
        let pattern = bench.compile("^a*$").pattern
        #expect(text.with { bench.patterns.match(pattern, nil, $0) } == ASSAY_E_PARAM)
        var groups = [assay_range()]
        #expect(
            text.with { bench.patterns.search(pattern, nil, $0, &groups, 1) } == ASSAY_E_PARAM)
        var made = assay_pattern()
        #expect(
            text.with { bench.patterns.compile(bench.host, $0, 0, &made, nil) } == ASSAY_E_PARAM)
    }

    @Test func handlesThatAreNoneFindNothing() {
        let pattern = bench.compile("a").pattern
        #expect(bench.patterns.release(pattern) == ASSAY_OK)
        let next = bench.compile("b").pattern
        // The upper half counts how often a slot was given out. Another lower half could name a slot
        // that a test beside this one holds.
        var forged = [pattern.number, 0, 1, .max, UInt64(UInt32.max), 1 << 63]
        forged += (32..<64).map { next.number ^ (1 << $0) }
        for number in forged {
            let handle = assay_pattern(number: number)
            #expect(bench.match(handle, "a") == ASSAY_E_PARAM, "\(number)")
            #expect(bench.patterns.release(handle) == ASSAY_E_PARAM, "\(number)")
        }
        #expect(bench.match(next, "b") == ASSAY_MATCH_YES)
    }

    @Test func hostThatIsNoneCannotCompile() {
        var pattern = assay_pattern()
        var host = assay_host()
        var error = assay_pattern_error()
        error.struct_size = UInt32(MemoryLayout<assay_pattern_error>.size)
        #expect(
            borrowed("a") { bench.patterns.compile(&host, $0, 0, &pattern, &error) }
                == ASSAY_E_PARAM)
        #expect(words(error.message) == "the host is not the one that this plugin received")
        #expect(
            borrowed("a") { bench.patterns.compile(nil, $0, 0, &pattern, nil) } == ASSAY_E_PARAM)
        #expect(
            borrowed("a") { bench.patterns.compile(bench.host, $0, 0, nil, nil) }
                == ASSAY_E_PARAM)
    }

    @Test func errorWithoutRoomIsNotWritten() {
        var pattern = assay_pattern()
        var error = assay_pattern_error()
        error.struct_size = 8
        #expect(
            borrowed("a(") { bench.patterns.compile(bench.host, $0, 0, &pattern, &error) }
                == ASSAY_E_PARAM)
        #expect(error.offset == 0)
        #expect(error.message.len == 0)
    }

    @Test func pluginHoldsABoundedNumberOfPatterns() {
        let bench = ServiceBench(plugin: "hoarder")
        let held = (0..<16_384).map { _ in bench.compile("a").pattern }
        let outcome = bench.compile("a")
        #expect(outcome.rc == ASSAY_E_NOMEM)
        #expect(outcome.error == "the plugin holds 16384 patterns at 0")
        #expect(self.bench.compile("a").rc == ASSAY_OK)
        for pattern in held { #expect(bench.patterns.release(pattern) == ASSAY_OK) }
        #expect(bench.compile("a").rc == ASSAY_OK)
    }

    @Test func limitsOfTheCallEndASearch() {
        let pattern = bench.compile("(.)\\1z").pattern
        let subject = String(repeating: "aab", count: 20_000)
        var call = assay_call()
        call.struct_size = UInt32(MemoryLayout<assay_call>.size)
        var cancelled: UInt32 = 1
        withUnsafePointer(to: &cancelled) {
            call.cancelled = $0
            #expect(
                borrowed(subject) { bench.patterns.match(pattern, &call, $0) }
                    == ASSAY_MATCH_CANCELLED)
        }
        call.cancelled = nil
        call.deadline_ns = 1
        #expect(
            borrowed(subject) { bench.patterns.match(pattern, &call, $0) }
                == ASSAY_MATCH_DEADLINE)
        call.deadline_ns = 0
        #expect(
            borrowed(subject) { bench.patterns.match(pattern, &call, $0) }
                != ASSAY_MATCH_DEADLINE)
    }

    /// Each search finds the pattern that it asked for, or none.
    @Test func patternsAreReleasedWhileOthersSearch() {
        let shared = Atomic<UInt64>(bench.compile("^a$").pattern.number)
        let wrong = Atomic<Int>(0)
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            for round in 0..<500 {
                let pattern = assay_pattern(number: shared.load(ordering: .relaxed))
                if thread == 0 {
                    let next = bench.compile("^a$").pattern
                    shared.store(next.number, ordering: .relaxed)
                    _ = bench.patterns.release(pattern)
                    _ = bench.patterns.release(pattern)
                } else {
                    let outcome = bench.match(pattern, round % 2 == 0 ? "a" : "b")
                    let expected = round % 2 == 0 ? ASSAY_MATCH_YES : ASSAY_MATCH_NO
                    if outcome != expected, outcome != ASSAY_E_PARAM {
                        wrong.add(1, ordering: .relaxed)
                    }
                }
            }
        }
        #expect(wrong.load(ordering: .relaxed) == 0)
    }

    /// On generated patterns and subjects, undecided ones among them.
    @Test func answersAreThoseOfTheRule() throws {
        var random = SeededNumbers(seed: 13)
        let parts = ["a", "b", "[ab]", "(a|b)", "(a+)+", "\\1", ".", "é", "^", "$", "b*", "a{2}"]
        let letters = ["a", "b", "é", "\n", "ab", String(repeating: "a", count: 40)]
        var outcomes: Set<[String]> = []
        for _ in 0..<200 {
            let source = (0..<Int.random(in: 1...4, using: &random))
                .map { _ in parts.randomElement(using: &random) ?? "" }.joined()
            let compiled = bench.compile(source)
            guard compiled.rc == ASSAY_OK else {
                #expect(throws: (any Error).self) { try codes("regex(/\(source)/)", "") }
                continue
            }
            for _ in 0..<4 {
                let subject = (0..<Int.random(in: 0...5, using: &random))
                    .map { _ in letters.randomElement(using: &random) ?? "" }.joined()
                let found = try codes("regex(/\(source)/)", .string(subject))
                let expected =
                    switch bench.match(compiled.pattern, subject) {
                    case ASSAY_MATCH_YES: [] as [String]
                    case ASSAY_MATCH_NO: ["regex.noMatch"]
                    case ASSAY_MATCH_STEPS: ["fault.matchLimit"]
                    case let other: ["\(other)"]
                    }
                #expect(found == expected, "\(source) on \(subject)")
                outcomes.insert(found)
            }
        }
        #expect(outcomes.count >= 2)
    }
}
