// SPDX-License-Identifier: Apache-2.0
public import AssayCore
import AssayPluginABI
import CRecordReader

/// Finds records and values of a chunk in the input: where they stand, and their text.
///
/// Valid as long as the chunk and the parser's batch are.
public final class ChunkLocator: RecordLocator {
    private let chunk: InputChunk
    private let rows: UnsafeBufferPointer<reader_row>
    /// Records before the chunk; set when the chunks before it are parsed.
    public var recordsBefore = 0
    /// Line breaks before the chunk.
    public var linesBefore = 0

    init(_ chunk: InputChunk, rows: UnsafeBufferPointer<reader_row>) {
        self.chunk = chunk
        self.rows = rows
        linesBefore = chunk.linesBefore ?? 0
    }

    /// The number of a record in the input, from 1.
    public func recordNumber(row: Int) -> Int { recordsBefore + row + 1 }

    public func locate(row: Int, path: [PointerToken], offset: Int?) -> RecordSource {
        guard rows.indices.contains(row) else {
            return RecordSource(
                record: recordNumber(row: row), byteOffset: chunk.byteOffset, byteLength: 0,
                line: linesBefore + 1, column: 1)
        }
        let record = rows[row]
        let range: Range<Int>
        if let offset {
            let start = Int(record.offset) + offset
            range = start..<max(start, Int(record.offset + record.length))
        } else {
            range = locate(path, in: record)
        }
        return source(of: range, row: row)
    }

    /// The place of a mistake between records.
    func locate(_ mistake: InputMistake) -> RecordSource {
        let offset = mistake.byteOffset - chunk.byteOffset
        let isHeld = offset >= 0 && offset <= chunk.length
        let before = isHeld ? offset : 0
        return RecordSource(
            record: recordsBefore + (mistake.isRecord ? 1 : rows.count),
            byteOffset: mistake.byteOffset, byteLength: mistake.byteLength,
            line: (mistake.line ?? linesBefore) + 1, column: column(of: before))
    }

    /// The bytes of a value in the chunk.
    private func locate(_ path: [PointerToken], in record: reader_row) -> Range<Int> {
        let start = Int(record.offset)
        let bytes = chunk.bytes + start
        var found = reader_range(offset: 0, length: record.length)
        if let layout = chunk.csvLayout {
            guard case .key(let key)? = path.first, let cell = layout.cells[key] else {
                return start..<start + Int(record.length)
            }
            _ = reader_locate_csv(bytes, record.length, layout.delimiter, UInt32(cell), &found)
        } else if path.count == 1, case .key(var key) = path[0] {
            // Most paths: nothing has to be allocated.
            key.withUTF8 { key in
                var step = reader_step()
                step.key = assay_str(ptr: key.baseAddress, len: UInt64(key.count))
                _ = reader_locate_json(bytes, record.length, &step, 1, &found)
            }
        } else if !path.isEmpty {
            let arena = ValueArena(blockSize: 256)
            let steps = path.map { reader_step($0, arena) }
            _ = reader_locate_json(bytes, record.length, steps, UInt32(steps.count), &found)
        }
        let offset = start + Int(found.offset)
        return offset..<offset + Int(found.length)
    }

    private func source(of range: Range<Int>, row: Int) -> RecordSource {
        let start = min(range.lowerBound, chunk.length)
        let (line, column) = position(of: start, row: row)
        return RecordSource(
            record: recordNumber(row: row), byteOffset: chunk.byteOffset + range.lowerBound,
            byteLength: range.count, line: line, column: column)
    }

    /// Line and column, both from 1.
    ///
    /// The record's line is known; line breaks inside it are counted.
    private func position(of offset: Int, row: Int) -> (line: Int, column: Int) {
        let record = rows[row]
        let line =
            chunk.elementLines.indices.contains(row)
            ? chunk.elementLines[row] : linesBefore + Int(record.line)
        let recordStart = min(Int(record.offset), offset)
        let breaks = reader_count_line_breaks(
            chunk.bytes + recordStart, UInt64(offset - recordStart))
        return (line + Int(breaks) + 1, column(of: offset))
    }

    /// Characters before a byte in its line, and one more.
    private func column(of offset: Int) -> Int {
        let lineStart = startOfLine(offset)
        let before = lineStart == 0 ? chunk.columnsBefore : 0
        let count = reader_count_code_points(
            chunk.bytes + lineStart, UInt64(offset - lineStart))
        return before + Int(count) + 1
    }

    private func startOfLine(_ offset: Int) -> Int {
        Int(reader_line_start(chunk.bytes, UInt64(offset)))
    }

    /// Where a record begins in the chunk; nil behind the last.
    func offset(ofRow row: Int) -> Int? {
        rows.indices.contains(row) ? Int(rows[row].offset) : nil
    }

    /// The bytes of a record as the input has them, and the line break behind it, if one follows.
    ///
    /// - Parameter row: In the chunk.
    /// - Returns: Nothing for a row that there is not.
    public func record(
        row: Int
    ) -> (bytes: UnsafeBufferPointer<UInt8>, lineBreak: UnsafeBufferPointer<UInt8>) {
        guard rows.indices.contains(row) else {
            let nothing = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
            return (nothing, nothing)
        }
        let start = min(Int(rows[row].offset), chunk.length)
        let end = min(start + Int(rows[row].length), chunk.length)
        var next = end
        if next < chunk.length, chunk.bytes[next] == 0x0D { next += 1 }
        let isBreak = next < chunk.length && chunk.bytes[next] == 0x0A
        return (
            UnsafeBufferPointer(rebasing: chunk.contents[start..<end]),
            UnsafeBufferPointer(rebasing: chunk.contents[end..<(isBreak ? next + 1 : end)])
        )
    }

    /// How the input is written.
    public var format: InputFormat { chunk.format }

    /// The header of a CSV input with its line break; empty where there is none.
    public var header: [UInt8] { chunk.csvLayout?.header ?? [] }

    /// The line of the input that a byte stands in, cut to what the chunk holds.
    ///
    /// - Parameter byteOffset: From the start of the input.
    /// - Returns: The bytes of the line and where in them the byte stands; nil outside the chunk.
    public func line(at byteOffset: Int) -> (bytes: UnsafeBufferPointer<UInt8>, offset: Int)? {
        let offset = byteOffset - chunk.byteOffset
        guard offset >= 0, offset <= chunk.length else { return nil }
        let start = startOfLine(offset)
        var end = offset
        while end < chunk.length, chunk.bytes[end] != 0x0A { end += 1 }
        if end > start, chunk.bytes[end - 1] == 0x0D { end -= 1 }
        return (
            UnsafeBufferPointer(rebasing: chunk.contents[start..<max(start, end)]), offset - start
        )
    }
}

extension reader_step {
    fileprivate init(_ token: PointerToken, _ arena: ValueArena) {
        self.init()
        switch token {
        case .key(let key): self.key = arena.store(key)
        case .index(let index):
            self.index = UInt64(max(0, index))
            is_index = 1
        }
    }
}
