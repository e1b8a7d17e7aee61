// SPDX-License-Identifier: Apache-2.0

/// Counts code points: the bytes that continue none.
enum CodePointCount {
    /// The number of code points of valid UTF-8, eight bytes at a time.
    ///
    /// O(bytes).
    @inline(__always)
    static func count(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        guard let start = UnsafeRawPointer(bytes.baseAddress) else { return 0 }
        let words = bytes.count / 8
        var word = 0
        var continuing = 0
        while word < words {
            // A lane counts to 255 before it would spill into its neighbour.
            let end = min(words, word + 255)
            var lanes: UInt64 = 0
            while word < end {
                let eight = start.loadUnaligned(fromByteOffset: word * 8, as: UInt64.self)
                lanes &+= eight &>> 7 & ~(eight &>> 6) & 0x0101_0101_0101_0101
                word += 1
            }
            continuing += sum(lanes)
        }
        for index in words * 8..<bytes.count where bytes[index] & 0xC0 == 0x80 { continuing += 1 }
        return bytes.count - continuing
    }

    /// The sum of the eight bytes.
    @inline(__always)
    private static func sum(_ lanes: UInt64) -> Int {
        let pairs = lanes & 0x00FF_00FF_00FF_00FF &+ lanes &>> 8 & 0x00FF_00FF_00FF_00FF
        // A shift binds more tightly than a product.
        return Int(truncatingIfNeeded: (pairs &* 0x0001_0001_0001_0001) &>> 48)
    }
}
