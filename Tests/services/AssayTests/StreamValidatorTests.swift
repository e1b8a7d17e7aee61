// SPDX-License-Identifier: Apache-2.0
import Synchronization
@_spi(Engine) import Assay
import Testing

/// Whole inputs: the result depends on the input alone.
struct StreamValidatorTests {
    private let plan: ValidationPlan
    private let csvPlan: ValidationPlan

    init() throws {
        plan = try SignupPlans.warning.get()
        csvPlan = try SignupPlans.csv.get()
    }

    private static let ways: [(threads: Int, chunk: Int)] = [1, 2, 3, 8].flatMap { threads in
        [200, 5_000, 256 << 10].map { (threads, $0) }
    }

    /// Every number of threads and size of chunks gives what one thread finds in one chunk.
    private func expectOneResult(
        _ plan: ValidationPlan, _ text: String, _ format: InputFormat, codes: [String]
    ) throws {
        let expected = try StreamRun(plan, text, format: format, chunkBytes: 1 << 20)
        try #require(expected.chunkCounts.count == 1)
        #expect(Set(codes).isSubset(of: expected.findings.map(\.code)))
        for way in Self.ways {
            let run = try StreamRun(
                plan, text, format: format, chunkBytes: way.chunk, threadCount: way.threads)
            #expect(run.counts == expected.counts, "\(way)")
            #expect(run.lines == expected.lines, "\(way)")
            #expect(way.chunk > 200 || run.chunkCounts.count > 20, "\(way)")
        }
    }

    @Test func linesGiveOneResult() throws {
        var signups = BrokenSignups(seed: 1)
        try expectOneResult(
            plan, signups.lines(150), .ndjson,
            codes: [
                "record.malformed", "record.duplicateKey", "record.unknownField",
                "length.kind", "range.tooSmall", "luhn.checkDigit", "sameAs.different",
            ])
    }

    @Test func rowsGiveOneResult() throws {
        var signups = BrokenSignups(seed: 2)
        try expectOneResult(
            csvPlan, signups.csv(150), .csv,
            codes: ["record.malformed", "range.tooSmall", "regex.noMatch"])
    }

    @Test func elementsGiveOneResult() throws {
        var signups = BrokenSignups(seed: 3)
        try expectOneResult(
            plan, signups.array(150), .json,
            codes: ["record.malformed", "record.duplicateKey", "range.tooSmall", "regex.noMatch"])
    }

    @Test(arguments: [1, 2, 3, 8])
    func falseEndsTheRunAfterItsChunk(threads: Int) throws {
        var signups = BrokenSignups(seed: 4)
        let text = signups.lines(150)
        let whole = try StreamRun(plan, text, chunkBytes: 1_000, threadCount: threads)
        let ended = try StreamRun(
            plan, text, chunkBytes: 1_000, threadCount: threads, stopAfter: 3)
        #expect(ended.chunkCounts == Array(whole.chunkCounts.prefix(3)))
        var sum = StreamCounts(ruleCount: plan.rules.count)
        for counts in ended.chunkCounts { sum += counts }
        #expect(ended.counts == sum)
        #expect(ended.lines == Array(whole.lines.prefix(ended.lines.count)))
    }

    @Test(arguments: [InputFormat.ndjson, .json, .csv])
    func positionsAreThoseOfTheValues(format: InputFormat) throws {
        var signups = BrokenSignups(seed: 5)
        let text = signups.text(100, as: format)
        let run = try StreamRun(
            format == .csv ? csvPlan : plan, text, format: format, chunkBytes: 3_000,
            threadCount: 2)
        let bytes = Array(text.utf8)
        var compared = 0
        for finding in run.findings {
            switch finding.value {
            case .integer, .number, .string: break
            default: continue
            }
            let json = finding.value.json
            // What is escaped, or a number that is not written as it is read, differs in length.
            if json.contains("\\") || finding.code == "number.notCanonical" { continue }
            let range = finding.byteOffset..<finding.byteOffset + finding.byteLength
            try #require(bytes.indices.contains(range), "\(finding.text)")
            // A cell of a CSV input may be without quotes.
            let found = String(decoding: bytes[range], as: UTF8.self)
            let expected = format == .csv && !found.hasPrefix("\"") ? "\"\(found)\"" : found
            #expect(expected == json, "\(finding.text)")
            compared += 1
        }
        #expect(compared > 100)
    }

