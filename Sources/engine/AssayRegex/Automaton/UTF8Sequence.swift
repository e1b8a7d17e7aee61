// SPDX-License-Identifier: Apache-2.0

/// A range of bytes for each byte of an encoded code point: all combinations are meant.
typealias UTF8Sequence = [ClosedRange<UInt8>]

/// Splits sets of code points into byte sequences, which an automaton over bytes can follow.
enum UTF8Sequences {
    /// The sequences that together encode exactly the set, less the surrogates, which valid text
    /// does not have.
    static func encoding(_ set: ScalarSet) -> [UTF8Sequence] {
        var sequences: [UTF8Sequence] = []
        for range in set.ranges {
            for part in sameLength where range.overlaps(part) {
                append(range.clamped(to: part), to: &sequences)
            }
        }
        return sequences
    }

    /// Code points grouped by the length of their encoding.
    private static let sameLength: [ClosedRange<UInt32>] = [
        0...0x7F, 0x80...0x7FF, 0x800...0xD7FF, 0xE000...0xFFFF, 0x1_0000...0x10_FFFF,
    ]

    /// Splits a range until, from some byte on, every continuation byte runs over all its values.
    private static func append(_ range: ClosedRange<UInt32>, to sequences: inout [UTF8Sequence]) {
        let (low, high) = (range.lowerBound, range.upperBound)
        for tailBits in stride(from: UInt32(6), through: 18, by: 6) where high > 0x7F {
            let tail = (UInt32(1) << tailBits) - 1
            guard low & ~tail != high & ~tail else { continue }
            if low & tail != 0 {
                append(low...(low | tail), to: &sequences)
                return append(((low | tail) + 1)...high, to: &sequences)
            }
            if high & tail != tail {
                append(low...((high & ~tail) - 1), to: &sequences)
                return append((high & ~tail)...high, to: &sequences)
            }
        }
        sequences.append(zip(bytes(of: low), bytes(of: high)).map { $0...$1 })
    }

    /// The encoding of one code point; surrogates do not occur.
    private static func bytes(of scalar: UInt32) -> [UInt8] {
        Unicode.Scalar(scalar).map { Array(String($0).utf8) } ?? []
    }
}
