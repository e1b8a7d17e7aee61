// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay

/// Writes the annotations that GitHub shows.
///
/// Each rule first gets one annotation, with the number of its findings; the rules with the most
/// findings come first. Further findings follow up to the limit. Messages about inputs and fields
/// come before the errors and before the warnings. All annotations are written at the end of the
/// run, when the numbers are known.
struct GitHubReport: ReportWriter {
    private let layout: FindingLayout
    var limiter: FindingLimiter
    /// The first findings of each bucket.
    var findings: [[[UInt8]]]

    init(layout: FindingLayout, limiter: FindingLimiter) {
        self.layout = layout
        self.limiter = limiter
        findings = Array(repeating: [], count: 2 * (layout.rules.count + 1))
    }

    mutating func take(_ chunk: ReportedChunk) -> ArraySlice<UInt8> {
        var findings = findings
        limiter.forEachTaken(chunk) { findings[$0].append(Array($1)) }
        self.findings = findings
        return []
    }

    func finish(_ summary: RunSummary) -> String {
        let counts = counts(of: summary.tally)
        var text: [UInt8] = []
        var shownCount = 0
        for isWarning in [false, true] {
            let notices = summary.notices.filter { $0.isError != isWarning }
                .prefix(GitHubFormat.most)
            for notice in notices { GitHubFormat.append(notice, to: &text) }
            let shown = annotations(
                isWarning: isWarning, most: GitHubFormat.most - notices.count, counts: counts)
            for finding in shown { text += finding }
            shownCount += shown.count
        }
        for line in summary.totals.dataSet?.text ?? [] {
            text.append("::notice title=ruleshell::" as StaticString)
            GitHubFormat.append(line, to: &text)
            text.append(UInt8(ascii: "\n"))
        }
        let more = summary.findingCount - shownCount
        let lines = String(decoding: text, as: UTF8.self)
        guard more > 0 else { return lines }
        return lines + "::notice title=ruleshell::\(Counted.text(more, of: "more finding")) "
            + "\(more == 1 ? "is" : "are") not shown: GitHub shows "
            + "\(GitHubFormat.most) errors and \(GitHubFormat.most) warnings of a step\n"
    }

    /// All findings of each bucket.
    private func counts(of tally: FindingTally) -> [Int] {
        var counts = Array(repeating: 0, count: findings.count)
        for (slot, count) in layout.counts(of: tally) {
            let isWarning: Bool
            if let rule = slot.rule {
                isWarning = layout.rules[rule].isWarning(slot.code)
            } else {
                isWarning = layout.warnsOfUnknownFields && slot.code == "record.unknownField"
            }
            let bucket = GitHubFormat.bucket(
                slot.rule ?? layout.rules.count, isWarning: isWarning)
            counts[bucket] += count
        }
        return counts
    }

    private func annotations(isWarning: Bool, most: Int, counts: [Int]) -> [[UInt8]] {
        let buckets = findings.indices.filter {
            ($0 % 2 == 1) == isWarning && !findings[$0].isEmpty
        }.sorted { (counts[$1], $0) < (counts[$0], $1) }
        var shown: [[UInt8]] = []
        for round in 0..<most {
            for bucket in buckets
            where shown.count < most && round < findings[bucket].count {
                var finding = findings[bucket][round]
                if round == 0, counts[bucket] > 1 {
                    finding.removeLast()
                    finding += " (1 of \(counts[bucket]) findings of the rule)\n".utf8
                }
                shown.append(finding)
            }
        }
        return shown
    }

    var saved: Value {
        [
            "taken": limiter.saved,
            "findings": .array(
                findings.map { list in
                    .array(list.map { .string(String(decoding: $0, as: UTF8.self)) })
                }),
        ]
    }

    mutating func restore(_ saved: Value) {
        limiter.restore(saved["taken"])
        guard case .array(let lists) = saved["findings"], lists.count == findings.count else {
            return
        }
        findings = lists.map { list in
            guard case .array(let texts) = list else { return [] }
            return texts.compactMap { text in
                if case .string(let text) = text { Array(text.utf8) } else { nil }
            }
        }
    }
}
