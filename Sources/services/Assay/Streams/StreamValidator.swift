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
    /// The number of records to validate, or `nil` for all.
    package var recordLimit: Int?
    /// The filter of findings, or `nil` if all findings count.
    package var filter: CodeFilter?
    /// `true` for records with a part of the fields; see `ValidatorsManager.validate(_:partial:)`.
    package var isPartial = false {
        didSet { options.allowsPartialRecords = isPartial }
    }
    /// `true` if the caller checks the rules about records; otherwise a rule set with some is an error of the run.
    package var checksRecords = false
    /// Chunks come with what the rules did.
    package var gathersStatistics = false
    /// The fields that occur in JSON, or `nil` if they are not needed.
    package var presence: FieldPresence?
    /// Prepares each thread's session, such as the limits of patterns.
    package var prepareSession: @Sendable (ValidationSession) -> Void = { _ in } {
        didSet { idle = IdleStreamBuffers() }
    }
    /// The buffers of earlier runs of this validator and its copies.
    private var idle = IdleStreamBuffers()

    /// A validator of streams with the current validators of a manager.
    ///
    /// - Parameters:
    ///   - manager: Validators that are replaced later do not change this one.
    ///   - options: How records are read: format and limits.
    ///   - threadCount: Threads that validate; what is less than 1 counts as 1. The result is the same
    ///     for any number.
    ///   - filter: The filter of findings, or `nil` if all findings count.
    ///   - recordLimit: The number of records to validate, from the first on, or `nil` for all.
    ///   - partial: `true` for records with a part of the fields, whose absent fields are not required; see
    ///     `ValidatorsManager.validate(_:partial:)`. A CSV input may lack columns then, unless its header has
    ///     a similar name.
    public init(
        _ manager: ValidatorsManager, options: ReaderOptions = ReaderOptions(),
        threadCount: Int = 1, filter: CodeFilter? = nil, recordLimit: Int? = nil,
        partial: Bool = false
    ) {
        self.init(manager.plan, options: options, threadCount: threadCount)
        observation = manager.observation
        self.filter = filter
        self.recordLimit = recordLimit
        isPartial = partial
        self.options.allowsPartialRecords = partial
    }

    /// The same validator without its observer and without `noteFields()`, to find again what a run
    /// has found.
    @_spi(Engine) public var repeated: StreamValidator {
        var copy = self
        copy.observation = nil
        copy.presence = nil
        return copy
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
        guard checksRecords || plan.unchecked.isEmpty else {
            throw InputError(.uncheckedRecords(plan.unchecked))
        }
        if let recordLimit, let start, start.records >= recordLimit {
            return StreamCounts(ruleCount: plan.ruleCount)
        }
        let reader = try ChunkReader(source, options: options, plan: plan)
        if let start { try reader.move(to: start.reader) }
        // A single chunk is the work of one thread; starting others takes longer than a few records.
        let threadCount = reader.hasReadAll ? 1 : threadCount
        let buffers = try makeBuffers(threadCount)
        let order = ChunkOrder(
            from: ChunkPosition(reader, start), ruleCount: plan.ruleCount, window: 4 * threadCount,
            emit: emit)
        let input: any StreamInput =
            if let regions = RegionReader(reader, forThreads: threadCount) {
                ParallelInput(regions, order)
            } else {
                SerialInput(reader, order)
            }
        let workers = buffers.map {
            StreamWorker(
                $0, chunk: $0.chunk(for: reader), input: input, order: order,
                recordLimit: recordLimit ?? .max, presence: presence, render: render)
        }
        if workers.count == 1 {
            workers[0].run()
        } else {
            SystemThread.run(workers.count) { workers[$0].run() }
        }
        let counts = try order.finish()
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
        session.recordsBefore = nil
        session.isPartial = isPartial
        session.observation = observation
        session.statistics = isMeasured ? RuleStatistics(plan) : nil
        prepareSession(session)
    }
}
