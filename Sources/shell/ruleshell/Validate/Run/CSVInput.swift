// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay

/// A CSV input of a run, with what was found out about it.
struct CSVInput {
    /// The index of the input among the arguments.
    let index: Int
    let name: String
    let delimiter: UInt8
    /// `true` if a quote is text because of the name of the file.
    let isQuoteText: Bool
    var notes = CSVNotes()

    /// The line about the input in the statistics, without its line feed.
    var statistics: String {
        var parts = ["CSV, fields separated by \(Delimiter(delimiter).words)"]
        if notes.hasSeparatorLine { parts[0] += ", as the first line says" }
        if isQuoteText { parts[0] += ", quotes are text" }
        if notes.endsWithReturns { parts[0] += ", lines end with carriage returns" }
        for (count, noun, place) in [
            (notes.skippedLines, "line", "before the header "),
            (notes.lastLines, "line", "at the end "), (notes.comments, "comment", ""),
        ] where count > 0 {
            parts.append("\(Counted.text(count, of: noun)) \(place)skipped")
        }
        return "\(SafeText.line(name)): \(parts.joined(separator: "; "))"
    }

    /// Returns the warnings about cells that may be read otherwise than they are meant.
    ///
    /// - Parameter isWhole: `true` if the input was read to its end.
    /// - Returns: The warnings as messages about the input.
    func notices(isWhole: Bool) -> [RunNotice] {
        notes.warnings(isWhole: isWhole).map {
            RunNotice(
                Diagnostic($0.code, "'\(name)': \($0.message)", help: $0.help), isError: false,
                input: name)
        }
    }
}

// MARK: - Checkpoints

extension CSVInput {
    /// The state that a run needs to continue.
    var saved: Value {
        [
            "index": Value(index), "name": .string(name),
            "numbers": Value(
                [
                    Int(delimiter), isQuoteText ? 1 : 0, notes.skippedLines, notes.lastLines,
                    notes.comments,
                    notes.hasSeparatorLine ? 1 : 0, notes.endsWithReturns ? 1 : 0,
                ] + Self.numbers(of: notes.severalLines) + Self.numbers(of: notes.quotedTexts)),
        ]
    }

    /// Creates the state from a checkpoint, or returns `nil` if the value is none.
    init?(saved: Value) {
        guard let index = saved["index"].natural, case .string(let name) = saved["name"],
            let numbers = saved["numbers"].naturals, numbers.count == 21
        else { return nil }
        self.index = index
        self.name = name
        delimiter = UInt8(truncatingIfNeeded: numbers[0])
        isQuoteText = numbers[1] == 1
        notes.skippedLines = numbers[2]
        notes.lastLines = numbers[3]
        notes.comments = numbers[4]
        notes.hasSeparatorLine = numbers[5] == 1
        notes.endsWithReturns = numbers[6] == 1
        notes.severalLines = Self.cells(numbers[7..<14])
        notes.quotedTexts = Self.cells(numbers[14..<21])
    }

    private static func numbers(of cells: CSVNotes.Cells) -> [Int] {
        let first = cells.first
        return [
            cells.count, cells.lines, first?.record ?? 0, first?.byteOffset ?? 0,
            first?.byteLength ?? 0,
            first?.line ?? 0, first?.column ?? 0,
        ]
    }

    private static func cells(_ numbers: ArraySlice<Int>) -> CSVNotes.Cells {
        let numbers = Array(numbers)
        var cells = CSVNotes.Cells()
        guard numbers[0] > 0 else { return cells }
        cells.count = numbers[0]
        cells.lines = numbers[1]
        cells.first = RecordSource(
            record: numbers[2], byteOffset: numbers[3], byteLength: numbers[4], line: numbers[5],
            column: numbers[6])
        return cells
    }
}
