// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssaySystem
import CRecordReader

/// The lines of a chunk: short ones are searched each time, long ones are indexed once.
final class ChunkLines {
    /// The place of a byte in the chunk, with lines from 0 and columns from 1.
    struct Place {
        var offset = 0
        var line = 0
        var column = 1
    }

    private let chunk: InputChunk
    @exclusivity(unchecked) private var known: LineIndex?
    private var index: LineIndex {
        if let known { return known }
        let index = LineIndex(of: chunk.contents, at: chunk.bytes)
        known = index
        return index
    }

    init(of chunk: InputChunk) {
        self.chunk = chunk
    }

    /// Begins anew with what is in the chunk now.
    func forget() {
        // Most documents need no index.
        if known != nil { known = nil }
    }

    /// The place of a byte near another one; nil where they are too far apart for that.
    @inline(__always)
    func place(of offset: Int, near known: Place) -> Place? {
        let isBefore = offset < known.offset
        let (start, end) = isBefore ? (offset, known.offset) : (known.offset, offset)
        guard end - start <= LineIndex.blockSize else { return nil }
        var breaks: UInt64 = 0
        let points = Int(
            reader_count_text(chunk.bytes + start, UInt64(end - start), &breaks))
        var place = known
        place.offset = offset
        if breaks == 0 {
            place.column += isBefore ? -points : points
        } else {
            place.line += isBefore ? -Int(breaks) : Int(breaks)
            place.column = column(of: offset)
        }
        return place
    }

    /// The column of a byte in its line, in code points, from 1.
    func column(of offset: Int) -> Int {
        let lineStart = start(of: offset)
        let before = lineStart == 0 ? chunk.columnsBefore : 0
        return before + codePoints(in: lineStart..<offset) + 1
    }

    /// Returns the offset at which the line of a byte begins.
    func start(of offset: Int) -> Int {
        let near = max(0, offset - LineIndex.blockSize)
        let found = Int(reader_line_start(chunk.bytes + near, UInt64(offset - near)))
        if found > 0 { return near + found }
        return near == 0 ? 0 : index.lineStart(of: offset)
    }

    /// The first line break at or after a byte, or the end of the chunk.
    func end(from offset: Int) -> Int {
        let count = min(LineIndex.blockSize, chunk.length - offset)
        let start = UnsafePointer(chunk.bytes + offset)
        if let found = ByteSearch.firstIndex(of: .lineFeed, in: start, count: count) {
            return offset + found
        }
        return offset + count == chunk.length ? chunk.length : index.lineEnd(from: offset)
    }

    func breaks(in range: Range<Int>) -> Int {
        guard range.count > LineIndex.blockSize else {
            return Int(
                reader_count_line_breaks(chunk.bytes + range.lowerBound, UInt64(range.count)))
        }
        return index.lineBreaks(before: range.upperBound)
            - index.lineBreaks(before: range.lowerBound)
    }

    private func codePoints(in range: Range<Int>) -> Int {
        guard range.count > LineIndex.blockSize else {
            return Int(
                reader_count_code_points(chunk.bytes + range.lowerBound, UInt64(range.count)))
        }
        return index.codePoints(before: range.upperBound)
            - index.codePoints(before: range.lowerBound)
    }
}
