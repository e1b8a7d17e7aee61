// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay
import CAllocationCounter
import Testing

/// What the hot path takes from the allocator once its buffers have grown.
///
/// Only optimized code is held to it: without optimization the standard library's generic
/// accessors, such as `Collection.first` of a buffer, allocate a coroutine frame at each call.
@Suite(
    .enabled(
        if: allocation_counter_is_available() != 0,
        "only without a sanitizer, which takes malloc's place"),
    .enabled(
        if: BuildMode.isOptimised,
        "only in optimised code, swift test -c release: other code allocates frames"))
struct AllocationTests {
    private let plan: ValidationPlan

    init() throws {
        plan = try SignupPlan.signup.get()
    }

    /// The body of a request, by a manager that has read one like it.
    @Test func aValidBodyAllocatesNothing() throws {
        let manager = try ValidatorsManager(
            RuleSet(
                Field("email", .required, .email), Field("age", .integer, .range(18...120)),
                Field("tags[*]", .length(1...10))),
            registry: .standard())
        let body = Array(#"{"email":"ann@example.org","age":41,"tags":["a"],"b":{"c":[1]}}"#.utf8)
        #expect(manager.validate(json: body).isValid)
        var valid = 0
        allocation_counter_start()
        for _ in 0..<100 where manager.validate(json: body).isValid { valid += 1 }
        let allocations = allocation_counter_stop()
        #expect(valid == 100)
        #expect(allocations == 0)
    }

    /// What one run over an input did.
    private struct Run {
        var chunks = 0
        var records = 0
        var allocations: UInt64 = 0
    }

    /// Options under which an input of this many bytes is one chunk.
    private func oneChunk() -> ReaderOptions {
        var options = ReaderOptions()
        options.format = .ndjson
        options.chunkBytes = 1 << 20
        return options
    }

    /// Counts the allocations of a whole run: reader, chunks, batches and verdicts.
    private func run(
        _ text: String, _ parser: RecordParser, _ session: ValidationSession,
        _ options: ReaderOptions
    ) throws -> Run {
        let source = try ByteSource.of(text)
        var run = Run()
        var invalid = 0
        allocation_counter_start()
        let reader = try ChunkReader(source, options: options, plan: plan)
        let chunk = reader.makeChunk()
        while try reader.next(chunk) {
            let batch = try parser.parse(chunk).batch
            invalid += session.validate(batch).invalidCount
            run.records += batch.count
            run.chunks += 1
        }
        run.allocations = allocation_counter_stop()
        #expect(invalid == 0)
        return run
    }

    /// Calls `body` with a batch of valid records.
    private func withBatch(
        _ count: Int, of plan: ValidationPlan, _ body: (RecordBatch) throws -> Void
    ) throws {
        var records = SignupRecords()
        let reader = try ChunkReader(
            try .of(records.validLines(count)), options: oneChunk(), plan: plan)
        let parser = try RecordParser(plan, options: oneChunk())
        let chunk = reader.makeChunk()
        try #require(try reader.next(chunk))
        let batch = try parser.parse(chunk).batch
        try #require(batch.count == count)
        try body(batch)
        withExtendedLifetime((reader, parser, chunk)) {}
    }

    /// Counts the allocations of some work several times.
    ///
    /// - Returns: The fewest: what the runtime allocates once, at whatever moment, is none of the
    ///   work's.
    private func fewestAllocations(_ work: () throws -> UInt64) rethrows -> UInt64 {
        var fewest = try work()
        for _ in 1..<5 { fewest = min(fewest, try work()) }
        return fewest
    }

    @Test func theCounterCounts() {
        allocation_counter_start()
        let memory = UnsafeMutableRawPointer.allocate(byteCount: 100, alignment: 16)
        let count = allocation_counter_stop()
        memory.deallocate()
        #expect(count == 1)
    }

    private static let plans = [SignupPlan.signup, SignupPlan.asynchronous]

    @Test(arguments: plans)
    func aBatchOfValidRecordsAllocatesNothing(_ plan: Result<ValidationPlan, any Error>) throws {
        let plan = try plan.get()
        try withBatch(300, of: plan) { batch in
            let session = ValidationSession(plan)
            #expect(session.validate(batch).isEmpty)
            let allocations = fewestAllocations {
                allocation_counter_start()
                let invalid = session.validate(batch).invalidCount
                let allocations = allocation_counter_stop()
                #expect(invalid == 0)
                return allocations
            }
            #expect(allocations == 0)
        }
    }

    @Test(arguments: plans)
    func aSingleValidRecordAllocatesNothing(_ plan: Result<ValidationPlan, any Error>) throws {
        let plan = try plan.get()
        try withBatch(300, of: plan) { batch in
            let session = ValidationSession(plan)
            #expect(session.validate(batch, row: 0).isEmpty)
            let allocations = fewestAllocations {
                var findings = 0
                allocation_counter_start()
                for row in 0..<batch.count { findings += session.validate(batch, row: row).count }
                let allocations = allocation_counter_stop()
                #expect(findings == 0)
                return allocations
            }
            #expect(allocations == 0)
        }
    }

    @Test func allocationsOfARunDoNotGrowWithItsRecords() throws {
        var records = SignupRecords()
        let few = records.validLines(200)
        let many = records.validLines(400)
        let parser = try RecordParser(plan, options: oneChunk())
        let session = ValidationSession(plan)
        func fewestAllocations(_ text: String, records: Int) throws -> UInt64 {
            try self.fewestAllocations {
                let run = try run(text, parser, session, oneChunk())
                #expect(run.chunks == 1)
                #expect(run.records == records)
                return run.allocations
            }
        }
        let ofMany = try fewestAllocations(many, records: 400)
        let ofFew = try fewestAllocations(few, records: 200)
        #expect(ofMany == ofFew)
    }
}

/// The rule set of `Examples/signup`.
private enum SignupPlan {
    static let signup = Result { try plan { _ in } }

    /// A field that no record has bears an asynchronous rule.
    static let asynchronous = Result {
        let far = try RuleExpression(parsing: "far")
        return try plan { $0.append(Field("missing", far)) }
    }

    private enum FarCode: String, RuleCodes {
        case no = "is rejected"
    }

    private static func plan(_ change: (inout [Field]) -> Void) throws -> ValidationPlan {
        let root = #filePath.dropLast(
            "/Benchmarks/Tests/AllocationTests/AllocationTests.swift".count)
        let registry = RuleRegistry.standard()
        try registry.register(
            .async("far", "Never runs", codes: FarCode.self) { _, _ in .pass })
        var ruleSet = try RuleSetLoader.load(
            file: root + "/Examples/signup/signup.yaml", registry: registry
        ).ruleSet
        ruleSet.unknownFields = .allow
        change(&ruleSet.fields)
        return try ValidationPlan(ruleSet, registry: registry)
    }
}

private enum BuildMode {
    static var isOptimised: Bool {
        #if DEBUG
        false
        #else
        true
        #endif
    }
}
