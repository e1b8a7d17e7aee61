// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import AssayCore
@_spi(Engine) import AssayRecords

/// One thread of a run: takes parts of the input, parses, validates and renders them.
final class StreamWorker<Rendered: Sendable>: @unchecked Sendable {  // used by one thread
    private let session: ValidationSession
    private let parser: RecordParser
    private let chunk: InputChunk
    private let input: any StreamInput
    private let order: ChunkOrder<Rendered>
    private let recordLimit: Int
    private let presence: FieldPresence?
    private let render: @Sendable (ChunkReport) -> Rendered
    private let ruleOffsets: [Int]

    init(
        _ buffers: StreamBuffers, chunk: InputChunk, input: any StreamInput,
        order: ChunkOrder<Rendered>, recordLimit: Int, presence: FieldPresence?,
        render: @escaping @Sendable (ChunkReport) -> Rendered
    ) {
        session = buffers.session
        parser = buffers.parser
        self.chunk = chunk
        self.input = input
        self.order = order
        self.recordLimit = recordLimit
        self.presence = presence
        self.render = render
        ruleOffsets = session.plan.ruleOffsets
    }

    func run() {
        while let part = input.next(into: chunk) {
            do throws(InputError) {
                let finished =
                    if let chunks = part.chunks {
                        try process(chunks, of: part)
                    } else {
                        try process(part)
                    }
                guard let finished else { continue }
                order.deliver(finished, of: part.number, isLast: part.isLast)
            } catch {
                order.end(before: part.number, with: error)
            }
        }
    }

    /// Processes a part whose records are in the chunk.
    ///
    /// - Returns: Nil if a part before it is lost.
    private func process(_ part: StreamPart) throws(InputError) -> [FinishedChunk<Rendered>]? {
        let start = moment()
        let parsed = try parser.parse(chunk)
        order.publish(ChunkSize(parsed), of: part.number)
        if session.plan.isWatched {
            // The last words of a plugin name records, whose numbers have to be known before.
            guard let position = order.position(of: part.number) else { return nil }
            session.recordsBefore = position.records
        }
        let findings = validate(parsed.batch)
        guard let position = order.position(of: part.number) else { return nil }
        return [finish(parsed, findings, at: position, since: start)]
    }

    /// Processes a part that is several chunks: they are parsed twice, so that the next parts know
    /// early where they are.
    ///
    /// - Returns: Nil if a part before it is lost.
    private func process(
        _ chunks: RegionChunks, of part: StreamPart
    ) throws(InputError) -> [FinishedChunk<Rendered>]? {
        var size = ChunkSize()
        var reader = try chunks.reader()
        while try reader.next(chunk) { size += ChunkSize(try parser.parse(chunk)) }
        order.publish(size, of: part.number)
        guard var position = order.position(of: part.number) else { return nil }
        var finished: [FinishedChunk<Rendered>] = []
        reader = try chunks.reader()
        while finished.last?.isLast != true, try reader.next(chunk) {
            let start = moment()
            let parsed = try parser.parse(chunk)
            session.recordsBefore = position.records
            finished.append(finish(parsed, validate(parsed.batch), at: position, since: start))
            position = position + ChunkSize(parsed)
        }
        return finished
    }

    private func finish(
        _ parsed: ParsedChunk, _ findings: BatchReport, at position: ChunkPosition,
        since start: UInt64?
    ) -> FinishedChunk<Rendered> {
        var (parsed, findings) = (parsed, findings)
        let next = position + ChunkSize(parsed)
        if next.records > recordLimit {
            parsed = parsed.prefix(recordLimit - position.records)
            findings = validate(parsed.batch)
        }
        if !parsed.batch.isText { presence?.note(parsed.batch) { parsed.firstRecords } }
        presence?.note(columns: parsed.columnNames, areCells: parsed.batch.isText)
        parsed.locator.recordsBefore = position.records
        parsed.locator.linesBefore = chunk.linesBefore ?? position.lines
        var report = ChunkReport(
            findings, of: parsed, at: position.chunks, plan: session.plan,
            selection: session.codeFilter, ruleOffsets: ruleOffsets)
        report.statistics = session.statistics
        if let start {
            session.observation?.tell(
                records: report.counts.records, invalid: report.counts.invalid, findings,
                by: session, since: start)
        }
        var end = StreamPosition(reader: chunk.end, records: next.records, lines: next.lines)
        end.reader.sequence = next.chunks
        return FinishedChunk(
            rendered: render(report), counts: report.counts, end: end,
            isLast: next.records >= recordLimit)
    }

    private func moment() -> UInt64? { session.observation.map { _ in MonotonicClock.now() } }

    /// Validates a chunk; the session's statistics are those of this chunk alone.
    private func validate(_ batch: RecordBatch) -> BatchReport {
        if session.statistics != nil { session.statistics = RuleStatistics(session.plan) }
        return session.validate(batch, isCached: true)
    }
}
