// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay
import AssaySystem

/// The records of a chunk, byte for byte, split into valid and invalid ones.
struct RecordSplit: Sendable {
    let format: InputFormat
    /// The header of a CSV input, or nothing for other inputs.
    let header: [UInt8]
    var valid = RecordBytes()
    var invalid = RecordBytes()
    /// Invalid records that cannot be written.
    private(set) var errors: [Diagnostic] = []

    /// The separator before each element of a JSON array, which is removed from the first one.
    static let separator = Array(",\n".utf8)

    /// Takes the records of a chunk.
    ///
    /// - Parameters:
    ///   - report: The chunk.
    ///   - wanted: The kinds of records that are written.
    ///   - marks: `true` if the sink may cut the records, so that it needs their ends.
    init(_ report: ChunkReport, wanted: Wanted, marks: Bool) {
        format = report.locator.format
        header = report.locator.header
        if wanted.invalid { errors = report.tooLong.map { .tooLong($0) } }
        for row in 0..<report.rowCount {
            if report.isInvalid(row: row) {
                if wanted.invalid { append(row, of: report, to: \.invalid, marks: marks) }
            } else if wanted.valid {
                append(row, of: report, to: \.valid, marks: marks)
            }
        }
    }

    /// The kinds of records that are written.
    struct Wanted: Sendable {
        let valid: Bool
        let invalid: Bool
    }

    private mutating func append(
        _ row: Int, of report: ChunkReport, to list: WritableKeyPath<RecordSplit, RecordBytes>,
        marks: Bool
    ) {
        let (bytes, lineBreak) = report.locator.record(row: row)
        if format == .json {
            self[keyPath: list].bytes += Self.separator
            self[keyPath: list].bytes += bytes
        } else {
            self[keyPath: list].bytes += bytes
            if lineBreak.isEmpty {
                self[keyPath: list].bytes.append(UInt8(ascii: "\n"))
            } else {
                self[keyPath: list].bytes += lineBreak
            }
        }
        guard marks else { return }
        let end = self[keyPath: list].bytes.count
        self[keyPath: list].ends.append((report.locator.recordNumber(row: row), end))
    }

    /// Removes the records after the one with this number.
    mutating func cut(toRecord last: Int) {
        valid.cut(toRecord: last)
        invalid.cut(toRecord: last)
    }
}

extension Diagnostic {
    fileprivate static func tooLong(_ source: RecordSource) -> Diagnostic {
        Diagnostic(
            "record.tooLong",
            "record \(source.record) of \(source.byteLength) bytes is too long for --invalid",
            help: source.hasLine
                ? "it begins at byte \(source.byteOffset) of the input"
                : "records up to 16 MiB, as JSON, are written")
    }
}

/// Records, one after the other.
struct RecordBytes: Sendable {
    var bytes: [UInt8] = []
    /// The number and the end of each record, if the run may end within the chunk.
    var ends: [(record: Int, end: Int)] = []

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
    var hasValid = false
    var hasInvalid = false

    /// Returns `true` if records of a chunk have the format and header of those in the files.
    ///
    /// The first chunk decides the format and the header.
    mutating func accepts(_ split: RecordSplit) -> Bool {
        let digest = FNV1a(split.header).value
        guard let format else {
            format = split.format
            headerDigest = digest
            return true
        }
        return format == split.format && headerDigest == digest
    }
}
