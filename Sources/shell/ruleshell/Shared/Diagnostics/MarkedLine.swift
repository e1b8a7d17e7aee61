// SPDX-License-Identifier: Apache-2.0

/// A line of the input, not necessarily UTF-8, with the part that an excerpt marks.
struct MarkedLine {
    let bytes: UnsafeBufferPointer<UInt8>
    /// The part that is marked; an empty one has one caret.
    let extent: Range<Int>
    /// The part of the line that may be shown.
    let visible: Range<Int>

    /// The most bytes that are shown before the marked part.
    static let before = 48
    /// The most bytes that are shown in all.
    static let width = 96

    var shown: Range<Int> { visible.clamped(to: 0..<bytes.count) }

    var marked: Range<Int> { extent.clamped(to: shown) }

    /// The first byte that is shown, unless it is inside a character.
    var start: Int { max(shown.lowerBound, marked.lowerBound - Self.before) }
}
