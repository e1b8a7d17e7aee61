// SPDX-License-Identifier: Apache-2.0
import Assay

/// The numbers of a run as text.
struct Summary {
    let totals: RunTotals
    /// The field and id of every rule, in the order of the counts.
    let rules: [(field: String, rule: String)]
    /// The rule statistics, if they were gathered.
    var statistics: RuleStatistics?
    /// The counters of the plugins.
    var counters: [PluginCounter] = []
    /// The messages about the run, or none if a report around the summary has them.
    var notices: [RunNotice] = []

    /// One JSON object on one line, without a line feed.
    var json: String {
        let counts = totals.counts
        let members: [(String, Int)] = [
            ("records", counts.records), ("valid", counts.valid), ("invalid", counts.invalid),
            ("violations", counts.violations), ("warnings", counts.warnings),
            ("faults", counts.faults), ("malformed", counts.malformed), ("bytes", counts.bytes),
        ]
        var bytes: [UInt8] = []
        for (name, number) in members {
            bytes.append(bytes.isEmpty ? "{" : ",")
            bytes.append("\"\(name)\":\(number)")
        }
        for (name, number) in [
            ("skippedLines", counts.skippedLines), ("comments", counts.comments),
        ] where number > 0 {
            bytes.append(",\"\(name)\":\(number)")
        }
        bytes.append(",\"seconds\":")
        JSONText.append(totals.seconds, to: &bytes)
        if totals.isPartial { bytes.append(",\"partial\":true" as StaticString) }
        if totals.isTruncated { bytes.append(",\"truncated\":true" as StaticString) }
        if totals.isInterrupted { bytes.append(",\"interrupted\":true" as StaticString) }
        if totals.reachedLimit != nil { bytes.append(",\"limited\":true" as StaticString) }
        if let baseline = totals.baseline {
            bytes.append(",\"baseline\":{\"known\":\(baseline.known),\"new\":\(baseline.new)")
            if let gone = baseline.gone { bytes.append(",\"gone\":\(gone)") }
            bytes.append(UInt8(ascii: "}"))
        }
        appendRules(to: &bytes)
        if !counters.isEmpty { appendCounters(to: &bytes) }
        if !notices.isEmpty {
            bytes.append(",\"notices\":\(Value.array(notices.map(\.value)).json)")
        }
        bytes.append(UInt8(ascii: "}"))
        return String(decoding: bytes, as: UTF8.self)
    }

    private func appendRules(to bytes: inout [UInt8]) {
        bytes.append(",\"rules\":[" as StaticString)
        for (index, (rule, count)) in zip(rules, totals.counts.findingsByRule).enumerated() {
            bytes.append(index == 0 ? "{\"field\":" : ",{\"field\":")
            JSONText.append(rule.field, to: &bytes)
            bytes.append(",\"rule\":" as StaticString)
            JSONText.append(rule.rule, to: &bytes)
            bytes.append(",\"findings\":\(count)")
            if let statistics, statistics.rules.indices.contains(index) {
                append(statistics.rules[index], to: &bytes)
            }
            if let dataSet = totals.dataSet {
                dataSet.append(index - (rules.count - dataSet.lines.count), to: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        }
        bytes.append(UInt8(ascii: "]"))
    }

    private func appendCounters(to bytes: inout [UInt8]) {
        bytes.append(",\"counters\":[" as StaticString)
        for (index, counter) in counters.enumerated() {
            bytes.append(index == 0 ? "{\"plugin\":" : ",{\"plugin\":")
            JSONText.append(counter.plugin, to: &bytes)
            bytes.append(",\"name\":" as StaticString)
            JSONText.append(counter.name, to: &bytes)
            bytes.append(",\"value\":\(counter.value)}")
        }
        bytes.append(UInt8(ascii: "]"))
    }

    private func append(_ counts: RuleStatistics.Counts, to bytes: inout [UInt8]) {
        bytes.append(",\"passed\":\(counts.passed),\"failed\":\(counts.failed)")
        bytes.append(",\"undecided\":\(counts.undecided),\"skipped\":\(counts.skipped)")
        bytes.append(",\"seconds\":" as StaticString)
        JSONText.append(counts.duration.inSeconds, to: &bytes)
    }

    /// The numbers in words: `3 records: 1 valid, 2 invalid; 2 violations, 1 warning`.
    var words: String {
        let counts = totals.counts
        var found = [Counted.text(counts.violations, of: "violation")]
        if counts.warnings > 0 { found.append(Counted.text(counts.warnings, of: "warning")) }
        if counts.faults > 0 { found.append(Counted.text(counts.faults, of: "fault")) }
        if counts.malformed > 0 { found.append("\(counts.malformed) malformed") }
        return "\(Counted.text(counts.records, of: "record")): \(counts.valid) valid, "
            + "\(counts.invalid) invalid; \(found.joined(separator: ", "))\(totals.ending)"
    }

    /// One line for people, `ruleshell: ` and the numbers, and a line for each rule about records.
    ///
    /// - Parameters:
    ///   - job: The job of the run, or `nil` to leave it out.
    ///   - files: The files that have the findings, or none to leave them out.
    /// - Returns: The lines with their line feeds.
    func line(ofJob job: String? = nil, findingsIn files: [String] = []) -> String {
        let place = files.isEmpty ? "" : "; see " + files.joined(separator: ", ")
        let head = "ruleshell: \(job.map { "job \($0): " } ?? "")"
        return ([words + place] + (totals.dataSet?.text ?? [])).map {
            SafeText.line(head + $0) + "\n"
        }.joined()
    }
}
