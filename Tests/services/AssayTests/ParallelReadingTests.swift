// SPDX-License-Identifier: Apache-2.0
import AssaySystem
import Foundation
import Synchronization
import TestRandomness
@_spi(Engine) import Assay
import Testing

/// A file that several threads read at once, CSV from five on, gives what one thread reads in it.
struct ParallelReadingTests {
    private let plan: ValidationPlan
    private let csvPlan: ValidationPlan

    init() throws {
        plan = try SignupPlans.warning.get()
        csvPlan = try SignupPlans.csv.get()
    }

    private struct Run: Equatable {
        var lines: [String] = []
        var counts = StreamCounts()
        var ends: [StreamPosition] = []

        /// Where the chunks end, whatever is known of what comes after them.
        var places: [[Int]] {
            ends.map { [$0.reader.sequence, $0.reader.byteOffset, $0.records, $0.lines] }
        }
    }

    private func run(
        _ source: ByteSource, _ options: ReaderOptions, threads: Int, limit: Int? = nil,
        from start: StreamPosition? = nil
    ) throws -> Run {
        var validator = StreamValidator(
            options.format == .csv ? csvPlan : plan, options: options, threadCount: threads)
        validator.recordLimit = limit
        let run = Locked(Run())
        let counts = try validator.run(
            source, from: start, render: { StreamFinding.all($0).map(\.text) }
        ) { lines, _, end in
            run.withLock {
                $0.lines += lines
                $0.ends.append(end)
            }
            return true
        }
        return run.withLock {
            $0.counts = counts
            return $0
        }
    }

    private static func options(
        _ format: InputFormat = .ndjson, chunkBytes: Int, records: Int = 16_384,
        longest: Int = 16 << 20
    ) -> ReaderOptions {
        var options = ReaderOptions()
        options.format = format
        options.allowsMissingColumns = true
        options.chunkBytes = chunkBytes
        options.chunkRecords = records
        options.maximumRecordBytes = longest
        return options
    }

    private static func text(
        _ format: InputFormat, _ random: inout SeededNumbers, signups: inout BrokenSignups
    ) -> String {
        format == .csv ? rows(&random, signups: &signups) : lines(&random, signups: &signups)
    }

    /// Records with quotes, delimiters and line breaks in quotes, and quotes where none belong.
    private static func rows(
        _ random: inout SeededNumbers, signups: inout BrokenSignups
    ) -> String {
        var text = Bool.random(using: &random) ? "\u{FEFF}" : ""
        text += signups.csv(Int.random(in: 0...30, using: &random))
        for _ in 0..<Int.random(in: 0...400, using: &random) {
            let piece = ["\"", "\"\"", ",", "\n", "\r\n", "a", "bc", "\"x\ny\"", "\",\"", "\n\""]
            text += piece.randomElement(using: &random) ?? ""
            if Int.random(in: 0..<30, using: &random) == 0 {
                text += some("long,\n", 0...900, &random)
            }
        }
        return text + signups.csv(Int.random(in: 0...20, using: &random))
    }

    /// Lines of all lengths, of which some are blank or no records.
    private static func lines(
        _ random: inout SeededNumbers, signups: inout BrokenSignups
    ) -> String {
        var text = Bool.random(using: &random) ? "\u{FEFF}" : ""
        for _ in 0..<Int.random(in: 1...60, using: &random) {
            switch Int.random(in: 0..<9, using: &random) {
            case 0: text += some("\n", 1...40, &random)
            case 1: text += "{\"userName\":\"" + some("x", 0...9_000, &random) + "\"}\n"
            case 2: text += some("{}\n", 1...50, &random)
            case 3: text += some(" ", 0...900, &random) + "\r\n"
            default: text += signups.lines(Int.random(in: 1...4, using: &random))
            }
        }
        switch Int.random(in: 0..<4, using: &random) {
        case 0: return String(text.dropLast())
        case 1: return text + "{\"userName\":\"cut off"
        default: return text
        }
    }

