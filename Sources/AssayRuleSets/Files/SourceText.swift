// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// The text of a file by lines.
struct SourceText {
    let file: String
    let bytes: [UInt8]
    /// The first byte of each line.
    private let lineStarts: [Int]

    init(file: String, bytes: [UInt8]) {
        self.file = file
        self.bytes = bytes
        var starts = [0]
        for (index, byte) in bytes.enumerated() {
            let isReturn = byte == 0x0D && (index + 1 >= bytes.count || bytes[index + 1] != 0x0A)
            if byte == 0x0A || isReturn { starts.append(index + 1) }
        }
        lineStarts = starts
    }

    /// The byte of a place; the end of the text for a place behind it.
    func offset(line: Int, column: Int) -> Int {
        guard line >= 1, line <= lineStarts.count else { return bytes.count }
        var offset = lineStarts[line - 1]
        var left = column - 1
        while left > 0, offset < bytes.count {
            offset += 1
            while offset < bytes.count, bytes[offset] & 0xC0 == 0x80 { offset += 1 }
            left -= 1
        }
        return offset
    }

    /// The place of a byte.
    func location(ofByte offset: Int) -> SourceLocation {
        var low = 0
        var high = lineStarts.count
        while high - low > 1 {
            let middle = low + (high - low) / 2
            if lineStarts[middle] <= offset { low = middle } else { high = middle }
        }
        let before = bytes[min(lineStarts[low], bytes.count)..<min(max(offset, 0), bytes.count)]
        return SourceLocation(
            file: file, line: low + 1, column: 1 + before.count { $0 & 0xC0 != 0x80 })
    }

    func location(of node: DocumentNode) -> SourceLocation {
        SourceLocation(file: file, line: node.line, column: node.column)
    }

    /// The rest of the line from a byte on.
    func restOfLine(from offset: Int) -> ArraySlice<UInt8> {
        bytes[min(offset, bytes.count)...].prefix { $0 != 0x0A && $0 != 0x0D }
    }
}
