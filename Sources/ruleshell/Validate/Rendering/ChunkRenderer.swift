// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay

/// Turns the findings of a chunk into bytes, on any thread.
struct ChunkRenderer: Sendable {
    /// One for each output of findings.
    let reports: [FindingRenderer]
    let input: InputName
    /// Whether the run may end in a chunk: then the sink is told where each finding ends.
    let marksFindings: Bool
    /// Which records are written to files; nil: none.
    var split: RecordSplit.Wanted?
    let layout: FindingLayout
    /// Gathers what the page shows; nil: there is none.
    var page: PageCollector?

    func render(_ report: ChunkReport) -> RenderedChunk {
        var chunk = RenderedChunk(tally: layout.tally(of: report))
        chunk.page = page?.collect(report, file: input.name)
        chunk.statistics = report.statistics
        chunk.isRejected = report.isRejected
        chunk.delimiter = report.delimiter
        chunk.reports = reports.map { $0.render(report) }
        if let split {
            chunk.split = RecordSplit(report, wanted: split, marks: marksFindings)
        }
        return chunk
    }
}
