// SPDX-License-Identifier: Apache-2.0
import Assay

/// A format by name with everything that it needs: how a finding is written, and the report around
/// the findings.
struct ReportForm: Sendable {
    let format: any FindingFormat
    let writer: any ReportWriter
    /// Nil for formats that take all findings.
    let fullBuckets: FullBuckets?

    init(
        _ name: FormatName, ruleSet: RuleSet, layout: FindingLayout, rulesFile: String,
        namesFile: Bool
    ) {
        let objects = JSONObjects(namesFile: namesFile)
        switch name {
        case .full: self.init(FullFormat(ruleSet: ruleSet))
        case .concise: self.init(ConciseFormat())
        case .ndjson: self.init(NDJSONFormat(objects: objects))
        case .json: self.init(JSONFormat(objects: objects)) { _ in JSONFormat.report }
        case .sarif:
            self.init(SARIFFormat(layout: layout)) {
                SARIFFormat.report(layout: layout, limiter: $0)
            }
        case .github: self.init(GitHubFormat()) { GitHubFormat.report(limiter: $0) }
        case .junit:
            self.init(JUnitFormat(ruleCount: layout.rules.count)) {
                JUnitReport(layout: layout, rulesFile: rulesFile, limiter: $0)
            }
        case .summary: self.init(TotalsFormat()) { _ in TotalsReport() }
        }
    }

    private init(
        _ format: any FindingFormat,
        _ writer: (FindingLimiter) -> any ReportWriter = { _ in PlainReport() }
    ) {
        self.format = format
        fullBuckets = format.quota.map { FullBuckets(bucketCount: $0.bucketCount) }
        self.writer = writer(FindingLimiter(quota: format.quota, fullBuckets: fullBuckets))
    }
}

/// The format of reports that show no findings.
struct TotalsFormat: FindingFormat {
    var showsTotalsOnly: Bool { true }

    func append(_ finding: ShownFinding, from origin: FindingOrigin, to bytes: inout [UInt8]) {}
}
