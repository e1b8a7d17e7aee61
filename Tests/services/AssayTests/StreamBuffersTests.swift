// SPDX-License-Identifier: Apache-2.0
import AssaySystem
import Synchronization
@_spi(Engine) import Assay
@_spi(Engine) import AssayCore
import Testing

/// One validator for many inputs: what a run leaves is memory, and nothing else.
struct StreamBuffersTests {
    private let plan: ValidationPlan
    private let csvPlan: ValidationPlan

    init() throws {
        plan = try SignupPlans.warning.get()
        csvPlan = try SignupPlans.csv.get()
    }

    private static func options(chunkBytes: Int = 5_000) -> ReaderOptions {
        var options = ReaderOptions()
        options.chunkBytes = chunkBytes
        options.allowsMissingColumns = true
        return options
    }

    private func expectFreshResults(
        _ kept: StreamValidator, _ plan: ValidationPlan, _ texts: [String]
    ) throws {
        for text in texts {
            let fresh = StreamValidator(
                plan, options: kept.options, threadCount: kept.threadCount)
            let expected = try StreamRun(fresh, .of(text))
            let run = try StreamRun(kept, .of(text))
            #expect(!expected.lines.isEmpty)
            #expect(run.counts == expected.counts)
            #expect(run.lines == expected.lines)
        }
    }

    @Test(arguments: [1, 3])
    func runsGiveWhatTheFirstOneGives(threads: Int) throws {
        let kept = StreamValidator(plan, options: Self.options(), threadCount: threads)
        var signups = BrokenSignups(seed: 11)
        let texts = [
            signups.lines(150), signups.array(150), signups.lines(20), signups.array(5),
            "[1, 2]\n", signups.lines(150),
        ]
        try expectFreshResults(kept, plan, texts)
        try expectFreshResults(kept, plan, texts.reversed())
    }

    /// The columns of one header are not those of the next.
    @Test func headersDoNotStay() throws {
        let kept = StreamValidator(csvPlan, options: Self.options())
        var signups = BrokenSignups(seed: 12)
        try expectFreshResults(
            kept, csvPlan,
            [
                signups.csv(150), "age,userName\n17,x\n", "userName;age;nonsense\nx;17;1\n",
                signups.lines(50), "username\n\"a\nb\"\n", signups.csv(150),
            ])
    }

    @Test func runsThatEndEarlyLeaveNothing() throws {
        let kept = StreamValidator(plan, options: Self.options(chunkBytes: 200), threadCount: 2)
        var signups = BrokenSignups(seed: 13)
        let text = signups.lines(100)
        for stop in [1, 2, 7] {
            #expect(try StreamRun(kept, .of(text), stopAfter: stop).chunkCounts.count == stop)
            try expectFreshResults(kept, plan, [text])
        }
        let failing = ByteSource(name: "lost") { _ throws(InputError) in
            throw InputError(.unreadable(name: "lost", reason: "it is gone"))
        }
        #expect(throws: InputError.self) { try StreamRun(kept, failing) }
        try expectFreshResults(kept, plan, [text])
    }

    @Test func settingsAreThoseOfTheRun() throws {
        var signups = BrokenSignups(seed: 14)
        let text = signups.lines(50)
        var validator = StreamValidator(plan, options: Self.options())
        let all = try StreamRun(validator, .of(text))
        #expect(all.findings.map(\.code).contains("length.kind"))
        validator.filter = CodeFilter(selected: ["range"])
        let ranges = try StreamRun(validator, .of(text))
        #expect(Set(ranges.findings.map(\.code)).contains("range.tooSmall"))
        #expect(!ranges.findings.map(\.code).contains("length.kind"))
        validator.filter = nil
        validator.recordLimit = 10
        #expect(try StreamRun(validator, .of(text)).counts.records == 10)
        validator.recordLimit = nil
        let ended = ExecutionLimits(timeout: .seconds(-1))
        let limited = Locked(false)
        validator.prepareSession = { session in
            if limited.withLock({ $0 }) { session.limits = ended }
        }
        limited.withLock { $0 = true }
        #expect(try StreamRun(validator, .of(text)).counts.faults > 0)
        limited.withLock { $0 = false }
        #expect(try StreamRun(validator, .of(text)).lines == all.lines)
    }

    @Test func statisticsAreThoseOfTheRun() throws {
        var signups = BrokenSignups(seed: 15)
        let text = signups.lines(50)
        var validator = StreamValidator(plan, options: Self.options())
        for isGathered in [true, false, true] {
            validator.gathersStatistics = isGathered
            let seen = Locked<[Bool]>([])
            _ = try validator.run(
                .of(text),
                render: { chunk in seen.withLock { $0.append(chunk.statistics != nil) } },
                emit: { _, _ in true })
            #expect(seen.withLock { Set($0) } == [isGathered])
        }
    }

    /// The sessions of each run, in the order in which threads got them.
    private func sessions(
        of validator: inout StreamValidator, _ texts: [String]
    ) throws -> [[SeenSession]] {
        let seen = Locked<[SeenSession]>([])
        validator.prepareSession = { session in
            let session = SeenSession(session: session)
            seen.withLock { $0.append(session) }
        }
        return try texts.map { text in
            let before = seen.withLock { $0.count }
            _ = try validator.run(.of(text), render: { _ in }, emit: { _, _ in true })
            return seen.withLock { Array($0.dropFirst(before)) }
        }
    }

    /// Held, so that no other session gets its place in memory; nothing is done with it.
    private struct SeenSession: Hashable, @unchecked Sendable {  // only compared
        let session: ValidationSession

        static func == (left: Self, right: Self) -> Bool { left.session === right.session }

        func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(session)) }
    }

    @Test func buffersServeTheNextRun() throws {
        var signups = BrokenSignups(seed: 16)
        let text = signups.lines(100)
        var validator = StreamValidator(plan, options: Self.options(), threadCount: 3)
        let found = try sessions(of: &validator, [text, text, "{}\n", text])
        #expect(found.map(\.count) == [3, 3, 1, 3])
        #expect(Set(found.joined()).count == 3)
        let first = Set(found[0])
        validator.options.maximumDepth = 3
        #expect(try Set(sessions(of: &validator, [text])[0]).isDisjoint(with: first))
    }

    /// A record of 20 MB is validated in memory that is given back.
    @Test func largeBuffersAreNotKept() throws {
        var validator = StreamValidator(plan, options: Self.options())
        validator.options.maximumRecordBytes = 64 << 20
        let long = "{\"bio\": \"" + String(repeating: "a", count: 20 << 20) + "\"}\n"
        let found = try sessions(of: &validator, ["{}\n", "{}\n", long, "{}\n"])
        #expect(found[0] == found[1] && found[1] == found[2])
        #expect(found[3] != found[2])
    }

    @Test func inputsAtTheSameTimeDoNotMix() throws {
        var signups = BrokenSignups(seed: 17)
        let texts = (0..<4).map { signups.lines(30 + 20 * $0) }
        let kept = StreamValidator(plan, options: Self.options(chunkBytes: 2_000), threadCount: 2)
        let expected = try texts.map { try StreamRun(kept, .of($0)).lines }
        let isRight = Locked<[Bool]>([])
        SystemThread.run(8) { thread in
            for round in 0..<6 {
                let index = (thread + round) % texts.count
                let lines = try? StreamRun(kept, .of(texts[index])).lines
                isRight.withLock { $0.append(lines == expected[index]) }
            }
        }
        #expect(isRight.withLock { $0 } == Array(repeating: true, count: 48))
    }
}
