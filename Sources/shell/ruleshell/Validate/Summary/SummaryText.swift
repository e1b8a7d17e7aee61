// SPDX-License-Identifier: Apache-2.0
import Assay

/// The findings of a run as tables of text.
///
///     4 records: 1 valid (25.0 %), 3 invalid; 2 violations, 1 warning
///
///     by rule
///         2  age  range(18...120)  range.tooSmall 1, range.kind 1
struct SummaryText {
    let summary: FindingSummary
    /// The width of the terminal in cells, or `nil` without a terminal.
    var columns: Int?

    /// Everything, with its line feeds.
    ///
    /// - Parameter notices: The messages about the run, without which the numbers may mislead.
    /// - Returns: Lines that end in line feeds, at most as wide as the terminal.
    func text(notices: [RunNotice] = []) -> String {
        let lines = head + notices.map { SafeText.line($0.line) + "\n" }.joined()
        return WrappedText(columns: columns, indent: "  ").lines(lines)
            + records + (summary.rules.isEmpty ? "" : "\n" + tables) + "\n" + timing
    }

    /// The numbers of the rules about the records of the data set, if there are some.
    private var records: String {
        guard let lines = summary.totals.dataSet?.text, !lines.isEmpty else { return "" }
        return "\nrecords\n"
            + WrappedText(columns: columns, indent: "    ").lines(
                lines.map { "  " + SafeText.line($0) + "\n" }.joined())
    }

    /// The findings by rule and by field, and the values.
    var tables: String {
        "by rule\n" + rules + "\nby field\n" + fields
            + (values.isEmpty ? "" : "\nmost frequent values\n" + values + bounds)
    }

    /// The line that explains the sign before the numbers of values, if there is one.
    private var bounds: String {
        guard summary.hasMoreValues else { return "" }
        return "  ≥ marks counts that may be higher: not all rejected values are counted\n"
    }

    private var head: String {
        let counts = summary.totals.counts
        var found = [Counted.text(counts.violations, of: "violation")]
        if counts.warnings > 0 { found.append(Counted.text(counts.warnings, of: "warning")) }
        if counts.faults > 0 { found.append(Counted.text(counts.faults, of: "fault")) }
        if counts.malformed > 0 { found.append("\(counts.malformed) malformed") }
        return "\(Counted.text(counts.records, of: "record")): \(counts.valid) valid "
            + "(\(summary.validShare)), \(counts.invalid) invalid; "
            + found.joined(separator: ", ") + summary.totals.ending + "\n"
    }

    private var rules: String {
        TextTable(
            summary.rules.map { rule in
                let codes = rule.codes.map { "\($0.code) \($0.count)" }.joined(separator: ", ")
                return ["\(rule.count)", rule.field, rule.rule, codes]
            }, columns: columns, cutting: [2]
        ).text
    }

    /// The maximum number of values to list for a rule.
    private static let mostValues = 3

    private var values: String {
        let sign = summary.hasMoreValues ? "≥ " : ""
        return TextTable(
            summary.rules.flatMap { rule in
                rule.values.prefix(Self.mostValues).map {
                    [sign + "\($0.count)", rule.field, rule.rule, ShortValue.cut($0.text)]
                }
            }, columns: columns, cutting: [2, 3]
        ).text
    }

    private var fields: String {
        TextTable(summary.fields.map { ["\($0.count)", $0.field] }, columns: columns).text
    }

    private var timing: String {
        let (counts, seconds) = (summary.totals.counts, summary.totals.seconds)
        let rate = seconds > 0 ? Int(Double(counts.records) / seconds) : 0
        let bytes = seconds > 0 ? Double(counts.bytes) / seconds / 1e6 : 0
        return "\(Decimals.text(seconds, digits: 3)) s, \(rate) records/s, "
            + "\(Decimals.text(bytes, digits: 1)) MB/s\n"
    }

}

/// Columns of text, the first one flush right, two spaces between them.
///
/// On a terminal, rules and values are cut so that the table fits. Names and codes are never cut:
/// further codes are below the first ones, and text that still does not fit is on a line of its
/// own.
struct TextTable {
    private let rows: [[String]]
    private let columns: Int?

