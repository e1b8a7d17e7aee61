// SPDX-License-Identifier: Apache-2.0

/// A line of the input, not necessarily UTF-8, with the part that an excerpt marks.
struct MarkedLine {
    let bytes: UnsafeBufferPointer<UInt8>
    /// What is marked; empty: one caret.
    let extent: Range<Int>
    /// What of the line may be shown.
    let visible: Range<Int>

    /// Bytes that are shown before the marked part, and in all.
    static let before = 48
    static let width = 96

    var shown: Range<Int> { visible.clamped(to: 0..<bytes.count) }

    var marked: Range<Int> { extent.clamped(to: shown) }

    /// The first byte that is shown, unless it is inside a character.
    var start: Int { max(shown.lowerBound, marked.lowerBound - Self.before) }
}
