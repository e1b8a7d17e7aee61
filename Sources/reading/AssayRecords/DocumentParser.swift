// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) package import AssayCore
import CRecordReader

/// Reads JSON documents, such as bodies of requests: the buffers of one thread.
///
/// Not thread-safe. A batch borrows from the parser until the next document.
package final class DocumentParser {
    /// The limits of a document.
    package struct Limits: Equatable {
        package var depth: Int
        /// The most keys of a record, those of nested objects included.
        package var keys: Int

        package init(depth: Int, keys: Int) {
            self.depth = depth
            self.keys = keys
        }
    }

    /// A parser keeps memory for the largest document that it has read: with more than this it is not to
    /// be kept.
    private static let mostKept = 4 << 20

    private let limits: Limits
    private let parser: RecordParser
    private let chunk = InputChunk(capacity: 4096, format: .json)
    /// Finds what is in the document.
    package let locator: ChunkLocator
    @exclusivity(unchecked) private var batch: RecordBatch?

    /// Allocates the buffers for the columns of a plan.
    ///
    /// - Throws: `InputError(.outOfMemory)`.
    package init(_ plan: ValidationPlan, limits: Limits) throws(InputError) {
        self.limits = limits
        var options = ReaderOptions()
        options.maximumDepth = limits.depth
        options.maximumKeys = limits.keys
        parser = try RecordParser(plan, options: options)
        locator = ChunkLocator(
            chunk, rows: UnsafeBufferPointer(start: nil, count: 0), readBy: parser)
    }

    /// Returns `true` if the parser was made for these limits.
    ///
    /// In other modules, `==` would look up how limits are compared.
    package func hasLimits(_ limits: Limits) -> Bool { self.limits == limits }

    /// A document of fewer bytes does not need much memory.
    private static let shortDocument = 16 << 10
    /// There was no longer document since the memory was looked at, and it was little.
    @exclusivity(unchecked) private var isKnownSmall = true

    /// True if so little memory is kept for the next document that the parser may be kept too.
    package var isSmall: Bool {
        if !isKnownSmall { isKnownSmall = parser.memory + chunk.capacity <= Self.mostKept }
        return isKnownSmall
    }

    /// The document without a byte order mark, as long as no other one is parsed.
    package var bytes: UnsafeBufferPointer<UInt8> { chunk.contents }

    /// Has the processor fetch a document, which is to be parsed as soon as there is a parser for it.
    package static func fetch(_ document: UnsafeRawBufferPointer) {
        let bytes = document.assumingMemoryBound(to: UInt8.self)
        reader_fetch(bytes.baseAddress, UInt64(bytes.count))
    }

    /// Parses a document, of which it makes a copy; a byte order mark is left out.
    ///
    /// - Parameter document: Less than 4 GiB.
    /// - Returns: A batch of one record, which is malformed unless the document is a JSON object.
    /// - Throws: `InputError(.outOfMemory)`.
    package func parse(_ document: UnsafeRawBufferPointer) throws(InputError) -> RecordBatch {
        try parseWithoutCounting(document).takeUnretainedValue()
    }

    /// The same, where no reference of the batch is counted: the parser keeps it until the next document.
    package func parseWithoutCounting(
        _ document: UnsafeRawBufferPointer
    ) throws(InputError) -> Unmanaged<RecordBatch> {
        copy(document)
        try parser.parseDocument(chunk, locator: locator, into: &batch)
        guard let batch else { throw InputError(.outOfMemory) }
        return .passUnretained(batch)
    }

    /// Parses a document that is an array of records.
    ///
    /// - Parameters:
    ///   - document: Less than 4 GiB.
    ///   - most: How many records it may have.
    /// - Returns: A record for each element, and what is wrong between them; without a record, if the
    ///   document is no array or has too many records.
    /// - Throws: `InputError(.outOfMemory)`.
    package func parse(
        array document: UnsafeRawBufferPointer, most: Int
    ) throws(InputError) -> ParsedChunk {
        copy(document)
        // Its columns may move.
        batch = nil
        let first = chunk.contents.firstIndex { !UInt8.jsonSpaces.contains($0) }
        guard let first, chunk.contents[first] == UInt8(ascii: "[") else {
            return try nothing(READER_NOT_ARRAY, at: first ?? chunk.length)
        }
        let splitter = try JSONElementSplitter(firstOffset: chunk.byteOffset)
        // The first one too many is enough to reject them all.
        _ = try splitter.split(
            chunk, newFrom: 0, isAtEnd: true,
            limits: ChunkLimits(records: most == .max ? most : most + 1, recordBytes: .max))
        if let surplus = chunk.elements.dropFirst(most).first {
            return try nothing(READER_TOO_MANY_RECORDS, at: Int(surplus.offset))
        }
        return try parser.parse(chunk)
    }

    /// No record, and the reason for it.
    private func nothing(_ reason: UInt32, at offset: Int) throws(InputError) -> ParsedChunk {
        chunk.removeElements()
        chunk.malformedInputs = [
            MalformedInput(
                byteOffset: chunk.byteOffset + offset, byteLength: 0,
                line: chunk.lineBreaks(upTo: offset), reason: reader_reason_text(reason).text,
                isRecord: false)
        ]
        return try parser.parse(chunk)
    }

    private func copy(_ document: UnsafeRawBufferPointer) {
        if document.count >= Self.shortDocument { isKnownSmall = false }
        chunk.clear()
        let bytes = document.assumingMemoryBound(to: UInt8.self)
        chunk.byteOffset = Int(reader_bom_length(bytes.baseAddress, UInt64(bytes.count)))
        // A generic `dropFirst` of a buffer takes as long as the copy of a short document.
        chunk.append(UnsafeRawBufferPointer(rebasing: document[chunk.byteOffset..<document.count]))
    }
}

extension UInt8 {
    fileprivate static let jsonSpaces: [UInt8] = [0x20, 0x09, 0x0A, 0x0D]
}

extension UnsafePointer<CChar> {
    fileprivate var text: String { String(cString: self) }
}

/// The report of a document that is longer than it may be, and is not read.
extension ValidationReport {
    package init(tooLongDocument byteLength: Int) {
        let issue = RecordIssue(
            row: 0, kind: .malformed, reason: reader_reason_text(READER_TOO_LONG).text)
        let source = RecordSource(
            record: 1, byteOffset: 0, byteLength: byteLength, line: 1, column: 1)
        self.init(.about(issue, at: source))
    }
}
