// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayPluginABI
import CRecordReader

/// Finds where records end in the bytes of a chunk.
///
/// A chunk begins where a record begins, or in front of one; the splitter goes on from the bytes that
/// it has searched, which `ChunkReader` carries from one chunk to the next.
protocol RecordSplitter: AnyObject {
    /// Searches the bytes from `newFrom` on; those before it were searched already.
    ///
    /// - Parameters:
    ///   - chunk: Gets what is found, as far as it belongs to the chunk.
    ///   - newFrom: How many bytes were searched already.
    ///   - isAtEnd: Nothing follows the chunk's bytes.
    ///   - limits: How much a chunk holds.
    /// - Returns: Where the chunk ends, and what was searched.
    /// - Throws: `InputError.outOfMemory`.
    func split(
        _ chunk: InputChunk, newFrom: Int, isAtEnd: Bool, limits: ChunkLimits
    ) throws(InputError) -> ChunkSplit

    /// Where a record ends that began before the chunk and is not wanted; nil: after the chunk.
    func endOfLongRecord(in chunk: InputChunk) throws(InputError) -> ChunkSplit?

    /// The input has ended inside a record that is not wanted.
    func endInLongRecord() throws(InputError)

    /// It has found more than the chunks so far have taken.
    var hasPending: Bool { get }

    /// What it knows of the bytes that it has searched, as a number; nil if that is more.
    var state: Int? { get }

    /// Goes on from a state of its kind.
    func restore(_ state: Int)
}

extension RecordSplitter {
    var hasPending: Bool { false }
    func endInLongRecord() throws(InputError) {}
    func restore(_ state: Int) {}
}

/// How much a chunk holds.
struct ChunkLimits {
    /// Records, and in JSON mistakes between them.
    let records: Int
    /// Bytes of a record, without the line break after it.
    let recordBytes: Int
}

extension ChunkLimits {
    /// The columns of a chunk take no more, unless the records are few.
    private static let columnBytes = 4 << 20
    private static let fewestRecords = 64

    /// The limits that keep the columns of a plan small.
    init(_ options: ReaderOptions, _ plan: ValidationPlan) {
        let bytes = plan.recordColumnCount * MemoryLayout<assay_value>.stride
        let fitting = max(Self.columnBytes / max(1, bytes), Self.fewestRecords)
        records = max(1, min(options.chunkRecords, fitting))
        recordBytes = max(1, options.maximumRecordBytes)
    }
}

/// What a splitter found in a chunk.
struct ChunkSplit {
    /// Where the last whole record ends, and the chunk with it; 0: no record ends in it.
    var end: Int
    /// How many bytes of the chunk were searched.
    var searched: Int
    /// The bytes up to `end` are one record, which is too long.
    var isTooLong = false
}
