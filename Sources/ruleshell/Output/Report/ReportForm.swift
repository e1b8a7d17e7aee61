// SPDX-License-Identifier: Apache-2.0
import Assay

/// A format by name with everything that it needs: how a finding is written, and the report around
/// the findings.
struct ReportForm: Sendable {
    let format: any FindingFormat
    let writer: any ReportWriter
    /// Nil for formats that take all findings.
    let room: FindingRoom?

    init(
        _ name: FormatName, _ ruleSet: RuleSet, _ layout: FindingLayout, rulesFile: String,
        namesFile: Bool
    ) {
        let objects = JSONObjects(namesFile: namesFile)
        switch name {
        case .full: self.init(FullFormat(ruleSet))
        case .concise: self.init(ConciseFormat())
        case .ndjson: self.init(NDJSONFormat(objects: objects))
        case .json: self.init(JSONFormat(objects: objects)) { _ in JSONFormat.report }
        case .sarif:
            self.init(SARIFFormat(layout)) { SARIFFormat.report(layout, $0) }
        case .github: self.init(GitHubFormat()) { GitHubFormat.report($0) }
        case .junit:
            self.init(JUnitFormat(ruleCount: layout.rules.count)) {
                JUnitReport(layout, rulesFile: rulesFile, selection: $0)
            }
        case .summary: self.init(TotalsFormat()) { _ in TotalsReport() }
        }
    }

    private init(
        _ format: any FindingFormat,
        _ writer: (FindingSelection) -> any ReportWriter = { _ in PlainReport() }
    ) {
        self.format = format
        room = format.quota.map { FindingRoom(bucketCount: $0.bucketCount) }
        self.writer = writer(FindingSelection(format.quota, room))
    }
}

/// The format of reports that show no findings.
struct TotalsFormat: FindingFormat {
    var showsTotalsOnly: Bool { true }

    func append(_ finding: ShownFinding, from origin: FindingOrigin, to bytes: inout [UInt8]) {}
}
