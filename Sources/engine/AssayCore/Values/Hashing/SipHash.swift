// SPDX-License-Identifier: Apache-2.0

/// A hash of bytes under a key: SipHash-2-4 with 64 or 128 bits.
///
/// It is the same on every run and machine, and without the key no one can tell what a hash is of.
///
/// Source: Aumasson and Bernstein, "SipHash: a fast short-input PRF" (2012).
package struct SipHash: Sendable {
    private var v0: UInt64
    private var v1: UInt64
    private var v2: UInt64
    private var v3: UInt64
    private var tail: UInt64 = 0
    private var count = 0

    /// Creates a hash with 64 bits, which `value` gives.
    package init(key: (UInt64, UInt64)) {
        v0 = key.0 ^ 0x736F_6D65_7073_6575
        v1 = key.1 ^ 0x646F_7261_6E64_6F6D
        v2 = key.0 ^ 0x6C79_6765_6E65_7261
        v3 = key.1 ^ 0x7465_6462_7974_6573
    }

    /// Creates a hash with 128 bits, which `wideValue` gives.
    package init(wideKey key: (UInt64, UInt64)) {
        self.init(key: key)
        v1 ^= 0xEE
    }

    package mutating func add(_ bytes: some Sequence<UInt8>) {
        let isAdded: Void? = bytes.withContiguousStorageIfAvailable { add($0) }
        if isAdded == nil { for byte in bytes { add(byte: byte) } }
    }

    @inline(__always)
    package mutating func add(byte: UInt8) {
        tail |= UInt64(byte) << UInt64(8 * (count & 7))
        count &+= 1
        if count & 7 == 0 {
            absorb(tail)
            tail = 0
        }
    }

    /// Adds bytes, eight at a time.
    package mutating func add(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let start = UnsafeRawPointer(bytes.baseAddress) else { return }
        let whole = bytes.count & ~7
        var offset = 0
        while offset < whole {
            add(start.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            offset &+= 8
        }
        while offset < bytes.count {
            add(byte: start.load(fromByteOffset: offset, as: UInt8.self))
            offset &+= 1
        }
    }

    /// Adds a text and its length, so that texts one after the other differ from their
    /// concatenation.
    package mutating func add(_ text: String) {
        add(UInt64(text.utf8.count))
        add(text.utf8)
    }

    /// Adds eight bytes, the lowest one first.
    @inline(__always)
    package mutating func add(_ number: UInt64) {
        let number = number.littleEndian
        let shift = UInt64(8 * (count & 7))
        count &+= 8
        absorb(tail | number &<< shift)
        tail = shift == 0 ? 0 : number >> (64 - shift)
    }

    /// The hash of what was added so far.
    package var value: UInt64 {
        var copy = ended
        copy.v2 ^= 0xFF
        for _ in 0..<4 { copy.mix() }
        return copy.folded
    }

    /// The hash of what was added so far, with 128 bits.
    package var wideValue: (high: UInt64, low: UInt64) {
        var copy = ended
        copy.v2 ^= 0xEE
        for _ in 0..<4 { copy.mix() }
        let high = copy.folded
        copy.v1 ^= 0xDD
        for _ in 0..<4 { copy.mix() }
        return (high, copy.folded)
    }

    private var ended: SipHash {
        var copy = self
        copy.absorb(tail | UInt64(truncatingIfNeeded: count) << 56)
        return copy
    }

    private var folded: UInt64 { v0 ^ v1 ^ v2 ^ v3 }

    @inline(__always)
    private mutating func absorb(_ word: UInt64) {
        v3 ^= word
        mix()
        mix()
        v0 ^= word
    }

    @inline(__always)
    private mutating func mix() {
        v0 &+= v1
        v1 = Self.rotate(v1, 13) ^ v0
        v0 = Self.rotate(v0, 32)
        v2 &+= v3
        v3 = Self.rotate(v3, 16) ^ v2
        v0 &+= v3
        v3 = Self.rotate(v3, 21) ^ v0
        v2 &+= v1
        v1 = Self.rotate(v1, 17) ^ v2
        v2 = Self.rotate(v2, 32)
    }

    @inline(__always)
    private static func rotate(_ word: UInt64, _ bits: UInt64) -> UInt64 {
        word &<< bits | word &>> (64 &- bits)
    }
}
