// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) package import AssayCore
import AssaySystem
import Synchronization

/// The checks of rules about records over all records of a run.
///
/// Each thread has a worker, which adds batches and returns their parts. The parts are accepted in the
/// order of the chunks. At the end, `finish` says what was found. The outcome does not depend on the
/// number of workers, on the memory or on the boundaries of chunks.
package final class DataSet: Sendable {
    private struct State: Sendable {
        var rules: [RuleState]
        var isIncomplete = false
        var workers: [DataSetWorker] = []
    }

    private let plan: ValidationPlan
    private let settings: DataSetSettings
    private let sizes: ScratchSizes
    /// The keys of each rule that has keys.
    private let keys: [RuleKeys?]
    private let findings: EntryStore<FindingEntry>
    private let chunks: ChunkTable
    /// The moment that `fresh` compares with.
    private let now: Duration
    private let state: Locked<State>

    /// Creates a data set without records.
    package convenience init(plan: ValidationPlan, settings: DataSetSettings = DataSetSettings()) {
        self.init(plan, settings)
    }

    private init(_ plan: ValidationPlan, _ settings: DataSetSettings) {
        self.plan = plan
        self.settings = settings
        let space = ScratchSpace(settings)
        let sizes = ScratchSizes(
            settings,
            stores: plan.recordsRules.reduce(1) { $0 + $1.check.storeCount })
        self.sizes = sizes
        keys = plan.recordsRules.enumerated().map { position, rule in
            rule.check.storeCount == 0
                ? nil : RuleKeys(rule, at: position, of: plan, in: space, sizes: sizes)
        }
        findings = EntryStore(in: space, name: "-findings", sizes: sizes, isSplit: false)
        chunks = ChunkTable(in: space)
        now = plan.clock()
        state = Locked(State(rules: plan.recordsRules.map { RuleState($0) }))
    }

    /// Returns a worker for a thread.
    package func makeWorker() -> DataSetWorker {
        let worker = DataSetWorker(plan, settings: settings, keys: keys, findings: findings)
        state.withLock { $0.workers.append(worker) }
        return worker
    }

    /// Takes the part of the chunk that follows the chunks before.
    package func accept(_ part: DataSetPart) {
        state.withLock { state in
            for (index, rule) in part.states.enumerated() { state.rules[index].append(rule) }
        }
    }

    /// Notes the place of a chunk, in any order.
    package func note(chunk: UInt32, place: ChunkPlace) throws(DataSetError) {
        try chunks.note(chunk, place)
    }

    /// Notes that not all records of the data set will be added.
    package func markIncomplete() {
        state.withLock { $0.isIncomplete = true }
    }

    // MARK: - The end

    /// Returns what was found.
    ///
    /// No worker adds records after that.
    ///
    /// - Parameter end: The first record that was not accepted, or `nil` if all were. With a place,
    ///   the data set is incomplete.
    /// - Returns: The outcome.
    /// - Throws: The error of a scratch file.
    package func finish(before end: RecordPlace? = nil) throws(DataSetError) -> DataSetOutcome {
        try flushWorkers()
        let (rules, isMarked) = state.withLock { ($0.rules, $0.isIncomplete) }
        let isIncomplete = isMarked || end != nil
        var totals: [DataSetOutcome.Totals] = []
        var found: [DataSetOutcome.Finding] = []
        for (position, rule) in plan.recordsRules.enumerated() {
            let state = rules[position]
            var scan = KeyScan(
                rule: position, end: end, isIncomplete: isIncomplete,
                findings: EntryBuffer(findings))
            scan.totals = state.totals
            if !settings.skippedRules.contains(position) {
                try scan.add(state.values)
                try keys[position]?.finish(
                    &scan, sorting: sizes.sorting(beside: heldCount(after: position)))
                try scan.findings.flush()
                found += RuleConclusion(rule, at: position, now: now).findings(
                    of: state, &scan.totals, isIncomplete: isIncomplete)
            }
            totals.append(scan.totals)
        }
        let memory = sizes.memory / 2
        let placed = PlacedFindings(
            store: findings, runs: try findings.sortedRuns(memory), memory: memory, end: end,
            rules: plan.recordsRules.map { rule in
                PlacedFindings.RuleUse(
                    isOfElements: rule.isOfElements, isError: rule.severity == .error,
                    isTolerant: rule.tolerance != nil)
            })
        let counts = try placed.counts()
        return DataSetOutcome(
            totals: totals, findings: found, placedCount: counts.findings,
            newlyInvalidCount: counts.newlyInvalid, placed: placed, chunks: chunks)
    }

    /// The bytes in memory of the keys of later rules, and of the findings.
    private func heldCount(after position: Int) -> Int {
        keys.dropFirst(position).reduce(sizes.store) { $0 + ($1?.heldCount ?? 0) }
    }

    private func flushWorkers() throws(DataSetError) {
        for worker in state.withLock(\.workers) { try worker.flush() }
    }

    // MARK: - Checkpoints

    /// Returns the state after the parts that were accepted, with the key of the fingerprints.
    ///
    /// The files beside the checkpoint are written. Parts that were not accepted may be in them; they
    /// are added again by the process that continues. No part is accepted meanwhile.
    package func save() throws(DataSetError) -> Value {
        let (rules, workers) = state.withLock { ($0.rules, $0.workers) }
        let sizes = try DataSetWorker.pause(workers[...]) { () throws(DataSetError) in
            try saveFiles()
        }
        for keys in keys { try keys?.synchronize() }
        try findings.synchronize()
        try chunks.synchronize()
        let key = settings.key
        return .object(
            Value.Object(
                [
                    ("key", .array([Value(words: key.first), Value(words: key.second)])),
                    ("rules", .array(rules.map(\.saved))),
                ] + sizes))
    }

    /// Writes what is in memory to the files, and returns their sizes as members of the state.
    private func saveFiles() throws(DataSetError) -> [(key: String, value: Value)] {
        var sizes: [Value] = []
        for keys in keys { sizes.append(.array(try keys?.save().map { Value($0) } ?? [])) }
        return [
            ("keys", .array(sizes)), ("findings", Value(try findings.save())),
            ("chunks", .array(try chunks.save().map { Value($0) })),
        ]
    }

    /// Continues with the state that `save` returned to another process, and with its files.
    ///
    /// - Parameters:
    ///   - plan: The plan of the same rule set.
    ///   - settings: The settings, in which `namedFiles` and `scratchMemory` are those of the other
    ///     process.
    ///   - saved: The state.
    /// - Throws: The error of a scratch file, or of a state that is not one of the plan.
    package convenience init(
        plan: ValidationPlan, settings: DataSetSettings, saved: Value
    ) throws(DataSetError) {
        var settings = settings
        guard let first = saved["key"][0].word, let second = saved["key"][1].word else {
            throw .checkpoint("key")
        }
        settings.key = FingerprintKey(first, second)
        self.init(plan, settings)
        guard case .array(let rules) = saved["rules"], rules.count == plan.recordsRules.count else {
            throw .checkpoint("rules")
        }
        var states: [RuleState] = []
        for (rule, state) in zip(plan.recordsRules, rules) {
            guard let state = RuleState(saved: state, of: rule) else {
                throw .checkpoint("state of '\(rule.expression)'")
            }
            states.append(state)
        }
        guard case .array(let sizes) = saved["keys"], sizes.count == keys.count,
            let findings = saved["findings"].natural, let chunks = saved["chunks"].naturals(2)
        else { throw .checkpoint("sizes of the scratch files") }
        for (keys, sizes) in zip(keys, sizes) {
            guard let keys else { continue }
            guard let sizes = sizes.naturals(2) else {
                throw .checkpoint("sizes of the scratch files")
            }
            try keys.restore(sizes)
        }
        try self.findings.restore(findings)
        try self.chunks.restore(chunks)
        state.withLock { $0.rules = states }
    }

    /// Removes the scratch files that have names, when no process will continue with them.
    package func removeFiles() {
        for keys in keys { keys?.remove() }
        findings.remove()
        chunks.remove()
    }
}

extension RecordsCheck {
    /// The number of stores that the keys of a rule take.
    fileprivate var storeCount: Int {
        switch self {
        case .unique: 1
        case .references: 2
        case .count, .sum, .average, .sorted, .fresh: 0
        }
    }
}

extension Value {
    /// Returns the numbers of an array, or `nil` if there are not exactly `count` of them.
    fileprivate func naturals(_ count: Int) -> [Int]? {
        guard case .array(let parts) = self, parts.count == count else { return nil }
        let numbers = parts.compactMap(\.natural)
        return numbers.count == count ? numbers : nil
    }
}
