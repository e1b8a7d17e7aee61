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

    /// Everything, with its line feeds.
    var text: String {
        head + (summary.rules.isEmpty ? "" : "\n" + tables) + "\n" + timing
    }

    /// The findings by rule and by field, and the values.
    var tables: String {
        "by rule\n" + rules + "\nby field\n" + fields
            + (values.isEmpty ? "" : "\nmost frequent values\n" + values + bounds)
    }

    /// What the sign before the numbers of values means.
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
            + found.joined(separator: ", ") + end + "\n"
    }

    private var end: String {
        let totals = summary.totals
        return totals.isInterrupted ? "; interrupted" : totals.isTruncated ? "; stopped there" : ""
    }

    private var rules: String {
        TextTable(
            summary.rules.map { rule in
                let codes = rule.codes.map { "\($0.code) \($0.count)" }.joined(separator: ", ")
                return ["\(rule.count)", rule.field, rule.rule, codes]
            }
        ).text
    }

    /// Values of a rule that are listed.
    private static let mostValues = 3

    private var values: String {
        let sign = summary.hasMoreValues ? "≥ " : ""
        return TextTable(
            summary.rules.flatMap { rule in
                rule.values.prefix(Self.mostValues).map {
                    [sign + "\($0.count)", rule.field, rule.rule, ShortValue.cut($0.text)]
                }
            }
        ).text
    }

    private var fields: String {
        TextTable(summary.fields.map { ["\($0.count)", $0.field] }).text
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
struct TextTable {
    private let rows: [[String]]

    init(_ rows: [[String]]) {
        self.rows = rows.map { $0.map { SafeText.line($0) } }
    }

    /// A line for each row, indented by two spaces.
    var text: String {
        let columns = rows.map(\.count).max() ?? 0
        let widths = (0..<columns).map { column in
            rows.map { column < $0.count ? CaretDiagram.width(of: $0[column]) : 0 }.max() ?? 0
        }
        return rows.map { row in
            var line = " "
            for (column, cell) in row.enumerated() {
                let missing = max(0, widths[column] - CaretDiagram.width(of: cell))
                let padding = String(repeating: " ", count: missing)
                line += column == 0 ? " " + padding + cell : "  " + cell + padding
            }
            while line.last == " " { line.removeLast() }
            return line + "\n"
        }.joined()
    }
}
