// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Searches and comparisons of bytes by the C library, which does them with vectors.
package enum ByteSearch {
    /// Where a byte is first among `count` bytes.
    @inlinable @inline(__always)
    package static func firstIndex(
        of byte: UInt8, in start: UnsafePointer<UInt8>, count: Int
    ) -> Int? {
        guard let found = memchr(start, Int32(byte), count) else { return nil }
        return UnsafeRawPointer(found) - UnsafeRawPointer(start)
    }

    /// The order of two places of `count` bytes: negative, zero or positive.
    @inlinable @inline(__always)
    package static func compare(
        _ left: UnsafeRawPointer, _ right: UnsafeRawPointer, count: Int
    ) -> Int {
        Int(memcmp(left, right, count))
    }

    /// Whether two buffers hold the same bytes.
    package static func areEqual(
        _ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer
    ) -> Bool {
        guard left.count == right.count else { return false }
        guard let leftStart = left.baseAddress, let rightStart = right.baseAddress else {
            return left.isEmpty
        }
        return compare(leftStart, rightStart, count: left.count) == 0
    }
}
