// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// Lower case for comparisons without regard to case.
enum CaseFolding {
    /// Longer texts are folded in heap memory.
    private static let stackCapacity = 1024

    /// Calls `body` with the text in lower case; the bytes are valid during the call.
    static func withLowercase<Result>(
        _ bytes: UnsafeBufferPointer<UInt8>,
        _ body: (UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result {
        guard bytes.count <= stackCapacity, isASCII(bytes) else {
            var text = String(decoding: bytes, as: UTF8.self).lowercased()
            return text.withUTF8(body)
        }
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: max(1, bytes.count)) {
            for index in 0..<bytes.count { $0[index] = ASCII.lowercase(bytes[index]) }
            return body(UnsafeBufferPointer(start: $0.baseAddress, count: bytes.count))
        }
    }
}
