// SPDX-License-Identifier: Apache-2.0

/// The place in a file of each byte of an expression's text.
///
/// The text of a quoted or folded scalar is not the text of the file: escapes are longer, lines are
/// joined. A run is a stretch in which one byte of the text is one column of one line.
package struct ExpressionSource: Sendable, Equatable {
    package struct Run: Sendable, Equatable {
        /// The byte of the text where the run begins.
        package var offset: Int
        package var line: Int
        package var column: Int

        package init(offset: Int, line: Int, column: Int) {
            self.offset = offset
            self.line = line
            self.column = column
        }
    }

    package let file: String
    /// The runs ordered by offset; the first one is at 0.
    package let runs: [Run]

    /// Takes runs ordered by offset; without any the text is taken to begin the file.
    package init(file: String, runs: [Run]) {
        self.file = file
        self.runs = runs.isEmpty ? [Run(offset: 0, line: 1, column: 1)] : runs
    }

    /// The place of a byte of the text.
    ///
    /// A byte after its end belongs to the last run. O(log runs).
    package func location(ofByte offset: Int) -> FileLocation {
        var low = 0
        var high = runs.count
        while high - low > 1 {
            let middle = low + (high - low) / 2
            if runs[middle].offset <= offset { low = middle } else { high = middle }
        }
        let run = runs[low]
        return FileLocation(
            file: file, line: run.line, column: run.column + max(0, offset - run.offset))
    }

    /// The place of an extent's first byte, or of the text's first byte for `nil`.
    package func location(of extent: Range<Int>?) -> FileLocation {
        location(ofByte: extent?.lowerBound ?? 0)
    }
}
