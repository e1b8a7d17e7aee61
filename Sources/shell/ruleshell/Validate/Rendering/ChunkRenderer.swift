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
    let layout: FindingLayout
    /// The collector of records and values that rules rejected, or `nil` if they are not shown.
    var page: PageCollector?

    func render(_ report: ChunkReport) -> RenderedChunk {
        var chunk = RenderedChunk(tally: layout.tally(of: report))
        chunk.page = page?.collect(report, file: input.name)
        chunk.statistics = report.statistics
        chunk.isRejected = report.isRejected
        chunk.delimiter = report.delimiter
        chunk.isQuoteText = report.isQuoteText
        chunk.arrowForm = report.arrowForm
        chunk.reports = reports.map { $0.render(report) }
        if !records.isEmpty {
            chunk.split = RecordSplit(report, files: records, marks: marksFindings)
        }
        return chunk
    }
}