    /// The smallest width to which a column is cut, in terminal cells.
    private static let fewestCells = 8
    private static let gap = 2

    /// Creates a table.
    ///
    /// - Parameters:
    ///   - rows: The cells of each row; the last one may be a list.
    ///   - columns: The width of the terminal in cells, or `nil` without a terminal.
    ///   - cutting: The indices of the cells that may be cut.
    init(_ rows: [[String]], columns: Int? = nil, cutting: [Int] = []) {
        let rows = rows.map { $0.map { SafeText.line($0) } }
        self.columns = columns
        guard let columns else {
            self.rows = rows
            return
        }
        var widths = Self.widths(of: rows)
        if let last = widths.indices.last, !cutting.contains(last) {
            // Of a list, the widest item has to fit.
            let items = rows.flatMap { Self.items(of: $0.last ?? "") }
            widths[last] = items.map { CaretDiagram.width(of: $0) }.max() ?? 0
        }
        let limits = Self.limits(widths, columns: columns, cutting: cutting)
        self.rows = rows.map { row in
            row.enumerated().map { place, cell in
                limits[place].map { ShortValue.cut(cell, to: $0) } ?? cell
            }
        }
    }

    /// A line for each row, indented by two spaces.
    var text: String {
        let widths = Self.widths(of: rows)
        return rows.map { row in
            var line = " "
            for (column, cell) in row.dropLast().enumerated() {
                let missing = max(0, widths[column] - CaretDiagram.width(of: cell))
                let padding = String(repeating: " ", count: missing)
                line += column == 0 ? " " + padding + cell : "  " + cell + padding
            }
            var lines = fitted(line + "  ", row.last ?? "", firstWidth: widths.first ?? 0)
            while lines.last == " " { lines.removeLast() }
            return lines + "\n"
        }.joined()
    }

    /// Returns a line with its last cell, which continues on further lines if the terminal is too
    /// narrow for it.
    private func fitted(_ line: String, _ cell: String, firstWidth: Int) -> String {
        let start = CaretDiagram.width(of: line)
        let items = Self.items(of: cell)
        guard let columns, start + CaretDiagram.width(of: cell) > columns else {
            return line + cell
        }
        guard items.allSatisfy({ start + CaretDiagram.width(of: $0) <= columns }) else {
            let indent = String(repeating: " ", count: 2 * Self.gap + firstWidth)
            return WrappedText(columns: columns, indent: indent).text(line + cell)
        }
        var lines = [line]
        for item in items {
            let longer = lines[lines.count - 1] + (lines.last == line ? "" : " ") + item
            if CaretDiagram.width(of: longer) <= columns {
                lines[lines.count - 1] = longer
            } else {
                lines.append(String(repeating: " ", count: start) + item)
            }
        }
        return lines.joined(separator: "\n")
    }

    /// The items of a list, each with the comma after it.
    private static func items(of cell: String) -> [String] {
        let items = cell.split(separator: ", ")
        return items.enumerated().map { $0 + 1 < items.count ? $1 + "," : String($1) }
    }

    private static func widths(of rows: [[String]]) -> [Int] {
        (0..<(rows.map(\.count).max() ?? 0)).map { column in
            rows.map { column < $0.count ? CaretDiagram.width(of: $0[column]) : 0 }.max() ?? 0
        }
    }

    /// Returns the widths to which columns are cut, by their indices.
    ///
    /// The widest column is cut first. A column without a width is not cut.
    private static func limits(_ widths: [Int], columns: Int, cutting: [Int]) -> [Int: Int] {
        var widths = widths
        var limits: [Int: Int] = [:]
        while widths.reduce(0, { $0 + gap + $1 }) > columns {
            let widest = cutting.filter(widths.indices.contains).max { widths[$0] < widths[$1] }
            guard let widest, widths[widest] > fewestCells else { break }
            widths[widest] -= 1
            limits[widest] = widths[widest]
        }
        return limits
    }
}
