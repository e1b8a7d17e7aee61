// SPDX-License-Identifier: Apache-2.0
package import AssayCore

/// The text of a file by lines.
package struct SourceText: Sendable {
    package let file: String
    package let bytes: [UInt8]
    /// The first byte of each line.
    private let lineStarts: [Int]
    /// Code points before every 64th byte, so that a place in a very long line is found at once.
    private let points: [Int]
    private static let stride = 64

    package init(file: String, bytes: [UInt8]) {
        self.file = file
        self.bytes = bytes
        var starts = [0]
        var points: [Int] = []
        var count = 0
        for (index, byte) in bytes.enumerated() {
            if index % Self.stride == 0 { points.append(count) }
            if byte & 0xC0 != 0x80 { count += 1 }
            if Self.endsLine(bytes, at: index) { starts.append(index + 1) }
        }
        lineStarts = starts
        self.points = points
    }

    /// The line breaks that YAML 1.1 knows: LF, CR, CR LF, NEL, LS and PS.
    private static func endsLine(_ bytes: [UInt8], at index: Int) -> Bool {
        switch bytes[index] {
        case 0x0A: return true
        case 0x0D: return index + 1 >= bytes.count || bytes[index + 1] != 0x0A
        case 0x85: return index >= 1 && bytes[index - 1] == 0xC2
        case 0xA8, 0xA9: return index >= 2 && bytes[index - 2] == 0xE2 && bytes[index - 1] == 0x80
        default: return false
        }
    }

    /// Code points that begin before a byte.
    private func points(before offset: Int) -> Int {
        guard offset > 0, !points.isEmpty else { return 0 }
        let block = min(offset / Self.stride, points.count - 1)
        let rest = bytes[block * Self.stride..<min(offset, bytes.count)]
        return points[block] + rest.count { $0 & 0xC0 != 0x80 }
    }

    /// The bytes of a line without its line break; nil for a line that does not exist.
    package func bytes(ofLine line: Int) -> Range<Int>? {
        guard line >= 1, line <= lineStarts.count else { return nil }
        let start = lineStarts[line - 1]
        guard line < lineStarts.count else { return start..<bytes.count }
        var end = lineStarts[line]
        let isWide = end > start && bytes[end - 1] >= 0x80
        if isWide { end -= bytes[end - 1] == 0x85 ? 2 : 3 }
        while !isWide, end > start, bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D { end -= 1 }
        return start..<max(start, end)
    }

    /// The byte of a place; the end of the text for a place after it.
    ///
    /// O(log bytes).
    package func offset(line: Int, column: Int) -> Int {
        guard line >= 1, line <= lineStarts.count else { return bytes.count }
        let target = points(before: lineStarts[line - 1]) + max(0, column - 1)
        let block = Self.last(of: points) { $0 <= target }
        var offset = block * Self.stride
        var left = points.isEmpty ? 0 : target - points[block]
        while offset < bytes.count {
            if bytes[offset] & 0xC0 != 0x80 {
                if left == 0 { break }
                left -= 1
            }
            offset += 1
        }
        return offset
    }

    /// The place of a byte.
    ///
    /// O(log bytes).
    package func location(ofByte offset: Int) -> FileLocation {
        let line = Self.last(of: lineStarts) { $0 <= offset }
        let column = points(before: offset) - points(before: lineStarts[line])
        return FileLocation(file: file, line: line + 1, column: 1 + max(0, column))
    }

    /// The index of the last element that holds the condition, which the earlier ones hold too.
    private static func last(of numbers: [Int], where condition: (Int) -> Bool) -> Int {
        var low = 0
        var high = numbers.count
        while high - low > 1 {
            let middle = low + (high - low) / 2
            if condition(numbers[middle]) { low = middle } else { high = middle }
        }
        return low
    }

    /// The line of the nth line that begins with `%`, as YAML's directives do; nil if there are
    /// fewer.
    package func line(ofDirective number: Int) -> Int? {
        var left = number
        for (line, start) in lineStarts.enumerated() where byte(at: start) == UInt8(ascii: "%") {
            left -= 1
            if left == 0 { return line + 1 }
        }
        return nil
    }

    package func location(of node: DocumentNode) -> FileLocation {
        FileLocation(file: file, line: node.line, column: node.column)
    }

    /// The byte at an offset; nil at the end.
    package func byte(at offset: Int) -> UInt8? {
        bytes.indices.contains(offset) ? bytes[offset] : nil
    }

    /// The rest of the line, as much of it as messages need.
    func restOfLine(from offset: Int) -> ArraySlice<UInt8> {
        bytes[min(offset, bytes.count)...].prefix(256).prefix { $0 != 0x0A && $0 != 0x0D }
    }

    /// The byte after the anchors and tags that begin there.
    package func skippingProperties(from offset: Int) -> Int {
        var offset = offset
        while let byte = byte(at: offset), byte == UInt8(ascii: "&") || byte == UInt8(ascii: "!") {
            while let byte = self.byte(at: offset), byte > 0x20 { offset += 1 }
            while let byte = self.byte(at: offset), byte <= 0x20 { offset += 1 }
        }
        return offset
    }
}
