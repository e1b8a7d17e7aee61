// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) public import AssayCore
package import AssayPluginABI
import CRecordReader

/// Finds the records and values of a chunk in the input: their places and their text.
///
/// Valid as long as the chunk and the parser's batch are.
@_spi(Engine) public final class ChunkLocator: RecordLocator {
    let chunk: InputChunk
    // A batch belongs to one thread, so that its parts need no exclusivity checks.
    @exclusivity(unchecked) private var rows: UnsafeBufferPointer<reader_row>
    private let lines: ChunkLines
    private let offsets: FileOffsets
    private let places = RecordPlaces()
    /// Has read the chunk, which is one document: it knows where the fields are.
    private let reader: RecordParser?
    /// The place that was found last, and its record: from there to the next one of the record is not far.
    @exclusivity(unchecked) private var lastRow: Int?
    @exclusivity(unchecked) private var last = ChunkLines.Place()
    /// Records before the chunk; set when the chunks before it are parsed.
    @exclusivity(unchecked) package var recordsBefore = 0
    /// Line breaks before the chunk.
    @exclusivity(unchecked) package var linesBefore = 0

    init(
        _ chunk: InputChunk, rows: UnsafeBufferPointer<reader_row>,
        readBy reader: RecordParser? = nil
    ) {
        self.chunk = chunk
        self.rows = rows
        self.reader = reader
        lines = ChunkLines(of: chunk)
        offsets = FileOffsets(of: chunk)
        linesBefore = chunk.linesBefore ?? 0
    }

    /// Begins anew with the document that is in the chunk now.
    func enter(_ rows: UnsafeBufferPointer<reader_row>) {
        self.rows = rows
        lastRow = 0
        last = ChunkLines.Place()
        lines.forget()
        offsets.forget()
        places.forget()
    }

    /// The rows from which on the distance of lines from rows differs from that before, with that distance: the line
    /// of a record minus `linesBefore`, minus its row, minus 1; none if each record is a line.
    ///
    /// - Parameter count: The number of records that count.
    /// - Returns: The rows, ascending, or `nil` for an input without lines.
    package func lineShifts(ofFirst count: Int) -> [(row: Int, extraLines: Int)]? {
        guard chunk.arrowLayout == nil else { return nil }
        var shifts: [(row: Int, extraLines: Int)] = []
        var last = 0
        for row in 0..<min(count, rows.count) {
            let extra = Int(rows[row].line) - row
            guard extra != last else { continue }
            shifts.append((row, extra))
            last = extra
        }
        return shifts
    }

    /// The number of a record in the input, from 1.
    public func recordNumber(row: Int) -> Int { recordsBefore + row + 1 }

    package func locate(row: Int, path: [PointerToken], offset: Int?) -> RecordSource {
        guard rows.indices.contains(row) else {
            return RecordSource(
                record: recordNumber(row: row), byteOffset: offsets.fileOffset(of: 0),
                byteLength: 0, line: shown(linesBefore + 1), column: shown(1))
        }
        let record = rows[row]
        let range: Range<Int>
        if let offset {
            let start = Int(record.offset) + offset
            range = start..<max(start, Int(record.offset + record.length))
        } else {
            range = locate(path, in: row)
        }
        return source(of: range, row: row)
    }

    package func locate(
        row: Int, value: UnsafePointer<assay_value>?, field: Int?
    ) -> RecordSource? {
        guard rows.indices.contains(row), let range = range(of: value, field, in: rows[row]) else {
            return nil
        }
        return source(of: range, row: row)
    }

    /// Texts of JSON without escapes are where the reader found them, between two quotes; of a document the
    /// fields are known.
    @inline(__always)
    private func range(
        of value: UnsafePointer<assay_value>?, _ field: Int?, in record: reader_row
    ) -> Range<Int>? {
        if let value, value.pointee.kind == ASSAY_STR, chunk.csvLayout == nil,
            let text = value.pointee.as.ptr
        {
            let start = Int(bitPattern: text) - Int(bitPattern: chunk.bytes)
            let end = start + Int(value.pointee.len)
            if start > Int(record.offset), end < Int(record.offset + record.length) {
                return start - 1..<end + 1
            }
        }
        // Asked in its place: a copy of the reference would be counted.
        return field.flatMap { reader?.range(ofField: $0, in: chunk) }
    }

    /// The place of malformed input between records: that of the record before it.
    func locate(_ malformed: MalformedInput) -> RecordSource {
        let offset = malformed.byteOffset - chunk.byteOffset
        let isHeld = offset >= 0 && offset <= chunk.length
        let before = isHeld ? offset : 0
        let start = offsets.fileOffset(of: offset)
        let length =
            malformed.isRecord
            ? malformed.byteLength : offsets.fileOffset(of: offset + malformed.byteLength) - start
        return RecordSource(
            record: recordsBefore + rowCount(before: offset) + (malformed.isRecord ? 1 : 0),
            byteOffset: start, byteLength: length,
            line: shown((malformed.line ?? linesBefore) + 1),
            column: shown(lines.column(of: before)))
    }

    /// The place of malformed input, which is that of the quote that is open where it is too long.
    func locateError(of malformed: MalformedInput) -> RecordSource {
        let source = locate(malformed)
        guard let opening = malformed.openQuote else { return source }
        return RecordSource(
            record: source.record, byteOffset: source.byteOffset + opening.offset,
            byteLength: source.byteLength - opening.offset, line: source.line + opening.line,
            column: opening.column)
    }

    /// The place of a byte of a row of the chunk.
    func source(ofByte offset: Int, count: Int, row: Int) -> RecordSource {
        source(of: offset..<offset + count, row: row)
    }

