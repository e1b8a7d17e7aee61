// SPDX-License-Identifier: Apache-2.0

/// A line of text with carets under a part of it, for every message that shows a place.
///
///     length(3..20)
///             ^^
///
/// Tabs of the line stay tabs above the carets; characters that terminals show in two cells (East
/// Asian wide ones, emoji) get two.
package struct CaretDiagram: Sendable, Equatable, CustomStringConvertible {
    /// The line that holds the start of the part.
    package let line: String
    /// White space and carets, as wide as the line up to the end of the part.
    package let carets: String

    /// Underlines bytes of a text.
    ///
    /// - Parameters:
    ///   - text: One line or several; the one that holds the start is shown.
    ///   - extent: Bytes of the text; what lies outside of it is cut, an empty extent gets one caret.
    package init(_ text: String, extent: Range<Int>) {
        let bytes = Array(text.utf8)
        let start = min(max(0, extent.lowerBound), bytes.count)
        let isBreak = { (byte: UInt8) in byte == 0x0A || byte == 0x0D }
        let lineStart = bytes[..<start].lastIndex(where: isBreak).map { $0 + 1 } ?? 0
        let lineEnd = bytes[start...].firstIndex(where: isBreak) ?? bytes.count
        let end = min(max(start, extent.upperBound), lineEnd)
        line = String(decoding: bytes[lineStart..<lineEnd], as: UTF8.self)
        let before = String(decoding: bytes[lineStart..<start], as: UTF8.self)
        let marked = String(decoding: bytes[start..<end], as: UTF8.self)
        var carets: [UInt8] = []
        for scalar in before.unicodeScalars {
            if scalar == "\t" {
                carets.append(0x09)
            } else {
                carets.append(contentsOf: repeatElement(0x20, count: Self.width(of: scalar)))
            }
        }
        let width = max(1, Self.width(of: marked))
        carets.append(contentsOf: repeatElement(UInt8(ascii: "^"), count: width))
        self.carets = String(decoding: carets, as: UTF8.self)
    }

    /// Both lines.
    package var description: String { line + "\n" + carets }

    /// Cells in a terminal.
    package static func width(of text: String) -> Int {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count }
        return text.unicodeScalars.reduce(0) { $0 + width(of: $1) }
    }

    /// Cells in a terminal: 0 for combining marks and joiners, 2 for wide characters, else 1.
    private static func width(of scalar: UnicodeScalar) -> Int {
        // Before the first combining mark; the soft hyphen is a format character.
        if scalar.value < 0x300 { return scalar.value == 0xAD ? 0 : 1 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: break
        }
        switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF,
            0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F,
            0x1F680...0x1F6FF, 0x1F900...0x1FAFF, 0x20000...0x3FFFD:
            return 2
        default: return 1
        }
    }
}
