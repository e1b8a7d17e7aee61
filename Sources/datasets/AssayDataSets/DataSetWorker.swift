// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) package import AssayCore
import Synchronization

/// The findings of a worker in a batch, without the places of keys, for `DataSet.accept`.
package struct DataSetPart: Sendable {
    let states: [RuleState]
}

/// Takes the keys and the values out of batches, on one thread at a time.
package final class DataSetWorker: @unchecked Sendable {
    private let plan: ValidationPlan
    private let skippedRules: Set<Int>
    private let start: KeyHash
    /// Guards what follows: a checkpoint is written on another thread.
    private let lock = Locked(())
    /// The keys of each rule that has keys.
    private var collectors: [KeyCollector?]
    private var findings: EntryBuffer<FindingEntry>

    init(
        _ plan: ValidationPlan, settings: DataSetSettings, keys: [RuleKeys?],
        findings: EntryStore<FindingEntry>
    ) {
        self.plan = plan
        skippedRules = settings.skippedRules
        start = KeyHash(settings.key)
        collectors = keys.map { $0?.makeCollector() }
        self.findings = EntryBuffer(findings)
    }

    /// Adds the records of a batch.
    ///
    /// - Parameters:
    ///   - report: The report of the batch.
    ///   - chunk: The number of the chunk that the batch is, in the whole run.
    ///   - isRejected: `true` if something about the input makes all records of the batch invalid.
    /// - Returns: What the batch adds to sums and counts, which `DataSet.accept` takes.
    /// - Throws: The error of a scratch file.
    package func add(
        _ report: BatchReport, chunk: UInt32, isRejected: Bool = false
    ) throws(DataSetError) -> DataSetPart {
        let batch = CollectedBatch(report, chunk: chunk, isRejected: isRejected, start: start)
        return try locked { () throws(DataSetError) in
            var states: [RuleState] = []
            for (position, rule) in plan.recordsRules.enumerated() {
                var state = RuleState(rule)
                if !skippedRules.contains(position) {
                    state.malformed = report.malformedCount
                    try add(batch, of: rule, at: position, to: &state)
                }
                states.append(state)
            }
            return DataSetPart(states: states)
        }
    }

    private func add(
        _ batch: CollectedBatch, of rule: CompiledRecordsRule, at position: Int,
        to state: inout RuleState
    ) throws(DataSetError) {
        if let collector = collectors[position] {
            return try collector.add(batch, to: &state, findings: &findings)
        }
        if case .count = rule.check {
            try batch.forEachEntry(of: rule, &state) { _, state throws(DataSetError) in
                state.decided += 1
            }
        } else {
            try batch.forEachEntry(of: rule, &state) { entry, state throws(DataSetError) in
                state.addValue(of: entry, at: batch.place(ofRow: entry.row))
            }
        }
    }

    /// Adds the keys of a batch of the source of a `references` rule.
    ///
    /// - Parameters:
    ///   - report: The report of the batch, by `ValidationPlan.sourcePlan(of:)` of the rule.
    ///   - keys: The rule of that plan whose entries are the keys.
    ///   - rule: The place of the `references` rule in `ValidationPlan.recordsRules`.
    /// - Throws: The error of a scratch file.
    package func addSource(
        _ report: BatchReport, keys: CompiledRecordsRule, for rule: Int
    ) throws(DataSetError) {
        try locked { () throws(DataSetError) in
            try collectors[rule]?.addSource(report, keys: keys, start)
        }
    }

    /// Gives everything to the data set.
    package func flush() throws(DataSetError) {
        try locked { () throws(DataSetError) in try flushLocked() }
    }

    private func flushLocked() throws(DataSetError) {
        for collector in collectors { try collector?.flush() }
        try findings.flush()
    }

    /// Gives everything of some workers to the data set, and calls a closure before any of them adds
    /// more.
    static func pause<Result>(
        _ workers: ArraySlice<DataSetWorker>, _ body: () throws(DataSetError) -> Result
    ) throws(DataSetError) -> Result {
        guard let worker = workers.first else { return try body() }
        return try worker.locked { () throws(DataSetError) in
            try worker.flushLocked()
            return try pause(workers.dropFirst(), body)
        }
    }

    private func locked<Result>(
        _ body: () throws(DataSetError) -> Result
    ) throws(DataSetError) -> Result {
        var result: Swift.Result<Result, DataSetError>?
        lock.withLock { _ in
            do throws(DataSetError) {
                result = .success(try body())
            } catch {
                result = .failure(error)
            }
        }
        guard let result else { preconditionFailure("the lock calls its body") }
        return try result.get()
    }
}
