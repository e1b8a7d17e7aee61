// SPDX-License-Identifier: Apache-2.0
import AssayCore
import CRecordReader
import Glibc

/// Finds where records end in the bytes of a chunk.
protocol RecordSplitter: AnyObject {
    /// Looks at the bytes from `newFrom` on; those before it were looked at already.
    ///
    /// - Returns: Where the last whole record ends, or 0; at the end of the input, the end.
    func split(_ chunk: InputChunk, newFrom: Int, isAtEnd: Bool) -> Int

    /// Where a record ends that began before the chunk, or nil; and whether the bytes behind it
    /// were looked at too.
    func endOfLongRecord(in chunk: InputChunk) -> (end: Int, seenRest: Bool)?

    /// A record with this many line breaks was skipped; the chunk stands in its place.
    func skip(_ chunk: InputChunk, lineBreaks: Int)

    /// What it knows of the bytes that it has seen, as a number; nil if that is more.
    var state: Int? { get }

    /// Goes on from a state of its kind.
    func restore(_ state: Int)
}

extension RecordSplitter {
    func skip(_ chunk: InputChunk, lineBreaks: Int) {}
    func restore(_ state: Int) {}
}

/// NDJSON: a record ends at a line feed.
final class LineSplitter: RecordSplitter {
    var state: Int? { 0 }

    func split(_ chunk: InputChunk, newFrom: Int, isAtEnd: Bool) -> Int {
        if isAtEnd { return chunk.length }
        var end = chunk.length
        while end > newFrom {
            if chunk.bytes[end - 1] == 0x0A { return end }
            end -= 1
        }
        return 0
    }

    func endOfLongRecord(in chunk: InputChunk) -> (end: Int, seenRest: Bool)? {
        guard let found = memchr(chunk.bytes, 0x0A, chunk.length) else { return nil }
        return (UnsafeMutableRawPointer(chunk.bytes).distance(to: found) + 1, false)
    }
}

/// CSV: a record ends at a line feed outside quotes.
final class CSVRecordSplitter: RecordSplitter {
    private var splitter = reader_csv_splitter()

    init(delimiter: UInt8) {
        splitter.delimiter = delimiter
    }

    var state: Int? {
        Int(splitter.in_quotes) | Int(splitter.previous) << 8 | Int(splitter.has_started) << 16
    }

    func restore(_ state: Int) {
        splitter.in_quotes = UInt8(truncatingIfNeeded: state)
        splitter.previous = UInt8(truncatingIfNeeded: state >> 8)
        splitter.has_started = UInt8(truncatingIfNeeded: state >> 16)
    }

    /// Where the first record ends, or nil.
    func endOfFirstRecord(in bytes: ArraySlice<UInt8>) -> Int? {
        let end = bytes.withUnsafeBufferPointer {
            Int(reader_csv_split_first(&splitter, $0.baseAddress, UInt64($0.count)))
        }
        return end > 0 ? end : nil
    }

    func split(_ chunk: InputChunk, newFrom: Int, isAtEnd: Bool) -> Int {
        let end = reader_csv_split(
            &splitter, chunk.bytes + newFrom, UInt64(chunk.length - newFrom))
        if isAtEnd { return chunk.length }
        return end > 0 ? newFrom + Int(end) : 0
    }

    func endOfLongRecord(in chunk: InputChunk) -> (end: Int, seenRest: Bool)? {
        let end = Int(reader_csv_split_first(&splitter, chunk.bytes, UInt64(chunk.length)))
        return end > 0 ? (end, false) : nil
    }
}

/// JSON: the elements of one array, or one object.
///
/// Elements become lines, so that they are parsed as fast as NDJSON: in place, every byte between
/// them is made a space or line feed and every line feed in them a carriage return, which JSON
/// allows and forbids in the same places. `RecordParser` puts the bytes back.
final class JSONElementSplitter: RecordSplitter {
    private let splitter: OpaquePointer
    /// Offsets of the splitter count from behind a byte order mark.
    private let firstOffset: Int
    private var pending: [reader_extent] = []
    private var line = 0
    private var column = 0
    private var isFinished = false

    /// The brackets that are open are known to the splitter alone.
    var state: Int? { nil }

