// SPDX-License-Identifier: Apache-2.0

/// Hashes of bytes and words under a random key of the process.
///
/// Every byte counts, and no one who writes data or rules knows the key, so that no one can choose
/// texts that collide. The hashes differ from run to run: they find things, and never decide what is
/// reported or in which order. Words are folded by products of 128 bits, as wyhash does.
package struct KeyedHash: Sendable {
    @usableFromInline let seed: UInt64
    @usableFromInline let factor: UInt64

    /// The key of this process.
    package static let process = KeyedHash(using: SystemRandomNumberGenerator())

    private init(using source: SystemRandomNumberGenerator) {
        var source = source
        seed = source.next()
        factor = source.next()
    }

    /// The hashes under a key of one's own, which are the same in every process.
    package init(key: UInt64) {
        seed = key
        factor = KeyedHash.fold(key ^ 0x9E37_79B9_7F4A_7C15, 0xD6E8_FEB8_6659_FD93) | 1
    }

    /// The two halves of a product of 128 bits, combined.
    @inlinable @inline(__always)
    package static func fold(_ left: UInt64, _ right: UInt64) -> UInt64 {
        let product = left.multipliedFullWidth(by: right)
        return product.high ^ product.low
    }

    /// The hash of one word; `salt` tells apart what is hashed, such as lengths.
    @inlinable @inline(__always)
    package func word(_ word: UInt64, salt: UInt64) -> UInt64 {
        KeyedHash.fold(word ^ seed ^ (salt &* 0x9E37_79B9_7F4A_7C15), factor)
    }

    /// The hash of a sequence whose hash so far is `hash`, and one more word.
    @inlinable @inline(__always)
    package func appending(_ word: UInt64, to hash: UInt64) -> UInt64 {
        KeyedHash.fold(hash ^ seed, word ^ factor)
    }

    /// The hash of more than eight bytes.
    ///
    /// O(count), 16 bytes a step.
    @inlinable @inline(__always)
    package func long(_ start: UnsafeRawPointer, _ count: Int) -> UInt64 {
        var hash = seed ^ (UInt64(truncatingIfNeeded: count) &* 0x9E37_79B9_7F4A_7C15)
        var offset = 0
        while offset &+ 16 < count {
            hash = KeyedHash.fold(
                hash ^ start.loadUnaligned(fromByteOffset: offset, as: UInt64.self),
                factor ^ start.loadUnaligned(fromByteOffset: offset &+ 8, as: UInt64.self))
            offset &+= 16
        }
        // The last words overlap the ones before; of 9 to 16 bytes the first and the last eight.
        let head = max(0, count &- 16)
        return KeyedHash.fold(
            hash ^ start.loadUnaligned(fromByteOffset: head, as: UInt64.self),
            factor ^ start.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self))
    }

    /// Up to eight bytes as one word, which is unique among texts of the same length.
    @inlinable @inline(__always)
    package static func shortWord(_ start: UnsafePointer<UInt8>, _ count: Int) -> UInt64 {
        let raw = UnsafeRawPointer(start)
        if count >= 4 {
            let head = raw.loadUnaligned(as: UInt32.self)
            let tail = raw.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self)
            return UInt64(head) | UInt64(tail) << 32
        }
        guard count > 0 else { return 0 }
        return UInt64(start[0]) | UInt64(start[count / 2]) << 8 | UInt64(start[count &- 1]) << 16
    }

    /// The hash of some bytes.
    ///
    /// O(count).
    @inlinable @inline(__always)
    package func bytes(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
        guard let start = bytes.baseAddress else { return word(0, salt: 0) }
        if bytes.count > 8 { return long(start, bytes.count) }
        return word(
            KeyedHash.shortWord(start, bytes.count), salt: UInt64(truncatingIfNeeded: bytes.count))
    }
}