    /// The value of a field in the record of CSV that has a place: a text, or absent; nil where
    /// there is no such record or no such column.
    package func cell(of field: FieldPath, at source: RecordSource) -> Value? {
        let offset = offsets.offset(of: source.byteOffset)
        let row = rowCount(before: offset + 1) - 1
        guard let layout = chunk.csvLayout, case .key(let key)? = field.segments.first,
            field.segments.count == 1, let cell = layout.cell(named: key),
            rows.indices.contains(row)
        else { return nil }
        let start = Int(rows[row].offset)
        var records = FirstRecords(
            ArraySlice(chunk.contents[start..<start + Int(rows[row].length)]),
            dialect: layout.dialect)
        guard let cells = records.next(), cells.indices.contains(Int(cell)) else { return nil }
        let text = String(decoding: cells[Int(cell)], as: UTF8.self)
        return text.isEmpty || layout.missingTexts.contains { ExactKey($0) == ExactKey(text) }
            ? .absent : .string(text)
    }

    /// Records that begin before a byte of the chunk.
    private func rowCount(before offset: Int) -> Int {
        var (low, high) = (0, rows.count)
        while low < high {
            let middle = (low + high) / 2
            if Int(rows[middle].offset) < offset { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The bytes of a value in the chunk.
    private func locate(_ path: [PointerToken], in row: Int) -> Range<Int> {
        let record = rows[row]
        let start = Int(record.offset)
        places.enter(row: row, at: chunk.bytes + start, count: Int(record.length))
        let found: Range<Int>
        if let layout = chunk.csvLayout {
            guard case .key(let key)? = path.first, let cell = layout.cell(named: key) else {
                return start..<start + Int(record.length)
            }
            found = places.cell(cell, dialect: layout.dialect)
        } else {
            found = places.value(path)
        }
        return start + found.lowerBound..<start + found.upperBound
    }

    private func source(of range: Range<Int>, row: Int) -> RecordSource {
        let start = min(range.lowerBound, chunk.length)
        let place = place(of: start, row: row)
        let fileStart = offsets.fileOffset(of: range.lowerBound)
        return RecordSource(
            record: recordNumber(row: row), byteOffset: fileStart,
            byteLength: offsets.fileOffset(of: range.upperBound) - fileStart,
            line: shown(linesBefore + place.line + 1), column: shown(place.column))
    }

    /// The number of a line or of a column, or 0 for Arrow, whose lines are not those of the input.
    @inline(__always)
    private func shown(_ number: Int) -> Int { chunk.arrowLayout == nil ? number : 0 }

    /// Returns the place of a byte of a record in the chunk.
    @inline(__always)
    private func place(of offset: Int, row: Int) -> ChunkLines.Place {
        if row == lastRow, let near = lines.place(of: offset, near: last) {
            last = near
            return near
        }
        lastRow = row
        last = searchedPlace(of: offset, row: row)
        return last
    }

    private func searchedPlace(of offset: Int, row: Int) -> ChunkLines.Place {
        // The record's line is known; line breaks inside it are counted.
        let recordStart = min(Int(rows[row].offset), offset)
        return ChunkLines.Place(
            offset: offset, line: Int(rows[row].line) + lines.breaks(in: recordStart..<offset),
            column: lines.column(of: offset))
    }

    /// Returns the offset at which a record begins in the chunk, or `nil` after the last record.
    func offset(ofRow row: Int) -> Int? {
        rows.indices.contains(row) ? Int(rows[row].offset) : nil
    }

    /// The bytes of a record as the input has them, and the line break after it, if there is one.
    ///
    /// - Parameter row: The record's row in the chunk.
    /// - Returns: Both; empty for a row that does not exist.
    package func record(
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

    /// The format of the input.
    package var format: InputFormat { chunk.format }

    /// The header of a CSV input with its line break; empty where there is none.
    package var header: [UInt8] { chunk.csvLayout?.header ?? [] }

    /// Returns the number of bytes that the first bytes of the chunk have in the file.
    func fileByteCount(upTo offset: Int) -> Int {
        offsets.fileOffset(of: offset) - offsets.fileOffset(of: 0)
    }

    /// The form of the text in the file.
    package var form: TextForm { chunk.form }

    /// `true` if the chunk is the first one of an input that begins with a header or with skipped bytes.
    package var isAtStart: Bool { chunk.leadingByteCount > 0 }

    /// The bytes before the header or the first record of CSV, or `nil` if they are too long to be held.
    package var preamble: [UInt8]? { chunk.preamble }

    /// The bytes of the lines at the end of CSV that are skipped, in the last chunk.
    package var footer: [UInt8] { chunk.footer }

    /// The line of the input that a place is in, cut to the bytes that the chunk has.
    ///
    /// - Parameter source: The place.
    /// - Returns: The bytes of the line and the range of the value in them, which may end after the line; nil
    ///   outside the chunk.
    package func line(
        at source: RecordSource
    ) -> (bytes: UnsafeBufferPointer<UInt8>, range: Range<Int>)? {
        let offset = offsets.offset(of: source.byteOffset)
        guard offset >= 0, offset <= chunk.length else { return nil }
        let valueEnd = offsets.offset(of: source.byteOffset + source.byteLength)
        let start = lines.start(of: offset)
        var end = lines.end(from: offset)
        if end > start, chunk.bytes[end - 1] == 0x0D { end -= 1 }
        return (
            UnsafeBufferPointer(rebasing: chunk.contents[start..<max(start, end)]),
            offset - start..<max(offset, valueEnd) - start
        )
    }
}
