// SPDX-License-Identifier: Apache-2.0
import AssayPluginABI
import CScans
import TestRandomness
import Testing

@testable import AssayRegex

@Suite struct PatternScanTests {
    private let scratch = PatternScratch()
    /// The vectors that this processor has.
    private static let levels = (0...assay_simd_best_level().rawValue).dropFirst().map {
        assay_simd_level(rawValue: $0)
    }

    private static let scanned =
        [
            "^[a-z][a-z0-9_]*$", "[A-Z]", #"\d"#, "[^a-z]", "a+", "^[0-9]{5}(?:-[0-9]{4})?$",
            "^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$", "^[0-9]{13,19}$", #"^\d{4}-\d{2}-\d{2}$"#,
            #"^[A-Za-z0-9._%+-]{1,64}@(?:[A-Za-z0-9-]{1,63}\.)+[A-Za-z]{2,63}$"#,
            #"^https?://(?:[A-Za-z0-9-]{1,63}\.)+[A-Za-z]{2,63}(?::[0-9]{1,5})?(?:[/?#]\S*)?$"#,
            "^[a-z0-9]+(?:-[a-z0-9]+)*$", #"^[^@\s]+@[^@\s]+$"#, "^a|^b", "^(?:cat|dog|bird)$",
            "^.*$",
            #"^[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$"#, "^(?:[0-9a-f]{2}:){5}[0-9a-f]{2}$",
            "^a{1,3}b{2,}",
            "^(?:ab){1,3}$", "^(?:ab)*c$", "^(?:[a-z]+;)*[0-9]$", #"^(?:[a-z]{2}\.)*[a-z]{1,3}$"#,
            "^[a-z]+",
            "^(?:a|)b$", "^(?:abcdefghijkl)+;xyz$", "^[^,]*(?:,[^,]*){3}$",
            "^(?:[a-z]-){0,4}[0-9]$",
        ] + placed + [
            #"^(?:[a-z]{1,3}\.)+[a-z]{2}$"#, #"^(?:[a-z]{2,}\.)*[a-z]{1,9}$"#, "^a?b?$",
            "^(?:a|b)[0-9]$", "^(?:ab|c)(?:d|e)$", #"^[\s\S]{0,1}$|^x$"#,
        ]

    /// Patterns that demand the same of a byte whatever the others are.
    private static let placed = [
        "^[a-z][a-z0-9_]*$", "^[0-9]{5}(?:-[0-9]{4})?$", "^[0-9]{13,19}$", "^[a-z]{3}", "^[a-z]*$",
        "^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$", #"^\d{4}-\d{2}-\d{2}$"#, "^[^a]*$",
        "^[0-9a-f]{8}-[0-9a-f]{4}$", #"^\w{1,40}$"#, "^a[^b]{0,}$", "^(?:[0-9]{2})?$", "^x{62}y?$",
        "^x{62}yy?$", "^a(?:b(?:c(?:d)?)?)?$",
    ]

    /// What says too late how to go on, or counts code points of several bytes.
    private static let others = [
        "", "^$", "^[a-z]*[a-z]$", "^(?:a|ab)c$", "^(?:a?b)?a$", "^a*(?:ab)?$", "ab", "[a-z]$",
        "^é{2}$",
        "^.{3}$", "^[^,]{1,5}$", "^(?:a*)*$", "^(?:[a-z]+)+$", #"^(?:[a-z.]+\.)+[a-z]+$"#,
        #"^(?:[a-z]+\.)+[a-z0-9]+$"#, #"^(?:[a-z]+\.)+[a-z]+\.$"#, #"^[a-z]*[\s\S]$"#, "a|^b",
        "^a$|^b",
        "^[é-ü]*$", "^a{0,9}(?:bc){40}$",
    ]

    @Test(arguments: scanned.dropLast())
    func aPatternOfRunsIsScanned(pattern: String) throws {
        #expect(try Pattern(pattern).hasScan == !Self.levels.isEmpty)
    }

