// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay

/// Turns the findings of a chunk into bytes, on any thread.
struct ChunkRenderer: Sendable {
    /// The renderers, one for each output of findings.
    let reports: [FindingRenderer]
    let input: InputName
    /// `true` if the sink may leave out findings or records of a chunk, so that it needs their
    /// ends.
    let marksFindings: Bool
    /// The files that records are written to.
    var records: Set<RecordFile> = []
    /// `true` if records with failures within a tolerance are among the invalid ones in these files.
    var splitsStrictly = false
    let layout: FindingLayout
    /// The collector of records and values that rules rejected, or `nil` if they are not shown.
    var page: PageCollector?
    /// The checks across records, or `nil` if the rule set has none.
    var dataSet: DataSetRun?

    func render(_ report: ChunkReport) -> RenderedChunk {
        var chunk = RenderedChunk(tally: layout.tally(of: report))
        chunk.page = page?.collect(report, file: input.name)
        chunk.statistics = report.statistics
        chunk.isRejected = report.isRejected
        chunk.delimiter = report.delimiter
        chunk.isQuoteText = report.isQuoteText
        chunk.arrowForm = report.arrowForm
        chunk.toleratedCount = report.toleratedCount
        chunk.part = dataSet?.add(report)
        chunk.reports = reports.map { $0.render(report) }
        if !records.isEmpty {
            // Which records are invalid is known when all of them were read.
            chunk.split =
                dataSet == nil
                ? RecordSplit(
                    report, files: records, marks: marksFindings, isStrict: splitsStrictly)
                : RecordSplit(withoutRecordsOf: report, files: records)
        }
        return chunk
    }
}

extension ChunkReport {
    /// The number of failures within a tolerance.
    fileprivate var toleratedCount: Int {
        guard !plan.tolerantRules.isEmpty else { return 0 }
        return (0..<findings.count).count { findings.isTolerated(at: $0) }
    }

    /// The rows of records with failures within a tolerance.
    var toleratedRows: Set<Int> {
        guard !plan.tolerantRules.isEmpty else { return [] }
        return Set(
            (0..<findings.count).filter { findings.isTolerated(at: $0) }.map {
                findings.row(at: $0)
            })
    }
}
