// SPDX-License-Identifier: Apache-2.0

/// A hash of bytes under a key: SipHash-2-4 with 64 bits.
///
/// It is the same on every run and machine, and without the key no one can tell what a hash is of.
///
/// Source: Aumasson and Bernstein, "SipHash: a fast short-input PRF" (2012).
package struct SipHash: Sendable {
    private var state: SIMD4<UInt64>
    private var tail: UInt64 = 0
    private var count = 0

    package init(key: (UInt64, UInt64)) {
        state = SIMD4(
            key.0 ^ 0x736F_6D65_7073_6575, key.1 ^ 0x646F_7261_6E64_6F6D,
            key.0 ^ 0x6C79_6765_6E65_7261, key.1 ^ 0x7465_6462_7974_6573)
    }

    package mutating func add(_ bytes: some Sequence<UInt8>) {
        for byte in bytes {
            tail |= UInt64(byte) << UInt64(8 * (count & 7))
            count &+= 1
            if count & 7 == 0 {
                absorb(tail)
                tail = 0
            }
        }
    }

    /// Adds a text and its length, so that texts one after the other differ from their
    /// concatenation.
    package mutating func add(_ text: String) {
        add(UInt64(text.utf8.count))
        add(text.utf8)
    }

    package mutating func add(_ number: UInt64) {
        withUnsafeBytes(of: number.littleEndian) { add($0) }
    }

    /// The hash of what was added so far.
    package var value: UInt64 {
        var copy = self
        copy.absorb(tail | UInt64(truncatingIfNeeded: count) << 56)
        copy.state[2] ^= 0xFF
        for _ in 0..<4 { copy.mix() }
        return copy.state[0] ^ copy.state[1] ^ copy.state[2] ^ copy.state[3]
    }

    private mutating func absorb(_ word: UInt64) {
        state[3] ^= word
        mix()
        mix()
        state[0] ^= word
    }

    private mutating func mix() {
        state[0] &+= state[1]
        state[1] = Self.rotate(state[1], 13) ^ state[0]
        state[0] = Self.rotate(state[0], 32)
        state[2] &+= state[3]
        state[3] = Self.rotate(state[3], 16) ^ state[2]
        state[0] &+= state[3]
        state[3] = Self.rotate(state[3], 21) ^ state[0]
        state[2] &+= state[1]
        state[1] = Self.rotate(state[1], 17) ^ state[2]
        state[2] = Self.rotate(state[2], 32)
    }

    private static func rotate(_ word: UInt64, _ bits: UInt64) -> UInt64 {
        word << bits | word >> (64 - bits)
    }
}
