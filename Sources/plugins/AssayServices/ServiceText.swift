// SPDX-License-Identifier: Apache-2.0
import AssayPluginABI

/// Functions that examine the texts of plugins, as far as that is possible without harm.
enum ServiceText {
    /// The bytes of a text; nil if there are too many, or none where there must be some.
    static func bytes(_ text: assay_str) -> UnsafeBufferPointer<UInt8>? {
        guard text.len <= ASSAY_SERVICE_TEXT_MAX else { return nil }
        guard let start = text.ptr else {
            return text.len == 0 ? UnsafeBufferPointer(start: nil, count: 0) : nil
        }
        return UnsafeBufferPointer(start: start, count: Int(text.len))
    }

    /// The bytes of a text that is UTF-8, or nil.
    ///
    /// O(bytes), without allocations.
    static func utf8(_ text: assay_str) -> UnsafeBufferPointer<UInt8>? {
        guard let bytes = bytes(text), isValid(bytes) else { return nil }
        return bytes
    }

    static func isValid(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        validPrefix(bytes) == bytes.count
    }

    /// Returns the number of bytes before the first byte that is not UTF-8.
    static func validPrefix(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        do throws(UTF8.ValidationError) {
            _ = try UTF8Span(validating: bytes.span)
            return bytes.count
        } catch {
            return error.byteOffsets.lowerBound
        }
    }
}

/// A text that stays for the life of the process.
struct KeptText: @unchecked Sendable {  // nothing writes the bytes after init
    let text: assay_str

    init(_ words: String) {
        let bytes = Array(words.utf8)
        let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: max(1, bytes.count))
        memory.initialize(from: bytes, count: bytes.count)
        text = assay_str(ptr: UnsafePointer(memory), len: UInt64(bytes.count))
    }
}