    private static func some(
        _ piece: String, _ counts: ClosedRange<Int>, _ random: inout SeededNumbers
    ) -> String {
        String(repeating: piece, count: Int.random(in: counts, using: &random))
    }

    @Test(arguments: [InputFormat.ndjson, .csv], 1...40 as ClosedRange<UInt64>)
    func threadsFindWhatOneFinds(format: InputFormat, seed: UInt64) throws {
        var random = SeededNumbers(seed: seed)
        var signups = BrokenSignups(seed: seed)
        let text = Self.text(format, &random, signups: &signups)
        let options = Self.options(
            format,
            chunkBytes: [1, 7, 64, 500, 4_000, 20_000].randomElement(using: &random) ?? 1,
            records: [1, 3, 50, 16_384].randomElement(using: &random) ?? 1,
            // The header has to fit.
            longest: ([600, 5_000, 16 << 20] + (format == .csv ? [] : [1, 60]))
                .randomElement(using: &random) ?? 1)
        let expected = try run(.of(text), options, threads: 1)
        for threads in [2, 5] {
            let found = try run(.of(text), options, threads: threads)
            #expect(found.lines == expected.lines)
            #expect(found.counts == expected.counts)
            // A run that is ended after a chunk has the same records with any number of threads.
            #expect(found.places == expected.places)
            let limit = Int.random(in: 0...max(1, expected.counts.records), using: &random)
            let limited = try run(.of(text), options, threads: threads, limit: limit)
            let limitedByOne = try run(.of(text), options, threads: 1, limit: limit)
            #expect(limited.lines == limitedByOne.lines)
            #expect(limited.counts == limitedByOne.counts)
        }
    }

    // MARK: - Dialects of CSV

    private static func dialect(_ set: (inout CSVDialect) -> Void) -> CSVDialect {
        var dialect = CSVDialect()
        set(&dialect)
        return dialect
    }

    private static let dialects = [
        dialect { $0.quote = .off },
        dialect {
            $0.quote = .off
            $0.escape = UInt8(ascii: "b")
        },
        dialect { $0.comment = UInt8(ascii: "b") }, dialect { $0.allowsLazyQuotes = true },
        dialect { $0.skipsInitialSpace = true },
        dialect {
            $0.isSingleLine = true
            $0.comment = UInt8(ascii: "l")
        },
        dialect {
            $0.skippedLastLines = 3
            $0.missingTexts = ["a", "bc"]
        },
        dialect { $0.missingTexts = ["a", "bc"] },
    ]

    /// Threads find what one finds in every dialect, and go on from where a chunk ends.
    @Test(arguments: dialects.indices, 1...12 as ClosedRange<UInt64>)
    func threadsFindWhatOneFindsInDialects(index: Int, seed: UInt64) throws {
        var random = SeededNumbers(seed: seed)
        var signups = BrokenSignups(seed: seed)
        let text = Self.text(.csv, &random, signups: &signups)
        var options = Self.options(
            .csv, chunkBytes: [1, 64, 500, 4_000].randomElement(using: &random) ?? 1,
            records: [1, 3, 16_384].randomElement(using: &random) ?? 1,
            longest: [600, 16 << 20].randomElement(using: &random) ?? 1)
        options.csv = Self.dialects[index]
        // The last lines have to fit.
        if options.csv.skippedLastLines > 0 { options.maximumRecordBytes = 16 << 20 }
        try expectSameOfThreads(text, options, &random)
    }

    /// Lines end with carriage returns, and the header is not in the first line.
    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func threadsFindWhatOneFindsInOtherLines(seed: UInt64) throws {
        var random = SeededNumbers(seed: seed)
        var signups = BrokenSignups(seed: seed)
        let text =
            "title\r"
            + Self.text(.csv, &random, signups: &signups).replacing("\r\n", with: "\n")
            .replacing("\n", with: "\r").replacing("\u{FEFF}", with: "")
        var options = Self.options(.csv, chunkBytes: seed % 2 == 0 ? 7 : 500)
        options.csv.skippedLines = 1
        try expectSameOfThreads(text, options, &random)
    }

