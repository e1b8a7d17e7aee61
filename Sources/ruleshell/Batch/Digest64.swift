// SPDX-License-Identifier: Apache-2.0

/// A number that tells whether bytes have changed, by accident: FNV-1a with 64 bits.
///
/// Source: draft-eastlake-fnv. It keeps nobody from making other bytes with the same number.
struct Digest64 {
    private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    init(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    }

    /// As 16 hexadecimal digits.
    var text: String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
