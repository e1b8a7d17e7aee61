// SPDX-License-Identifier: Apache-2.0
import CRecordReader

/// An index of a text with long lines, by which places are found without a search of their lines.
struct LineIndex {
    static let blockSize = 4096

    /// Counts of the text before a block.
    private struct Block {
        var codePoints = 0
        var lineBreaks = 0
        var lineStart = 0
    }

    private let bytes: UnsafePointer<UInt8>
    private let length: Int
    /// One for each block, and one for the end.
    private var blocks: [Block] = []

    init(of text: UnsafeBufferPointer<UInt8>, at bytes: UnsafePointer<UInt8>) {
        self.bytes = bytes
        length = text.count
        var block = Block()
        for start in stride(from: 0, to: length, by: Self.blockSize) {
            blocks.append(block)
            let count = min(Self.blockSize, length - start)
            let breaks = Int(reader_count_line_breaks(bytes + start, UInt64(count)))
            if breaks > 0 {
                block.lineStart = start + Int(reader_line_start(bytes + start, UInt64(count)))
            }
            block.lineBreaks += breaks
            block.codePoints += Int(reader_count_code_points(bytes + start, UInt64(count)))
        }
        blocks.append(block)
    }

    /// Returns the offset at which the line of a byte begins.
    func lineStart(of offset: Int) -> Int {
        let (block, start) = block(of: offset)
        let found = Int(reader_line_start(bytes + start, UInt64(offset - start)))
        return found > 0 ? start + found : block.lineStart
    }

    func codePoints(before offset: Int) -> Int {
        let (block, start) = block(of: offset)
        return block.codePoints
            + Int(reader_count_code_points(bytes + start, UInt64(offset - start)))
    }

    func lineBreaks(before offset: Int) -> Int {
        let (block, start) = block(of: offset)
        return block.lineBreaks
            + Int(reader_count_line_breaks(bytes + start, UInt64(offset - start)))
    }

    /// The first line break at or after a byte, or the end.
    func lineEnd(from offset: Int) -> Int {
        let before = lineBreaks(before: offset)
        // The last block that has no more line breaks before it.
        var (low, high) = (offset / Self.blockSize, blocks.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if blocks[middle].lineBreaks > before { high = middle } else { low = middle }
        }
        var end = max(offset, low * Self.blockSize)
        while end < length, bytes[end] != UInt8.lineFeed { end += 1 }
        return min(end, length)
    }

    private func block(of offset: Int) -> (block: Block, start: Int) {
        let index = min(max(0, offset) / Self.blockSize, blocks.count - 1)
        return (blocks[index], index * Self.blockSize)
    }
}
