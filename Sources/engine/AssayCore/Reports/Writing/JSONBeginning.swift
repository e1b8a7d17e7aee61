// SPDX-License-Identifier: Apache-2.0
import AssayPluginABI

/// The beginning of a value as JSON, for output that shows no more of it.
///
/// No more of a long text is read than its beginning.
package struct JSONBeginning {
    /// The JSON, with its last quote where it is whole.
    package let text: String
    /// Nothing of the value is left out.
    package let isWhole: Bool

    /// - Parameters:
    ///   - value: The value.
    ///   - limit: Bytes of a text that are enough; other values are written as a whole.
    package init(_ value: Value, limit: Int) {
        guard case .string(var text) = value else {
            (text, isWhole) = (value.json, true)
            return
        }
        self = text.withUTF8 { JSONBeginning($0, limit: limit) }
    }

    /// - Parameters:
    ///   - text: A text, valid UTF-8.
    ///   - limit: Bytes of it that are enough.
    package init(_ text: UnsafeBufferPointer<UInt8>, limit: Int) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(min(limit, text.count) + 2)
        isWhole = Self.append(text, limit: limit, to: &bytes)
        self.text = String(decoding: bytes, as: UTF8.self)
    }

    /// Appends the beginning of a text.
    ///
    /// - Returns: `true` if nothing of the text is left out.
    private static func append(
        _ text: UnsafeBufferPointer<UInt8>, limit: Int, to bytes: inout [UInt8]
    ) -> Bool {
        var end = min(limit, text.count)
        while end > 0, end < text.count, text[end] & 0xC0 == 0x80 { end -= 1 }
        JSONText.append(utf8: UnsafeBufferPointer(rebasing: text[..<end]), to: &bytes)
        if end < text.count { bytes.removeLast() }
        return end == text.count
    }

    /// Appends the beginning of a value.
    ///
    /// - Parameters:
    ///   - value: The value, which is borrowed.
    ///   - limit: Bytes of a text that are enough; other values are written as a whole.
    ///   - bytes: The text so far.
    /// - Returns: `true` if nothing of the value is left out.
    static func append(
        _ value: UnsafePointer<assay_value>, limit: Int, to bytes: inout [UInt8]
    ) -> Bool {
        guard value.pointee.kind == ASSAY_STR else {
            JSONText.append(value.pointee, to: &bytes)
            return true
        }
        return append(
            UnsafeBufferPointer(start: value.pointee.as.ptr, count: Int(value.pointee.len)),
            limit: limit, to: &bytes)
    }
}
