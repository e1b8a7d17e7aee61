// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) public import AssayCore
import AssayPluginABI
import CRecordReader

/// Turns chunks into batches of records: the buffers of one thread.
///
/// Not thread-safe. A batch borrows from the parser and the chunk until the next `parse`.
@_spi(Engine) public final class RecordParser {
    private let parser: OpaquePointer
    private let projection: Projection
    /// Findings of a record beyond this number are counted, and never shown.
    private let mostIssues: Int

    /// Allocates the buffers for the columns of a plan.
    ///
    /// - Throws: `InputError(.outOfMemory)`.
    public init(_ plan: ValidationPlan, options: ReaderOptions) throws(InputError) {
        guard let made = reader_parser_create(UInt32(clamping: options.maximumDepth)) else {
            throw InputError(.outOfMemory)
        }
        parser = made
        if let most = options.maximumKeys { reader_parser_limit_keys(made, UInt64(max(0, most))) }
        mostIssues = plan.maximumViolations
        projection = try Projection(
            fields: plan.fields, reportsUnknownFields: plan.unknownFields != .allow)
    }

    deinit {
        reader_parser_destroy(parser)
    }

    /// Bytes of memory that are kept for the next chunk.
    package var memory: Int { Int(reader_parser_memory(parser)) }

    /// Parses the records of a chunk.
    ///
    /// - Throws: `InputError(.outOfMemory)`. Malformed records are issues of the batch.
    public func parse(_ chunk: InputChunk) throws(InputError) -> ParsedChunk {
        var raw = reader_batch()
        guard parse(chunk, into: &raw) >= 0 else { throw InputError(.outOfMemory) }
        let locator = ChunkLocator(chunk, rows: raw.records)
        let lineBreaks = chunk.format == .json ? chunk.lineBreaks : Int(raw.line_count)
        return ParsedChunk(
            batch: batch(of: raw, in: chunk, locator: locator), locator: locator,
            lineBreaks: lineBreaks + chunk.skippedLineBreaks, chunk: chunk, raw: raw)
    }

    /// Parses a chunk that is one JSON document, as a batch of one record.
    ///
    /// - Parameters:
    ///   - chunk: The document.
    ///   - locator: A locator of this chunk, which finds what is in the document from now on.
    ///   - batch: The batch of an earlier document in this chunk; it becomes that of this document, a new one
    ///     unless nothing in it is different.
    /// - Throws: `InputError(.outOfMemory)`. A malformed document is an issue of the batch.
    func parseDocument(
        _ chunk: InputChunk, locator: ChunkLocator, into batch: inout RecordBatch?
    ) throws(InputError) {
        var raw = reader_batch()
        let result = reader_parse_document(
            parser, projection.pointer, chunk.bytes, UInt64(chunk.length), UInt64(chunk.capacity),
            &raw)
        guard result >= 0 else { throw InputError(.outOfMemory) }
        locator.enter(raw.records)
        let columns = columns(of: raw)
        if raw.isSound, let batch, batch.columns == columns, batch.issues.isEmpty { return }
        batch = self.batch(of: raw, in: chunk, locator: locator)
    }

    /// Returns the range of a field's value in the document that was parsed last.
    ///
    /// The range is that of the whole record if the field has no value.
    func range(ofField field: Int, in chunk: InputChunk) -> Range<Int> {
        var found = reader_range()
        _ = reader_locate_column(parser, chunk.bytes, UInt32(truncatingIfNeeded: field), &found)
        return Int(found.offset)..<Int(found.offset + found.length)
    }

    private func columns(of raw: reader_batch) -> UnsafePointer<UnsafePointer<assay_value>> {
        UnsafeRawPointer(raw.columns)?.assumingMemoryBound(to: UnsafePointer<assay_value>.self)
            ?? RecordParser.noColumns.pointer
    }

    private func batch(
        of raw: reader_batch, in chunk: InputChunk, locator: ChunkLocator
    ) -> RecordBatch {
        RecordBatch(
            count: raw.records.count, columns: columns(of: raw),
            isText: chunk.csvLayout != nil,
            issues: RecordIssues(of: chunk, rows: raw.records, most: mostIssues).all(of: raw),
            locator: locator)
    }

    private func parse(_ chunk: InputChunk, into raw: inout reader_batch) -> Int32 {
        let (length, capacity) = (UInt64(chunk.length), UInt64(chunk.capacity))
        switch chunk.format {
        case .csv:
            guard let layout = chunk.csvLayout else { return READER_E_PARAM }
            return reader_parse_csv(
                parser, layout.pointer, chunk.bytes, length, capacity, &raw)
        case .json:
            return reader_parse_elements(
                parser, projection.pointer, chunk.bytes, length, capacity, chunk.elements,
                UInt64(chunk.elements.count), &raw)
        case .ndjson, .arrow:
            return reader_parse_ndjson(
                parser, projection.pointer, chunk.bytes, length, capacity, &raw)
        }
    }

    /// A plan without fields has no columns; nothing is read through this pointer.
    private static let noColumns = NoColumns()

    private struct NoColumns: @unchecked Sendable {  // never written, never read
        let pointer = UnsafePointer(
            UnsafeMutablePointer<UnsafePointer<assay_value>>.allocate(capacity: 1))
    }
}

extension reader_batch {
    fileprivate var records: UnsafeBufferPointer<reader_row> {
        UnsafeBufferPointer(start: rows, count: Int(row_count))
    }

    /// There is nothing to report about its records.
    fileprivate var isSound: Bool {
        issue_count == 0 && records.allSatisfy { $0.reason == READER_OK }
    }
}