    @Test(arguments: placed)
    func aPatternOfPlacesIsOne(pattern: String) throws {
        guard !Self.levels.isEmpty else { return }
        #expect(try Self.isOfPlaces(Pattern(pattern)))
    }

    /// A choice that demands something else of what follows, more sets of bytes than there are groups for, and
    /// runs before others.
    @Test(arguments: [
        "[a-z]", "^a?[b-d]$", "^(?:a|b)[0-9]$", "^[a-z]+-[0-9]+$", "^(?:cat|dog|bird)$",
        "^[ab]cdefghijkl$", #"^(?:[a-z]+\.)+[a-z]+$"#, "^a{1,3}b{2,}",
    ])
    func aPatternOfRunsIsNone(pattern: String) throws {
        guard !Self.levels.isEmpty else { return }
        #expect(try !Self.isOfPlaces(Pattern(pattern)))
    }

    /// The scan lives as long as its pattern.
    private static func isOfPlaces(_ pattern: Pattern) -> Bool {
        withExtendedLifetime(pattern) {
            pattern.scan.map { $0.pointee.places.lengths != 0 } ?? false
        }
    }

    /// Patterns put together by chance, on subjects of the bytes that they are about.
    @Test func patternsOfAnyPartsAgreeWithPCRE2() throws {
        var random = SeededNumbers(seed: 7)
        var placed = 0
        for _ in 0..<1_500 {
            let source = Self.pattern(using: &random)
            let slow = try Pattern(source, options: [], match: .search, fastest: .interpreter)
            let patterns = try Self.levels.map {
                try Pattern(source, options: [], match: .search, fastest: .automaton, level: $0)
            }
            placed += patterns.contains(where: Self.isOfPlaces) ? 1 : 0
            for length in Array(0..<64) + [64, 65, 127, 128, 129, 200] {
                var subject = ""
                while subject.utf8.count < length {
                    subject += random.pick(["a", "b", "0", "-", "é"], or: "")
                }
                let text = random.once(in: 4) ? subject : String(subject.prefix(length % 9))
                let expected = slow.matches(text, using: scratch)
                for pattern in patterns {
                    #expect(
                        pattern.matches(text, using: scratch) == expected, "\(source) on \(text)")
                }
            }
        }
        #expect(Self.levels.isEmpty || placed > 200)
    }

    private static func pattern(using random: inout SeededNumbers) -> String {
        var source = "^"
        for _ in 0...Int.random(in: 0..<4, using: &random) {
            let part = random.pick(
                ["a", "b", "[ab]", "[a0]", "-", "[^a]", "0", "(?:-a)", "(?:a-)", "(?:a|b)"], or: "a"
            )
            source += part + random.pick(["", "", "?", "*", "+", "{2}", "{1,3}", "{0,9}"], or: "")
        }
        return source + random.pick(["$", "$", "$", ""], or: "$")
    }

    @Test(arguments: others)
    func anyOtherPatternIsNotScanned(pattern: String) throws {
        #expect(try !Pattern(pattern).hasScan)
    }

    @Test(arguments: scanned + others)
    func everyLevelAgreesWithPCRE2(pattern: String) throws {
        var random = SeededNumbers(seed: UInt64(pattern.utf8.count))
        let slow = try Pattern(pattern, options: [], match: .search, fastest: .interpreter)
        let patterns = try Self.levels.map {
            try Pattern(pattern, options: [], match: .search, fastest: .automaton, level: $0)
        }
        for turn in 0..<4_000 {
            // One in four is longer than what is decided as a whole.
            let length = turn % 4 == 3 ? 64 + turn / 4 % 300 : turn % 70
            let subject = Self.subject(like: pattern, length: length, using: &random)
            let expected = slow.matches(subject, using: scratch)
            guard !expected.isUndecided else { continue }
            for (fast, level) in zip(patterns, Self.levels) {
                #expect(
                    fast.matches(subject, using: scratch) == expected,
                    "\(pattern) on \(subject.debugDescription), level \(level.rawValue)")
            }
        }
    }

    private static let pieces = [
        "a", "b", "c", "z", "x", "A", "Z", "0", "9", "_", "-", ".", "@", ":", "/", ",", ";", " ",
        "+",
        "e", "é", "中", "😀", "\n", "http://", "https://", "cat", "dog", "12", "2026-11-23", "abc.",
        "a-b",
        "ab", "?",
    ]

    /// A subject out of texts that patterns are about, or one that is long in one of its runs.
    private static func subject(
        like pattern: String, length: Int, using random: inout SeededNumbers
    ) -> String {
        if random.once(in: 3) {
            let run = String(
                repeating: random.pick(["a", "7", "A", "ab", "a.", "é"], or: "a"), count: length)
            return random.pick(["", "a@", "https://", "DE12", "a."], or: "") + run
                + random.pick(["", "@a.de", ".com", ".com:80/x", "-1", "c", "\n"], or: "")
        }
        var subject = ""
        while subject.utf8.count < length { subject += random.pick(pieces, or: "") }
        return subject
    }

    /// Numbers around what a mask and a step can keep; with larger ones only short subjects are scanned.
    @Test(arguments: [2, 62, 63, 64, 65, 127, 128, 129, 253, 254, 255, 256, 300])
    func largeNumbersAreExact(number: Int) throws {
        for source in [
            "^[a-z]{1,\(number)}$", "^[a-z]{\(number)}$", "^[a-z]{\(number),}-$",
            "^(?:[a-z]{1,\(number)}\\.)+[a-z]{2,9}$", "^[a-z]{0,\(number)}",
        ] {
            let slow = try Pattern(source, options: [], match: .search, fastest: .interpreter)
            for level in Self.levels {
                let fast = try Pattern(
                    source, options: [], match: .search, fastest: .automaton, level: level)
                withExtendedLifetime(fast) {
                    guard let scan = fast.scan else { return }
                    #expect(scan.pointee.is_short == (number >= 255), "\(source)")
                }
                for count in [number - 1, number, number + 1, 2 * number] {
                    let run = String(repeating: "a", count: count)
                    for subject in [
                        run, run + "-", run + ".de", "a.\(run).\(run).de", "\(run)-de", "\(run).",
                    ] {
                        #expect(
                            fast.matches(subject, using: scratch)
                                == slow.matches(subject, using: scratch), "\(source) on \(subject)")
                    }
                }
            }
        }
    }

    /// Valid subjects of a few patterns, changed in one place: each byte decides.
    @Test(arguments: [
        (0, "john_doe_1"), (5, "12345-6789"), (6, "DE89370400440532013000"), (8, "2026-11-23"),
        (9, "john.doe@mail.example.com"), (10, "https://www.example.com:8080/a?b"),
        (16, "-12.5e+10"), (17, "00:1a:2b:3c:4d:5e"),
    ])
    func everyByteDecides(index: Int, subject: String) throws {
        let source = Self.scanned[index]
        let slow = try Pattern(source, options: [], match: .search, fastest: .interpreter)
        let fast = try Self.levels.map {
            try Pattern(source, options: [], match: .search, fastest: .automaton, level: $0)
        }
        #expect(slow.matches(subject, using: scratch) == .match)
        for place in subject.indices {
            for scalar in (0..<0x80).compactMap(Unicode.Scalar.init as (UInt32) -> Unicode.Scalar?)
            {
                var changed = subject
                changed.replaceSubrange(place...place, with: String(Character(scalar)))
                let expected = slow.matches(changed, using: scratch)
                for pattern in fast {
                    #expect(pattern.matches(changed, using: scratch) == expected, "\(changed)")
                }
            }
        }
    }

    /// Tables for long subjects are made late; what they take is counted from the start.
    @Test(arguments: ["^[a-z]+$", "^[a-z]{3,40}$"])
    func aPatternIsCountedWithItsTables(source: String) throws {
        let sizes = try ([ASSAY_SIMD_NONE] + Self.levels).map {
            try Pattern(source, options: [], match: .search, fastest: .automaton, level: $0)
                .memorySize
        }
        for size in sizes.dropFirst() { #expect(size == sizes[0] + PatternScan.memorySize) }
    }

    /// A scan may read on in the page of its subject and nowhere else, and uses none of it.
    @Test func whatSurroundsASubjectDoesNotMatter() throws {
        for level in Self.levels {
            let pattern = try Pattern(
                "^[a-z]+(?:,[a-z]+)*$", options: [], match: .search, fastest: .automaton,
                level: level)
            LastBytesOfPage.with([], after: 0) {
                #expect(pattern.matches($0, using: scratch) == .noMatch)
            }
            for count in Array(1...PatternScan.longestWhole + 2) + [127, 128, 129, 1_000] {
                for filling in [UInt8(ascii: "a"), UInt8(ascii: ","), 0, 0xFF] {
                    LastBytesOfPage.with(
                        Array(repeating: UInt8(ascii: "b"), count: count), after: filling
                    ) {
                        #expect(pattern.matches($0, using: scratch) == .match)
                    }
                }
            }
        }
    }

    /// Rows that match, that do not, that are too long for a scan and that are no text.
    @Test(arguments: ["^[a-z]+$", "a\\d", "^(a+)\\1$"])
    func rowsAnswerAsTheirValues(source: String) throws {
        let texts =
            ["abc", "", "aa", "a1", String(repeating: "a", count: 63), "A"]
            + [
                String(repeating: "a", count: 64), String(repeating: "a", count: 63) + "1",
                "abcabc", "é",
            ]
        let bytes = texts.map { Array($0.utf8) }
        let buffers = bytes.map { bytes in
            let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: max(1, bytes.count))
            _ = copy.initialize(from: bytes)
            return UnsafePointer(copy.baseAddress)
        }
        defer { for buffer in buffers { buffer?.deallocate() } }
        var column: [assay_value] = []
        for (buffer, bytes) in zip(buffers, bytes) {
            var value = assay_value()
            value.kind = UInt32(ASSAY_STR)
            value.as.ptr = buffer
            value.len = UInt64(bytes.count)
            column.append(value)
        }
        column.append(assay_value())
        let rows = Array((0..<UInt32(column.count)).reversed())
        for level in [ASSAY_SIMD_NONE] + Self.levels {
            let pattern = try Pattern(
                source, options: [], match: .search, fastest: .automaton, level: level)
            var first = 0
            var looked = 0
            while true {
                let (index, isKnown) = pattern.firstUnmatched(
                    in: column, rows: rows, from: first, count: rows.count)
                for row in rows[first..<index].map(Int.init) {
                    #expect(pattern.matches(texts[row], using: scratch) == .match)
                }
                looked += index - first
                guard index < rows.count else { break }
                let row = Int(rows[index])
                if isKnown { #expect(pattern.matches(texts[row], using: scratch) == .noMatch) }
                if row == texts.count { #expect(!isKnown) }
                first = index + 1
                looked += 1
            }
            #expect(looked == rows.count)
        }
    }

    @Test func aLevelHasAName() {
        #if arch(arm64)
        let (names, foreign) = (["none", "neon"], "ssse3")
        #else
        let (names, foreign) = (["none", "ssse3", "avx2", "avx512"], "neon")
        #endif
        for (level, name) in names.enumerated() {
            #expect(assay_simd_level_named(name) == Int32(level))
            let level = assay_simd_level(rawValue: UInt32(level))
            #expect(String(cString: assay_simd_level_name(level)) == name)
        }
        #expect(assay_simd_level_named(foreign) == -1)
        #expect(assay_simd_level_named("avx10") == -1)
        #expect(assay_simd_level_named("") == -1)
        #expect(assay_simd_functions_of(ASSAY_SIMD_NONE).pointee.scan == nil)
    }
}
