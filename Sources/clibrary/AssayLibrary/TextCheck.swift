// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayRecords

/// The encodings that bytes are valid in.
struct TextCheck {
    let isUTF8: Bool
    let isASCII: Bool

    /// O(n), many bytes at a time.
    @inline(__always)
    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        isASCII = Self.isASCII(bytes)
        isUTF8 = isASCII || bytes.isUTF8
    }

    @inline(__always)
    static func isASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var seen: UInt64 = 0
        let raw = UnsafeRawBufferPointer(bytes)
        var index = 0
        while index &+ 8 <= raw.count {
            seen |= raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            index &+= 8
        }
        while index < raw.count {
            seen |= UInt64(raw[index])
            index &+= 1
        }
        return seen & 0x8080_8080_8080_8080 == 0
    }

    /// Returns `true` if bytes are a number as JSON writes it.
    static func isNumber(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        (try? NumberSyntax(bytes.span, from: 0))?.end == bytes.count
    }
}
