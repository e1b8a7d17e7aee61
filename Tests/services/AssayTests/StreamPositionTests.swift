// SPDX-License-Identifier: Apache-2.0
import Synchronization
@_spi(Engine) import Assay
import Testing

/// A run that goes on from a place finds what an uninterrupted one finds after it.
struct StreamPositionTests {
    private let plan: ValidationPlan
    private let csvPlan: ValidationPlan

    init() throws {
        plan = try SignupPlans.warning.get()
        csvPlan = try SignupPlans.csv.get()
    }

    private struct Chunk: Sendable {
        let findings: [StreamFinding]
        let counts: StreamCounts
        let end: StreamPosition

        var lines: [String] { findings.map(\.text) }
    }

    private func run(
        _ text: String, _ format: InputFormat, from start: StreamPosition? = nil,
        threads: Int = 1, limit: Int? = nil, selection: CodeFilter? = nil
    ) throws -> [Chunk] {
        var options = ReaderOptions()
        options.format = format
        options.chunkBytes = 900
        options.allowsMissingColumns = true
        var validator = StreamValidator(
            format == .csv ? csvPlan : plan, options: options, threadCount: threads)
        validator.recordLimit = limit
        validator.filter = selection
        let chunks = Locked<[Chunk]>([])
        try validator.run(try .of(text), from: start, render: { StreamFinding.all($0) }) {
            findings, counts, end in
            chunks.withLock { $0.append(Chunk(findings: findings, counts: counts, end: end)) }
            return true
        }
        return chunks.withLock { $0 }
    }

    private func text(_ format: InputFormat) -> String {
        var signups = BrokenSignups(seed: 5)
        switch format {
        case .csv: return "\u{FEFF}" + signups.csv(60)
        case .json: return signups.array(60)
        case .ndjson, .arrow: return signups.lines(60)
        }
    }

    @Test(arguments: [InputFormat.ndjson, .json, .csv], [1, 3])
    func runGoesOnFromTheEndOfEveryChunk(format: InputFormat, threads: Int) throws {
        let text = text(format)
        let whole = try run(text, format)
        #expect(whole.count > 10)
        for (index, chunk) in whole.enumerated() {
            let copy = try #require(StreamPosition(numbers: chunk.end.numbers))
            #expect(copy == chunk.end)
            let rest = try run(text, format, from: copy, threads: threads)
            let expected = whole[(index + 1)...]
            #expect(rest.flatMap(\.lines) == expected.flatMap(\.lines))
            #expect(rest.map(\.counts) == expected.map(\.counts))
            #expect(rest.map(\.end) == expected.map(\.end))
        }
    }

    @Test(arguments: [InputFormat.ndjson, .json, .csv])
    func inputThatIsTooShortHasNoSuchPlace(format: InputFormat) throws {
        let text = text(format)
        let end = try #require(try run(text, format).dropLast().last).end
        let short = String(text.prefix(1_200))
        #expect(throws: InputError(.badPosition(name: "test"))) {
            try run(short, format, from: end)
        }
    }

    @Test func numbersThatAreNoPositionAreRejectedOrFindNothing() throws {
        #expect(StreamPosition(numbers: []) == nil)
        #expect(StreamPosition(numbers: [1, 2, 3, 4, 5]) == nil)
        #expect(StreamPosition(numbers: [1, 2, 3, -4, 5, 6]) == nil)
        #expect(StreamPosition(numbers: [.max, 0, 0, 0, 0, 0]) == nil)
        let text = text(.csv)
        var random: UInt64 = 9
        for _ in 0..<300 {
            let numbers = (0..<7).map { _ in
                random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return Int(random >> 33) % [3, 900, 5_000, 1 << 40][Int(random >> 61) / 2]
            }
            let position = try #require(StreamPosition(numbers: numbers))
            _ = try? run(text, .csv, from: position, threads: 2)
        }
    }

    @Test(arguments: [InputFormat.ndjson, .json, .csv], [1, 3])
    func limitEndsTheRunAfterARecord(format: InputFormat, threads: Int) throws {
        let text = text(format)
        let all = try run(text, format)
        let total = all.reduce(0) { $0 + $1.counts.records }
        for limit in [0, 1, 2, 7, 30, total - 1, total, total + 5] {
            let chunks = try run(text, format, threads: threads, limit: limit)
            #expect(chunks.reduce(0) { $0 + $1.counts.records } == min(limit, total))
            // Mistakes between the elements of an array bear the number of no element.
            let isCounted = { (finding: StreamFinding) in
                format != .json || finding.code != "record.malformed"
            }
            let wanted = all.flatMap(\.findings).filter { $0.record <= limit }
            let found = chunks.flatMap(\.findings)
            #expect(
                found.filter(isCounted).map(\.text) == wanted.filter(isCounted).map(\.text))
        }
    }

    @Test(arguments: [1, 3])
    func selectionLeavesTheOtherFindingsOut(threads: Int) throws {
        let text = text(.ndjson)
        let all = try run(text, .ndjson).flatMap(\.findings)
        let selection = CodeFilter(ignored: ["record.duplicateKey", "range", "email"])
        let chunks = try run(text, .ndjson, threads: threads, selection: selection)
        let wanted = all.filter { selection.includes($0.code) }
        #expect(wanted.count < all.count)
        #expect(chunks.flatMap(\.lines) == wanted.map(\.text))
        let counts = chunks.reduce(0) { $0 + $1.counts.violations + $1.counts.warnings }
        #expect(counts == wanted.count)
    }
}
