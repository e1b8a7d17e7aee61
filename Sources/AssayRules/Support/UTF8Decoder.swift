// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// Reads code points one after the other from valid UTF-8.
struct UTF8Decoder {
    private let bytes: UnsafeBufferPointer<UInt8>
    /// Where the next code point begins.
    private(set) var index: Int

    init(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int = 0) {
        self.bytes = bytes
        self.index = index
    }

    var isAtEnd: Bool { index >= bytes.count }

    /// The next code point; 0 at the end.
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
