// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay
import AssaySystem

/// The records of a chunk, as the reader sees them, for the files that they are written to.
struct RecordSplit: Sendable {
    let format: InputFormat
    /// The form of the text of the input.
    let form: TextForm
    /// The header of a CSV input, or nothing for other inputs.
    let header: [UInt8]
    /// The lines before the header or the first record of CSV.
    let preamble: [UInt8]
    /// The lines at the end of CSV that are skipped, in the last chunk.
    let footer: [UInt8]
    /// The names of the columns with reasons, each with a separator; nothing without a header.
    let reasonNames: [UInt8]
    /// The records of each file.
    private(set) var records: [RecordFile: RecordBytes]
    /// Warnings about what cannot be written.
    private(set) var warnings: [Diagnostic] = []

    /// The separator before each element of a JSON array, which is removed from the first one.
    static let separator = Array(",\n".utf8)

    /// Takes the records of a chunk.
    ///
    /// - Parameters:
    ///   - report: The chunk.
    ///   - files: The files that are written.
    ///   - marks: `true` if the sink may cut the records, so that it needs their ends.
    ///   - isStrict: `true` if records with failures within a tolerance are invalid.
    ///   - rows: The rows of the records that are written, or `nil` for all.
    ///   - dataSet: The findings that rules about the data set have in the chunk.
    init(
        _ report: ChunkReport, files: Set<RecordFile>, marks: Bool, isStrict: Bool = false,
        rows: Range<Int>? = nil,
        dataSet: FindingsOfChunks.Rows = FindingsOfChunks.Rows()
    ) {
        let locator = report.locator
        format = locator.format
        form = locator.form
        header = locator.header
        footer = locator.footer
        records = Dictionary(uniqueKeysWithValues: files.map { ($0, RecordBytes()) })
        let reasons =
            files.contains(.invalidWithReasons) ? RecordReasons(report, dataSet: dataSet) : nil
        reasonNames = header.isEmpty ? [] : reasons?.columnNames ?? []
        preamble = locator.preamble ?? []
        if locator.preamble == nil, locator.isAtStart { warnings.append(.longPreamble) }
        let ofInvalid = RecordFile.allCases.filter { files.contains($0) && $0.isOfInvalid }
        if let file = ofInvalid.first {
            warnings += report.tooLong.map { .tooLong($0, for: file) }
        }
        let invalid = isStrict ? dataSet.invalid.union(report.toleratedRows) : dataSet.invalid
        for row in rows ?? 0..<report.rowCount {
            if !report.isInvalid(row: row), !invalid.contains(row) {
                append(row, of: report, to: .valid, marks: marks)
            } else {
                for file in ofInvalid {
                    append(
                        row, of: report, to: file, marks: marks,
                        reasons: file == .invalidWithReasons ? reasons : nil)
                }
            }
        }
    }

    private mutating func append(
        _ row: Int, of report: ChunkReport, to file: RecordFile, marks: Bool,
        reasons: RecordReasons? = nil
    ) {
        records[file]?.append(marks: marks ? report.locator.recordNumber(row: row) : nil) { bytes in
            let (record, lineBreak) = report.locator.record(row: row)
            if format == .json { bytes += Self.separator }
            if let reasons {
                reasons.append(record, row: row, to: &bytes)
            } else {
                bytes += record
            }
            guard format != .json else { return }
            if lineBreak.isEmpty {
                bytes.append(UInt8(ascii: "\n"))
            } else {
                bytes += lineBreak
            }
        }
    }

    /// Takes what a chunk has besides its records: the format, the header and the footer.
    ///
    /// - Parameters:
    ///   - report: The chunk.
    ///   - files: The files that are written.
    init(withoutRecordsOf report: ChunkReport, files: Set<RecordFile>) {
        self.init(report, files: files, marks: false, rows: 0..<0)
        warnings = []
    }

    /// Removes the records after the one with this number.
    mutating func cut(toRecord last: Int) {
        for file in records.keys { records[file]?.cut(toRecord: last) }
    }
}

