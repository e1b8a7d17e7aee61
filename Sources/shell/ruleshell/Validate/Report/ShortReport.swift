// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay

/// The limits and appearance of findings in formats that people read.
struct FindingView: Sendable {
    /// The number of findings to show of each rule, or `nil` to show all.
    var mostOfRule: Int?
    var paint = Paint.none
    /// The width of the terminal in cells, or `nil` without a terminal.
    var columns: Int?
    /// The reasons that values fail, or `nil` if they are not shown.
    var reasons: FindingReasons?

    /// The number of findings to show of each rule on a terminal.
    static let mostOnTerminal = 3
}

/// A format that takes a few findings of each rule.
struct ShortFormat: FindingFormat {
    let format: any FindingFormat
    let ruleCount: Int
    let most: Int

    var showsValues: Bool { format.showsValues }
    var showsTotalsOnly: Bool { most == 0 }

    /// A bucket for each rule, and one for the records themselves.
    var quota: FindingQuota? {
        let ruleCount = ruleCount
        return FindingQuota(limit: most, bucketCount: ruleCount + 1) { _, rule in
            rule ?? ruleCount
        }
    }

    func append(_ finding: ShownFinding, from origin: FindingOrigin, to bytes: inout [UInt8]) {
        format.append(finding, from: origin, to: &bytes)
    }

    func write(_ text: FindingText, of rule: RulePlace?) -> WrittenText {
        format.write(text, of: rule)
    }

    func appendHead(of written: WrittenText, pointer: String, to bytes: inout [UInt8]) {
        format.appendHead(of: written, pointer: pointer, to: &bytes)
    }
}

/// Writes a few findings of each rule as they come, then the totals of all if there are more.
struct ShortReport: ReportWriter {
    var limiter: FindingLimiter
    let paint: Paint
    /// The width of the terminal in cells, or `nil` without a terminal.
    let columns: Int?

    mutating func take(_ chunk: ReportedChunk) -> ArraySlice<UInt8> { limiter.take(chunk) }

    func finish(_ summary: RunSummary) -> String {
        let more = summary.findingCount - limiter.taken
        guard more > 0 else { return "" }
        let verb = more == 1 ? "is" : "are"
        let line =
            "\(Counted.text(more, of: "more finding")) \(verb) not shown; --show all shows "
            + "\(more == 1 ? "it" : "them")"
        return WrappedText(columns: columns, indent: "  ").text(line) + "\n\n"
            + paint.headings(
                of: SummaryText(summary: summary.findings, columns: columns).tables) + "\n"
    }

    var saved: Value { limiter.saved }

    mutating func restore(_ saved: Value) { limiter.restore(saved) }
}
