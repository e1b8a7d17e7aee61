// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import AssayCore
import AssayPluginABI
import CRecordReader

/// Finds where records end in the bytes of a chunk.
///
/// A chunk begins where a record begins, or before one; the splitter continues after the bytes that
/// it has searched, which `ChunkReader` carries from one chunk to the next.
protocol RecordSplitter: AnyObject {
    /// Searches the bytes from `newFrom` on; those before it were searched already.
    ///
    /// - Parameters:
    ///   - chunk: Receives the records that belong to it.
    ///   - newFrom: How many bytes were searched already.
    ///   - isAtEnd: Whether the chunk's bytes are the last of the input.
    ///   - limits: The capacity of a chunk.
    /// - Returns: Where the chunk ends, and what was searched.
    /// - Throws: `InputError(.outOfMemory)`.
    func split(
        _ chunk: InputChunk, newFrom: Int, isAtEnd: Bool, limits: ChunkLimits
    ) throws(InputError) -> ChunkSplit

    /// Returns the end of a skipped record that began before the chunk, or `nil` if it ends after
    /// the chunk.
    func endOfLongRecord(in chunk: InputChunk) throws(InputError) -> ChunkSplit?

    /// Ends the input inside a skipped record.
    func endInLongRecord() throws(InputError)

    /// True if it has found more records than the chunks have taken.
    var hasPending: Bool { get }

    /// Its state after the bytes that it has searched, as a number; nil if a number is not enough.
    var state: Int? { get }

    /// Continues from a state of the same kind of splitter.
    func restore(_ state: Int)
}

extension RecordSplitter {
    var hasPending: Bool { false }
    func endInLongRecord() throws(InputError) {}
    func restore(_ state: Int) {}
}

/// The capacity of a chunk.
struct ChunkLimits {
    /// Records, and in JSON malformed input between them.
    let records: Int
    /// Bytes of a record, without the line break after it.
    let recordBytes: Int
    /// Bytes that are read at a time.
    var chunkBytes = ReaderOptions.usualChunkBytes
}

extension ChunkLimits {
    /// The columns of a chunk take no more, unless the records are few.
    private static let columnBytes = 4 << 20
    private static let fewestRecords = 64
    /// The number of bytes for each column that are usually read at a time.
    ///
    /// With many columns, records are long, and enough of them have to share the work that each
    /// column takes once a chunk.
    private static let bytesOfColumn = 512
    private static let mostChunkBytes = 2 << 20

    /// The limits that keep the columns of a plan small.
    init(_ options: ReaderOptions, for plan: ValidationPlan) {
        let bytes = plan.recordColumnCount * MemoryLayout<assay_value>.stride
        let fitting = max(Self.columnBytes / max(1, bytes), Self.fewestRecords)
        records = max(1, min(options.chunkRecords, fitting))
        recordBytes = max(1, options.maximumRecordBytes)
        chunkBytes = options.chunkBytes
        if chunkBytes == ReaderOptions.usualChunkBytes {
            let wide = min(plan.recordColumnCount * Self.bytesOfColumn, Self.mostChunkBytes)
            chunkBytes = max(chunkBytes, wide)
        }
    }
}

/// The result of a splitter's search in a chunk.
struct ChunkSplit {
    /// The end of the last whole record, and of the chunk with it, or 0 if no record ends in it.
    var end: Int
    /// The number of bytes of the chunk that were searched.
    var searched: Int
    /// The bytes up to `end` are one record, which is too long.
    var isTooLong = false
}
