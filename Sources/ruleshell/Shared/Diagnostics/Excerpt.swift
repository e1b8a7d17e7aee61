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

    /// Bytes that are shown before the marked part, and in all.
    private static let before = 48
    private static let width = 96

    /// Shows one line of a text.
    init(_ text: String, marking extent: Range<Int>) {
        var text = text
        self = text.withUTF8 { Excerpt($0, marking: extent, in: 0..<$0.count) }
    }

    /// Shows a part of a line.
    ///
    /// - Parameters:
    ///   - bytes: The line, not necessarily UTF-8.
    ///   - extent: What is marked; empty: one caret.
    ///   - visible: What of the line may be shown.
    init(_ bytes: UnsafeBufferPointer<UInt8>, marking extent: Range<Int>, in visible: Range<Int>) {
        let shown = visible.clamped(to: 0..<bytes.count)
        let marked = extent.clamped(to: shown)
        let low = max(shown.lowerBound, marked.lowerBound - Self.before)
        let start = Self.boundary(low, in: bytes, notBefore: shown.lowerBound)
        let end = Self.boundary(
            min(shown.upperBound, start + Self.width), in: bytes, notBefore: start)
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
    private static func boundary(
        _ offset: Int, in bytes: UnsafeBufferPointer<UInt8>, notBefore first: Int
    ) -> Int {
        var offset = offset
        while offset > first, offset < bytes.count, bytes[offset] & 0xC0 == 0x80 { offset -= 1 }
        return offset
    }

    private static func text(of bytes: Slice<UnsafeBufferPointer<UInt8>>) -> String {
        SafeText.aligned(String(decoding: bytes, as: UTF8.self))
    }

    /// Both lines, indented by two spaces, each with its line feed; the carets have the colour of
    /// the error.
    func indented(with paint: Paint) -> String {
        let start = carets.prefix { $0 != "^" }
        return "  \(line)\n  \(start)\(paint.bad(String(carets[start.endIndex...])))\n"
    }
}
