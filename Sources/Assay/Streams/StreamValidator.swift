// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) public import AssayCore
@_spi(Engine) public import AssayRecords
import AssaySystem

/// Validates a stream of records with one or more threads, in constant memory, and hands on what
/// it finds in the order of the input.
///
/// It keeps the plan that it was made with: rules of a plugin that are replaced meanwhile are used by
/// the next stream, which is made with the manager's plan of that time.
///
/// Keep it for many inputs: the memory of a run serves the next one, of this validator or a copy. It is kept
/// for at most 16 threads, and not where long records have made it larger than 16 MiB. Several inputs can be validated at the same time.
public struct StreamValidator: Sendable {
    package let plan: ValidationPlan
    private var observation: ValidationObservation?
    package var options: ReaderOptions { didSet { idle = IdleStreamBuffers() } }
    /// Threads that validate, at least 1.
    package var threadCount: Int
    /// How many records are validated; nil: all.
    package var recordLimit: Int?
    /// Which findings count; nil: all.
    package var filter: CodeFilter?
    /// Chunks come with what the rules did.
    package var gathersStatistics = false
    /// Notes which fields occur in JSON; nil: no one wants to know.
    package var presence: FieldPresence?
    /// Prepares each thread's session, such as the limits of patterns.
    package var prepareSession: @Sendable (ValidationSession) -> Void = { _ in } {
        didSet { idle = IdleStreamBuffers() }
    }
    /// What earlier runs of this validator and its copies worked with.
    private var idle = IdleStreamBuffers()

    /// A validator of streams with the current validators of a manager.
    ///
    /// - Parameters:
    ///   - manager: Validators that are replaced later do not change this one.
    ///   - options: How records are read: format and limits.
    ///   - threadCount: Threads that validate; what is less than 1 counts as 1. The result is the same
    ///     for any number.
    ///   - filter: Which findings count; nil: all.
    ///   - recordLimit: How many records are validated, from the first on; nil: all.
    public init(
        _ manager: ValidatorsManager, options: ReaderOptions = ReaderOptions(),
        threadCount: Int = 1, filter: CodeFilter? = nil, recordLimit: Int? = nil
    ) {
        self.init(manager.plan, options: options, threadCount: threadCount)
        observation = manager.observation
        self.filter = filter
        self.recordLimit = recordLimit
    }

    @_spi(Engine) public init(
        _ plan: ValidationPlan, options: ReaderOptions = ReaderOptions(), threadCount: Int = 1
    ) {
        self.plan = plan
        self.options = options
        self.threadCount = max(1, threadCount)
    }

    /// Reads and validates the whole input.
    ///
    /// - Parameters:
    ///   - source: The input.
    ///   - render: Turns the findings of a chunk into bytes, on any of the threads, several at once.
    ///   - emit: Takes the bytes and numbers of a chunk, in the order of the input, one call at a
    ///     time; false ends the run.
    /// - Returns: The numbers of all chunks that were emitted.
    /// - Throws: `InputError` if the input cannot be read; what came before it was emitted.
    @discardableResult
    public func run<Rendered: Sendable>(
        _ source: ByteSource, render: @escaping @Sendable (ChunkReport) -> Rendered,
        emit: @escaping @Sendable (Rendered, StreamCounts) -> Bool
    ) throws(InputError) -> StreamCounts {
        try run(source, from: nil, render: render) { rendered, counts, _ in
            emit(rendered, counts)
        }
    }

