// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import AssayCore
@_spi(Engine) import AssayRecords
import Glibc
import Testing

/// Reads a text chunk by chunk and describes every record on a line:
/// `number line:column field=value@line:column ...`.
struct InputReading {
    private(set) var lines: [String] = []
    private(set) var notes = CSVNotes()
    private(set) var byteCount = 0
    private static let fields = ["a", "b"]

    init(
        _ text: String, format: InputFormat, chunkBytes: Int = 1 << 16, maximum: Int = 1 << 20,
        unknownFields: UnknownFieldPolicy = .allow, csv: CSVDialect = CSVDialect(),
        delimiter: UInt8? = UInt8(ascii: ","), hasHeader: Bool = true, file: String? = nil
    ) throws {
        var options = ReaderOptions()
        options.format = format
        options.csv = csv
        options.delimiter = delimiter
        options.hasHeader = hasHeader
        if let file { options.complete(forFileName: file) }
        options.allowsMissingColumns = true
        options.chunkBytes = chunkBytes
        options.maximumRecordBytes = maximum
        let plan = try ValidationPlan(
            RuleSet(
                (hasHeader ? Self.fields : ["1", "2"]).map { Field(FieldPath(key: $0)) },
                unknownFields: unknownFields),
            registry: RuleRegistry())
        let source = try ByteSource.of(Array(text.utf8))
        let reader = try ChunkReader(source, options: options, plan: plan)
        let parser = try RecordParser(plan, options: options)
        let chunk = reader.makeChunk()
        var records = 0
        var lineBreaks = reader.headerLineBreaks
        while try reader.next(chunk) {
            let parsed = try parser.parse(chunk)
            parsed.locator.recordsBefore = records
            parsed.locator.linesBefore = chunk.linesBefore ?? lineBreaks
            describe(parsed, hasHeader ? Self.fields : ["1", "2"])
            notes += parsed.notes
            byteCount += parsed.byteCount
            records += parsed.batch.count + chunk.skippedRecordCount
            lineBreaks += parsed.lineBreaks
        }
    }

    private mutating func describe(_ parsed: ParsedChunk, _ fields: [String]) {
        var violations = parsed.inputViolations[...]
        for row in 0..<parsed.batch.count {
            let start = parsed.locator.locate(row: row, path: [], offset: nil).byteOffset
            while let source = violations.first?.source, source.byteOffset <= start {
                describe(violations.removeFirst())
            }
            let issues = parsed.batch.issues.filter { $0.row == row }
            if let bad = issues.first(where: { $0.kind == .malformed }) {
                let place = parsed.locator.locate(row: row, path: [], offset: bad.offset)
                lines.append("\(place.record) \(text(place)) malformed: \(bad.reason)")
                continue
            }
            let place = parsed.locator.locate(row: row, path: [], offset: nil)
            var line = "\(place.record) \(text(place))"
            for (column, field) in fields.enumerated() {
                let value = FieldValue(unsafePointer: parsed.batch.columns[column] + row)
                if value.isAbsent { continue }
                let at = parsed.locator.locate(row: row, path: [.key(field)], offset: nil)
                line += " \(field)=\(Value(value).json)@\(text(at))"
            }
            for issue in issues { line += " duplicate \(issue.pointer)" }
            lines.append(line)
        }
        for violation in violations { describe(violation) }
    }

    private mutating func describe(_ violation: Violation) {
        guard let source = violation.source else { return }
        lines.append("violation \(text(source)) \(what(violation))")
    }

    private func what(_ violation: Violation) -> String {
        guard case .string(let reason)? = violation.parameters.first?.value else {
            return "\(violation.severity) \(violation.code) \(violation.pointer)"
        }
        return reason
    }

    private func text(_ source: RecordSource) -> String { "\(source.line):\(source.column)" }
}

extension ByteSource {
    /// A file without a name: a pipe would have to be drained at the same time.
    static func of(_ bytes: [UInt8]) throws -> ByteSource {
        let file = try #require(tmpfile())
        defer { fclose(file) }
        try #require(fwrite(bytes, 1, bytes.count, file) == bytes.count)
        rewind(file)
        return ByteSource(descriptor: dup(fileno(file)), name: "test", closes: true)
    }
}
