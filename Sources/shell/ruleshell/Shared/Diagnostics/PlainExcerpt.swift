// SPDX-License-Identifier: Apache-2.0
import Assay

/// An excerpt of plain text (`PlainScalar`) that is shown as it is.
///
/// Most excerpts are plain, and are written without texts in between. The output is that of
/// `Excerpt`.
struct PlainExcerpt {
    private let bytes: UnsafeBufferPointer<UInt8>
    /// The part of the bytes that is shown.
    private let shown: Range<Int>
    private let isCut: Bool
    /// The cells before the marked part, and the cells of that part.
    private let (padding, marked): (Int, Int)

    /// Creates an excerpt, or returns `nil` for a text that is not so plain.
    init?(_ line: MarkedLine) {
        bytes = line.bytes
        let start = Excerpt.boundary(line.start, in: bytes, notBefore: line.shown.lowerBound)
        let end = Excerpt.boundary(
            min(line.shown.upperBound, start + MarkedLine.width), in: bytes, notBefore: start)
        shown = start..<end
        isCut = line.marked.upperBound > end || end < bytes.count
        let marks = line.marked.clamped(to: shown)
        guard !SafeText.mayHoldCommand(UnsafeBufferPointer(rebasing: bytes[shown])),
            let before = Self.cells(of: start..<marks.lowerBound, in: bytes),
            let within = Self.cells(of: marks, in: bytes),
            Self.cells(of: marks.upperBound..<end, in: bytes) != nil
        else { return nil }
        padding = before + (start > 0 ? 1 : 0)
        marked = max(1, within)
    }

    /// Returns the cells of a part, or `nil` if it is not plain or does not end with a character.
    private static func cells(
        of range: Range<Int>, in bytes: UnsafeBufferPointer<UInt8>
    ) -> Int? {
        var (index, cells) = (range.lowerBound, 0)
        while index < range.upperBound {
            guard let scalar = PlainScalar(in: bytes, at: index) else { return nil }
            index += scalar.length
            cells += scalar.width
        }
        return index == range.upperBound ? cells : nil
    }

    func appendLine(to output: inout [UInt8]) {
        if shown.lowerBound > 0 { output.append("…" as StaticString) }
        output.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[shown]))
        if isCut { output.append("…" as StaticString) }
    }

    func appendCarets(to output: inout [UInt8]) {
        output.append(repeating: UInt8(ascii: " "), count: padding)
        output.append(repeating: UInt8(ascii: "^"), count: marked)
    }
}
