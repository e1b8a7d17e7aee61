// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayPluginABI
import CRecordReader

/// Turns chunks into batches of records: the buffers of one thread.
///
/// Not thread-safe. A batch borrows from the parser and the chunk until the next `parse`.
public final class RecordParser {
    private let parser: OpaquePointer
    private let projection: Projection

    /// - Throws: `InputError.outOfMemory`.
    public init(_ plan: ValidationPlan, options: ReaderOptions) throws(InputError) {
        guard let made = reader_parser_create(UInt32(clamping: options.maximumDepth)) else {
            throw .outOfMemory
        }
        parser = made
        projection = try Projection(
            fields: plan.fields, reportsUnknownFields: plan.unknownFields != .allow)
    }

    deinit {
        reader_parser_destroy(parser)
    }

    /// Parses the records of a chunk.
    ///
    /// - Throws: `InputError.outOfMemory`. Malformed records are issues of the batch.
    public func parse(_ chunk: InputChunk) throws(InputError) -> ParsedChunk {
        var raw = reader_batch()
        let result: Int32
        if let layout = chunk.csvLayout {
            result = reader_parse_csv(
                parser, layout.pointer, chunk.bytes, UInt64(chunk.length), UInt64(chunk.capacity),
                &raw)
        } else {
            result = reader_parse_ndjson(
                parser, projection.pointer, chunk.bytes, UInt64(chunk.length),
                UInt64(chunk.capacity), &raw)
        }
        chunk.restore()
        guard result >= 0 else { throw .outOfMemory }
        let columns = UnsafeRawPointer(raw.columns)?
            .assumingMemoryBound(to: UnsafePointer<assay_value>.self)
        let rows = UnsafeBufferPointer(start: raw.rows, count: Int(raw.row_count))
        let locator = ChunkLocator(chunk, rows: rows)
        return ParsedChunk(
            batch: RecordBatch(
                count: rows.count, columns: columns ?? RecordParser.noColumns.pointer,
                isText: chunk.csvLayout != nil, issues: issues(of: raw, rows, in: chunk),
                locator: locator),
            locator: locator, lineBreaks: Int(raw.line_count) + chunk.skippedLineBreaks,
            chunk: chunk)
    }

    /// A plan without fields has no columns; nothing is read through this pointer.
    private static let noColumns = NoColumns()

    private struct NoColumns: @unchecked Sendable {  // never written, never read
        let pointer = UnsafePointer(
            UnsafeMutablePointer<UnsafePointer<assay_value>>.allocate(capacity: 1))
    }

    private func issues(
        of raw: reader_batch, _ rows: UnsafeBufferPointer<reader_row>, in chunk: InputChunk
    ) -> [RecordIssue] {
        var issues: [RecordIssue] = []
        for (index, row) in rows.enumerated() where row.reason != READER_OK {
            issues.append(
                RecordIssue(
                    row: index, kind: .malformed, reason: RecordParser.reason(row),
                    offset: Int(row.error_offset - min(row.offset, row.error_offset))))
        }
        for issue in UnsafeBufferPointer(start: raw.issues, count: Int(raw.issue_count)) {
            let row = rows[Int(issue.row)]
            issues.append(
                RecordIssue(
                    row: Int(issue.row),
                    kind: issue.kind == READER_DUPLICATE_KEY ? .duplicateKey : .unknownField,
                    pointer: PointerToken.pointer([.key(String(issue.key))]),
                    offset: Int(issue.offset - min(row.offset, issue.offset))))
        }
        return issues
    }

    private static func reason(_ row: reader_row) -> String {
        let text = String(cString: reader_reason_text(row.reason))
        guard row.reason == READER_CELL_COUNT else { return text }
        return "\(text): found \(row.found), expected \(row.expected)"
    }
}

/// A chunk as a batch.
public struct ParsedChunk {
    public let batch: RecordBatch
    public let locator: ChunkLocator
    /// Line breaks in the chunk.
    public let lineBreaks: Int
    private let chunk: InputChunk
    /// How much of the chunk counts, in bytes.
    private let length: Int

    init(batch: RecordBatch, locator: ChunkLocator, lineBreaks: Int, chunk: InputChunk) {
        self.init(batch, locator, lineBreaks, chunk, length: chunk.length)
    }

    private init(
        _ batch: RecordBatch, _ locator: ChunkLocator, _ lineBreaks: Int, _ chunk: InputChunk,
        length: Int
    ) {
        self.batch = batch
        self.locator = locator
        self.lineBreaks = lineBreaks
        self.chunk = chunk
        self.length = length
    }

    private var isCut: Bool { length < chunk.length }

    /// Records, those that were too long to be held included.
    public var recordCount: Int { batch.count + skippedRecordCount }

    /// Records that were too long to be held.
    public var skippedRecordCount: Int { isCut ? 0 : chunk.skippedRecordCount }

    /// The places of the records that were too long to be held.
    public var skippedRecords: [RecordSource] {
        skippedRecordCount == 0
            ? [] : chunk.mistakes.filter(\.isRecord).map { locator.locate($0) }
    }

    /// Bytes of the input that the records stand for.
    public var byteCount: Int {
        isCut ? chunk.leadingByteCount + max(0, length) : chunk.consumedByteCount
    }

    /// Records that could not be read.
    public var malformedCount: Int { batch.issues.count { $0.kind == .malformed } }

    /// What is wrong with a header, mistakes between records and records too long to be held, in the order of the input.
    public var mistakes: [Violation] {
        let end = chunk.byteOffset + length
        return chunk.headerFindings
            + chunk.mistakes.filter { !isCut || $0.byteOffset < end }.map { mistake in
                let issue = RecordIssue(row: 0, kind: .malformed, reason: mistake.reason)
                return .about(issue, at: locator.locate(mistake))
            }
    }

    /// The first records of the chunk; itself if it has no more.
    public func prefix(_ count: Int) -> ParsedChunk {
        guard count < recordCount else { return self }
        let kept = min(max(0, count), batch.count)
        let batch = RecordBatch(
            count: kept, columns: self.batch.columns, isText: self.batch.isText,
            issues: self.batch.issues.filter { $0.row < kept }, locator: locator)
        let end = locator.offset(ofRow: kept) ?? -1
        return ParsedChunk(batch, locator, lineBreaks, chunk, length: end)
    }
}
