// SPDX-License-Identifier: Apache-2.0

/// Writes parts of a line into memory that is known to be large enough.
@usableFromInline
package struct ShortText: ~Copyable {
    @usableFromInline let start: UnsafeMutablePointer<UInt8>
    @usableFromInline let capacity: Int
    @usableFromInline var count = 0

    /// Bytes that any number takes, with its sign.
    @inlinable package static var longestNumber: Int { 24 }

    @inlinable
    init(_ start: UnsafeMutablePointer<UInt8>, capacity: Int) {
        self.start = start
        self.capacity = capacity
    }

    @inlinable @inline(__always)
    package mutating func append(_ text: StaticString) {
        let length = text.utf8CodeUnitCount
        precondition(capacity - count >= length)
        (start + count).initialize(from: text.utf8Start, count: length)
        count += length
    }

    @inlinable @inline(__always)
    package mutating func append(repeating byte: UInt8, count length: Int) {
        precondition(capacity - count >= length)
        (start + count).initialize(repeating: byte, count: length)
        count += length
    }

    package mutating func append(decimal number: Int) {
        precondition(capacity - count >= Self.longestNumber)
        if number < 0 { append("-") }
        append(digitsOf: UInt64(number.magnitude))
    }

    private mutating func append(digitsOf number: UInt64) {
        if number < Self.eightDigits {
            let digits = Self.digits(of: number)
            let zeros = min(7, digits.trailingZeroBitCount / 8)
            store(digits >> (8 * UInt64(zeros)), count: 8 - zeros)
        } else {
            append(digitsOf: number / Self.eightDigits)
            store(Self.digits(of: number % Self.eightDigits), count: 8)
        }
    }

    /// Eight bytes are written, of which the first ones count.
    private mutating func store(_ digits: UInt64, count length: Int) {
        let text = (digits | 0x3030_3030_3030_3030).littleEndian
        UnsafeMutableRawPointer(start + count).storeBytes(of: text, as: UInt64.self)
        count += length
    }

    private static let eightDigits: UInt64 = 100_000_000

    /// The digits of a number of at most eight, one a byte, the first one in the lowest byte.
    private static func digits(of number: UInt64) -> UInt64 {
        // Halves of four digits, then of two, then of one, side by side.
        let fours = number / 10_000 | (number % 10_000) << 32
        let hundreds = (fours &* 10_486) >> 20 & 0x0000_007F_0000_007F
        let twos = hundreds | (fours &- hundreds &* 100) << 16
        let tens = (twos &* 103) >> 10 & 0x000F_000F_000F_000F
        return tens | (twos &- tens &* 10) << 8
    }
}
