// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// Records as lines of JSON, of a bounded length each.
struct ArrowLines {
    private(set) var bytes: [UInt8] = []
    private var start = 0
    /// The most bytes of a record that are of use: a longer one is malformed.
    private let mostBytes: Int

    init(mostBytes: Int) { self.mostBytes = mostBytes }

    /// `true` if the record is longer than a record may be, so that nothing of it is read.
    var isFull: Bool { bytes.count - start > mostBytes }

    mutating func clear() {
        bytes.removeAll(keepingCapacity: true)
        start = 0
    }

    mutating func cut(to count: Int) { bytes.removeLast(bytes.count - count) }

    mutating func beginRecord() {
        start = bytes.count
        bytes.append(UInt8(ascii: "{"))
    }

    mutating func endRecord() {
        bytes.append(UInt8(ascii: "}"))
        bytes.append(.lineFeed)
    }

    mutating func append(_ byte: UInt8) { bytes.append(byte) }

    mutating func append(_ more: some Collection<UInt8>) { bytes.append(contentsOf: more) }

    mutating func append(_ number: Int) { bytes.append(decimal: number) }

    /// Appends a text in quotes.
    ///
    /// Bytes that are not UTF-8 stay what they are, so that the record is malformed.
    mutating func append(text: UnsafeRawBufferPointer) {
        bytes.append(UInt8(ascii: "\""))
        // The rest of a record that is too long is of no use.
        let text = UnsafeRawBufferPointer(rebasing: text.prefix(mostBytes + 1))
        var first = 0
        for index in text.indices {
            let byte = text[index]
            guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else {
                continue
            }
            bytes.append(contentsOf: text[first..<index])
            append(escaped: byte)
            first = index + 1
        }
        bytes.append(contentsOf: text[first...])
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func append(escaped byte: UInt8) {
        bytes.append(UInt8(ascii: "\\"))
        guard byte < 0x20 else { return bytes.append(byte) }
        switch byte {
        case 0x0A: bytes.append(UInt8(ascii: "n"))
        case 0x0D: bytes.append(UInt8(ascii: "r"))
        case 0x09: bytes.append(UInt8(ascii: "t"))
        default:
            bytes.append("u00" as StaticString)
            for digit in [byte >> 4, byte & 15] {
                bytes.append(digit + (digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10))
            }
        }
    }
}

// The values of rows as JSON.
extension ArrowRows {
    /// Appends the value of a row.
    ///
    /// - Throws: `ArrowError` for a value that refers to what is not there.
    func append(_ row: Int, to lines: inout ArrowLines) throws(ArrowError) {
        guard try !isNull(row) else { return lines.append("null".utf8) }
        if hasIndexes {
            let (rows, place) = try entry(of: row)
            return try rows.append(place, to: &lines)
        }
        switch type {
        case .null: lines.append("null".utf8)
        case .bool:
            let bit = buffers[0][row >> 3] >> UInt8(row & 7) & 1
            lines.append((bit == 1 ? "true" : "false").utf8)
        case .integer(width: 8, isSigned: false):
            lines.append(String(number(row, of: UInt64.self)).utf8)
        case .integer: lines.append(Int(truncatingIfNeeded: integer(row)))
        case .float: append(float(row), to: &lines)
        case .decimal(let width, let scale):
            let bytes = UnsafeRawBufferPointer(
                rebasing: buffers[0][row * width..<(row + 1) * width])
            lines.append(ArrowDecimal(bytes).text(scale: scale).utf8)
        case .date, .time, .timestamp: appendMoment(row, to: &lines)
        case .text, .textView: lines.append(text: try text(row))
        case .list, .listView, .fixedList: try appendList(row, to: &lines)
        case .structure: try appendStructure(row, to: &lines)
        case .map: try appendMap(row, to: &lines)
        }
    }

    /// Appends a number; an infinity is a text, which no rule takes for a number.
    private func append(_ number: Double, to lines: inout ArrowLines) {
        guard number.isInfinite else { return lines.append(number.description.utf8) }
        lines.append((number < 0 ? "\"-Infinity\"" : "\"Infinity\"").utf8)
    }

    private func appendMoment(_ row: Int, to lines: inout ArrowLines) {
        let count =
            type.momentWidth == 4 ? Int64(number(row, of: Int32.self)) : number(row, of: Int64.self)
        let text = type.momentText(of: count)
        (field.spelling?(text) ?? text).withUnsafeBytes { lines.append(text: $0) }
    }

    private func appendList(_ row: Int, to lines: inout ArrowLines) throws(ArrowError) {
        let elements = try elements(of: row)
        lines.append(UInt8(ascii: "["))
        for element in elements where !lines.isFull {
            if element > elements.lowerBound { lines.append(UInt8(ascii: ",")) }
            try children[0].append(element, to: &lines)
        }
        lines.append(UInt8(ascii: "]"))
    }

    private func appendStructure(_ row: Int, to lines: inout ArrowLines) throws(ArrowError) {
        lines.append(UInt8(ascii: "{"))
        for (place, child) in children.enumerated() where !lines.isFull {
            if place > 0 { lines.append(UInt8(ascii: ",")) }
            lines.append(child.field.key)
            try child.append(row, to: &lines)
        }
        lines.append(UInt8(ascii: "}"))
    }

    /// Appends a map as an object, of which the keys are texts.
    private func appendMap(_ row: Int, to lines: inout ArrowLines) throws(ArrowError) {
        let (entries, elements) = (children[0], try elements(of: row))
        lines.append(UInt8(ascii: "{"))
        for element in elements where !lines.isFull {
            if element > elements.lowerBound { lines.append(UInt8(ascii: ",")) }
            let (key, value) = (entries.children[0], entries.children[1])
            guard try !entries.isNull(element), try !key.isNull(element) else {
                throw error("a key of row \(row) is null")
            }
            try key.append(element, to: &lines)
            lines.append(UInt8(ascii: ":"))
            try value.append(element, to: &lines)
        }
        lines.append(UInt8(ascii: "}"))
    }
}
