// SPDX-License-Identifier: Apache-2.0
import Assay

/// A report of a run that is being written.
struct RunningReport {
    private(set) var stream: OutputStream
    var writer: any ReportWriter

    init(_ form: ReportForm, to file: OutputFile) {
        stream = OutputStream(file)
        writer = form.writer
    }

    mutating func write(_ text: String) {
        if !text.isEmpty { stream.write(text) }
    }

    /// Numbers the findings of a chunk that share a fingerprint with earlier findings.
    mutating func number(_ findings: inout RenderedFindings) { writer.number(&findings) }

    /// Writes the findings that the report takes from a chunk.
    ///
    /// - Parameters:
    ///   - findings: The chunk in the report's format.
    ///   - count: The number of its marked findings to report, or `nil` to report the whole chunk.
    ///   - tally: The findings that are reported, by code.
    mutating func write(_ findings: RenderedFindings, count: Int?, tally: FindingTally) {
        let bytes = findings.output.bytes
        let marks = findings.marks[..<(count ?? findings.marks.count)]
        let end = count == nil ? bytes.count : marks.last?.end ?? 0
        let taken = writer.take(
            ReportedChunk(bytes: bytes[..<end], marks: marks, tally: tally))
        stream.write(taken)
    }

    mutating func synchronize() {
        stream.synchronize()
    }
}
