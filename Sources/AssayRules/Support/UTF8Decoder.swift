// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// Reads code points of valid UTF-8, one after the other.
struct UTF8Decoder: ~Escapable {
    private let bytes: Span<UInt8>
    /// Where the next code point begins.
    private(set) var index: Int

    @_lifetime(copy bytes)
    init(_ bytes: Span<UInt8>, at index: Int) {
        self.bytes = bytes
        self.index = index
    }

    /// The next code point; 0 at the end.
    @_lifetime(self: copy self)
    mutating func next() -> UInt32 {
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
        return scalar
    }
}
