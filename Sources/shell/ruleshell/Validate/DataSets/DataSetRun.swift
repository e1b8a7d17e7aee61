// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay
import AssayDataSets
import AssaySystem
import Synchronization

/// The checks across the records of a run: each thread adds its chunks, the sink accepts them in their order.
final class DataSetRun: Sendable {
    /// The contribution of a chunk, on its way to the sink.
    struct Part: Sendable {
        fileprivate let part: DataSetPart
        /// The number of the chunk in the whole run.
        let chunk: UInt32
        let place: ChunkPlace
    }

    private struct State {
        /// The workers that no thread uses right now.
        var idle: [DataSetWorker] = []
        var workerCount = 0
        /// The index of the current input, and the number of chunks before it.
        var input = 0
        var chunksBefore = 0
        /// The numbers of chunks and of records before each input that has begun.
        var starts: [(chunks: Int, records: Int)] = []
        var chunksOfInput = 0
        /// `true` if no further chunk is added, because the run is about to end.
        var isClosed = false
        /// The end of the chunks that the sink has accepted.
        var end = RecordPlace(chunk: 0, row: 0)
        var failure: Diagnostic?
    }

    let plan: ValidationPlan
    /// The filter of findings, or `nil` if all are reported.
    let filter: CodeFilter?
    private let dataSet: DataSet
    private let state = Locked(State())

    /// - Parameters:
    ///   - plan: A plan with rules about records.
    ///   - settings: The memory and the files of the checks.
    ///   - filter: The filter of findings, or `nil` to report all.
    init(
        _ plan: ValidationPlan, settings: DataSetSettings, filter: CodeFilter?
    ) {
        self.plan = plan
        self.filter = filter
        dataSet = DataSet(plan: plan, settings: Self.settings(settings, plan: plan, filter: filter))
    }

    /// Continues the checks of an earlier run.
    ///
    /// - Parameters:
    ///   - plan: The plan of the same rule set.
    ///   - settings: The settings, with the same names of files.
    ///   - filter: The same filter.
    ///   - saved: The state that `save` returned.
    /// - Throws: A diagnostic if the state or a scratch file is not that of such a run.
    init(
        _ plan: ValidationPlan, settings: DataSetSettings, filter: CodeFilter?, saved: Value
    ) throws(Diagnostic) {
        self.plan = plan
        self.filter = filter
        do throws(DataSetError) {
            dataSet = try DataSet(
                plan: plan, settings: Self.settings(settings, plan: plan, filter: filter),
                saved: saved["states"])
        } catch {
            throw Diagnostic(error)
        }
        guard let numbers = saved["chunks"].naturals, numbers.count >= 3 else {
            throw .noChunks
        }
        state.withLock { state in
            state.end = RecordPlace(chunk: UInt32(clamping: numbers[0]), row: 0)
            state.chunksBefore = numbers[1]
            state.chunksOfInput = numbers[2]
            for index in stride(from: 3, to: numbers.count - 1, by: 2) {
                state.starts.append((numbers[index], numbers[index + 1]))
            }
            state.input = max(0, state.starts.count - 1)
        }
    }

    private static func settings(
        _ settings: DataSetSettings, plan: ValidationPlan, filter: CodeFilter?
    ) -> DataSetSettings {
        var settings = settings
        settings.skippedRules = Set(
            plan.recordsRules.indices.filter {
                !plan.recordsRules[$0].isSelected(by: filter)
            })
        return settings
    }

    // MARK: - Sources

    /// Adds the keys of a chunk of a source, on any thread.
    ///
    /// - Parameters:
    ///   - report: The chunk.
    ///   - rule: The place of the rule among the rules about records of the plan.
    /// - Returns: `false` if the run is about to end because of an error.
    func addSource(_ report: ChunkReport, for rule: Int) -> Bool {
        guard let keys = report.plan.recordsRules.first, let (worker, _, _) = takeWorker() else {
            return false
        }
        defer { state.withLock { $0.idle.append(worker) } }
        do throws(DataSetError) {
            try worker.addSource(report.findings, keys: keys, for: rule)
            return true
        } catch {
            fail(Diagnostic(error))
            return false
        }
    }

    /// Ends the sources, before the first input begins.
    func endSources() throws(Diagnostic) {
        do throws(DataSetError) {
            for worker in state.withLock({ $0.idle }) { try worker.flush() }
        } catch {
            throw Diagnostic(error)
        }
    }

    // MARK: - Chunks

    /// Begins an input.
    ///
    /// - Parameters:
    ///   - index: The index of the input among the arguments.
    ///   - recordsBefore: The number of records of the inputs before.
    func beginInput(_ index: Int, recordsBefore: Int) {
        state.withLock { state in
            // A run that continues has begun the input already.
            guard !state.starts.indices.contains(index) else { return }
            state.input = index
            state.chunksBefore += state.chunksOfInput
            state.chunksOfInput = 0
            state.starts.append((state.chunksBefore, recordsBefore))
        }
    }

