// SPDX-License-Identifier: Apache-2.0
import Assay

/// A line with carets under a part of it, cut to what a terminal shows.
struct Excerpt: Sendable, Equatable {
    let line: String
    let carets: String

    init(line: String, carets: String) {
        self.line = line
        self.carets = carets
    }

    /// Shows one line of a text.
    init(_ text: String, marking extent: Range<Int>) {
        var text = text
        self = text.withUTF8 {
            Excerpt(MarkedLine(bytes: $0, extent: extent, visible: 0..<$0.count))
        }
    }

    /// Shows a part of a line.
    init(_ source: MarkedLine) {
        let bytes = source.bytes
        let (shown, marked, low) = (source.shown, source.marked, source.start)
        let start = Self.boundary(low, in: bytes, notBefore: shown.lowerBound)
        let end = Self.boundary(
            min(shown.upperBound, start + MarkedLine.width), in: bytes, notBefore: start)
        let prefix =
            (start > 0 ? "…" : "") + Self.text(of: bytes[start..<max(start, marked.lowerBound)])
        let middle = Self.text(
            of: bytes[marked.lowerBound..<max(marked.lowerBound, min(marked.upperBound, end))])
        let isCut = marked.upperBound > end
        let rest = Self.text(of: bytes[min(end, max(marked.upperBound, marked.lowerBound))..<end])
        let line = prefix + middle + rest + (isCut || end < bytes.count ? "…" : "")
        let diagram = CaretDiagram(
            line, extent: prefix.utf8.count..<prefix.utf8.count + middle.utf8.count)
        self.line = diagram.line
        carets = diagram.carets
    }

    /// The nearest start of a character at or before a byte.
    static func boundary(
        _ offset: Int, in bytes: UnsafeBufferPointer<UInt8>, notBefore first: Int
    ) -> Int {
        var offset = offset
        while offset > first, offset < bytes.count, bytes[offset] & 0xC0 == 0x80 { offset -= 1 }
        return offset
    }

    private static func text(of bytes: Slice<UnsafeBufferPointer<UInt8>>) -> String {
        SafeText.aligned(String(decoding: bytes, as: UTF8.self))
    }

    /// The carets in a color.
    func carets(in tone: Paint.Tone, of paint: Paint) -> String {
        let start = carets.prefix { $0 != "^" }
        return start + paint.text(String(carets[start.endIndex...]), in: tone)
    }

    /// The line before, above and after the carets.
    var parts: (before: String, marked: String, after: String) {
        let start = carets.prefix { $0 != "^" }.count
        var (before, marked, after, position) = ("", "", "", 0)
        for character in line {
            if position < start {
                before.append(character)
            } else if position < carets.count {
                marked.append(character)
            } else {
                after.append(character)
            }
            position += CaretDiagram.width(of: String(character))
        }
        return (before, marked, after)
    }

    /// The number of cells that are shown on the narrowest terminal.
    private static let fewestCells = 16

    /// Returns the part of both lines around the carets that is no wider than a number of cells.
    func fitted(to cells: Int) -> Excerpt {
        let cells = max(Self.fewestCells, cells)
        let width = CaretDiagram.width(of: line)
        guard width > cells, !carets.contains("\t") else { return self }
        let start = carets.prefix { $0 != "^" }.count
        let end = carets.count
        let first = end + 1 <= cells ? 0 : min(max(0, start - cells / 2), width - cells)
        let last = first + cells
        let isCutBefore = first > 0
        let (low, high) = (isCutBefore ? first + 1 : 0, last < width ? last - 1 : last)
        var shown = isCutBefore ? "…" : ""
        var (position, shownEnd) = (0, low)
        for character in line {
            let next = position + CaretDiagram.width(of: String(character))
            defer { position = next }
            guard position >= low || next > low, next <= high else { continue }
            // The second half of a wide character.
            if position < low {
                shown += " "
            } else {
                shown.append(character)
            }
            shownEnd = next
        }
        if last < width { shown += "…" }
        let marked = max(1, min(end, max(shownEnd, start + 1)) - start)
        return Excerpt(
            line: shown,
            carets: String(repeating: " ", count: start - first)
                + String(repeating: "^", count: marked))
    }
}
