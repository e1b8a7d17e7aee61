// SPDX-License-Identifier: Apache-2.0

/// A scan of the sorted keys of a rule, which collects findings.
struct KeyScan {
    /// The place of the rule in the plan.
    let rule: Int
    /// The first place whose keys do not count, or `nil` to count all.
    let end: RecordPlace?
    /// `true` if there are records whose keys are not there.
    let isIncomplete: Bool
    /// The findings.
    var findings: EntryBuffer<FindingEntry>
    var totals = DataSetOutcome.Totals()

    /// Adds findings for the steps against an order.
    mutating func add(_ values: RuleState.Values) throws(DataSetError) {
        guard case .order(let order) = values else { return }
        for step in order.steps {
            if let end, step.place.place >= end { break }
            try findings.add(
                FindingEntry(.sortedOrder, rule: rule, place: step.place, element: step.element))
        }
        totals.failed = order.stepCount
        totals.undecided += order.incomparableCount
        totals.counted = order.stepCount - order.steps.count
    }

    /// Finds the keys that entries share, and adds a finding for each entry after the first one.
    mutating func findRepeated<Entry: KeyEntry>(
        in entries: some SortedEntries<Entry>
    ) throws(DataSetError) {
        var entries = entries
        var first: Entry?
        var last: Entry?
        var count = 0
        while true {
            let slice = try entries.next()
            if slice.isEmpty { break }
            for entry in slice {
                // The same entry twice is from a run that was interrupted.
                if let last, last == entry { continue }
                if let end, entry.place.place >= end { continue }
                last = entry
                guard let known = first, known.key == entry.key else {
                    endGroup(of: count)
                    (first, count) = (entry, 1)
                    continue
                }
                count += 1
                try findings.add(
                    FindingEntry(
                        .uniqueRepeated, rule: rule, place: entry.place, element: entry.element,
                        first: (known.place, known.element)))
            }
        }
        endGroup(of: count)
    }

    private mutating func endGroup(of count: Int) {
        guard count > 1 else { return }
        totals.repeatedKeys += 1
        totals.surplusRecords += count - 1
        totals.concernedRecords += count
        totals.failed += count - 1
    }

    /// Finds the keys that a source does not have.
    mutating func findMissing<Entry: KeyEntry>(
        in entries: some SortedEntries<Entry>, source: some SortedEntries<SourceKey>
    ) throws(DataSetError) {
        var entries = entries
        var source = KeyCursor(source)
        var last: Entry?
        while true {
            let slice = try entries.next()
            if slice.isEmpty { break }
            for entry in slice {
                if let last, last == entry { continue }
                last = entry
                if let end, entry.place.place >= end { continue }
                if try source.contains(entry.key) { continue }
                totals.failed += 1
                try findings.add(
                    FindingEntry(
                        .referencesMissing, rule: rule, place: entry.place, element: entry.element))
            }
        }
        totals.repeatedSourceKeys = try source.countRest()
    }
}

/// The keys of a source, from the lowest one on.
private struct KeyCursor<Keys: SortedEntries<SourceKey>> {
    private var keys: Keys
    private var slice = UnsafeBufferPointer<SourceKey>(start: nil, count: 0)
    private var place = 0
    private var last: Fingerprint?
    private var isRepeated = false
    private var repeatedCount = 0

    init(_ keys: Keys) {
        self.keys = keys
    }

    /// Returns `true` if a key, which is no less than those before, is there.
    mutating func contains(_ key: Fingerprint) throws(DataSetError) -> Bool {
        if let last, !(last < key) { return key == last }
        while let next = try next() {
            if !(next < key) { return key == next }
        }
        return false
    }

    /// Reads to the end, and returns the number of keys that are there more than once.
    mutating func countRest() throws(DataSetError) -> Int {
        while try next() != nil {}
        return repeatedCount
    }

    private mutating func next() throws(DataSetError) -> Fingerprint? {
        if place == slice.count {
            slice = try keys.next()
            place = 0
            if slice.isEmpty { return nil }
        }
        let key = slice[place].key
        place += 1
        if key == last {
            if !isRepeated { repeatedCount += 1 }
            isRepeated = true
        } else {
            isRepeated = false
        }
        last = key
        return key
    }
}
