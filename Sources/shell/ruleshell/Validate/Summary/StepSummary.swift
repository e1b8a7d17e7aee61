// SPDX-License-Identifier: Apache-2.0
import Assay
import AssaySystem

/// The findings of a run as Markdown, which GitHub shows on the page of a workflow's run.
enum StepSummary {
    /// Appends the summary to the file that GitHub names in `GITHUB_STEP_SUMMARY`, if it is set.
    static func write(_ summary: FindingSummary, notices: [RunNotice]) {
        guard let path = CurrentProcess.variable("GITHUB_STEP_SUMMARY"), !path.isEmpty else {
            return
        }
        FileSystem.append(text(of: summary, notices: notices), to: path)
    }

    /// The maximum number of rules to list, and of notices.
    private static let mostRules = 50

    static func text(of summary: FindingSummary, notices: [RunNotice] = []) -> String {
        let counts = summary.totals.counts
        var text =
            "### ruleshell: \(Counted.text(counts.records, of: "record")), "
            + "\(counts.valid) valid, \(counts.invalid) invalid"
            + (summary.totals.isPartial ? "; \(RunTotals.partialWords)" : "") + "\n\n"
        if let baseline = summary.totals.baseline {
            text += "Baseline: \(baseline.known) known, \(baseline.new) new"
            text += (baseline.gone.map { ", \($0) gone" } ?? "") + "\n\n"
        }
        let lines = summary.totals.dataSet?.text ?? []
        for line in lines { text += "- \(cell(line))\n" }
        if !lines.isEmpty { text += "\n" }
        for notice in notices.prefix(mostRules) {
            text += "- \(notice.severity) \(cell(notice.code)): \(cell(notice.text))\n"
        }
        let more = notices.count - mostRules
        if more > 0 { text += "- and \(more) more\n" }
        if !notices.isEmpty { text += "\n" }
        return text + table(of: summary)
    }

    private static func table(of summary: FindingSummary) -> String {
        guard !summary.rules.isEmpty else { return "" }
        var text = "| findings | field | rule | codes |\n|---:|---|---|---|\n"
        for rule in summary.rules.prefix(mostRules) {
            let codes = rule.codes.map { "\($0.code) \($0.count)" }.joined(separator: ", ")
            text +=
                "| \(rule.count) | \(cell(rule.field)) | \(cell(rule.rule)) | \(cell(codes)) |\n"
        }
        let more = summary.rules.count - mostRules
        if more > 0 { text += "\n\(Counted.text(more, of: "more rule")) with findings\n" }
        return text + "\n"
    }

    /// Returns the text of a cell, with characters of Markdown and HTML escaped.
    private static func cell(_ text: String) -> String {
        var escaped = ""
        for character in SafeText.line(text) {
            switch character {
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "&": escaped += "&amp;"
            case "|", "`", "*", "_", "[", "]", "\\", "~", "#", "!": escaped += "\\\(character)"
            default: escaped.append(character)
            }
        }
        return escaped
    }
}
