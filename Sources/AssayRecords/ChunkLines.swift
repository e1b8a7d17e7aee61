// SPDX-License-Identifier: Apache-2.0
import CRecordReader
import Glibc

/// The lines of a chunk: short ones are looked at when they are asked for, long ones only once.
final class ChunkLines {
    private let chunk: InputChunk
    private lazy var index = LineIndex(chunk.contents, chunk.bytes)

    init(_ chunk: InputChunk) {
        self.chunk = chunk
    }

    /// Characters before a byte in its line, and one more.
    func column(of offset: Int) -> Int {
        let lineStart = start(of: offset)
        let before = lineStart == 0 ? chunk.columnsBefore : 0
        return before + codePoints(in: lineStart..<offset) + 1
    }

    /// Where the line of a byte begins.
    func start(of offset: Int) -> Int {
        let near = max(0, offset - LineIndex.blockSize)
        let found = Int(reader_line_start(chunk.bytes + near, UInt64(offset - near)))
        if found > 0 { return near + found }
        return near == 0 ? 0 : index.lineStart(of: offset)
    }

    /// The first line break at or after a byte, or the end of the chunk.
    func end(from offset: Int) -> Int {
        let count = min(LineIndex.blockSize, chunk.length - offset)
        if let found = memchr(chunk.bytes + offset, Int32(UInt8.lineFeed), count) {
            return UnsafeMutableRawPointer(chunk.bytes).distance(to: found)
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
