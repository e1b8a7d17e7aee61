// SPDX-License-Identifier: Apache-2.0
import AssayCore
import CRecordReader

/// The places of the cells of a CSV header, from left to right.
struct HeaderPlaces {
    /// The header, or `nil` for an input without one.
    private let header: UnsafeBufferPointer<UInt8>?
    private let dialect: reader_csv_dialect
    private let form: TextForm
    private let linesBefore: Int
    /// The next cell of the header, which begins at `offset` and `place`.
    private var cell: UInt32 = 0
    private var offset = 0
    private var place = TextPlace()
    /// The offset in the file of the next cell.
    private var byteOffset: Int

    init(
        in header: UnsafeBufferPointer<UInt8>?, dialect: reader_csv_dialect, byteOffset: Int,
        form: TextForm, linesBefore: Int
    ) {
        self.form = form
        self.header = header
        self.dialect = dialect
        self.byteOffset = byteOffset
        self.linesBefore = linesBefore
    }

    /// The place of a cell in the header, which is record 0.
    ///
    /// Without a header it is the start of the input.
    ///
    /// - Parameter wanted: The cell, not before that of the last call.
    /// - Returns: The place of that cell, or of the last one.
    mutating func source(of wanted: UInt32) -> RecordSource {
        guard let header, let bytes = header.baseAddress else {
            return RecordSource(
                record: 0, byteOffset: byteOffset, byteLength: 0, line: 1, column: 1)
        }
        var range = cellRange(in: header, at: bytes)
        while cell < wanted, range.upperBound < header.count {
            move(to: range.upperBound + 1, at: bytes)
            cell += 1
            range = cellRange(in: header, at: bytes)
        }
        move(to: range.lowerBound, at: bytes)
        let length = form.byteCount(of: UnsafeBufferPointer(rebasing: header[range]))
        return RecordSource(
            record: 0, byteOffset: byteOffset, byteLength: length,
            line: linesBefore + place.line + 1, column: place.column + 1)
    }

    private mutating func move(to next: Int, at bytes: UnsafePointer<UInt8>) {
        let passed = UnsafeBufferPointer(start: bytes + offset, count: next - offset)
        place.advance(over: bytes + offset, count: passed.count)
        byteOffset += form.byteCount(of: passed)
        offset = next
    }

    /// The bytes of the cell that begins at `offset`.
    private func cellRange(
        in header: UnsafeBufferPointer<UInt8>, at bytes: UnsafePointer<UInt8>
    ) -> Range<Int> {
        var range = reader_range()
        _ = withUnsafePointer(to: dialect) {
            reader_locate_csv(
                bytes + offset, UInt64(header.count - offset), $0, 0, &range)
        }
        let start = offset + Int(range.offset)
        return start..<start + Int(range.length)
    }
}
