// SPDX-License-Identifier: Apache-2.0

/// A whole number of 32 to 256 bits, in two's complement.
package struct ArrowDecimal {
    private var words: [UInt32] = []
    private let isNegative: Bool

    /// - Parameter bytes: The least significant first; a multiple of four.
    package init(_ bytes: UnsafeRawBufferPointer) {
        for place in stride(from: 0, to: bytes.count, by: 4) {
            words.append(bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self))
        }
        isNegative = words.last.map { $0 >> 31 == 1 } ?? false
        if isNegative { negate() }
    }

    private mutating func negate() {
        var carry: UInt64 = 1
        for index in words.indices {
            let sum = UInt64(~words[index]) + carry
            words[index] = UInt32(truncatingIfNeeded: sum)
            carry = sum >> 32
        }
    }

    /// The number divided by ten to the power of `scale`, as JSON writes it.
    package func text(scale: Int) -> String {
        var digits = self.digits
        if scale > 0 {
            while digits.count <= scale { digits.insert(UInt8(ascii: "0"), at: 0) }
            digits.insert(UInt8(ascii: "."), at: digits.count - scale)
        } else if digits != [UInt8(ascii: "0")] {
            digits += Array(repeating: UInt8(ascii: "0"), count: -scale)
        }
        return (isNegative ? "-" : "") + String(decoding: digits, as: UTF8.self)
    }

    private var digits: [UInt8] {
        var rest = words
        var digits: [UInt8] = []
        repeat {
            var remainder: UInt64 = 0
            for index in rest.indices.reversed() {
                let part = remainder << 32 | UInt64(rest[index])
                rest[index] = UInt32(truncatingIfNeeded: part / 10)
                remainder = part % 10
            }
            digits.append(UInt8(ascii: "0") + UInt8(remainder))
        } while rest.contains { $0 != 0 }
        return digits.reversed()
    }
}
