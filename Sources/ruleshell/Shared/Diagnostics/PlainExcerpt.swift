// SPDX-License-Identifier: Apache-2.0
import Assay

/// An excerpt of ASCII text that is shown as it is, a cell for each byte.
///
/// Most are, and are written without texts in between. What it writes is what `Excerpt` says.
struct PlainExcerpt {
    private let bytes: UnsafeBufferPointer<UInt8>
    /// What is shown, and the part of it that is marked.
    private let shown: Range<Int>
    private let marked: Range<Int>
    private let isCut: Bool

    /// Nil for a text that is not so plain.
    init?(_ line: MarkedLine) {
        bytes = line.bytes
        let start = line.start
        let end = min(line.shown.upperBound, start + MarkedLine.width)
        shown = start..<end
        guard bytes[shown].allSatisfy({ $0 >= 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "#") }),
            end == bytes.count || bytes[end] & 0xC0 != 0x80
        else { return nil }
        marked = line.marked.clamped(to: shown)
        isCut = line.marked.upperBound > end || end < bytes.count
    }

    func appendLine(to output: inout [UInt8]) {
        if shown.lowerBound > 0 { output.append("…" as StaticString) }
        output.append(contentsOf: bytes[shown])
        if isCut { output.append("…" as StaticString) }
    }

    func appendCarets(to output: inout [UInt8]) {
        let padding = marked.lowerBound - shown.lowerBound + (shown.lowerBound > 0 ? 1 : 0)
        output.append(repeating: UInt8(ascii: " "), count: padding)
        output.append(repeating: UInt8(ascii: "^"), count: max(1, marked.count))
    }
}
