// SPDX-License-Identifier: Apache-2.0
package import AssayCore

/// Notes about a CSV input besides its findings: about lines that are no records, and cells that may be
/// read otherwise than they are meant.
package struct CSVNotes: Sendable, Equatable {
    /// Cells that have something in common.
    package struct Cells: Sendable, Equatable {
        /// The number of cells.
        package var count = 0
        /// The place of the first one, if there is one.
        package var first: RecordSource?
        /// The number of lines that the first one has.
        package var lines = 0

        package init() {}

        /// Adds the cells of the part that follows.
        static func += (cells: inout Cells, more: Cells) {
            guard more.count > 0 else { return }
            if cells.count == 0 {
                cells = more
            } else {
                cells.count += more.count
            }
        }
    }

    /// The number of lines before the header that were skipped.
    package var skippedLines = 0
    /// The number of lines at the end that were skipped.
    package var lastLines = 0
    /// The number of comments.
    package var comments = 0
    /// `true` if the first line names the field separator.
    package var hasSeparatorLine = false
    /// `true` if a carriage return ends a line.
    package var endsWithReturns = false
    /// The cells of several lines; the count is 2 for two and for more.
    package var severalLines = Cells() {
        didSet { severalLines.count = min(severalLines.count, 2) }
    }
    /// The cells that begin with a quote that is text because of the name of the file.
    package var quotedTexts = Cells()

    package init() {}

    /// Adds the notes of the part that follows.
    package static func += (notes: inout CSVNotes, more: CSVNotes) {
        guard more != CSVNotes() else { return }
        notes.skippedLines += more.skippedLines
        notes.lastLines += more.lastLines
        notes.comments += more.comments
        notes.hasSeparatorLine = notes.hasSeparatorLine || more.hasSeparatorLine
        notes.endsWithReturns = notes.endsWithReturns || more.endsWithReturns
        notes.severalLines += more.severalLines
        notes.quotedTexts += more.quotedTexts
    }

    /// The lines that were skipped in words, such as `2 lines and 1 comment skipped`, or `nil` if
    /// there are none.
    package var skippedWords: String? {
        let lines = skippedLines + lastLines
        let parts = [(lines, "line"), (comments, "comment")].filter { $0.0 > 0 }.map {
            count, noun in
            "\(count) \(noun)\(count == 1 ? "" : "s")"
        }
        return parts.isEmpty ? nil : parts.joined(separator: " and ") + " skipped"
    }

    /// Returns the warnings at the end of an input.
    ///
    /// - Parameter isWhole: `true` if the input was read to its end.
    /// - Returns: The warnings, with the instructions that help.
    package func warnings(isWhole: Bool) -> [(code: String, message: String, help: String)] {
        var warnings: [(code: String, message: String, help: String)] = []
        if isWhole, severalLines.count == 1, let first = severalLines.first {
            warnings.append(
                (
                    Self.severalLinesCode,
                    "the cell at line \(first.line), column \(first.column) has \(severalLines.lines) "
                        + "lines, and no other cell has more than one",
                    "if its quote was left open, close it; the option single-line ends every record "
                        + "with its line"
                ))
        }
        if quotedTexts.count > 0, let first = quotedTexts.first {
            let cells =
                quotedTexts.count == 1 ? "1 cell begins" : "\(quotedTexts.count) cells begin"
            warnings.append(
                (
                    Self.quotedTextCode,
                    "\(cells) with a quote, which is text in a file of tabs, first at line "
                        + "\(first.line), column \(first.column)",
                    "the option quote gives the character that encloses cells, such as '\"', or none"
                ))
        }
        return warnings
    }

    /// The code of the warning about the only cell of several lines.
    package static let severalLinesCode = "cell.severalLines"
    /// The code of the warning about quotes that are text.
    package static let quotedTextCode = "cell.quotedText"
}