    /// Reads and validates the input from a place on.
    ///
    /// - Parameters:
    ///   - source: The input, from its start.
    ///   - start: Where an earlier run with the same options was; nil for the start.
    ///   - render: Turns the findings of a chunk into bytes, on any of the threads, several at once.
    ///   - emit: Takes the bytes and numbers of a chunk and where the input goes on after it, in the
    ///     order of the input, one call at a time; false ends the run.
    /// - Returns: The numbers of all chunks that were emitted.
    /// - Throws: `InputError` if the input cannot be read or has no such place; what came before was
    ///   emitted.
    @discardableResult
    package func run<Rendered: Sendable>(
        _ source: ByteSource, from start: StreamPosition?,
        render: @escaping @Sendable (ChunkReport) -> Rendered,
        emit: @escaping @Sendable (Rendered, StreamCounts, StreamPosition) -> Bool
    ) throws(InputError) -> StreamCounts {
        if let recordLimit, let start, start.records >= recordLimit {
            return StreamCounts(ruleCount: plan.ruleCount)
        }
        let reader = try ChunkReader(source, options: options, plan: plan)
        if let start { try reader.move(to: start.reader) }
        // A single chunk is the work of one thread; starting others takes longer than a few records.
        let threadCount = reader.hasReadAll ? 1 : threadCount
        let buffers = try makeBuffers(threadCount)
        let stream = ChunkStream(
            reader, from: start, ruleCount: plan.ruleCount, window: 4 * threadCount,
            chunks: buffers.compactMap { $0.chunk.take() }, emit: emit)
        let workers = buffers.map {
            StreamWorker(
                $0, stream: stream, recordLimit: recordLimit ?? .max, presence: presence,
                render: render)
        }
        if workers.count == 1 {
            workers[0].run()
        } else {
            SystemThread.run(workers.count) { workers[$0].run() }
        }
        let (counts, chunks) = try stream.finish()
        for (buffers, chunk) in zip(buffers, chunks) { buffers.chunk = chunk }
        idle.keep(buffers)
        return counts
    }

    private func makeBuffers(_ count: Int) throws(InputError) -> [StreamBuffers] {
        var all = idle.take(count)
        while all.count < count { all.append(try StreamBuffers(plan, options)) }
        let moment = plan.clock()
        for buffers in all { prepare(buffers.session, moment: moment) }
        return all
    }

    private func prepare(_ session: ValidationSession, moment: Duration) {
        let isMeasured = gathersStatistics || observation?.observer.measuresRules == true
        session.codeFilter = filter
        session.moment = moment
        session.observation = observation
        session.statistics = isMeasured ? RuleStatistics(plan) : nil
        prepareSession(session)
    }
}

/// One thread's part of a run: takes chunks, parses, validates and renders them.
final class StreamWorker<Rendered: Sendable>: @unchecked Sendable {  // used by one thread
    private let session: ValidationSession
    private let parser: RecordParser
    private let stream: ChunkStream<Rendered>
    private let recordLimit: Int
    private let presence: FieldPresence?
    private let render: @Sendable (ChunkReport) -> Rendered
    private let ruleOffsets: [Int]

    init(
        _ buffers: StreamBuffers, stream: ChunkStream<Rendered>, recordLimit: Int,
        presence: FieldPresence?, render: @escaping @Sendable (ChunkReport) -> Rendered
    ) {
        session = buffers.session
        parser = buffers.parser
        self.stream = stream
        self.recordLimit = recordLimit
        self.presence = presence
        self.render = render
        ruleOffsets = session.plan.ruleOffsets
    }

    func run() {
        while let chunk = stream.nextChunk() {
            do throws(InputError) {
                try process(chunk)
            } catch {
                stream.fail(error)
            }
        }
    }

    private func process(_ chunk: InputChunk) throws(InputError) {
        let start = session.observation.map { _ in MonotonicClock.now() }
        var parsed = try parser.parse(chunk)
        stream.publish(chunk, records: parsed.recordCount, lines: parsed.lineBreaks)
        var findings = validate(parsed.batch)
        guard let position = stream.position(before: chunk) else { return }
        let end = StreamPosition(
            reader: chunk.end, records: position.records + parsed.recordCount,
            lines: position.lines + parsed.lineBreaks)
        if end.records > recordLimit {
            parsed = parsed.prefix(recordLimit - position.records)
            findings = validate(parsed.batch)
        }
        if !parsed.batch.isText { presence?.note(parsed.batch) { parsed.firstRecords } }
        parsed.locator.recordsBefore = position.records
        parsed.locator.linesBefore = chunk.linesBefore ?? position.lines
        var report = ChunkReport(
            findings, of: parsed, plan: session.plan, selection: session.codeFilter,
            ruleOffsets: ruleOffsets)
        report.statistics = session.statistics
        if let start {
            session.observation?.tell(
                records: report.counts.records, invalid: report.counts.invalid, findings,
                by: session, since: start)
        }
        stream.deliver(
            FinishedChunk(
                rendered: render(report), counts: report.counts, end: end,
                isLast: end.records >= recordLimit), of: chunk)
    }

    /// Validates a chunk; the session's statistics are those of this chunk alone.
    private func validate(_ batch: RecordBatch) -> BatchReport {
        if session.statistics != nil { session.statistics = RuleStatistics(session.plan) }
        return session.validate(batch, isCached: true)
    }
}
