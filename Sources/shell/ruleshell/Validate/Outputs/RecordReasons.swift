// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay

/// Writes the records of a chunk with their findings: in columns of CSV, or in a member of JSON.
struct RecordReasons {
    private let report: ChunkReport
    private let dataSet: FindingsOfChunks.Rows
    private let cells: CSVCellWriter?
    private let format = NDJSONFormat(objects: JSONObjects(namesInput: false))

    /// - Parameters:
    ///   - report: The chunk.
    ///   - dataSet: The findings that rules about the data set have in the chunk.
    init(_ report: ChunkReport, dataSet: FindingsOfChunks.Rows) {
        self.report = report
        self.dataSet = dataSet
        cells = report.locator.cellWriter
    }

    /// The names of the columns, each with a separator after it; nothing unless the input is CSV.
    var columnNames: [UInt8] {
        guard let cells else { return [] }
        var bytes: [UInt8] = []
        for name in ["_line", "_codes", "_reasons"] {
            let free = Self.name(like: name) { !report.locator.hasColumn(named: $0) }
            cells.append(free.utf8, to: &bytes)
        }
        return bytes
    }

    /// Returns a name with underscores in front of it until it is free.
    private static func name(like name: String, isFree: (String) -> Bool) -> String {
        var name = name
        while !isFree(name) { name = "_" + name }
        return name
    }

    /// Appends a record with its findings.
    ///
    /// - Parameters:
    ///   - record: The bytes of the record.
    ///   - row: Its row in the chunk.
    ///   - bytes: The records so far.
    func append(
        _ record: UnsafeBufferPointer<UInt8>, row: Int, to bytes: inout [UInt8]
    ) {
        var findings = (report.rejection.map { [.violation($0)] } ?? []) as [ReportedFinding]
        findings += report.findings.findings(row: row) + (dataSet.findings[row] ?? [])
        let others = report.findings.droppedCount(row: row)
        if let cells {
            append(findings, others: others, row: row, by: cells, to: &bytes)
            bytes += record
        } else {
            appendJSON(record, findings.map { ShownFinding($0, in: format) }, to: &bytes)
        }
    }

    // MARK: - CSV

    /// Appends the cells of a record's findings, which come before those of the record: a record with an open
    /// quote or too few cells moves none of them.
    private func append(
        _ findings: [ReportedFinding], others: Int, row: Int, by cells: CSVCellWriter,
        to bytes: inout [UInt8]
    ) {
        let line = report.locator.locate(row: row, path: [], offset: nil).line
        let shown = findings.map { ShownFinding($0) }
        var codes: [String] = []
        for finding in shown where !codes.contains(finding.code) { codes.append(finding.code) }
        var reasons = shown.map { Self.reason($0) }
        if others > 0 { reasons.append("and \(Counted.text(others, of: "more finding"))") }
        cells.append("\(line)".utf8, to: &bytes)
        cells.append(codes.joined(separator: " ").utf8, to: &bytes)
        cells.append(reasons.joined(separator: "; ").utf8, to: &bytes)
    }

    /// The pointer and the message of a finding, after its kind unless it is an error.
    private static func reason(_ finding: ShownFinding) -> String {
        let kind = finding.kind == .error ? "" : "\(finding.kind.rawValue): "
        let pointer = finding.pointer.isEmpty ? "" : SafeText.line(finding.pointer) + " "
        return kind + pointer + SafeText.line(finding.line)
    }

    // MARK: - JSON

    /// Appends a record with its findings as the last member.
    ///
    /// A record that is not an object becomes the text of a member itself.
    private func appendJSON(
        _ record: UnsafeBufferPointer<UInt8>, _ findings: [ShownFinding], to bytes: inout [UInt8]
    ) {
        let isMalformed = findings.contains { $0.code == RecordIssue.malformedCode }
        let end = record.lastIndex { !Self.isSpace($0) }
        guard !isMalformed, let end, record[end] == UInt8(ascii: "}") else {
            bytes.append("{" as StaticString)
            append(findings, named: "_findings", to: &bytes)
            bytes.append(",\"_record\":" as StaticString)
            bytes.append(Value.string(String(decoding: record, as: UTF8.self)).json)
            return bytes.append("}" as StaticString)
        }
        let members = record[..<end]
        bytes += members
        if let last = members.last(where: { !Self.isSpace($0) }), last != UInt8(ascii: "{") {
            bytes.append(UInt8(ascii: ","))
        }
        let text = String(decoding: record, as: UTF8.self)
        let name = Self.name(like: "_findings") { !text.utf8.contains(Array("\"\($0)\"".utf8)) }
        append(findings, named: name, to: &bytes)
        bytes += record[end...]
    }

    private func append(
        _ findings: [ShownFinding], named name: String, to bytes: inout [UInt8]
    ) {
        bytes.append("\"\(name)\":[")
        for (index, finding) in findings.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            format.objects.append(finding, to: &bytes)
        }
        bytes.append("]" as StaticString)
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
    }
}
