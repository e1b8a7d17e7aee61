// SPDX-License-Identifier: Apache-2.0
import AssaySystem
import Synchronization
@_spi(Engine) import Assay

/// Collects the records and values for the page from the findings of all chunks, in limited memory.
final class PageCollector: Sendable {
    private let layout: FindingLayout
    private let ruleOffsets: [Int]
    private let hidesRecords: Bool
    private let title: PageTitle
    private let collectsRecords: Bool
    /// The texts of the findings of records.
    private let texts: FindingTexts
    private let contents: Locked<Contents>

    static let mostRecords = 20
    private static let mostLines = 8
    /// The maximum number of values of a run to count, for a page.
    static let mostValues = 1_000_000
    static let mostValuesOfText = 100_000
    /// The longest text, in bytes, to keep whole until it is known whether it is shown.
    private static let longestKeptText = 4_096
    /// The number of bytes to reserve for each counted value.
    private static let usualBytes = 32

    /// Creates a collector.
    ///
    /// - Parameters:
    ///   - layout: The rules.
    ///   - ruleSet: Their rule set.
    ///   - title: The subject of the page, or `nil` to collect only values, for no page.
    init(layout: FindingLayout, ruleSet: RuleSet, title: PageTitle?) {
        self.layout = layout
        ruleOffsets = layout.ruleOffsets
        hidesRecords = ruleSet.fields.contains { $0.validator.isSensitive }
        self.title = title ?? PageTitle(rules: "", inputs: [])
        collectsRecords = title != nil
        texts = FindingTexts(layout: layout)
        var contents = Contents()
        if title == nil { contents.mostValues = Self.mostValuesOfText }
        self.contents = Locked(contents)
    }

    // MARK: - Of a chunk, on any thread

    /// Returns the parts of a chunk that the page may show.
    func collect(_ report: ChunkReport, file: String) -> PageChunk {
        var chunk = PageChunk()
        guard report.findings.count > 0 else { return chunk }
        if collectsRecords { addRecords(of: report, file: file, to: &chunk) }
        addValues(of: report, to: &chunk)
        return chunk
    }

    /// Adds the records that may be among those with the most findings.
    private func addRecords(of report: ChunkReport, file: String, to chunk: inout PageChunk) {
        var texts = ChunkTexts(self.texts, format: RecordFormat(), findings: report.findings)
        for (row, findings) in candidates(of: report.findings) {
            chunk.records.append(
                record(row: row, findings: findings, report: report, file: file, texts: &texts))
        }
        texts.keepNew()
    }

    /// A format that writes nothing, because the page shows the parts of a finding.
    private struct RecordFormat: FindingFormat {
        var showsValues: Bool { true }

        func append(
            _ finding: ShownFinding, from origin: FindingOrigin, to bytes: inout [UInt8]
        ) {}
    }

    /// Returns the rows with the most findings, if they have more than the worst ones so far.
    private func candidates(of findings: BatchReport) -> [(row: Int, findings: Range<Int>)] {
        let fewest = contents.withLock { $0.fewest }
        var candidates: [(row: Int, findings: Range<Int>)] = []
        var start = 0
        // A record with more has the finding so many further on, too.
        while start + fewest < findings.count {
            var end = start + fewest
            let row = findings.row(at: end)
            if findings.row(at: start) == row {
                while end < findings.count, findings.row(at: end) == row { end += 1 }
                Self.insert((row, start..<end), into: &candidates, \.findings.count)
            } else {
                while findings.row(at: end - 1) == row { end -= 1 }
            }
            start = end
        }
        return candidates
    }

    /// Inserts an element into a list of the largest, after earlier ones of the same size.
    static func insert<Element>(
        _ element: Element, into list: inout [Element], _ size: (Element) -> Int
    ) {
        if list.count == mostRecords {
            guard let last = list.last, size(element) > size(last) else { return }
            list.removeLast()
        }
        var place = list.count
        while place > 0, size(list[place - 1]) < size(element) { place -= 1 }
        list.insert(element, at: place)
    }

    private func record(
        row: Int, findings: Range<Int>, report: ChunkReport, file: String, texts: inout ChunkTexts
    ) -> WorstRecord {
        let examples = examples(of: findings, in: report.findings)
        let shown = examples.map { example in
            texts.finding(
                at: example.index, slot: layout.slot(of: example.index, in: report.findings),
                of: RulePlace(report.findings.validatorAndStep(at: example.index)))
        }
        let source = shown.first?.source
        return WorstRecord(
            file: file, number: report.locator.recordNumber(row: row), line: source?.line ?? 0,
            count: findings.count, excerpt: excerpt(of: shown.first, locator: report.locator),
            findings: zip(shown, examples).map { finding, example in
                WorstRecord.Line(
                    kind: finding.kind, code: finding.code, pointer: finding.pointer,
                    message: finding.message, more: example.count - 1)
            })
    }

