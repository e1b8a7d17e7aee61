// SPDX-License-Identifier: Apache-2.0

/// The findings about records, in the order of places.
struct PlacedFindings: Sendable {
    let store: EntryStore<FindingEntry>
    /// The sorted findings, if there are too many to sort them whenever they are read.
    let runs: SortedRuns<FindingEntry>?
    /// The bytes of memory in which they are read.
    let memory: Int
    /// The first place of which nothing is reported, or `nil` to report everything.
    let end: RecordPlace?
    let rules: [RuleUse]

    /// The use of a rule's findings.
    struct RuleUse: Sendable {
        let isOfElements: Bool
        /// `true` if a finding makes its record invalid.
        let isError: Bool
        let isTolerant: Bool
    }

    func makeReader() -> FindingReader {
        FindingReader(self)
    }

    /// Returns the number of findings, and that of the records that were valid before and are not now.
    func counts() throws(DataSetError) -> (findings: Int, newlyInvalid: Int) {
        let reader = makeReader()
        var (findings, newlyInvalid) = (0, 0)
        var last: RecordPlace?
        while let entry = try reader.nextEntry() {
            findings += 1
            let use = rules[entry.rule]
            guard use.isError, !use.isTolerant, entry.place.place != last else { continue }
            last = entry.place.place
            if !entry.place.wasInvalid { newlyInvalid += 1 }
        }
        return (findings, newlyInvalid)
    }

    fileprivate func makeEntries() -> FindingEntries {
        if let runs { return .merged(runs.merged(in: SortArea(byteCount: memory))) }
        return .stored(store.sorted(memory))
    }
}

/// The sorted findings about records, wherever they are.
private enum FindingEntries {
    case merged(MergedRuns<FindingEntry>)
    case stored(StoredEntries<FindingEntry>)

    mutating func next() throws(DataSetError) -> UnsafeBufferPointer<FindingEntry> {
        switch self {
        case .merged(var entries):
            defer { self = .merged(entries) }
            return try entries.next()
        case .stored(var entries):
            defer { self = .stored(entries) }
            return try entries.next()
        }
    }
}

/// A reader of the findings about records, sorted by place, rule and element.
package final class FindingReader {
    let findings: PlacedFindings
    private var entries: FindingEntries
    private var buffer = UnsafeBufferPointer<FindingEntry>(start: nil, count: 0)
    private var place = 0
    private var last: FindingEntry?

    init(_ findings: PlacedFindings) {
        self.findings = findings
        entries = findings.makeEntries()
    }

    /// Returns the next finding, or `nil` at the end.
    package func next() throws(DataSetError) -> DataSetOutcome.Finding? {
        guard let entry = try nextEntry() else { return nil }
        let use = findings.rules[entry.rule]
        return DataSetOutcome.Finding(
            rule: entry.rule, code: entry.code.text, place: entry.place.place,
            element: use.isOfElements ? entry.element : nil, first: entry.firstRecord,
            firstElement: use.isOfElements && entry.firstRecord != nil ? entry.firstElement : nil,
            wasInvalid: entry.place.wasInvalid, isTolerated: use.isTolerant)
    }

    /// Returns the next entry; the same one twice, from a run that was interrupted, counts once.
    func nextEntry() throws(DataSetError) -> FindingEntry? {
        while true {
            if place == buffer.count {
                buffer = try entries.next()
                place = 0
                if buffer.isEmpty { return nil }
            }
            let entry = buffer[place]
            place += 1
            if let end = findings.end, entry.place.place >= end { return nil }
            if let last, last == entry { continue }
            last = entry
            return entry
        }
    }
}

/// A reader of the records that rules about records make invalid, sorted by place, each once.
package final class InvalidRecordReader {
    private let reader: FindingReader
    private let strictly: Bool
    private var last: RecordPlace?

    init(_ reader: FindingReader, strictly: Bool) {
        self.reader = reader
        self.strictly = strictly
    }

    /// Returns the next record, or `nil` at the end.
    package func next() throws(DataSetError) -> DataSetOutcome.InvalidRecord? {
        while let entry = try reader.nextEntry() {
            let use = reader.findings.rules[entry.rule]
            let place = entry.place.place
            guard use.isError, strictly || !use.isTolerant, place != last else { continue }
            last = place
            return DataSetOutcome.InvalidRecord(place: place, wasInvalid: entry.place.wasInvalid)
        }
        return nil
    }
}
