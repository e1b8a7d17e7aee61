// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) package import AssayCore
import CRecordReader

/// Reads JSON documents of one record each, such as bodies of requests: the buffers of one thread.
///
/// Not thread-safe. A batch borrows from the parser until the next `parse`.
package final class DocumentParser {
    /// A parser keeps memory for the largest document that it has read; above this length it is not to be
    /// kept.
    private static let longestKept = 256 << 10

    /// The deepest nesting that it accepts.
    package let maximumDepth: Int
    /// It has read no document that is too long for it to be kept.
    package private(set) var isSmall = true
    private let parser: RecordParser
    private let chunk = InputChunk(capacity: 4096, format: .json)

    /// Allocates the buffers for the columns of a plan.
    ///
    /// - Throws: `InputError(.outOfMemory)`.
    package init(_ plan: ValidationPlan, maximumDepth: Int) throws(InputError) {
        self.maximumDepth = maximumDepth
        var options = ReaderOptions()
        options.maximumDepth = maximumDepth
        parser = try RecordParser(plan, options: options)
    }

    /// Parses a document, of which it makes a copy; a byte order mark is left out.
    ///
    /// - Parameter document: Less than 4 GiB.
    /// - Returns: A batch of one record, which is malformed unless the document is a JSON object.
    /// - Throws: `InputError(.outOfMemory)`.
    package func parse(_ document: UnsafeRawBufferPointer) throws(InputError) -> RecordBatch {
        if document.count > Self.longestKept { isSmall = false }
        chunk.clear()
        chunk.byteOffset = Self.byteOrderMarkLength(of: document)
        chunk.append(UnsafeRawBufferPointer(rebasing: document.dropFirst(chunk.byteOffset)))
        return try parser.parseDocument(chunk)
    }

    private static func byteOrderMarkLength(of document: UnsafeRawBufferPointer) -> Int {
        document.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    }
}

/// What is said of a document that is longer than it may be, and is not read.
extension ValidationReport {
    package init(tooLongDocument byteLength: Int) {
        let issue = RecordIssue(
            row: 0, kind: .malformed, reason: String(cString: reader_reason_text(READER_TOO_LONG)))
        let source = RecordSource(
            record: 1, byteOffset: 0, byteLength: byteLength, line: 1, column: 1)
        self.init(.about(issue, at: source))
    }
}
