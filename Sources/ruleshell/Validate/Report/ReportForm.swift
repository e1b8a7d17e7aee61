// SPDX-License-Identifier: Apache-2.0
import Assay

/// A format by name with everything that it needs: how a finding is written, and the report around
/// the findings.
struct ReportForm: Sendable {
    let name: FormatName
    let format: any FindingFormat
    let writer: any ReportWriter
    /// Nil for formats that take all findings.
    let fullBuckets: FullBuckets?

    init(
        _ name: FormatName, ruleSet: RuleSet, layout: FindingLayout, rulesFile: String,
        namesFile: Bool
    ) {
        let objects = JSONObjects(namesInput: namesFile)
        switch name {
        case .full: self.init(name, FullFormat(ruleSet: ruleSet))
        case .concise: self.init(name, ConciseFormat())
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
        case .summary: self.init(name, TotalsFormat()) { _ in TotalsReport() }
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
    /// What writes the findings of an input.
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
