// SPDX-License-Identifier: Apache-2.0

/// Strings from borrowed UTF-8 and the other way round, on every system that Package.swift names.
///
/// Older ones have neither `UTF8Span` nor the spans of strings and arrays (decision 51).
extension String {
    /// Creates a copy of valid UTF-8.
    ///
    /// The text is not validated again where the system can do without: everywhere but on Apple systems
    /// before version 26.
    ///
    /// - Parameters:
    ///   - text: Valid UTF-8.
    ///   - isKnownASCII: `true` if all bytes are known to be below 0x80.
    @inlinable @inline(__always)
    package init(copying text: Span<UInt8>, isKnownASCII: Bool = false) {
        if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
            self.init(copying: UTF8Span(unchecked: text, isKnownASCII: isKnownASCII))
        } else {
            self = text.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
        }
    }

    /// Calls `body` with the UTF-8 of the string; the span is valid during the call.
    @inlinable @inline(__always)
    package func withUTF8Span<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
        var text = self
        return text.withUTF8 { body($0.span) }
    }
}
