// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) public import AssayCore
import CRecordReader

/// The records of a chunk, as a batch.
@_spi(Engine) public struct ParsedChunk {
    /// The records.
    public let batch: RecordBatch
    package let locator: ChunkLocator
    /// Line breaks in the chunk.
    package let lineBreaks: Int
    private let chunk: InputChunk
    /// Comments, and cells that may be read otherwise than they are meant, in CSV.
    private let comments: Int
    private let severalLines: reader_cells
    private let quotedTexts: reader_cells
    /// The number of bytes of the chunk that count.
    private let length: Int

    init(
        batch: RecordBatch, locator: ChunkLocator, lineBreaks: Int, chunk: InputChunk,
        raw: reader_batch
    ) {
        self.batch = batch
        self.locator = locator
        self.lineBreaks = lineBreaks
        self.chunk = chunk
        comments = Int(raw.comment_count)
        severalLines = raw.broken
        quotedTexts = raw.quoted_text
        length = chunk.length
    }

    /// The first `length` bytes of another one.
    private init(_ whole: ParsedChunk, batch: RecordBatch, length: Int) {
        self.batch = batch
        self.length = length
        locator = whole.locator
        lineBreaks = whole.lineBreaks
        chunk = whole.chunk
        comments = whole.comments
        severalLines = whole.severalLines
        quotedTexts = whole.quotedTexts
    }

    /// The notes about a CSV input besides its findings.
    package var notes: CSVNotes {
        guard chunk.format == .csv else { return CSVNotes() }
        var notes = chunk.notes
        notes.comments += comments
        notes.severalLines += cells(severalLines)
        notes.quotedTexts += cells(quotedTexts)
        return notes
    }

    /// The cells of the records that count.
    private func cells(_ raw: reader_cells) -> CSVNotes.Cells {
        var cells = CSVNotes.Cells()
        guard raw.count > 0, raw.first_row < batch.count else { return cells }
        cells.count = Int(raw.count)
        cells.lines = Int(raw.line_count)
        cells.first = locator.source(
            ofByte: Int(raw.first_offset), count: 1, row: Int(raw.first_row))
        return cells
    }

    private var isCut: Bool { length < chunk.length }

    /// The field separator of a CSV input; nil in other formats.
    package var delimiter: UInt8? { chunk.csvLayout?.delimiter }

    /// `true` if a quote is text because of the name of the file.
    package var isQuoteText: Bool {
        (chunk.csvLayout?.dialect.flags).map { UInt32($0) & READER_CSV_COUNT_QUOTES != 0 } ?? false
    }

    /// The first violation of the header that makes every record invalid, or `nil` if none does.
    ///
    /// The violations of the input say it once.
    package var rejection: Violation? { chunk.rejection }

    /// Every record has a field that the rule set rejects.
    package var isRejected: Bool { chunk.rejection != nil }

    /// The first hundred records, whole, in JSON; those that cannot be read are left out.
    package var firstRecords: [Value] {
        (0..<min(batch.count, 100)).compactMap { row in
            try? Value(json: String(decoding: locator.record(row: row).bytes, as: UTF8.self))
        }
    }

    /// The names of the columns of a CSV or Arrow input, or `nil` for other inputs.
    package var columnNames: [String]? { chunk.csvLayout?.names ?? chunk.arrowLayout?.names }

    /// The form of an Arrow input, or `nil` for other inputs.
    package var arrowForm: ArrowForm? { chunk.arrowLayout?.form }

    /// The number of records, those too long to be held in memory included.
    package var recordCount: Int { batch.count + skippedRecordCount }

    /// The number of records too long to be held in memory.
    package var skippedRecordCount: Int { isCut ? 0 : chunk.skippedRecordCount }

    /// The places of the records too long to be held in memory.
    package var skippedRecords: [RecordSource] {
        skippedRecordCount == 0
            ? [] : chunk.malformedInputs.filter(\.isRecord).map { locator.locate($0) }
    }

    /// The number of bytes of the file that the records cover.
    package var byteCount: Int {
        isCut
            ? chunk.leadingByteCount + locator.fileByteCount(upTo: max(0, length))
            : chunk.consumedByteCount
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
                return .about(issue, at: locator.locateError(of: malformed))
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
        return ParsedChunk(self, batch: batch, length: end)
    }
}
