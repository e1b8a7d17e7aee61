// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import AssayCore

/// The keys of a `unique` or `references` rule.
///
/// An enumeration, so that the compiler makes a version of all that follows for each type of entries.
enum RuleKeys: Sendable {
    case records(StoredKeys<RecordKey>)
    case elements(StoredKeys<ElementKey>)

    /// - Parameters:
    ///   - rule: A `unique` or `references` rule.
    ///   - position: The place of the rule in the plan.
    ///   - plan: The plan.
    ///   - space: The directory of the files.
    ///   - sizes: The sizes in memory.
    init(
        _ rule: CompiledRecordsRule, at position: Int, of plan: ValidationPlan,
        in space: ScratchSpace, sizes: ScratchSizes
    ) {
        self =
            rule.isOfElements
            ? .elements(StoredKeys(rule, at: position, of: plan, in: space, sizes: sizes))
            : .records(StoredKeys(rule, at: position, of: plan, in: space, sizes: sizes))
    }

    /// The number of bytes that the keys have in memory.
    var heldCount: Int {
        switch self {
        case .records(let keys): keys.heldCount
        case .elements(let keys): keys.heldCount
        }
    }

    func makeCollector() -> KeyCollector {
        switch self {
        case .records(let keys): .records(keys.makeCollector())
        case .elements(let keys): .elements(keys.makeCollector())
        }
    }

    /// Finds what the rule reports; the keys are gone after that.
    ///
    /// - Parameters:
    ///   - scan: Takes the findings and the numbers.
    ///   - sorting: The number of bytes in which keys are sorted.
    /// - Throws: The error of a scratch file.
    func finish(_ scan: inout KeyScan, sorting: Int) throws(DataSetError) {
        switch self {
        case .records(let keys): try keys.finish(&scan, sorting: sorting)
        case .elements(let keys): try keys.finish(&scan, sorting: sorting)
        }
    }

    func save() throws(DataSetError) -> [Int] {
        switch self {
        case .records(let keys): try keys.save()
        case .elements(let keys): try keys.save()
        }
    }

    func synchronize() throws(DataSetError) {
        switch self {
        case .records(let keys): try keys.synchronize()
        case .elements(let keys): try keys.synchronize()
        }
    }

    func restore(_ sizes: [Int]) throws(DataSetError) {
        switch self {
        case .records(let keys): try keys.restore(sizes)
        case .elements(let keys): try keys.restore(sizes)
        }
    }

    func remove() {
        switch self {
        case .records(let keys): keys.remove()
        case .elements(let keys): keys.remove()
        }
    }
}

/// The keys of a rule that one worker has found.
enum KeyCollector {
    case records(StoredKeyCollector<RecordKey>)
    case elements(StoredKeyCollector<ElementKey>)

    /// Adds the keys of a batch.
    func add(
        _ batch: CollectedBatch, to state: inout RuleState,
        findings: inout EntryBuffer<FindingEntry>
    ) throws(DataSetError) {
        switch self {
        case .records(let keys): try keys.add(batch, to: &state, findings: &findings)
        case .elements(let keys): try keys.add(batch, to: &state, findings: &findings)
        }
    }

    /// Adds the keys of a batch of the source.
    ///
    /// - Parameters:
    ///   - report: The batch.
    ///   - rule: The rule whose entries are the keys.
    ///   - start: The hash of a key without parts.
    /// - Throws: The error of a scratch file.
    func addSource(
        _ report: BatchReport, keys rule: CompiledRecordsRule, _ start: KeyHash
    ) throws(DataSetError) {
        switch self {
        case .records(let keys): try keys.addSource(report, keys: rule, start)
        case .elements(let keys): try keys.addSource(report, keys: rule, start)
        }
    }

    func flush() throws(DataSetError) {
        switch self {
        case .records(let keys): try keys.flush()
        case .elements(let keys): try keys.flush()
        }
    }
}

/// A batch with its place in the data set.
struct CollectedBatch {
    let report: BatchReport
    let chunk: UInt32
    /// `true` if something about the input makes all records of the batch invalid.
    let isRejected: Bool
    /// The hash of a key without parts.
    let start: KeyHash
    /// `true` if some records are invalid.
    private let hasInvalid: Bool

    init(_ report: BatchReport, chunk: UInt32, isRejected: Bool, start: KeyHash) {
        self.report = report
        self.chunk = chunk
        self.isRejected = isRejected
        self.start = start
        hasInvalid = isRejected || report.invalidCount > 0
    }

    func place(ofRow row: Int) -> PlaceWord {
        PlaceWord(
            RecordPlace(chunk: chunk, row: UInt32(row)),
            wasInvalid: hasInvalid && (isRejected || report.isInvalid(row: row)))
    }

    /// Calls a closure with each entry of a rule that is decided, and counts the others.
    func forEachEntry(
        of rule: CompiledRecordsRule, _ state: inout RuleState,
        _ body: (RecordsEntry, inout RuleState) throws(DataSetError) -> Void
    ) throws(DataSetError) {
        if rule.onlyValid, isRejected { return }
        var error: DataSetError?
        report.forEachEntry(of: rule) { entry in
            guard error == nil else { return }
            if entry.isUndecided {
                state.undecided += 1
                return
            }
            do throws(DataSetError) {
                try body(entry, &state)
            } catch let failure {
                error = failure
            }
        }
        if let error { throw error }
    }
}