    init(firstOffset: Int) throws(InputError) {
        guard let made = reader_json_splitter_create() else { throw .outOfMemory }
        splitter = made
        self.firstOffset = firstOffset
    }

    deinit {
        reader_json_splitter_destroy(splitter)
    }

    private func feed(_ chunk: InputChunk, from start: Int) {
        var extents = reader_extents()
        _ = reader_json_splitter_feed(
            splitter, chunk.bytes + start, UInt64(chunk.length - start), &extents)
        pending.append(
            contentsOf: UnsafeBufferPointer(start: extents.items, count: Int(extents.count)))
    }

    private func finish() {
        guard !isFinished else { return }
        isFinished = true
        var extents = reader_extents()
        _ = reader_json_splitter_finish(splitter, &extents)
        pending.append(
            contentsOf: UnsafeBufferPointer(start: extents.items, count: Int(extents.count)))
    }

    func split(_ chunk: InputChunk, newFrom: Int, isAtEnd: Bool) -> Int {
        if newFrom < chunk.length { feed(chunk, from: newFrom) }
        if isAtEnd { finish() }
        let base = chunk.byteOffset - firstOffset
        var elements: [Range<Int>] = []
        while let next = pending.first {
            let start = Int(next.offset) - base
            // Elements without anything between them cannot become two lines.
            if let last = elements.last, last.upperBound == start, next.reason == READER_OK {
                break
            }
            pending.removeFirst()
            if next.reason == READER_OK {
                elements.append(start..<start + Int(next.length))
                chunk.elementLines.append(Int(next.line))
            } else {
                chunk.mistakes.append(mistake(next))
            }
        }
        let end = endOfChunk(chunk, elements, base, isAtEnd)
        position(chunk, end)
        makeLines(of: elements, in: chunk, end)
        return end
    }

    private func endOfChunk(
        _ chunk: InputChunk, _ elements: [Range<Int>], _ base: Int, _ isAtEnd: Bool
    ) -> Int {
        if let next = pending.first { return Int(next.offset) - base }
        if isAtEnd { return chunk.length }
        let needed = Int(reader_json_splitter_needed_from(splitter)) - base
        return min(max(needed, 0), chunk.length)
    }

    private func mistake(_ extent: reader_extent) -> InputMistake {
        InputMistake(
            byteOffset: Int(extent.offset) + firstOffset, byteLength: Int(extent.length),
            line: Int(extent.line), reason: String(cString: reader_reason_text(extent.reason)),
            isRecord: false)
    }

    /// Notes where the chunk stands, and where the next one will.
    private func position(_ chunk: InputChunk, _ end: Int) {
        chunk.linesBefore = line
        chunk.columnsBefore = column
        for byte in chunk.contents[..<end] {
            if byte == 0x0A {
                line += 1
                column = 0
            } else if byte & 0xC0 != 0x80 {
                column += 1
            }
        }
    }

    private func makeLines(of elements: [Range<Int>], in chunk: InputChunk, _ end: Int) {
        var position = 0
        for element in elements {
            blank(position..<element.lowerBound, in: chunk)
            for offset in element where chunk.bytes[offset] == 0x0A {
                chunk.replace(at: offset, by: 0x0D)
            }
            position = element.upperBound
            if position < end {
                chunk.replace(at: position, by: 0x0A)
                position += 1
            }
        }
        blank(position..<max(position, end), in: chunk)
    }

    private func blank(_ gap: Range<Int>, in chunk: InputChunk) {
        for offset in gap where chunk.bytes[offset] != 0x20 { chunk.replace(at: offset, by: 0x20) }
    }

    func skip(_ chunk: InputChunk, lineBreaks: Int) {
        chunk.linesBefore = line
        chunk.columnsBefore = column
        line += lineBreaks
        column = 0
    }

    func endOfLongRecord(in chunk: InputChunk) -> (end: Int, seenRest: Bool)? {
        feed(chunk, from: 0)
        guard let long = pending.first else { return nil }
        pending.removeFirst()
        let end = Int(long.offset + long.length) + firstOffset - chunk.byteOffset
        return (min(max(end, 0), chunk.length), true)
    }
}
