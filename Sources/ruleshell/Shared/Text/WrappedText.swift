// SPDX-License-Identifier: Apache-2.0
import Assay

/// Text on lines that end between words, where a terminal would break them anywhere.
struct WrappedText {
    /// How many cells a line has; nil: one line takes all.
    let columns: Int?
    /// Before every line but the first.
    let indent: String

    /// Breaks a line at single spaces; a word that is wider than a line keeps its own.
    func text(_ line: String) -> String {
        guard let columns, Self.cells(of: line) > columns else { return line }
        var lines: [String] = []
        var current = ""
        for word in line.split(separator: " ", omittingEmptySubsequences: false) {
            let longer = current.isEmpty ? String(word) : "\(current) \(word)"
            if Self.cells(of: longer) > columns, !current.isEmpty {
                lines.append(current)
                current = indent + word
            } else {
                current = longer
            }
        }
        return (lines + [current]).joined(separator: "\n")
    }

    /// How many cells of a terminal a line takes.
    private static func cells(of line: String) -> Int {
        line.isEmpty
            ? 0 : CaretDiagram(line, extent: 0..<line.utf8.count).carets.utf8.count
    }
}