/// The keys of a rule whose entries are of one type.
final class StoredKeys<Entry: KeyEntry>: Sendable {
    /// A source of a `references` rule.
    private struct Source: Sendable {
        let store: EntryStore<SourceKey>
        /// The rule whose entries are the keys, if the source is the data set itself.
        let ownKey: CompiledRecordsRule?
    }

    private let rule: CompiledRecordsRule
    private let position: Int
    private let store: EntryStore<Entry>
    private let source: Source?

    init(
        _ rule: CompiledRecordsRule, at position: Int, of plan: ValidationPlan,
        in space: ScratchSpace, sizes: ScratchSizes
    ) {
        self.rule = rule
        self.position = position
        store = EntryStore(in: space, name: "-keys\(position)", sizes: sizes)
        source =
            if case .references = rule.check {
                Source(
                    store: EntryStore(in: space, name: "-source\(position)", sizes: sizes),
                    ownKey: plan.ownKey(of: rule))
            } else {
                nil
            }
    }

    var heldCount: Int { store.heldCount + (source?.store.heldCount ?? 0) }

    func makeCollector() -> StoredKeyCollector<Entry> {
        StoredKeyCollector(
            rule, at: position, EntryBuffer(store), source: source.map { EntryBuffer($0.store) },
            ownKey: source?.ownKey)
    }

    func finish(_ scan: inout KeyScan, sorting: Int) throws(DataSetError) {
        if let source {
            // A record that is not read yet could have the key.
            if source.ownKey == nil || !scan.isIncomplete {
                try scan.findMissing(
                    in: store.sorted(sorting / 2), source: source.store.sorted(sorting / 2))
            }
            // The records of a run that was continued may have given their keys twice.
            if source.ownKey != nil { scan.totals.repeatedSourceKeys = 0 }
            try source.store.clear()
        } else {
            try scan.findRepeated(in: store.sorted(sorting))
        }
        try store.clear()
    }

    func save() throws(DataSetError) -> [Int] {
        [try store.save(), try source?.store.save() ?? 0]
    }

    func synchronize() throws(DataSetError) {
        try store.synchronize()
        try source?.store.synchronize()
    }

    func restore(_ sizes: [Int]) throws(DataSetError) {
        try store.restore(sizes[0])
        try source?.store.restore(sizes[1])
    }

    func remove() {
        store.remove()
        source?.store.remove()
    }
}

/// The keys that a worker has found, on their way to a store.
final class StoredKeyCollector<Entry: KeyEntry> {
    private let rule: CompiledRecordsRule
    private let position: Int
    private let ownKey: CompiledRecordsRule?
    private let partCount: Int
    // A worker is on one thread at a time.
    @exclusivity(unchecked) private var keys: EntryBuffer<Entry>
    @exclusivity(unchecked) private var source: EntryBuffer<SourceKey>?

    init(
        _ rule: CompiledRecordsRule, at position: Int, _ keys: EntryBuffer<Entry>,
        source: EntryBuffer<SourceKey>?, ownKey: CompiledRecordsRule?
    ) {
        self.rule = rule
        self.position = position
        self.ownKey = ownKey
        partCount = rule.paths.count
        self.keys = keys
        self.source = source
    }

    func add(
        _ batch: CollectedBatch, to state: inout RuleState,
        findings: inout EntryBuffer<FindingEntry>
    ) throws(DataSetError) {
        try batch.forEachEntry(of: rule, &state) { entry, state throws(DataSetError) in
            let (key, missing) = entry.fingerprint(parts: partCount, batch.start)
            let place = batch.place(ofRow: entry.row)
            let element = entry.element ?? 0
            guard let code = failure(missing: missing) else {
                guard missing == 0 || isEqualWhereMissing else {
                    state.missing += 1
                    return
                }
                state.decided += 1
                try keys.add(Entry(key, place, element: element))
                return
            }
            state.decided += 1
            state.failed += 1
            try findings.add(
                FindingEntry(code, rule: position, place: place, element: element))
        }
        if let ownKey { try addSource(batch.report, keys: ownKey, batch.start) }
    }

    private var isEqualWhereMissing: Bool { rule.check == .unique(missing: .equal) }

    /// The code of a key that fails because parts are missing, or `nil` if it does not.
    private func failure(missing: Int) -> FindingEntry.Code? {
        guard missing > 0 else { return nil }
        switch rule.check {
        case .unique(.fail): return .uniqueMissing
        case .references(_, .full) where missing < partCount: return .referencesPartial
        default: return nil
        }
    }

    func addSource(
        _ report: BatchReport, keys rule: CompiledRecordsRule, _ start: KeyHash
    ) throws(DataSetError) {
        var error: DataSetError?
        report.forEachEntry(of: rule) { entry in
            guard error == nil, !entry.isUndecided else { return }
            let (key, missing) = entry.fingerprint(parts: rule.paths.count, start)
            guard missing == 0 else { return }
            do throws(DataSetError) {
                try source?.add(SourceKey(key: key))
            } catch let failure {
                error = failure
            }
        }
        if let error { throw error }
    }

    func flush() throws(DataSetError) {
        try keys.flush()
        try source?.flush()
    }
}
