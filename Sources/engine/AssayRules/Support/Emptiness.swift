// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// True if nothing was given: absent, null, an empty text, array or object.
///
/// With `trim`, a text of white space only counts as empty too.
@inline(__always)
func isEmptyValue(_ value: FieldValue, trim: Bool = true) -> Bool {
    if value.isString { return trim ? isBlank(value.utf8) : value.utf8.isEmpty }
    return value.isAbsentOrNull || (value.is(.array) || value.is(.object)) && value.count == 0
}

/// True if there is nothing but white space (Unicode's White_Space).
@inline(__always)
func isBlank(_ text: Span<UInt8>) -> Bool {
    guard let first = text.first else { return true }
    if first > 0x20, first < 0x80 { return false }
    return hasOnlyWhitespace(text)
}

private func hasOnlyWhitespace(_ text: Span<UInt8>) -> Bool {
    var index = 0
    while index < text.count {
        let length = whitespaceLength(text, at: index)
        guard length > 0 else { return false }
        index += length
    }
    return true
}

/// The bytes of the white-space character at `index`; 0 for any other character.
private func whitespaceLength(_ text: Span<UInt8>, at index: Int) -> Int {
    let next = index + 1 < text.count ? text[index + 1] : 0
    let last = index + 2 < text.count ? text[index + 2] : 0
    switch (text[index], next, last) {
    case (0x20, _, _), (0x09...0x0D, _, _): return 1
    case (0xC2, 0x85, _), (0xC2, 0xA0, _): return 2
    case (0xE1, 0x9A, 0x80), (0xE3, 0x80, 0x80), (0xE2, 0x81, 0x9F): return 3
    case (0xE2, 0x80, 0x80...0x8A), (0xE2, 0x80, 0xA8...0xA9), (0xE2, 0x80, 0xAF): return 3
    default: return 0
    }
}
