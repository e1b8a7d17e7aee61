// SPDX-License-Identifier: Apache-2.0

/// Validates a stream of records with one or more threads, in constant memory, and hands on what
/// it finds in the order of the input.
///
/// It keeps the plan that it was made with: rules of a plugin that are replaced meanwhile are used by
/// the next stream, which is made with the manager's plan of that time.
public struct StreamValidator: Sendable {
    public let plan: ValidationPlan
    public var options: ReaderOptions
    /// At least 1.
    ///
    /// The result is the same for any number.
    public var threadCount: Int
    /// Prepares each thread's session, such as the limits of patterns.
    public var prepareSession: @Sendable (ValidationSession) -> Void = { _ in }

    public init(
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
        let reader = try ChunkReader(source, options: options, plan: plan)
        let stream = ChunkStream(reader, ruleCount: plan.rules.count, window: 4 * threadCount) {
            emit($0, $1)
        }
        let workers = try makeWorkers(stream, render)
        if workers.count == 1 {
            workers[0].run()
        } else {
            WorkerThreads.run(workers.count) { workers[$0].run() }
        }
        return try stream.finish()
    }

    private func makeWorkers<Rendered: Sendable>(
        _ stream: ChunkStream<Rendered>, _ render: @escaping @Sendable (ChunkReport) -> Rendered
    ) throws(InputError) -> [StreamWorker<Rendered>] {
        var workers: [StreamWorker<Rendered>] = []
        for _ in 0..<threadCount {
            let session = ValidationSession(plan)
            prepareSession(session)
            workers.append(
                StreamWorker(
                    session: session, parser: try RecordParser(plan, options: options),
                    stream: stream, render: render))
        }
        return workers
    }
}

/// One thread's part of a run: takes chunks, parses, validates and renders them.
final class StreamWorker<Rendered: Sendable>: @unchecked Sendable {  // used by one thread
    private let session: ValidationSession
    private let parser: RecordParser
    private let stream: ChunkStream<Rendered>
    private let render: @Sendable (ChunkReport) -> Rendered
    private let ruleOffsets: [Int]

    init(
        session: ValidationSession, parser: RecordParser, stream: ChunkStream<Rendered>,
        render: @escaping @Sendable (ChunkReport) -> Rendered
    ) {
        self.session = session
        self.parser = parser
        self.stream = stream
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
        let parsed = try parser.parse(chunk)
        stream.publish(
            chunk, records: parsed.batch.count + chunk.skippedRecordCount, lines: parsed.lineBreaks)
        let findings = session.validate(parsed.batch)
        let position = stream.position(before: chunk)
        parsed.locator.recordsBefore = position.records
        parsed.locator.linesBefore = chunk.linesBefore ?? position.lines
        let report = ChunkReport(
            findings, of: parsed, chunk: chunk, plan: session.plan, ruleOffsets: ruleOffsets)
        stream.deliver(render(report), report.counts, of: chunk)
    }
}
