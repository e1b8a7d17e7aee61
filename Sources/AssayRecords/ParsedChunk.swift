// SPDX-License-Identifier: Apache-2.0
public import AssayCore

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