    private func expectSameOfThreads(
        _ text: String, _ options: ReaderOptions, _ random: inout SeededNumbers
    ) throws {
        let expected = try run(.of(text), options, threads: 1)
        for threads in [2, 5] {
            let found = try run(.of(text), options, threads: threads)
            #expect(found.lines == expected.lines)
            #expect(found.counts == expected.counts)
            #expect(found.places == expected.places)
        }
        for end in expected.ends.shuffled(using: &random).prefix(3) {
            for threads in [1, 5] {
                let rest = try run(.of(text), options, threads: threads, from: end)
                #expect(end.records + rest.counts.records == expected.counts.records)
                #expect(rest.lines == Array(expected.lines.suffix(rest.lines.count)))
            }
        }
    }

    /// Where a chunk ends, another run goes on, with any number of threads.
    @Test(arguments: [InputFormat.ndjson, .csv], 1...12 as ClosedRange<UInt64>)
    func runsGoOnFromEveryEnd(format: InputFormat, seed: UInt64) throws {
        var random = SeededNumbers(seed: seed)
        var signups = BrokenSignups(seed: seed)
        let text = Self.text(format, &random, signups: &signups)
        let options = Self.options(
            format,
            chunkBytes: [200, 1_500].randomElement(using: &random) ?? 1,
            records: [2, 16_384].randomElement(using: &random) ?? 1,
            longest: [600, 16 << 20].randomElement(using: &random) ?? 1)
        let whole = try run(.of(text), options, threads: 1)
        let parts = try run(.of(text), options, threads: 8)
        for end in (parts.ends + whole.ends).shuffled(using: &random).prefix(12) {
            let limited = try run(.of(text), options, threads: 2, limit: end.records)
            for threads in [1, 6] {
                let rest = try run(.of(text), options, threads: threads, from: end)
                #expect(limited.counts.records + rest.counts.records == whole.counts.records)
                #expect(rest.lines == Array(whole.lines.suffix(rest.lines.count)))
                #expect(limited.lines.count + rest.lines.count == whole.lines.count, "\(end)")
                #expect(rest.places == whole.places.filter { $0[0] > end.reader.sequence })
            }
        }
    }

    // MARK: - Files that are not as they were

    private static func file(_ text: String) throws -> Int32 {
        let file = try #require(tmpfile())
        defer { fclose(file) }
        let bytes = Array(text.utf8)
        try #require(fwrite(bytes, 1, bytes.count, file) == bytes.count)
        rewind(file)
        return dup(fileno(file))
    }

    private static func records(_ count: Int) -> String {
        (0..<count).map { "{\"userName\":\"name\($0)\",\"age\":17}\n" }.joined()
    }

    /// The input begins where the descriptor is, and the descriptor is at the end afterwards.
    @Test(arguments: [1, 3])
    func descriptorIsReadFromWhereItIs(threads: Int) throws {
        let records = Self.records(300)
        let number = try Self.file("not this line\n" + records)
        defer { close(number) }
        lseek(number, 14, SEEK_SET)
        let source = ByteSource(descriptor: number, name: "test", closes: false)
        let found = try run(source, Self.options(chunkBytes: 500), threads: threads)
        #expect(found.counts.records == 300)
        #expect(found.counts.malformed == 0)
        #expect(lseek(number, 0, SEEK_CUR) == 14 + records.utf8.count)
    }

