// SPDX-License-Identifier: Apache-2.0
import Assay

/// The subject of a page: the rules and the inputs.
struct PageTitle: Sendable {
    let rules: String
    let inputs: [String]

    var text: String {
        let names = inputs.prefix(5).map { $0 == "-" ? "standard input" : $0 }
        let more = inputs.count > names.count ? " and \(inputs.count - names.count) more" : ""
        return names.joined(separator: ", ") + more
    }
}

/// One HTML page with the figures of a run: it needs no other file, no network and no scripts.
///
/// Numbers are in elements with an `id` or a `data-count`, where programs find them.
struct Page {
    let title: PageTitle
    let run: RunSummary
    let contents: PageCollector.Contents
    /// `true` if a field is sensitive, so that lines of records are not shown.
    let hidesRecords: Bool

    private static let mostLines = 200

    /// The whole page.
    var html: String {
        let findings = run.findings
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <meta http-equiv="Content-Security-Policy" \
            content="default-src 'none'; style-src 'unsafe-inline'">
            <title>\(HTML.text("ruleshell: " + title.text))</title>
            <style>\(PageStyle.css)</style>
            </head>
            <body>
            <main>
            \(head)\(tiles(of: findings))\(charts(of: findings))\(rules(of: findings))\(dataSet)\(values)\(records)\
            \(timings)</main>
            </body>
            </html>

            """
    }

    private var head: String {
        let totals = run.totals
        var note = ""
        if totals.isInterrupted { note = "The run was interrupted; these are the figures so far." }
        if totals.isTruncated { note = "The run ended at the limit of errors." }
        if let limit = totals.reachedLimit { note = "The run ended at --limit \(limit)." }
        return "<header>\n<h1>\(HTML.text(title.text))</h1>\n"
            + "<p>validated against the rules of <code>\(HTML.text(title.rules))</code> with "
            + "ruleshell \(RuleShell.version)</p>\n"
            + (totals.isPartial
                ? "<p class=\"note\">The records were validated as parts: absent fields were not required."
                    + "</p>\n" : "")
            + (note.isEmpty ? "" : "<p class=\"note\">\(note)</p>\n")
            + run.notices.map { "<p class=\"note\">\(HTML.text($0.line))</p>\n" }.joined()
            + "</header>\n"
    }

    // MARK: - Figures

    private func tiles(of findings: FindingSummary) -> String {
        let counts = run.totals.counts
        let tiles: [(id: String, label: String, count: Int)] = [
            ("records", "records", counts.records), ("valid", "valid", counts.valid),
            ("invalid", "invalid", counts.invalid), ("violations", "violations", counts.violations),
            ("warnings", "warnings", counts.warnings), ("faults", "undecided", counts.faults),
            ("malformed", "malformed", counts.malformed),
        ]
        let list = tiles.map { tile in
            "<div class=\"tile \(tile.id)\"><dt>\(tile.label)</dt>"
                + "<dd id=\"\(tile.id)\" data-count=\"\(tile.count)\">\(Grouped.text(tile.count))"
                + "</dd></div>\n"
        }.joined()
        return "<section aria-label=\"Figures\" class=\"figures\">\n"
            + PageCharts.share(
                valid: counts.valid, of: counts.records, text: findings.validShare)
            + "<dl>\n\(list)</dl>\n</section>\n"
    }

    private func charts(of findings: FindingSummary) -> String {
        guard !findings.rules.isEmpty else {
            if run.notices.contains(where: \.isError) || run.totals.counts.records == 0 {
                return ""
            }
            return "<section><p class=\"good\">Nothing was found.</p></section>\n"
        }
        let rules = findings.rules.map { ("\($0.field): \($0.rule)", $0.count) }
        let fields = findings.fields.map { ($0.field, $0.count) }
        return "<section>\n<h2>Findings by rule</h2>\n"
            + PageCharts.bars(rules, label: "Findings by rule", id: "by-rule")
            + "</section>\n<section>\n<h2>Findings by field</h2>\n"
            + PageCharts.bars(fields, label: "Findings by field", id: "by-field") + "</section>\n"
    }

    private func rules(of findings: FindingSummary) -> String {
        guard !findings.rules.isEmpty else { return "" }
        let rows = findings.rules.prefix(Self.mostLines).map { rule in
            let codes = rule.codes.map { code in
                "<span class=\"code\"><code>\(HTML.text(code.code))</code> "
                    + "\(Grouped.text(code.count))</span>"
            }.joined(separator: " ")
            return [
                HTML.number(rule.count), HTML.text(rule.field),
                "<code>\(HTML.text(rule.rule))</code>", codes,
            ]
        }
        return "<section>\n<h2>Codes</h2>\n"
            + HTML.table(["findings", "field", "rule", "codes"], rows: rows, id: "rules")
            + Self.more(findings.rules.count, noun: "rules") + "</section>\n"
    }

    /// The numbers of the rules about the records of the data set.
    private var dataSet: String {
        guard let lines = run.totals.dataSet?.text, !lines.isEmpty else { return "" }
        return "<section>\n<h2>Rules about the data set</h2>\n<ul id=\"records-rules\">\n"
            + lines.map { "<li>\(HTML.text($0))</li>\n" }.joined() + "</ul>\n</section>\n"
    }

    private static func more(_ count: Int, noun: String) -> String {
        count > mostLines ? "<p>and \(count - mostLines) more \(noun)</p>\n" : ""
    }

    // MARK: - Examples

    private var values: String {
        let values = contents.values
        guard !values.isEmpty else { return "" }
        let tables = values.keys.sorted().prefix(Self.mostLines).map { rule in
            let planned = run.layout.rules[rule]
            let rows = (values[rule]?.top ?? []).map { entry in
                [
                    HTML.number(entry.count, isAtLeast: contents.leftOut),
                    "<code>\(HTML.text(entry.text))</code>",
                ]
            }
            return "<details open><summary>\(HTML.text(planned.key)): "
                + "<code>\(HTML.text(planned.title))</code></summary>\n"
                + HTML.table(["times", "value"], rows: rows) + "</details>\n"
        }.joined()
        let counted = Grouped.text(contents.counted)
        let note =
            contents.leftOut
            ? " The first \(counted) rejected values are counted; ≥ marks counts that may be higher."
            : ""
        return "<section id=\"values\">\n<h2>Rejected values</h2>\n"
            + "<p>The most frequent ones of each rule.\(note)</p>\n"
            + tables + "</section>\n"
    }

    private var records: String {
        guard !contents.worst.isEmpty else { return "" }
        let items = contents.worst.map { record in
            let lines = record.findings.map { finding in
                "<li class=\"\(finding.kind.rawValue)\"><code>\(HTML.text(finding.code))</code> "
                    + "\(HTML.text(finding.pointer)) \(HTML.text(finding.message))"
                    + (finding.more > 0
                        ? " <span class=\"more\">and \(Grouped.text(finding.more)) more of this rule</span>"
                        : "") + "</li>\n"
            }.joined()
            let more = record.count - record.findings.reduce(0) { $0 + 1 + $1.more }
            let line = record.line > 0 ? ", line \(record.line)" : ""
            return "<article>\n<h3>\(HTML.text(record.file)), record \(record.number)\(line)"
                + ": <span class=\"number\" data-count=\"\(record.count)\">\(Grouped.text(record.count))</span> "
                + "finding\(record.count == 1 ? "" : "s")</h3>\n" + excerpt(of: record)
                + "<ul>\n\(lines)</ul>\n" + (more > 0 ? "<p>and \(more) more</p>\n" : "")
                + "</article>\n"
        }.joined()
        return
            "<section id=\"worst\">\n<h2>Records with the most findings</h2>\n\(items)</section>\n"
    }

    private func excerpt(of record: WorstRecord) -> String {
        guard let excerpt = record.excerpt else {
            return hidesRecords ? "<p>[sensitive]</p>\n" : ""
        }
        let (before, marked, after) = excerpt.parts
        let line =
            HTML.text(before) + (marked.isEmpty ? "" : "<mark>\(HTML.text(marked))</mark>")
            + HTML.text(after)
        return "<pre>\(line)\n<span class=\"carets\">\(HTML.text(excerpt.carets))</span></pre>\n"
    }

    // MARK: - Timings

    private var timings: String {
        let (counts, seconds) = (run.totals.counts, run.totals.seconds)
        let perSecond = seconds > 0 ? Int(Double(counts.records) / seconds) : 0
        let megabytes = seconds > 0 ? Double(counts.bytes) / seconds / 1e6 : 0
        let start = run.totals.startTime
        return "<section id=\"timings\">\n<h2>Timings</h2>\n<p>The run began at "
            + "<time id=\"started\" datetime=\"\(start.rfc3339)\">\(start.text)</time>.</p>\n<p>"
            + "\(Decimals.text(seconds, digits: 3)) s for <span id=\"bytes\" "
            + "data-count=\"\(counts.bytes)\">\(Grouped.text(counts.bytes))</span> bytes: "
            + "\(Grouped.text(perSecond)) records/s, \(Decimals.text(megabytes, digits: 1)) MB/s"
            + "</p>\n" + statistics + "</section>\n"
    }

    private var statistics: String {
        guard let statistics = run.summary.statistics else { return "" }
        let rows = zip(run.layout.fieldRules, statistics.rules).prefix(Self.mostLines).map {
            rule, counts in
            [
                Decimals.text(counts.duration.inSeconds, digits: 6), HTML.number(counts.passed),
                HTML.number(counts.failed), HTML.number(counts.undecided),
                HTML.number(counts.skipped),
                "\(HTML.text(rule.name)): <code>\(HTML.text(rule.title))</code>",
                RuleNote(counts, of: rule)?.words ?? "",
            ]
        }
        return HTML.table(
            ["seconds", "passed", "failed", "undecided", "skipped", "rule", ""], rows: rows,
            id: "statistics") + Self.more(statistics.rules.count, noun: "rules")
    }
}
