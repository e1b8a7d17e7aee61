// SPDX-License-Identifier: Apache-2.0
import AssayCore
import CRecordReader

/// Where the cells of a CSV header are, from left to right.
struct HeaderPlaces {
    /// Nil: the input has none.
    private let header: UnsafeBufferPointer<UInt8>?
    private let delimiter: UInt8
    /// Bytes of the input before the header.
    private let byteOffset: Int
    /// How far the header is passed: the cell that begins there, and its place.
    private var cell: UInt32 = 0
    private var offset = 0
    private var place = TextPlace()

    init(_ header: UnsafeBufferPointer<UInt8>?, _ delimiter: UInt8, _ byteOffset: Int) {
        self.header = header
        self.delimiter = delimiter
        self.byteOffset = byteOffset
    }

    /// The header is record 0; where there is none, the start of the input stands for it.
    ///
    /// - Parameter wanted: Not before the cell of the last call.
    /// - Returns: The place of that cell, or of the last one.
    mutating func source(of wanted: UInt32) -> RecordSource {
        guard let header, let bytes = header.baseAddress else {
            return RecordSource(
                record: 0, byteOffset: byteOffset, byteLength: 0, line: 1, column: 1)
        }
        var range = cellRange(in: header, bytes)
        while cell < wanted, offset + range.count < header.count {
            let next = offset + range.count + 1
            place.advance(over: bytes + offset, count: next - offset)
            offset = next
            cell += 1
            range = cellRange(in: header, bytes)
        }
        return RecordSource(
            record: 0, byteOffset: byteOffset + range.lowerBound, byteLength: range.count,
            line: place.line + 1, column: place.column + 1)
    }

    /// The bytes of the cell that begins at `offset`.
    private func cellRange(
        in header: UnsafeBufferPointer<UInt8>, _ bytes: UnsafePointer<UInt8>
    ) -> Range<Int> {
        var range = reader_range()
        _ = reader_locate_csv(
            bytes + offset, UInt64(header.count - offset), delimiter, 0, &range)
        return offset..<offset + Int(range.length)
    }
}
