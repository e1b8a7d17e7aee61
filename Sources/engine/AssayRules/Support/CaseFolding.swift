// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// Lower case for comparisons without regard to case.
enum CaseFolding {
    /// Longer texts are folded in heap memory.
    private static let stackCapacity = 1024

    /// Calls `body` with the text in lower case; the bytes are valid during the call.
    ///
    /// A short text of ASCII, which most are, is folded on the stack: nothing is allocated for a
    /// value.
    static func withLowercase<Result>(
        _ text: Span<UInt8>, _ body: (Span<UInt8>) -> Result
    ) -> Result {
        guard text.count <= stackCapacity, isASCII(text) else {
            return String(copying: text).lowercased().withUTF8Span(body)
        }
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: max(1, text.count)) {
            for index in text.indices { $0[index] = ASCII.lowercase(text[index]) }
            return body(
                Span(
                    _unsafeStart: UnsafePointer($0.baseAddress.unsafelyUnwrapped), count: text.count
                ))
        }
    }
}
