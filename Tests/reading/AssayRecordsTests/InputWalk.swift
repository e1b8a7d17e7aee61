// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import AssayCore
@_spi(Engine) import AssayRecords
import Testing

/// All records and violations of an input in the order of their places, and the sizes of its chunks.
struct InputWalk {
    /// A record, a finding about one, or a violation between records.
    struct Entry: Equatable, CustomStringConvertible {
        let place: RecordSource
        let text: String

        var description: String {
            "#\(place.record) \(place.byteOffset)+\(place.byteLength) "
                + "\(place.line):\(place.column) \(text)"
        }
    }

    private(set) var entries: [Entry] = []
    private(set) var recordCount = 0
    private(set) var byteCount = 0
    /// Of each chunk: its records, violations of no row, bytes that were read for the next chunks.
    private(set) var chunks: [(records: Int, violations: Int, carried: Int)] = []
    private(set) var ends: [StreamEnd] = []

    /// Where a chunk ends.
    struct StreamEnd {
        var reader = ReaderPosition()
        var records = 0
        var lines = 0
        var entries = 0
    }

    static func plan(
        _ fields: [String], unknownFields: UnknownFieldPolicy = .allow, most: Int = 1000
    ) throws -> ValidationPlan {
        try ValidationPlan(
            RuleSet(
                fields.map { Field(FieldPath(key: $0)) }, unknownFields: unknownFields,
                maximumViolations: most), registry: RuleRegistry())
    }

    init(
        _ bytes: [UInt8], _ options: ReaderOptions, _ plan: ValidationPlan? = nil,
        from start: StreamEnd? = nil
    ) throws {
        let plan = try plan ?? Self.plan(["a", "b"])
        let reader = try ChunkReader(try .of(bytes), options: options, plan: plan)
        if let start { try reader.move(to: start.reader) }
        let parser = try RecordParser(plan, options: options)
        let chunk = reader.makeChunk()
        var lines = start?.lines ?? reader.headerLineBreaks
        recordCount = start?.records ?? 0
        while try reader.next(chunk) {
            let parsed = try parser.parse(chunk)
            parsed.locator.recordsBefore = recordCount
            parsed.locator.linesBefore = chunk.linesBefore ?? lines
            add(parsed, plan)
            chunks.append(
                (
                    parsed.batch.count, parsed.inputViolations.count,
                    chunk.end.readOffset - chunk.end.byteOffset
                ))
            recordCount += parsed.recordCount
            lines += parsed.lineBreaks
            byteCount += parsed.byteCount
            ends.append(
                StreamEnd(
                    reader: chunk.end, records: recordCount, lines: lines,
                    entries: entries.count))
        }
    }

    private mutating func add(_ parsed: ParsedChunk, _ plan: ValidationPlan) {
        var found: [Entry] = []
        // A violation of no row comes before the findings in the record that begins with it.
        for violation in parsed.inputViolations {
            guard let place = violation.source else { continue }
            found.append(Entry(place: place, text: "\(violation.code) \(violation.message)"))
        }
        for row in 0..<parsed.batch.count {
            found.append(
                Entry(
                    place: parsed.locator.locate(row: row, path: [], offset: nil), text: "record"))
            for (column, field) in plan.fields.enumerated() {
                let value = FieldValue(unsafePointer: parsed.batch.columns[column] + row)
                if value.isAbsent { continue }
                let place = parsed.locator.locate(row: row, path: [.key(field)], offset: nil)
                found.append(Entry(place: place, text: "\(field)=\(Value(value).json)"))
            }
        }
        for issue in parsed.batch.issues {
            let place = parsed.locator.locate(row: issue.row, path: [], offset: issue.offset)
            found.append(
                Entry(place: place, text: "\(issue.code) \(issue.pointer) \(issue.reason)"))
        }
        let order = found.enumerated().sorted {
            ($0.element.place.byteOffset, $0.offset) < ($1.element.place.byteOffset, $1.offset)
        }
        entries += order.map(\.element)
    }
}