    /// Adds a chunk, on any thread.
    ///
    /// - Returns: What the sink accepts later, or `nil` if the run is about to end, because of an error of the checks
    ///   or otherwise.
    func add(_ report: ChunkReport) -> Part? {
        guard let (worker, input, chunksBefore) = takeWorker() else { return nil }
        defer { state.withLock { $0.idle.append(worker) } }
        do throws(DataSetError) {
            let number = UInt32(exactly: chunksBefore + report.sequence)
            guard let chunk = number, chunk < .max else {
                fail(.tooManyChunks)
                return nil
            }
            let part = try worker.add(
                report.findings, chunk: chunk, isRejected: report.isRejected)
            return Part(
                part: part, chunk: chunk,
                place: ChunkPlace(
                    of: report.locator, rows: report.rowCount, input: input))
        } catch {
            fail(Diagnostic(error))
            return nil
        }
    }

    private func takeWorker() -> (worker: DataSetWorker, input: Int, chunksBefore: Int)? {
        state.withLock { state in
            guard !state.isClosed, state.failure == nil else { return nil }
            if let worker = state.idle.popLast() {
                return (worker, state.input, state.chunksBefore)
            }
            state.workerCount += 1
            return (dataSet.makeWorker(), state.input, state.chunksBefore)
        }
    }

    /// Accepts a chunk, one at a time, in the order of the run.
    ///
    /// - Parameters:
    ///   - part: What the chunk adds.
    ///   - rows: The number of its first rows that count, or `nil` for all.
    func accept(_ part: Part, rows: Int? = nil) {
        state.withLock { state in
            state.chunksOfInput = Int(part.chunk) + 1 - state.chunksBefore
            state.end =
                rows.map { RecordPlace(chunk: part.chunk, row: UInt32(clamping: $0)) }
                ?? RecordPlace(chunk: part.chunk + 1, row: 0)
        }
        do throws(DataSetError) {
            try dataSet.note(chunk: part.chunk, place: part.place)
            dataSet.accept(part.part)
        } catch {
            fail(Diagnostic(error))
        }
    }

    /// The end of the records that count.
    var end: RecordPlace { state.withLock { $0.end } }

    /// Returns the numbers of chunks and of records before an input, or `nil` if the input was not read.
    func start(ofInput index: Int) -> (chunks: Int, records: Int)? {
        state.withLock { $0.starts.indices.contains(index) ? $0.starts[index] : nil }
    }

    private func fail(_ error: Diagnostic) {
        state.withLock { if $0.failure == nil { $0.failure = error } }
    }

    /// The error that ended the checks, or `nil` if there was none.
    var failure: Diagnostic? { state.withLock { $0.failure } }

    // MARK: - Checkpoints

    /// Returns the state after the chunks that were accepted, with the key of the fingerprints.
    func save() throws(Diagnostic) -> Value {
        let numbers = state.withLock { state in
            [Int(state.end.chunk), state.chunksBefore, state.chunksOfInput]
                + state.starts.flatMap { [$0.chunks, $0.records] }
        }
        do throws(DataSetError) {
            return ["states": try dataSet.save(), "chunks": Value(numbers)]
        } catch {
            throw Diagnostic(error)
        }
    }

    /// Removes the scratch files beside a checkpoint, with which no run will continue.
    func removeFiles() { dataSet.removeFiles() }

    // MARK: - The end

    /// Returns `true` if a finding is reported, which is one that the filter includes.
    func reports(_ finding: DataSetOutcome.Finding) -> Bool {
        plan.recordsRules[finding.rule].reports(finding, by: filter)
    }

    /// Finishes the checks.
    ///
    /// - Parameter isWhole: `true` if all records of the inputs were read.
    /// - Returns: What they found in the chunks that were accepted.
    /// - Throws: A diagnostic if a scratch file cannot be used.
    func finish(isWhole: Bool) throws(Diagnostic) -> DataSetOutcome {
        state.withLock { $0.isClosed = true }
        // A thread of an interrupted run may still be adding a chunk.
        while state.withLock({ $0.idle.count < $0.workerCount }) {
            SystemThread.sleep(for: .milliseconds(1))
        }
        let (workers, end, failure) = state.withLock { ($0.idle, $0.end, $0.failure) }
        if let failure { throw failure }
        do throws(DataSetError) {
            for worker in workers { try worker.flush() }
            return try dataSet.finish(before: isWhole ? nil : end)
        } catch {
            throw Diagnostic(error)
        }
    }
}

extension Diagnostic {
    init(_ error: DataSetError) {
        self.init(error.code, error.description, help: error.help)
    }

    fileprivate static var noChunks: Diagnostic {
        Diagnostic(
            "checkpoint.form",
            "the state of the rules about records in the checkpoint has no chunks",
            help: "run again from the start, without --resume")
    }

    fileprivate static var tooManyChunks: Diagnostic {
        Diagnostic(
            "records.tooMany", "the inputs are too long for rules about records",
            help: "validate them in several runs, each with its own records")
    }
}