    /// What is cut off while a file is read is an error after what was there.
    @Test func fileThatShrinksIsAnError() throws {
        let number = try Self.file(Self.records(2_000))
        let source = ByteSource(descriptor: number, name: "test", closes: true)
        let emitted = Locked(0)
        let validator = StreamValidator(
            plan, options: Self.options(chunkBytes: 500), threadCount: 3)
        #expect(throws: InputError(.shrunk(name: "test"))) {
            try validator.run(source, render: { _ in () }) { _, counts in
                emitted.withLock { $0 += counts.records }
                ftruncate(number, 3_000)
                return true
            }
        }
        let count = emitted.withLock { $0 }
        #expect(count >= 14 && count < 2_000)
    }

    /// Whatever becomes of a file while it is read, the run ends: with all records that it found, or
    /// with the error that the file was longer.
    @Test(arguments: [InputFormat.ndjson, .csv], [2, 8])
    func runOverAFileThatChangesEnds(format: InputFormat, threads: Int) throws {
        let text =
            format == .csv
            ? "userName,age\n" + String(repeating: "name,17\n", count: 4_000) : Self.records(1_000)
        let bytes = Array(text.utf8)
        let options = Self.options(format, chunkBytes: 500, records: threads == 8 ? 3 : 16_384)
        for _ in 0..<20 {
            let number = try Self.file(text)
            defer { close(number) }
            let source = ByteSource(descriptor: dup(number), name: "test", closes: true)
            let isOver = Atomic(false)
            let changing = try SystemThread {
                while !isOver.load(ordering: .relaxed) {
                    ftruncate(number, off_t(bytes.count / 3))
                    pwrite(number, bytes, bytes.count, 0)
                }
            }
            let emitted = Locked(0)
            let validator = StreamValidator(
                format == .csv ? csvPlan : plan, options: options, threadCount: threads)
            let result = Result {
                try validator.run(source, render: { _ in () }) { _, counts in
                    emitted.withLock { $0 += counts.records }
                    return true
                }
            }
            isOver.store(true, ordering: .relaxed)
            changing.join()
            switch result {
            case .success(let counts):
                #expect(counts.records == emitted.withLock { $0 })
                #expect(counts.records > 0)
            case .failure(let error):
                #expect(error as? InputError == InputError(.shrunk(name: "test")))
            }
        }
    }

    @Test func fileThatGrowsIsReadOnce() throws {
        let first = Self.records(100)
        let number = try Self.file(first)
        let source = ByteSource(descriptor: number, name: "test", closes: true)
        let more = Array(Self.records(5_000).utf8)
        let hasGrown = Locked(false)
        let records = Locked<[Int]>([])
        let validator = StreamValidator(
            plan, options: Self.options(chunkBytes: 500), threadCount: 4)
        let counts = try validator.run(source, render: { StreamFinding.all($0).map(\.record) }) {
            found, _ in
            hasGrown.withLock { hasGrown in
                if !hasGrown { pwrite(number, more, more.count, off_t(first.utf8.count)) }
                hasGrown = true
            }
            records.withLock { $0 += found }
            return true
        }
        #expect(counts.records >= 100 && counts.records <= 5_100)
        #expect(counts.malformed <= 1)
        // Each record is there, and none twice or in another place.
        let numbers = records.withLock { $0 }
        #expect(numbers == numbers.sorted())
        #expect(Set(numbers) == Set(1...counts.records))
    }

    /// A file that cannot be read any more is an error after what came before.
    @Test(arguments: [1, 2, 8])
    func errorComesAfterWhatWasRead(threads: Int) throws {
        let number = try Self.file(Self.records(3_000))
        let source = ByteSource(descriptor: number, name: "test", closes: true)
        let emitted = Locked<[Int]>([])
        let validator = StreamValidator(
            plan, options: Self.options(chunkBytes: 500), threadCount: threads)
        let expected = InputError(.unreadable(name: "test", reason: "Bad file descriptor"))
        #expect(throws: expected) {
            try validator.run(source, render: { StreamFinding.all($0).map(\.record) }) { found, _ in
                let isFirst = emitted.withLock { emitted in
                    defer { emitted += found }
                    return emitted.isEmpty
                }
                // The number stays in use, for a file that is not open for reading.
                if isFirst {
                    let unreadable = open("/dev/null", O_WRONLY)
                    dup2(unreadable, number)
                    close(unreadable)
                }
                return true
            }
        }
        let numbers = emitted.withLock { $0 }
        #expect(!numbers.isEmpty)
        #expect(Set(numbers) == Set(1...(numbers.last ?? 0)))
    }
}
