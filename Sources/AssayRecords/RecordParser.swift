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
        mostIssues = plan.maximumViolations
        projection = try Projection(
            fields: plan.fields, reportsUnknownFields: plan.unknownFields != .allow)
    }

    deinit {
        reader_parser_destroy(parser)
    }

    /// Parses the records of a chunk.
    ///
    /// - Throws: `InputError(.outOfMemory)`. Malformed records are issues of the batch.
    public func parse(_ chunk: InputChunk) throws(InputError) -> ParsedChunk {
        var raw = reader_batch()
        let result = parse(chunk, into: &raw)
        guard result >= 0 else { throw InputError(.outOfMemory) }
        let columns = UnsafeRawPointer(raw.columns)?
            .assumingMemoryBound(to: UnsafePointer<assay_value>.self)
        let rows = UnsafeBufferPointer(start: raw.rows, count: Int(raw.row_count))
        let locator = ChunkLocator(chunk, rows: rows)
        let lineBreaks = chunk.format == .json ? chunk.lineBreaks : Int(raw.line_count)
        return ParsedChunk(
            batch: RecordBatch(
                count: rows.count, columns: columns ?? RecordParser.noColumns.pointer,
                isText: chunk.csvLayout != nil,
                issues: RecordIssues(of: chunk, rows: rows, most: mostIssues).all(of: raw),
                locator: locator),
            locator: locator, lineBreaks: lineBreaks + chunk.skippedLineBreaks, chunk: chunk)
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
        case .ndjson:
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
