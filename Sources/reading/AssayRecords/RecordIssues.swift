// SPDX-License-Identifier: Apache-2.0
import AssayCore
import CRecordReader

/// The parser's findings in the records of a chunk, as the issues of a batch.
struct RecordIssues {
    private let chunk: InputChunk
    private let rows: UnsafeBufferPointer<reader_row>
    /// The most issues of each kind that get a pointer in one record.
    ///
    /// Further issues, of which a record can have a million, are never shown.
    private let most: Int

    /// The pointer of a nested key is cut after so many bytes, at the container that it then names:
    /// keys may be long, and all of an object's keys repeat them.
    static let longestParent: UInt64 = 4096

    init(of chunk: InputChunk, rows: UnsafeBufferPointer<reader_row>, most: Int) {
        self.chunk = chunk
        self.rows = rows
        self.most = most
    }

    func all(of batch: reader_batch) -> [RecordIssue] {
        var issues = malformed
        var row: UInt32?
        var walk: PointerWalk?
        var (duplicates, unknowns) = (0, 0)
        for issue in UnsafeBufferPointer(start: batch.issues, count: Int(batch.issue_count)) {
            if row != issue.row {
                row = issue.row
                walk = nil
                (duplicates, unknowns) = (0, 0)
            }
            let isDuplicate = issue.kind == READER_DUPLICATE_KEY
            // The columns of a table are reported once.
            if chunk.arrowLayout != nil, !isDuplicate, issue.is_nested == 0 { continue }
            duplicates += isDuplicate ? 1 : 0
            unknowns += isDuplicate ? 0 : 1
            let isShown = (isDuplicate ? duplicates : unknowns) <= most
            let start = rows[Int(issue.row)].offset
            let offset = issue.offset - min(start, issue.offset)
            var pointer = ""
            if isShown, issue.is_nested != 0 {
                let known = walk ?? PointerWalk(chunk, row: rows[Int(issue.row)])
                pointer = known.pointer(at: offset)
                walk = known
            } else if isShown {
                pointer = PointerToken.pointer([.key(String(issue.key))])
            }
            issues.append(
                RecordIssue(
                    row: Int(issue.row), kind: isDuplicate ? .duplicateKey : .unknownField,
                    pointer: pointer, offset: Int(offset)))
        }
        return issues
    }

    private var malformed: [RecordIssue] {
        var issues: [RecordIssue] = []
        for (index, row) in rows.enumerated() where row.reason != READER_OK {
            issues.append(
                RecordIssue(
                    row: index, kind: .malformed, reason: reason(row),
                    offset: Int(row.error_offset - min(row.offset, row.error_offset))))
        }
        return issues
    }

    private func reason(_ row: reader_row) -> String {
        let text = String(cString: reader_reason_text(row.reason))
        switch row.reason {
        case READER_CELL_COUNT: return "\(text): found \(row.found), expected \(row.expected)"
        case READER_INVALID_ESCAPE: return "\(text): \(wrongEscape(of: row))"
        case READER_UNEXPECTED_CHARACTER, READER_INVALID_LITERAL, READER_INVALID_NUMBER,
            READER_TRAILING_CONTENT:
            let (start, end) = (Int(row.offset), Int(row.offset + row.length))
            let record = UnsafeBufferPointer(rebasing: chunk.contents[start..<max(start, end)])
            let offset = Int(row.error_offset) - start
            if row.reason == READER_TRAILING_CONTENT {
                return UnexpectedText(commentIn: record, at: offset)?.reason ?? text
            }
            let isCharacter = row.reason == READER_UNEXPECTED_CHARACTER
            return UnexpectedText(isCharacter: isCharacter, in: record, at: offset)?.reason ?? text
        case READER_LATE_QUOTE: return text + ChunkReader.lost(linesAfterError(of: row))
        case READER_UNTERMINATED_QUOTE where linesAfterError(of: row) > 0:
            return text + ChunkReader.lost(linesAfterError(of: row))
        default:
            let option = row.option(in: chunk.contents, delimiter: chunk.csvLayout?.delimiter)
            return option.map { "\(text); the option \($0)" } ?? text
        }
    }

    /// Returns the number of lines of a record after the one with its error.
    private func linesAfterError(of row: reader_row) -> Int {
        let (error, end) = (Int(row.error_offset), Int(row.offset + row.length))
        let rest = chunk.contents[min(error, end)..<end]
        return rest.count { $0 == .lineFeed } - (rest.last == .lineFeed ? 1 : 0)
    }

    /// Returns what is wrong with the escape at the error of a record.
    ///
    /// The only part of the record's text that it shows is hexadecimal digits.
    private func wrongEscape(of row: reader_row) -> String {
        let (start, end) = (Int(row.error_offset), Int(row.offset + row.length))
        let escape = chunk.contents[min(start, end)..<min(start + 6, end)]
        guard escape.dropFirst().first == UInt8(ascii: "u") else {
            return #"expected ", \, /, b, f, n, r, t or u after the backslash"#
        }
        let digits = String(decoding: escape.dropFirst(2), as: UTF8.self).prefix(
            while: \.isHexDigit)
        guard digits.utf8.count == 4, let unit = UInt16(digits, radix: 16) else {
            return #"expected four hexadecimal digits after \u"#
        }
        let missing = UTF16.isLeadSurrogate(unit) ? "second" : "first"
        return #"\u\#(digits) without the \#(missing) half of its surrogate pair"#
    }
}

/// Finds the pointers of nested keys of one record, from left to right.
private final class PointerWalk {
    private let walk: OpaquePointer?

    init(_ chunk: InputChunk, row: reader_row) {
        walk = reader_pointer_walk_create(
            chunk.bytes + Int(row.offset), row.length, RecordIssues.longestParent)
    }

    deinit {
        reader_pointer_walk_destroy(walk)
    }

    /// The pointer of a key.
    ///
    /// - Parameter offset: In the record, after that of the last call.
    /// - Returns: The pointer, or that of a container around the key.
    func pointer(at offset: UInt64) -> String {
        walk.map { String(reader_pointer_walk_to($0, offset)) } ?? ""
    }
}

extension reader_row {
    /// Returns the option that reads a record whose quotes are not those of RFC 4180, and how it reads them,
    /// or `nil` if no option does.
    ///
    /// - Parameters:
    ///   - bytes: The bytes that the offsets are in.
    ///   - delimiter: The field separator.
    /// - Returns: The option by its name on the command line, without the hyphens, and what it does.
    func option(in bytes: UnsafeBufferPointer<UInt8>, delimiter: UInt8?) -> String? {
        let (start, error) = (Int(offset), Int(error_offset))
        let backslash = UInt8(ascii: "\\")
        switch reason {
        case READER_BARE_QUOTE:
            let before = bytes[start..<max(start, error)]
            if before.last == backslash { return "escape names the character before it" }
            let spaces = before.reversed().prefix { $0 == 0x20 || $0 == 0x09 }.count
            let cellStart = before.dropLast(spaces).last
            if spaces > 0, cellStart == nil || cellStart == delimiter {
                return "skip-initial-space leaves out the space before it"
            }
            return "lazy-quotes reads it as text"
        case READER_TEXT_AFTER_QUOTE:
            // The quote is before the text.
            return error - 2 >= start && bytes[error - 2] == backslash
                ? "escape names the character before the quote"
                : "lazy-quotes reads the quote as text"
        case READER_LATE_QUOTE: return "single-line ends every record with its line"
        case READER_UNTERMINATED_QUOTE: return "quote none reads it as text"
        default: return nil
        }
    }
}
