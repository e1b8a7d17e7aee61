// SPDX-License-Identifier: Apache-2.0
import Assay

/// Texts of any origin in Markdown, which are never markup or a link, and break no line and no cell
/// of a table.
///
/// Special characters are numeric references, which mean a character and never structure (CommonMark
/// 0.31, 2.5), in tables of GitHub too.
enum Markdown {
    /// A text within a paragraph, an item or a cell.
    static func text(_ text: String) -> String {
        let scalars = Array(SafeText.line(text, isLogged: false).trimmed.unicodeScalars)
        var result = ""
        // "1. " would begin a list.
        var isNumber = true
        for (index, scalar) in scalars.enumerated() {
            let previous = index > 0 ? scalars[index - 1] : " "
            let next = index + 1 < scalars.count ? scalars[index + 1] : " "
            let opensList =
                index == 0 && "-+=".unicodeScalars.contains(scalar)
                || isNumber && index > 0 && (scalar == "." || scalar == ")") && next == " "
            let opensLink = scalar == "/" && previous == ":" || scalar == "." && previous == "w"
            if isSpecial(scalar) || opensList || opensLink {
                result += reference(to: scalar)
            } else {
                result.unicodeScalars.append(scalar)
            }
            isNumber = isNumber && scalar.isDigit
        }
        return result
    }

    /// A text that is code.
    static func code(_ text: String) -> String {
        let line = SafeText.line(text, isLogged: false)
        let isPlain = line.unicodeScalars.allSatisfy { !"`|\\".unicodeScalars.contains($0) }
        if isPlain, !line.isEmpty, line.trimmed == line { return "`\(line)`" }
        var result = ""
        for scalar in line.unicodeScalars {
            if isSpecial(scalar) || scalar == "/" || scalar == " " {
                result += reference(to: scalar)
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return "<code>\(result)</code>"
    }

    /// Returns a link that shows its address, or a text if that is not an address of the web.
    static func link(_ address: String) -> String {
        let isWeb = address.hasPrefix("https://") || address.hasPrefix("http://")
        let isPlain = address.unicodeScalars.allSatisfy {
            $0.value > 0x20 && $0.value < 0x7F && !"<>|\\`\"".unicodeScalars.contains($0)
        }
        return isWeb && isPlain ? "<\(address)>" : text(address)
    }

    /// A table; cells are Markdown already.
    static func table(_ head: [String], _ rows: [[String]]) -> [String] {
        guard !rows.isEmpty else { return [] }
        let line = head.map { _ in "---" }
        return ([head, line] + rows).map { "| \($0.joined(separator: " | ")) |" } + [""]
    }

    private static func isSpecial(_ scalar: Unicode.Scalar) -> Bool {
        "&<>|\\`*_[]~#@$".unicodeScalars.contains(scalar)
    }

    private static func reference(to scalar: Unicode.Scalar) -> String { "&#\(scalar.value);" }
}

extension String {
    /// The text without white space at its ends.
    fileprivate var trimmed: String {
        var rest = unicodeScalars[...]
        while rest.first?.properties.isWhitespace == true { rest.removeFirst() }
        while rest.last?.properties.isWhitespace == true { rest.removeLast() }
        return String(rest)
    }
}

extension Unicode.Scalar {
    fileprivate var isDigit: Bool { ("0"..."9").contains(self) }
}
