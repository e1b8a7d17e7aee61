// SPDX-License-Identifier: Apache-2.0
import Assay

/// Pieces of HTML, in which text is escaped.
enum HTML {
    /// Returns a text as content of an element or of a quoted attribute.
    ///
    /// Markup is escaped, and disruptive characters are made visible.
    static func text(_ text: String) -> String {
        let line = SafeText.line(text, isLogged: false)
        guard line.utf8.contains(where: { markup(for: $0) != nil }) else { return line }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(2 * line.utf8.count)
        for byte in line.utf8 {
            if let markup = markup(for: byte) {
                bytes.append(markup)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns the character reference for a character that would be markup, or `nil` for all
    /// others.
    private static func markup(for byte: UInt8) -> StaticString? {
        switch byte {
        case UInt8(ascii: "&"): "&amp;"
        case UInt8(ascii: "<"): "&lt;"
        case UInt8(ascii: ">"): "&gt;"
        case UInt8(ascii: "\""): "&quot;"
        case UInt8(ascii: "'"): "&#39;"
        default: nil
        }
    }

    /// Returns a number with groups of digits.
    static func number(_ number: Int, isAtLeast: Bool = false) -> String {
        "<span data-count=\"\(number)\">\(isAtLeast ? "≥ " : "")\(Grouped.text(number))</span>"
    }

    /// Returns a row of a table, whose cells are HTML.
    ///
    /// Each cell has the name of its column, which narrow pages show beside it.
    private static func row(_ cells: [String], heads: [String]) -> String {
        var row = "<tr>"
        for (cell, head) in zip(cells, heads) {
            row += cell.isEmpty ? "<td></td>" : "<td data-head=\"\(head)\"><div>\(cell)</div></td>"
        }
        return row + "</tr>\n"
    }

    /// Returns a table whose cells are HTML, and which scrolls by itself if it is too wide.
    ///
    /// On a narrow page, the cells of a row are below each other.
    static func table(_ heads: [String], rows cells: [[String]], id: String? = nil) -> String {
        let heads = heads.map { text($0) }
        let rows = cells.map { row($0, heads: heads) }.joined()
        return "<div class=\"scroll\"><table\(id.map { " id=\"\($0)\"" } ?? "")>\n<thead><tr>"
            + heads.map { "<th scope=\"col\">\($0)</th>" }.joined()
            + "</tr></thead>\n<tbody>\n\(rows)</tbody>\n</table></div>\n"
    }
}

/// Numbers with thin spaces between groups of three digits.
enum Grouped {
    static func text(_ number: Int) -> String {
        let digits = String(number.magnitude).utf8
        var text: [UInt8] = number < 0 ? [UInt8(ascii: "-")] : []
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { text.append("\u{202F}") }
            text.append(digit)
        }
        return String(decoding: text, as: UTF8.self)
    }
}
