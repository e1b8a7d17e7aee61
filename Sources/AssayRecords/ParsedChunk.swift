// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) public import AssayCore

/// The records of a chunk, as a batch.
@_spi(Engine) public struct ParsedChunk {
    /// The records.
    public let batch: RecordBatch
    package let locator: ChunkLocator
    /// Line breaks in the chunk.
    package let lineBreaks: Int
    private let chunk: InputChunk
    /// The number of bytes of the chunk that count.
    private let length: Int

    init(batch: RecordBatch, locator: ChunkLocator, lineBreaks: Int, chunk: InputChunk) {
        self.init(
            batch: batch, locator: locator, lineBreaks: lineBreaks, chunk: chunk,
            length: chunk.length)
    }

    private init(
        batch: RecordBatch, locator: ChunkLocator, lineBreaks: Int, chunk: InputChunk, length: Int
    ) {
        self.batch = batch
        self.locator = locator
        self.lineBreaks = lineBreaks
        self.chunk = chunk
        self.length = length
    }

    private var isCut: Bool { length < chunk.length }

    /// The field separator of a CSV input; nil in other formats.
    package var delimiter: UInt8? { chunk.csvLayout?.delimiter }

    /// Every record has a field that the rule set rejects, which a violation of the header says once.
    package var isRejected: Bool { chunk.isRejected }

    /// The first hundred records, whole, in JSON; those that cannot be read are left out.
    package var firstRecords: [Value] {
        (0..<min(batch.count, 100)).compactMap { row in
            try? Value(json: String(decoding: locator.record(row: row).bytes, as: UTF8.self))
        }
    }

    /// The names of the columns of a CSV input, or `nil` for other inputs.
    package var columnNames: [String]? { chunk.csvLayout?.names }

    /// The number of records, those too long to be held in memory included.
    package var recordCount: Int { batch.count + skippedRecordCount }

    /// The number of records too long to be held in memory.
    package var skippedRecordCount: Int { isCut ? 0 : chunk.skippedRecordCount }

    /// The places of the records too long to be held in memory.
    package var skippedRecords: [RecordSource] {
        skippedRecordCount == 0
            ? [] : chunk.malformedInputs.filter(\.isRecord).map { locator.locate($0) }
    }

    /// The number of bytes of the input that the records cover.
    package var byteCount: Int {
        isCut ? chunk.leadingByteCount + max(0, length) : chunk.consumedByteCount
    }

    /// The number of malformed records.
    package var malformedCount: Int { batch.issues.count { $0.kind == .malformed } }

    /// The violations of no row, in the order of the input: of a header, between records, and of
    /// records too long to be held in memory.
    package var inputViolations: [Violation] {
        let end = chunk.byteOffset + length
        return chunk.headerFindings
            + chunk.malformedInputs.filter { !isCut || $0.byteOffset < end }.map { malformed in
                let issue = RecordIssue(row: 0, kind: .malformed, reason: malformed.reason)
                return .about(issue, at: locator.locate(malformed))
            }
    }

    /// The first records of the chunk; itself if it has no more.
    package func prefix(_ count: Int) -> ParsedChunk {
        guard count < recordCount else { return self }
        let kept = min(max(0, count), batch.count)
        let batch = RecordBatch(
            count: kept, columns: self.batch.columns, isText: self.batch.isText,
            issues: self.batch.issues.filter { $0.row < kept }, locator: locator)
        let end = locator.offset(ofRow: kept) ?? -1
        return ParsedChunk(
            batch: batch, locator: locator, lineBreaks: lineBreaks, chunk: chunk, length: end)
    }
}
