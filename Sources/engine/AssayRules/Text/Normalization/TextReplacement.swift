// SPDX-License-Identifier: Apache-2.0
import CTextForms

/// Scalars of UTF-8, and what they are replaced by.
package enum TextReplacement {
    /// A text by full case folding.
    package static func folded(_ text: Span<UInt8>) -> [UInt8] {
        var folded: [UInt8] = []
        folded.reserveCapacity(text.count)
        forEach(ASSAY_TEXT_CASE_FOLD, in: text) { append($0, to: &folded) }
        return folded
    }

    /// Calls `body` with all that the scalars of a text are replaced by.
    ///
    /// - Parameters:
    ///   - what: ASSAY_TEXT_CANONICAL and the like.
    ///   - text: Valid UTF-8.
    ///   - body: Takes one scalar after the other.
    static func forEach(_ what: UInt32, in text: Span<UInt8>, _ body: (UInt32) -> Void) {
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: Int(ASSAY_TEXT_LONGEST)) { parts in
            var scalars = UTF8Decoder(text, at: 0)
            while let scalar = scalars.nextScalar() {
                guard scalar.value >= 0x80 || what == ASSAY_TEXT_CASE_FOLD else {
                    body(scalar.value)
                    continue
                }
                let count = assay_text_replace(scalar.value, what, parts.baseAddress)
                for index in 0..<Int(count) { body(parts[index]) }
            }
        }
    }

    /// Appends a scalar as UTF-8.
    @inline(__always)
    static func append(_ scalar: UInt32, to bytes: inout [UInt8]) {
        let tail = { (shift: UInt32) in
            UInt8(truncatingIfNeeded: scalar >> shift & 0x3F | 0x80)
        }
        switch scalar {
        case ..<0x80: bytes.append(UInt8(truncatingIfNeeded: scalar))
        case ..<0x800:
            bytes.append(UInt8(truncatingIfNeeded: scalar >> 6 | 0xC0))
            bytes.append(tail(0))
        case ..<0x10000:
            bytes.append(UInt8(truncatingIfNeeded: scalar >> 12 | 0xE0))
            bytes.append(tail(6))
            bytes.append(tail(0))
        default:
            bytes.append(UInt8(truncatingIfNeeded: scalar >> 18 | 0xF0))
            bytes.append(tail(12))
            bytes.append(tail(6))
            bytes.append(tail(0))
        }
    }
}