extension Diagnostic {
    /// The files of records end before the lines that `--skip-last` leaves out.
    static var missingLastLines: Diagnostic {
        Diagnostic(
            "output.skippedLines",
            "the files of records end without the lines of --skip-last, because the run ended before "
                + "its input",
            help: "run it to the end of its input, or append the lines yourself")
    }

    fileprivate static func tooLong(_ source: RecordSource, for file: RecordFile) -> Diagnostic {
        Diagnostic(
            "record.tooLong",
            "record \(source.record) of \(source.byteLength) bytes is too long for \(file.option)",
            help: source.hasLine
                ? "it begins at byte \(source.byteOffset) of the input"
                : "records up to 16 MiB, as JSON, are written")
    }

    fileprivate static var longPreamble: Diagnostic {
        Diagnostic(
            "output.skippedLines",
            "the skipped lines before the records are too long for the files of records",
            help: "validate these files without --skip, since they begin with the header")
    }
}

/// Records, one after the other.
struct RecordBytes: Sendable {
    private(set) var bytes: [UInt8] = []
    /// The number and the end of each record, if the run may end within the chunk.
    private var ends: [(record: Int, end: Int)] = []

    /// Appends a record.
    ///
    /// - Parameters:
    ///   - number: The number of the record, or `nil` if its end is not needed.
    ///   - write: Appends the bytes of the record.
    mutating func append(marks number: Int?, _ write: (inout [UInt8]) -> Void) {
        write(&bytes)
        if let number { ends.append((number, bytes.count)) }
    }

    mutating func cut(toRecord last: Int) {
        let kept = ends.last { $0.record <= last }?.end ?? 0
        bytes.removeLast(bytes.count - min(kept, bytes.count))
    }
}

/// The state of the files of records between chunks.
struct SplitState: Equatable {
    /// The format of the records in the files, or `nil` before the first chunk.
    var format: InputFormat?
    /// The digest of the header of CSV that all inputs must have.
    var headerDigest: UInt64 = 0
    /// The form of the text of the first input, in which all records are written.
    var form = TextForm()
    /// The lines at the end of the input that was read to its end last.
    var footer: [UInt8] = []
    /// The files that have records.
    var withRecords: Set<RecordFile> = []

    /// Returns `true` if records of a chunk have the format and header of those in the files.
    ///
    /// The first chunk decides the format, the header and the form.
    mutating func accepts(_ split: RecordSplit) -> Bool {
        let digest = FNV1a(split.header).value
        guard let format else {
            format = split.format
            headerDigest = digest
            form = split.form
            return true
        }
        return format == split.format && headerDigest == digest
    }
}

// MARK: - Checkpoints

extension SplitState {
    /// The state that a run needs to continue.
    var saved: Value {
        [
            "format": .string(format?.rawValue ?? ""),
            "header": .string(String(headerDigest, radix: 16)),
            "encoding": .string(form.encoding.rawValue),
            "hasByteOrderMark": .bool(form.hasByteOrderMark),
            "endsWithReturns": .bool(form.endsWithReturns),
            "footer": Value(footer.map { Int($0) }),
            "withRecords": Value(withRecords.map(\.rawValue).sorted()),
        ]
    }

    /// Creates the state from a checkpoint, or returns `nil` if the value is none.
    init?(saved: Value) {
        guard case .string(let format) = saved["format"],
            case .string(let header) = saved["header"],
            let digest = UInt64(header, radix: 16), case .string(let name) = saved["encoding"],
            let encoding = InputEncoding(rawValue: name),
            case .bool(let hasByteOrderMark) = saved["hasByteOrderMark"],
            case .bool(let endsWithReturns) = saved["endsWithReturns"],
            let footer = saved["footer"].naturals, let files = saved["withRecords"].naturals
        else { return nil }
        self.format = InputFormat(rawValue: format)
        headerDigest = digest
        form.encoding = encoding
        form.hasByteOrderMark = hasByteOrderMark
        form.endsWithReturns = endsWithReturns
        self.footer = footer.map { UInt8(truncatingIfNeeded: $0) }
        withRecords = Set(files.compactMap { RecordFile(rawValue: $0) })
    }
}
