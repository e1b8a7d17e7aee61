// SPDX-License-Identifier: Apache-2.0
import Assay

/// Text on lines that end between words, where a terminal would break them anywhere.
struct WrappedText {
    /// The number of cells of a line, or `nil` if one line takes all.
    let columns: Int?
    /// The text before every line but the first.
    let indent: String

    /// Breaks a line at spaces; a word that is wider than a line keeps its own.
    func text(_ line: String) -> String {
        guard let columns, Self.cells(of: line) > columns else { return line }
        let margin = line.prefix { $0 == " " }
        var lines: [String] = []
        var current = String(margin)
        // Nothing but the margin is in the line.
        var isFresh = true
        for word in line[margin.endIndex...].split(
            separator: " ", omittingEmptySubsequences: false)
        {
            if isFresh, word.isEmpty { continue }
            let longer = isFresh ? current + word : "\(current) \(word)"
            if !isFresh, Self.cells(of: longer) > columns {
                while current.last == " " { current.removeLast() }
                lines.append(current)
                current = indent + word
                isFresh = word.isEmpty
            } else {
                current = longer
                isFresh = false
            }
        }
        return (lines + [current]).joined(separator: "\n")
    }

    /// Breaks each line of a text.
    func lines(_ text: String) -> String {
        guard columns != nil else { return text }
        return text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { self.text(String($0)) }.joined(separator: "\n")
    }

    /// Returns the number of cells of a terminal that a line takes.
    private static func cells(of line: String) -> Int {
        let plain = withoutColors(line)
        return plain.isEmpty
            ? 0 : CaretDiagram(plain, extent: 0..<plain.utf8.count).carets.utf8.count
    }

    /// Returns the line without the sequences that `Paint` writes, which take no cells.
    private static func withoutColors(_ line: String) -> String {
        guard line.utf8.contains(0x1B) else { return line }
        return line.replacing(#/\u{1B}\[[0-9]*m/#, with: "")
    }
}