    /// Returns the first finding of each rule in a record, and the number of findings of that rule.
    private func examples(
        of findings: Range<Int>, in report: BatchReport
    ) -> [(index: Int, count: Int)] {
        var places: [Int?: Int] = [:]
        var examples: [(index: Int, count: Int)] = []
        for index in findings {
            let rule = report.validatorAndStep(at: index).map {
                ruleOffsets[$0.validator] + $0.step
            }
            if let place = places[rule] {
                examples[place].count += 1
            } else if examples.count < Self.mostLines {
                places[rule] = examples.count
                examples.append((index, 1))
            }
        }
        return examples
    }

    private func excerpt(of finding: ShownFinding?, locator: ChunkLocator) -> Excerpt? {
        guard !hidesRecords, let finding, let source = finding.source,
            let (line, range) = locator.line(at: source)
        else { return nil }
        let value = finding.hasValue ? range : range.lowerBound..<range.lowerBound
        let extent = value.clamped(to: 0..<line.count)
        return Excerpt(MarkedLine(bytes: line, extent: extent, visible: 0..<line.count))
    }

    /// Adds the values that broke rules.
    ///
    /// If enough values are counted, only one is added; if values were left out, none is added.
    private func addValues(of report: ChunkReport, to chunk: inout PageChunk) {
        let (isFull, leftOut, hash) = contents.withLock {
            ($0.isFull, $0.leftOut, KeyedHash(key: $0.salt))
        }
        guard !leftOut else { return }
        let values = FindingValues(report.findings)
        chunk.values.reserveCapacity(isFull ? 1 : report.findings.count)
        chunk.texts.reserveCapacity(isFull ? 0 : report.findings.count * Self.usualBytes)
        for index in 0..<report.findings.count {
            addValue(at: index, in: values, of: report, hash: hash, to: &chunk)
            // One is enough to know that values are left out.
            if isFull, !chunk.values.isEmpty { return }
        }
    }

    private func addValue(
        at index: Int, in values: FindingValues, of report: ChunkReport, hash: KeyedHash,
        to chunk: inout PageChunk
    ) {
        let start = chunk.texts.count
        guard let (validator, rule) = report.findings.validatorAndStep(at: index),
            let (value, key) = values.value(at: index, hash: hash, json: &chunk.texts)
        else { return }
        var isJSON = true
        switch value {
        case .text(let text) where text.count <= Self.longestKeptText:
            chunk.texts.append(contentsOf: text)
            isJSON = false
        case .text(let text): chunk.texts += CountedValue.json(of: text).utf8
        case .json:
            if chunk.texts.count - start > Self.longestKeptText {
                let json = CountedValue.cut(String(decoding: chunk.texts[start...], as: UTF8.self))
                chunk.texts.replaceSubrange(start..., with: json.utf8)
            }
        }
        chunk.values.append(
            RejectedValue(
                key: key,
                record: report.locator.recordNumber(row: report.findings.row(at: index)),
                text: start..<chunk.texts.count, rule: Int32(ruleOffsets[validator] + rule),
                isJSON: isJSON))
    }

    // MARK: - Of the run

    /// Adds a chunk, in the order of the input.
    ///
    /// - Parameters:
    ///   - chunk: The collected parts of the chunk.
    ///   - last: The number of the last record that is reported, or `nil` for all.
    func add(_ chunk: PageChunk, upTo last: Int?) {
        contents.withLock { contents in
            for record in chunk.records where record.number <= last ?? .max {
                Self.insert(record, into: &contents.worst, \.count)
            }
            chunk.texts.withUnsafeBufferPointer { texts in
                contents.add(chunk.values.prefix { $0.record <= last ?? .max }, of: texts)
            }
        }
    }

    /// The state that another run needs to continue the page.
    var saved: Value { contents.withLock { $0.saved } }

    func restore(_ saved: Value) {
        let ruleCount = layout.rules.count
        contents.withLock { $0.restore(saved, ruleCount: ruleCount) }
    }

    /// The values so far.
    var rejectedValues: RejectedValues {
        contents.withLock { RejectedValues(counts: $0.values, leftOut: $0.leftOut) }
    }

    /// The whole page.
    func html(_ run: RunSummary) -> String {
        Page(
            title: title, run: run, contents: contents.withLock { $0 },
            hidesRecords: hidesRecords
        ).html
    }
}
