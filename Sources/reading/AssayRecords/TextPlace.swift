// SPDX-License-Identifier: Apache-2.0
import CRecordReader

/// A place in a text, counted from its start.
struct TextPlace {
    /// Line breaks before it.
    var line = 0
    /// Code points between the last of them and the place.
    var column = 0

    /// Moves on over `count` bytes.
    mutating func advance(over bytes: UnsafePointer<UInt8>, count: Int) {
        let breaks = Int(reader_count_line_breaks(bytes, UInt64(count)))
        let lineStart = breaks > 0 ? Int(reader_line_start(bytes, UInt64(count))) : 0
        let points = Int(reader_count_code_points(bytes + lineStart, UInt64(count - lineStart)))
        line += breaks
        column = breaks > 0 ? points : column + points
    }
}
