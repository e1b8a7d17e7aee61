// SPDX-License-Identifier: Apache-2.0
import Assay

/// A format by name, with the format of a finding and the report around the findings.
struct ReportForm: Sendable {
    let name: FormatName
    let format: any FindingFormat
    let writer: any ReportWriter
    /// The buckets that are full, or `nil` for formats that take all findings.
    let fullBuckets: FullBuckets?

    init(
        _ name: FormatName, ruleSet: RuleSet, layout: FindingLayout, rulesFile: String,
        namesFile: Bool, view: FindingView = FindingView()
    ) {
        let objects = JSONObjects(namesInput: namesFile)
        switch name {
        case .full:
            let full = FullFormat(
                ruleSet: ruleSet, paint: view.paint, columns: view.columns, reasons: view.reasons)
            self.init(name, full, view: view, ruleCount: layout.rules.count)
        case .concise:
            let concise = ConciseFormat(paint: view.paint)
            self.init(name, concise, view: view, ruleCount: layout.rules.count)
        case .ndjson: self.init(name, NDJSONFormat(objects: objects))
        case .json: self.init(name, JSONFormat(objects: objects)) { _ in JSONFormat.report }
        case .sarif:
            self.init(name, SARIFFormat(layout: layout)) {
                SARIFFormat.report(layout: layout, limiter: $0)
            }
        case .github:
            self.init(name, GitHubFormat(ruleCount: layout.rules.count)) {
                GitHubReport(layout: layout, limiter: $0)
            }
        case .junit:
            self.init(name, JUnitFormat(ruleCount: layout.rules.count)) {
                JUnitReport(layout: layout, rulesFile: rulesFile, limiter: $0)
            }
        case .summary:
            self.init(name, TotalsFormat()) { _ in TotalsReport(columns: view.columns) }
        }
    }

    private init(
        _ name: FormatName, _ format: any FindingFormat, view: FindingView, ruleCount: Int
    ) {
        if let most = view.mostOfRule {
            let short = ShortFormat(format: format, ruleCount: ruleCount, most: most)
            self.init(name, short) {
                ShortReport(limiter: $0, paint: view.paint, columns: view.columns)
            }
        } else {
            self.init(name, format)
        }
    }

    private init(
        _ name: FormatName, _ format: any FindingFormat,
        _ writer: (FindingLimiter) -> any ReportWriter = { _ in PlainReport() }
    ) {
        self.name = name
        self.format = format
        fullBuckets = format.quota.map { FullBuckets(bucketCount: $0.bucketCount) }
        self.writer = writer(FindingLimiter(quota: format.quota, fullBuckets: fullBuckets))
    }
}

extension ReportForm {
    /// `true` if the report shows the most frequent values that rules rejected.
    var showsFrequentValues: Bool { writer is TotalsReport || writer is ShortReport }

    /// Returns the renderer of an input's findings.
    func renderer(
        for input: InputName, layout: FindingLayout, marksFindings: Bool
    ) -> FindingRenderer {
        FindingRenderer(
            format: format, input: input, marksFindings: marksFindings, layout: layout,
            texts: FindingTexts(layout: layout), fullBuckets: fullBuckets)
    }
}

/// The format of reports that show no findings.
struct TotalsFormat: FindingFormat {
    var showsTotalsOnly: Bool { true }

    func append(_ finding: ShownFinding, from origin: FindingOrigin, to bytes: inout [UInt8]) {}
}