    /// Each thread has a session.
    @Test(arguments: [InputFormat.ndjson, .json, .csv])
    func aSingleChunkIsTheWorkOfOneThread(format: InputFormat) throws {
        let plan = format == .csv ? csvPlan : plan
        for (chunkBytes, expected) in [(1_000, 8), (1 << 20, 1)] {
            var signups = BrokenSignups(seed: 6)
            let text = signups.text(20, as: format)
            let sessions = Locked(0)
            var validator = StreamValidator(plan, threadCount: 8)
            validator.options.format = format
            validator.options.chunkBytes = chunkBytes
            validator.options.allowsMissingColumns = true
            validator.prepareSession = { _ in sessions.withLock { $0 += 1 } }
            let counts = try validator.run(.of(text), render: { _ in }, emit: { _, _ in true })
            #expect(counts.records >= 20)
            #expect(sessions.withLock { $0 } == expected)
        }
    }

    @Test func recordsAreCounted() throws {
        var signups = SignupRecords()
        let text = signups.validLines(20) + "{\"age\": 17}\n[]\n"
        let counts = try StreamRun(plan, text, chunkBytes: 500).counts
        #expect(counts.records == 22)
        #expect(counts.valid == 20)
        #expect(counts.invalid == 2)
        #expect(counts.malformed == 1)
        #expect(counts.bytes == text.utf8.count)
        #expect(counts.faults == 0)
    }

    @Test(arguments: [
        (InputFormat.ndjson, "\u{FEFF}{\"age\": 17}\n\n"), (.json, "\u{FEFF} [{}, {} ] \n"),
        (.json, " {} "),
        (.csv, "\u{FEFF}username,email\r\na,b\r\n"), (.csv, "username,email\n"), (.csv, "username"),
    ])
    func everyByteIsCountedInAChunk(format: InputFormat, text: String) throws {
        for chunkBytes in [1, 5, 1_000] {
            let run = try StreamRun(
                format == .csv ? csvPlan : plan, text, format: format, chunkBytes: chunkBytes)
            #expect(run.counts.bytes == text.utf8.count)
            #expect(run.chunkCounts.reduce(0) { $0 + $1.bytes } == text.utf8.count)
        }
    }

    @Test func aSourceThatCannotBeReadIsAnError() {
        #expect(throws: InputError(.unreadable(name: "x", reason: "Bad file descriptor"))) {
            try StreamRun(plan, ByteSource(descriptor: -1, name: "x", closes: false))
        }
        #expect(
            throws: InputError(.unreadable(name: "/no/such", reason: "No such file or directory"))
        ) { try StreamRun(plan, ByteSource(path: "/no/such")) }
        #expect(throws: InputError(.isDirectory(name: "/"))) {
            try StreamRun(plan, ByteSource(path: "/"))
        }
    }

    @Test(arguments: [InputFormat.ndjson, .json, .csv], [1, 3])
    func anEmptyInputHasNoRecords(format: InputFormat, threads: Int) throws {
        let text = format == .csv ? "username,email\n" : format == .json ? "[]" : ""
        let ruleSet = RuleSet(Field("username", .required), Field("email", .email))
        let plan = try ValidationPlan(ruleSet, registry: .standard())
        let run = try StreamRun(plan, text, format: format, threadCount: threads)
        #expect(run.counts.records == 0)
        #expect(run.counts.violations == 0)
        #expect(run.lines == [])
    }
}
