// SPDX-License-Identifier: Apache-2.0
import CRecordReader

/// JSON: the elements of one array, or one object.
///
/// Elements are handed to the parser by their extents, so that they may touch each other.
final class JSONElementSplitter: RecordSplitter {
    private let splitter: OpaquePointer
    /// The offset after a byte order mark, from which the splitter counts.
    private let firstOffset: Int
    /// The extents that belong to no chunk yet, from `next` on.
    private var pending: [reader_extent] = []
    private var next = 0
    private var isFinished = false

    /// A number cannot hold the open brackets.
    var state: Int? { nil }

    init(firstOffset: Int) throws(InputError) {
        guard let made = reader_json_splitter_create() else { throw InputError(.outOfMemory) }
        splitter = made
        self.firstOffset = firstOffset
    }

    deinit {
        reader_json_splitter_destroy(splitter)
    }

    var hasPending: Bool { next < pending.count }

    private var firstPending: reader_extent? { next < pending.count ? pending[next] : nil }

    private func append(_ extents: reader_extents) {
        if next == pending.count {
            pending.removeAll(keepingCapacity: true)
            next = 0
        }
        pending.append(
            contentsOf: UnsafeBufferPointer(start: extents.items, count: Int(extents.count)))
    }

    /// Searches until `most` extents are pending; returns how many bytes were searched.
    private func feed(
        _ chunk: InputChunk, from start: Int, most: Int
    ) throws(InputError) -> Int {
        let wanted = most - (pending.count - next)
        guard start < chunk.length, wanted > 0 else { return start }
        var extents = reader_extents()
        var seen: UInt64 = 0
        let result = reader_json_splitter_feed_some(
            splitter, chunk.bytes + start, UInt64(chunk.length - start), UInt64(wanted), &seen,
            &extents)
        guard result >= 0 else { throw InputError(.outOfMemory) }
        append(extents)
        return start + Int(seen)
    }

    private func finish() throws(InputError) {
        guard !isFinished else { return }
        isFinished = true
        var extents = reader_extents()
        guard reader_json_splitter_finish(splitter, &extents) >= 0 else {
            throw InputError(.outOfMemory)
        }
        append(extents)
    }

    func split(
        _ chunk: InputChunk, newFrom: Int, isAtEnd: Bool, limits: ChunkLimits
    ) throws(InputError) -> ChunkSplit {
        let searched = try feed(chunk, from: newFrom, most: limits.records)
        let isAtEnd = isAtEnd && searched == chunk.length
        if isAtEnd { try finish() }
        let base = chunk.byteOffset - firstOffset
        while let extent = firstPending {
            let start = Int(extent.offset) - base
            let end = start + Int(extent.length)
            if extent.reason != READER_OK {
                chunk.malformedInputs.append(malformedInput(at: extent, in: chunk, from: start))
            } else if Int(extent.length) <= limits.recordBytes {
                chunk.append(extent, at: start)
            } else if start > 0 {
                return ChunkSplit(end: start, searched: searched)
            } else {
                next += 1
                return ChunkSplit(end: end, searched: searched, isTooLong: true)
            }
            next += 1
        }
        let needed = Int(reader_json_splitter_needed_from(splitter)) - base
        let end = isAtEnd ? chunk.length : min(max(needed, 0), searched)
        return ChunkSplit(end: end, searched: searched)
    }

    private func malformedInput(
        at extent: reader_extent, in chunk: InputChunk, from start: Int
    ) -> MalformedInput {
        let comment = UnexpectedText(commentIn: chunk.contents, at: start)
        return MalformedInput(
            byteOffset: Int(extent.offset) + firstOffset, byteLength: Int(extent.length),
            line: Int(extent.line),
            reason: comment?.reason ?? String(cString: reader_reason_text(extent.reason)),
            isRecord: false)
    }

    func endOfLongRecord(in chunk: InputChunk) throws(InputError) -> ChunkSplit? {
        let searched = try feed(chunk, from: 0, most: 1)
        guard let long = firstPending else { return nil }
        next += 1
        let end = Int(long.offset + long.length) + firstOffset - chunk.byteOffset
        return ChunkSplit(end: min(max(end, 0), searched), searched: searched)
    }

    func endInLongRecord() throws(InputError) {
        try finish()
        if let long = firstPending, long.reason == READER_OK { next += 1 }
    }
}
