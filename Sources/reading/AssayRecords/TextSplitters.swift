// SPDX-License-Identifier: Apache-2.0
import AssayCore
import CRecordReader
import AssaySystem

/// NDJSON: a record ends at a line feed.
final class LineSplitter: RecordSplitter {
    var state: Int? { 0 }

    func split(
        _ chunk: InputChunk, newFrom: Int, isAtEnd: Bool, limits: ChunkLimits
    ) -> ChunkSplit {
        let last = isAtEnd ? chunk.length : lastLineEnd(in: chunk, from: newFrom)
        guard last > 0 else { return ChunkSplit(end: 0, searched: chunk.length) }
        let end = Int(reader_lines_end(chunk.bytes, UInt64(last), UInt64(limits.records)))
        let isWhole = ChunkSplit(end: end, searched: end == last ? chunk.length : end)
        guard chunk.length > limits.recordBytes else { return isWhole }
        return splitBeforeLongRecord(upTo: end, limits: limits) { start in
            lineEnd(in: chunk, from: start, upTo: end)
        } ?? isWhole
    }

    private func lastLineEnd(in chunk: InputChunk, from start: Int) -> Int {
        let found = reader_line_start(chunk.bytes + start, UInt64(chunk.length - start))
        return found > 0 ? start + Int(found) : 0
    }

    private func lineEnd(in chunk: InputChunk, from start: Int, upTo end: Int) -> RecordEnd {
        let found = ByteSearch.firstIndex(
            of: .lineFeed, in: UnsafePointer(chunk.bytes + start), count: end - start)
        guard let found else { return RecordEnd(content: end, next: end) }
        return RecordEnd(content: start + found, next: start + found + 1)
    }

    func endOfLongRecord(in chunk: InputChunk) -> ChunkSplit? {
        let end = lineEnd(in: chunk, from: 0, upTo: chunk.length)
        return end.next > end.content ? ChunkSplit(end: end.next, searched: end.next) : nil
    }
}

/// CSV: a record ends at a line feed outside quotes.
final class CSVRecordSplitter: RecordSplitter {
    private var splitter = reader_csv_splitter()

    /// The dialect of the input.
    var dialect: reader_csv_dialect { splitter.dialect }

    init(_ dialect: reader_csv_dialect) {
        splitter.dialect = dialect
    }

    /// Returns `true` if what begins with a record is a comment.
    func isComment(_ bytes: ArraySlice<UInt8>) -> Bool {
        dialect.comment != 0 && bytes.first == dialect.comment
    }

    /// A splitter of what begins with a record, after others.
    init(continuing other: CSVRecordSplitter) {
        splitter.dialect = other.dialect
        restart()
    }

    var state: Int? {
        Int(splitter.in_quotes) | Int(splitter.previous) << 8 | Int(splitter.has_started) << 16
    }

    /// The state after some bytes, of which this is the last one.
    static func state(quotes: UInt8, previous: UInt8) -> Int {
        Int(quotes) | Int(previous) << 8 | 1 << 16
    }

    static let stateBetweenRecords = state(quotes: 0, previous: .lineFeed)

    func restore(_ state: Int) {
        splitter.in_quotes = UInt8(truncatingIfNeeded: state)
        splitter.previous = UInt8(truncatingIfNeeded: state >> 8)
        splitter.has_started = UInt8(truncatingIfNeeded: state >> 16)
    }

    /// Goes on where a record begins.
    private func restart() {
        splitter.in_quotes = 0
        splitter.previous = .lineFeed
        splitter.has_started = 1
    }

    /// Returns the offset at which the first record ends, or `nil` if it does not end in the bytes.
    func endOfFirstRecord(in bytes: ArraySlice<UInt8>) -> Int? {
        let end = bytes.withUnsafeBufferPointer {
            Int(reader_csv_split_first(&splitter, $0.baseAddress, UInt64($0.count)))
        }
        return end > 0 ? end : nil
    }

    func split(
        _ chunk: InputChunk, newFrom: Int, isAtEnd: Bool, limits: ChunkLimits
    ) -> ChunkSplit {
        let count = UInt64(chunk.length - newFrom)
        var seen: UInt64 = 0
        let found = Int(
            reader_csv_split_some(
                &splitter, chunk.bytes + newFrom, count, UInt64(limits.records), &seen))
        let isAtEnd = isAtEnd && seen == count
        let end = isAtEnd ? chunk.length : found > 0 ? newFrom + found : 0
        let whole = ChunkSplit(end: end, searched: newFrom + Int(seen))
        guard chunk.length > limits.recordBytes else { return whole }
        let before = splitter
        let cut = splitBeforeLongRecord(upTo: end, limits: limits) { start in
            recordEnd(in: chunk, from: start, upTo: end)
        }
        if cut == nil { splitter = before } else { restart() }
        return cut ?? whole
    }

    private func recordEnd(in chunk: InputChunk, from start: Int, upTo end: Int) -> RecordEnd {
        restart()
        let count = Int(
            reader_csv_split_first(&splitter, chunk.bytes + start, UInt64(end - start)))
        return count > 0
            ? RecordEnd(content: start + count - 1, next: start + count)
            : RecordEnd(content: end, next: end)
    }

    func endOfLongRecord(in chunk: InputChunk) -> ChunkSplit? {
        let end = Int(reader_csv_split_first(&splitter, chunk.bytes, UInt64(chunk.length)))
        return end > 0 ? ChunkSplit(end: end, searched: end) : nil
    }
}

/// The end of a record, without its line break and with it.
private struct RecordEnd {
    let content: Int
    let next: Int
}

extension RecordSplitter {
    /// Ends the chunk before the first record that is too long, or after it where the chunk begins
    /// with it.
    ///
    /// - Returns: Nil if all records are short enough.
    fileprivate func splitBeforeLongRecord(
        upTo end: Int, limits: ChunkLimits, recordEnd: (Int) -> RecordEnd
    ) -> ChunkSplit? {
        var start = 0
        while start < end {
            let found = recordEnd(start)
            if found.content - start > limits.recordBytes {
                return start > 0
                    ? ChunkSplit(end: start, searched: start)
                    : ChunkSplit(end: found.next, searched: found.next, isTooLong: true)
            }
            start = found.next
        }
        return nil
    }
}

extension UInt8 {
    static let lineFeed = UInt8(ascii: "\n")
    static let carriageReturn = UInt8(ascii: "\r")
}
