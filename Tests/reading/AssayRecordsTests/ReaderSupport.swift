// SPDX-License-Identifier: Apache-2.0

import AssayPluginABI
import CRecordReader

/// An owned copy of what the reader made of one value, for comparisons.
indirect enum Read: Equatable, Sendable {
    case absent, null
    case bool(Bool)
    case integer(Int64)
    case unsigned(UInt64)
    case double(Double, text: String)
    case string(String)
    case decimal(String)
    case array([Read])
    case object([Member])

    struct Member: Equatable, Sendable {
        var key: String
        var value: Read
    }

    /// - Precondition: a string's ASCII flag is right; checked here for every string of every test.
    init(_ value: assay_value) {
        switch value.kind {
        case ASSAY_ABSENT: self = .absent
        case ASSAY_NULL: self = .null
        case ASSAY_BOOL: self = .bool(value.as.i64 == 1)
        case ASSAY_I64: self = .integer(value.as.i64)
        case ASSAY_U64: self = .unsigned(value.as.u64)
        case ASSAY_F64: self = .double(value.as.f64, text: sourceText(value))
        case ASSAY_STR:
            let text = decoded(value.as.ptr, value.len)
            let isASCII = value.flags & ASSAY_FLAG_ASCII != 0
            precondition(isASCII == text.utf8.allSatisfy { $0 < 0x80 }, "wrong flag: \(text)")
            self = .string(text)
        case ASSAY_DECIMAL: self = .decimal(decoded(value.as.ptr, value.len))
        case ASSAY_ARRAY:
            let items = UnsafeBufferPointer(start: value.as.items, count: Int(value.len))
            self = .array(items.map { Read($0) })
        case ASSAY_OBJECT:
            let members = UnsafeBufferPointer(start: value.as.members, count: Int(value.len))
            self = .object(
                members.map { Member(key: decoded($0.key.ptr, $0.key.len), value: Read($0.value)) })
        default: preconditionFailure("kind \(value.kind)")
        }
    }
}

private func decoded(_ start: UnsafePointer<UInt8>?, _ count: UInt64) -> String {
    String(decoding: UnsafeBufferPointer(start: start, count: Int(count)), as: UTF8.self)
}

private func sourceText(_ value: assay_value) -> String {
    guard value.flags & ASSAY_FLAG_SOURCE_TEXT != 0 else { return "" }
    let start = UnsafePointer<UInt8>(bitPattern: UInt(value.len))
    return decoded(start, UInt64(value.flags >> ASSAY_SOURCE_TEXT_SHIFT))
}

/// A row and its issues, with offsets in the text that was read.
struct ReadRow: Equatable {
    var offset: UInt64
    var length: UInt64
    var line: UInt32
    var reason: UInt32
    var errorOffset: UInt64
    var expected: UInt32
    var found: UInt32
    var columns: [Read]
    var issues: [Issue] = []

    struct Issue: Equatable {
        var kind: UInt32
        var offset: UInt64
        var key: String
    }
}

struct ReadBatch: Equatable {
    var rows: [ReadRow]
    var lineCount: UInt32

    init(_ batch: reader_batch) {
        rows = (0..<Int(batch.row_count)).map { row in
            let described = batch.rows[row]
            let columns = (0..<Int(batch.column_count)).map { column in
                batch.columns[column].map { Read($0[row]) } ?? .absent
            }
            return ReadRow(
                offset: described.offset, length: described.length, line: described.line,
                reason: described.reason,
                errorOffset: described.reason == READER_OK ? 0 : described.error_offset,
                expected: described.expected, found: described.found, columns: columns)
        }
        lineCount = batch.line_count
        for issue in UnsafeBufferPointer(start: batch.issues, count: Int(batch.issue_count)) {
            let key = decoded(issue.key.ptr, issue.key.len)
            rows[Int(issue.row)].issues.append(
                .init(kind: issue.kind, offset: issue.offset, key: key))
        }
    }

    /// Appends the batch that follows after `bytes` bytes and `lines` lines of text.
    mutating func append(_ other: ReadBatch, bytes: Int) {
        for var row in other.rows {
            row.offset += UInt64(bytes)
            row.line += lineCount
            if row.reason != READER_OK { row.errorOffset += UInt64(bytes) }
            for index in row.issues.indices { row.issues[index].offset += UInt64(bytes) }
            rows.append(row)
        }
        lineCount += other.lineCount
    }
}

/// Calls `body` with the C form of `keys`.
func withKeys<Result>(_ keys: [String], _ body: ([assay_str]) -> Result) -> Result {
    let bytes = keys.map { Array($0.utf8) }
    let flat = bytes.flatMap(\.self)
    return flat.withUnsafeBufferPointer { buffer in
        var offset = 0
        let strings = bytes.map { key in
            defer { offset += key.count }
            let start = buffer.baseAddress.map { $0 + offset }
            return assay_str(ptr: start, len: UInt64(key.count))
        }
        return body(strings)
    }
}

/// Projection and parser for the length of a test.
final class Reader {
    let projection: OpaquePointer
    let parser: OpaquePointer

    init(keys: [String], reportUnknown: Bool = false, depth: UInt32 = 0) throws {
        let flags = reportUnknown ? READER_REPORT_UNKNOWN_KEYS : 0
        let made = withKeys(keys) { reader_projection_create($0, UInt32($0.count), flags) }
        guard let made, let parser = reader_parser_create(depth) else { throw ReaderFailure() }
        projection = made
        self.parser = parser
    }

    deinit {
        reader_parser_destroy(parser)
        reader_projection_destroy(projection)
    }

    typealias Parse = (UnsafePointer<UInt8>, UInt64, UInt64, inout reader_batch) -> Int32

    /// Runs `parse` on the text, followed by padding that would change the result if it were read.
    func read(_ text: [UInt8], padding: UInt8 = UInt8(ascii: "1"), _ parse: Parse) throws
        -> ReadBatch
    {
        let padded = text + Array(repeating: padding, count: Int(READER_PADDING))
        var batch = reader_batch()
        return try padded.withUnsafeBufferPointer { buffer in
            guard let start = buffer.baseAddress,
                parse(start, UInt64(text.count), UInt64(padded.count), &batch) == 0
            else { throw ReaderFailure() }
            return ReadBatch(batch)
        }
    }

    func lines(_ text: String) throws -> ReadBatch { try lines(Array(text.utf8)) }

    func lines(_ text: [UInt8]) throws -> ReadBatch {
        try read(text) { reader_parse_ndjson(parser, projection, $0, $1, $2, &$3) }
    }

    func document(_ text: String) throws -> ReadBatch { try document(Array(text.utf8)) }

    func document(_ text: [UInt8]) throws -> ReadBatch {
        try read(text) { reader_parse_document(parser, projection, $0, $1, $2, &$3) }
    }

    /// The value of the first key in the only record.
    func value(_ text: String) throws -> Read {
        let batch = try lines(text)
        guard batch.rows.count == 1, let value = batch.rows[0].columns.first else {
            throw ReaderFailure()
        }
        return value
    }
}

struct ReaderFailure: Error {}
