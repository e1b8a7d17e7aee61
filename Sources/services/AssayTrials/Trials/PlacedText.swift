// SPDX-License-Identifier: Apache-2.0
import Assay

/// A text whose places are counted as a page counts them: in UTF-16 code units, with lines that end
/// at a line feed.
struct PlacedText {
    let bytes: [UInt8]
    /// The first byte of each line.
    private let lineStarts: [Int]
    /// UTF-16 code units before every 64th byte.
    private let units: [Int]
    private static let stride = 64

    init(_ text: String) {
        bytes = Array(text.utf8)
        var starts = [0]
        var units: [Int] = []
        var count = 0
        for (index, byte) in bytes.enumerated() {
            if index % Self.stride == 0 { units.append(count) }
            count += Self.units(of: byte)
            if byte == 0x0A { starts.append(index + 1) }
        }
        lineStarts = starts
        self.units = units
    }

    /// The code units of the character that a byte begins; 0 inside of one.
    private static func units(of byte: UInt8) -> Int {
        byte & 0xC0 == 0x80 ? 0 : byte >= 0xF0 ? 2 : 1
    }

    /// UTF-16 code units before a byte.
    private func units(before offset: Int) -> Int {
        guard offset > 0, !units.isEmpty else { return 0 }
        let end = min(offset, bytes.count)
        let block = min(end / Self.stride, units.count - 1)
        return bytes[block * Self.stride..<end].reduce(units[block]) { $0 + Self.units(of: $1) }
    }

    /// The line of a byte, from 0.
    private func line(of offset: Int) -> Int {
        var (low, high) = (0, lineStarts.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if lineStarts[middle] <= offset { low = middle } else { high = middle }
        }
        return low
    }

    /// The members of an object that say where some bytes are.
    ///
    /// `line`, `column`, `endLine` and `endColumn` count from 1, `start` and `end` from 0.
    func members(of range: Range<Int>) -> [(key: String, value: Value)] {
        let range = range.clamped(to: 0..<bytes.count)
        let (first, last) = (line(of: range.lowerBound), line(of: range.upperBound))
        let (start, end) = (units(before: range.lowerBound), units(before: range.upperBound))
        let numbers: KeyValuePairs = [
            "line": first + 1, "column": start - units(before: lineStarts[first]) + 1,
            "endLine": last + 1, "endColumn": end - units(before: lineStarts[last]) + 1,
            "start": start, "end": end,
        ]
        return numbers.map { ($0.key, .integer(Int64($0.value))) }
    }

    /// UTF-16 code units before a byte, as a value.
    func start(of offset: Int) -> Value { .integer(Int64(units(before: offset))) }

    /// The end of the word, number or quoted text that begins at a byte; one character for any
    /// other.
    func endOfWord(at start: Int) -> Int {
        guard start < bytes.count, bytes[start] != 0x0A else { return start }
        let first = bytes[start]
        if first == 0x22 || first == 0x27 {
            let rest = bytes[(start + 1)...].prefix { $0 != first && $0 != 0x0A }
            let end = rest.endIndex
            return end < bytes.count && bytes[end] == first ? end + 1 : end
        }
        let word = bytes[start...].prefix(while: Self.isOfWord)
        guard word.isEmpty else { return word.endIndex }
        return start + 1 + bytes[(start + 1)...].prefix { $0 & 0xC0 == 0x80 }.count
    }

    private static func isOfWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...:
            true
        default: byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
        }
    }
}
