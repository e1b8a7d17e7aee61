// SPDX-License-Identifier: Apache-2.0

/// A number by which accidental changes of bytes are noticed: FNV-1a with 64 bits.
///
/// It is the same on every run and machine. Other bytes with the same number are easy to make on
/// purpose.
///
/// Source: draft-eastlake-fnv (Fowler, Noll, Vo).
package struct FNV1a: Sendable, Hashable {
    package private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    /// The hash of some bytes, to which more can be added.
    package init(_ bytes: some Sequence<UInt8> = EmptyCollection()) {
        add(bytes)
    }

    package mutating func add(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    }

    /// Adds a text and its end, so that texts one after the other differ from their concatenation.
    package mutating func add(_ text: String) {
        add(text.utf8)
        add(CollectionOfOne(0xFF))
    }

    /// 16 hexadecimal digits.
    package var text: String {
        var bytes: [UInt8] = []
        appendText(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Adds the 16 digits of `text`.
    package func appendText(to bytes: inout [UInt8]) {
        for shift in stride(from: UInt64(60), through: 0, by: -4) {
            let digit = UInt8(value >> shift & 15)
            bytes.append(digit + (digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10))
        }
    }
}
