// SPDX-License-Identifier: Apache-2.0
import Assay

/// Pieces of HTML; whatever comes from outside is escaped.
enum HTML {
    /// A text as content of an element or in a quoted attribute: no character of it is markup, and
    /// none of it drives anything.
    static func text(_ text: String) -> String {
        var result = ""
        for scalar in SafeText.line(text, isLogged: false).unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// A number with groups of digits.
    static func number(_ number: Int, isAtLeast: Bool = false) -> String {
        "<span data-count=\"\(number)\">\(isAtLeast ? "≥ " : "")\(Grouped.text(number))</span>"
    }

    /// A row of a table; the cells are HTML.
    ///
    /// Each has the name of its column, which narrow pages show beside it.
    private static func row(_ cells: [String], heads: [String]) -> String {
        "<tr>"
            + zip(cells, heads).map { cell, head in
                cell.isEmpty
                    ? "<td></td>"
                    : "<td data-head=\"\(text(head))\"><div>\(cell)</div></td>"
            }.joined() + "</tr>\n"
    }

    /// A table that scrolls by itself where it is too wide; its cells are HTML.
    ///
    /// Where the page is narrow, the cells of a row are below each other.
    static func table(_ heads: [String], rows cells: [[String]], id: String? = nil) -> String {
        let rows = cells.map { row($0, heads: heads) }.joined()
        return "<div class=\"scroll\"><table\(id.map { " id=\"\($0)\"" } ?? "")>\n<thead><tr>"
            + heads.map { "<th scope=\"col\">\(text($0))</th>" }.joined()
            + "</tr></thead>\n<tbody>\n\(rows)</tbody>\n</table></div>\n"
    }
}

/// Numbers with thin spaces between groups of three digits.
enum Grouped {
    static func text(_ number: Int) -> String {
        let digits = Array(String(number.magnitude))
        var text = number < 0 ? "-" : ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { text += "\u{202F}" }
            text.append(digit)
        }
        return text
    }
}
