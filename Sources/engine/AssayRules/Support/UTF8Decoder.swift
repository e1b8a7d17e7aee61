// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// Reads code points of valid UTF-8, one after the other.
///
/// Bytes that are not valid UTF-8 are read as other code points, never beyond the end of the text.
package struct UTF8Decoder: ~Escapable {
    private let bytes: Span<UInt8>
    /// The offset of the next code point.
    package private(set) var index: Int

    @_lifetime(copy bytes)
    package init(_ bytes: Span<UInt8>, at index: Int) {
        self.bytes = bytes
        self.index = index
    }

    /// The next code point, at most 0x10FFFF; 0 at the end.
    @_lifetime(self: copy self)
    package mutating func next() -> UInt32 {
        guard index < bytes.count else { return 0 }
        let lead = bytes[index]
        index += 1
        guard lead >= 0xC0 else { return UInt32(lead) }
        let more = lead >= 0xF0 ? 3 : lead >= 0xE0 ? 2 : 1
        var scalar = UInt32(lead) & (0x3F >> UInt32(more))
        for _ in 0..<more where index < bytes.count {
            scalar = scalar << 6 | UInt32(bytes[index] & 0x3F)
            index += 1
        }
        return min(scalar, 0x10FFFF)
    }

    /// The next code point as a scalar, or `nil` at the end; U+FFFD for a surrogate, which valid UTF-8
    /// does not have.
    @inline(__always)
    @_lifetime(self: copy self)
    package mutating func nextScalar() -> Unicode.Scalar? {
        guard index < bytes.count else { return nil }
        return Unicode.Scalar(next()) ?? "\u{FFFD}"
    }
}
