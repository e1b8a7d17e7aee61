// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayPluginABI
import AssaySystem
import CRecordReader

/// A piece of an input that consists of whole records.
///
/// It goes from the thread that reads to the thread that parses and validates.
@_spi(Engine) public final class InputChunk: @unchecked Sendable {  // used by one thread at a time
    // Used by one thread at a time, so that its parts need no exclusivity checks.
    /// Bytes of the input before the chunk.
    @exclusivity(unchecked) var byteOffset = 0
    /// The number of bytes that the file has before the chunk in addition to `byteOffset`, negative if it has
    /// fewer: 0 unless the input is decoded.
    @exclusivity(unchecked) var fileShift = 0
    /// The form of the text in the file.
    @exclusivity(unchecked) var form = TextForm()
    /// The bytes before the header or the first record of CSV, or `nil` if they are too long to be held.
    @exclusivity(unchecked) var preamble: [UInt8]? = []
    /// The bytes of the lines at the end of CSV that are skipped, in the last chunk.
    @exclusivity(unchecked) var footer: [UInt8] = []
    /// The position at which reading continues after the chunk.
    @exclusivity(unchecked) package internal(set) var end = ReaderPosition()
    /// The number of bytes of the file before the first chunk, of a byte order mark and a CSV header.
    @exclusivity(unchecked) var leadingByteCount = 0
    /// Line breaks before the chunk, where the reader knows: in JSON.
    @exclusivity(unchecked) package internal(set) var linesBefore: Int?
    /// Code points between the last line break and the chunk.
    @exclusivity(unchecked) var columnsBefore = 0
    /// The records of JSON, with offsets and lines in the chunk.
    @exclusivity(unchecked) private(set) var elements: [reader_extent] = []
    /// The number of line breaks in a chunk of JSON.
    @exclusivity(unchecked) var lineBreaks = 0
    /// Malformed input between records, and records that are too long.
    @exclusivity(unchecked) var malformedInputs: [MalformedInput] = []
    /// The unknown and duplicate names in the header of a CSV input, in its first chunk.
    @exclusivity(unchecked) var headerFindings: [Violation] = []
    /// The first finding of the header that makes every record invalid, or `nil` if none does.
    @exclusivity(unchecked) var rejection: Violation?
    /// The notes about the lines before the first chunk and after the last one.
    @exclusivity(unchecked) var notes = CSVNotes()
    /// The number of bytes of the file after the last chunk, of lines that were held back.
    @exclusivity(unchecked) var trailingByteCount = 0
    @exclusivity(unchecked) var csvLayout: CSVLayout?
    /// The columns of an Arrow input, whose records are lines of JSON, or `nil` for other inputs.
    @exclusivity(unchecked) var arrowLayout: ArrowLayout?
    @exclusivity(unchecked) var format: InputFormat

    @exclusivity(unchecked) private(set) var bytes: UnsafeMutablePointer<UInt8>
    @exclusivity(unchecked) package private(set) var capacity: Int
    @exclusivity(unchecked) var length = 0

    init(capacity: Int, format: InputFormat) {
        self.format = format
        self.capacity = capacity + Int(READER_PADDING)
        // Not cleared, which would touch every page: what comes after `length` is only read as padding, as it is.
        bytes = GrownMemory.allocate(self.capacity)
    }

    deinit {
        GrownMemory.free(bytes)
    }

    /// Makes the capacity at least `count` bytes and the parser's padding; the first `length` bytes
    /// are kept.
    func reserve(_ count: Int) {
        guard count + Int(READER_PADDING) > capacity else { return }
        // More than that: twice as much for a long record, of which more pieces come.
        capacity = count + (length > 0 ? count : count / 4) + Int(READER_PADDING)
        if length > 0 {
            bytes = GrownMemory.resize(bytes, to: capacity)
        } else {
            GrownMemory.free(bytes)
            bytes = GrownMemory.allocate(capacity)
        }
    }

    func lineBreaks(upTo end: Int) -> Int {
        Int(reader_count_line_breaks(bytes, UInt64(end)))
    }

    func append(_ more: [UInt8]) {
        more.withUnsafeBytes { append($0) }
    }

    func append(_ more: UnsafeRawBufferPointer) {
        reserve(length + more.count)
        if let start = more.baseAddress {
            UnsafeMutableRawPointer(bytes + length).copyMemory(
                from: start, byteCount: more.count)
        }
        length += more.count
    }

    /// Adds a record of a JSON input, which begins at `offset`.
    func append(_ element: reader_extent, at offset: Int) {
        var element = element
        element.offset = UInt64(offset)
        element.line -= UInt64(linesBefore ?? 0)
        elements.append(element)
    }

    /// Keeps the bytes, of which nothing is a record.
    func removeElements() { elements.removeAll(keepingCapacity: true) }

    /// The bytes of the records, as the input has them.
    var contents: UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: bytes, count: length)
    }

    /// The number of bytes of the file that the chunk covers: skipped ones included, and in the first
    /// chunk those before it.
    package var consumedByteCount: Int {
        leadingByteCount + trailingByteCount + form.byteCount(of: contents)
            + malformedInputs.reduce(0) { $0 + ($1.isRecord ? $1.byteLength : 0) }
    }

    var skippedLineBreaks: Int { malformedInputs.reduce(0) { $0 + $1.lineBreaks } }

    /// Records that are too long to be held in memory.
    package var skippedRecordCount: Int { malformedInputs.count { $0.isRecord } }

    func clear() {
        length = 0
        leadingByteCount = 0
        trailingByteCount = 0
        if !footer.isEmpty { footer = [] }
        notes = CSVNotes()
        linesBefore = nil
        columnsBefore = 0
        lineBreaks = 0
        // Most chunks of one document have none of these.
        if !elements.isEmpty { elements.removeAll(keepingCapacity: true) }
        if !malformedInputs.isEmpty { malformedInputs.removeAll(keepingCapacity: true) }
        if !headerFindings.isEmpty { headerFindings.removeAll(keepingCapacity: true) }
    }
}

/// Malformed input between records, or a record that is too long to be held in memory.
struct MalformedInput: Sendable, Equatable {
    /// Bytes from the start of the input.
    let byteOffset: Int
    /// The length, for a record in bytes of the file.
    let byteLength: Int
    /// The number of lines before it, or `nil` if it is the number before the chunk.
    let line: Int?
    let reason: String
    /// True if it takes the place of a record and is counted as one.
    let isRecord: Bool
    /// Line breaks in a record that was skipped.
    var lineBreaks = 0
    /// The quote that is open where the record is too long, or `nil` if there is none.
    var openQuote: OpenQuote?

    /// The place of a quote that is open.
    struct OpenQuote: Sendable, Equatable {
        /// The offset in the record, in bytes of the file.
        let offset: Int
        /// The number of line breaks of the record before it.
        let line: Int
        /// The column in its line, in code points, from 1.
        let column: Int
    }
}

/// The keys that become columns, for the parser in C.
final class Projection: @unchecked Sendable {  // immutable after init
    let pointer: OpaquePointer

    init(fields: [String], reportsUnknownFields: Bool) throws(InputError) {
        let arena = ValueArena()
        let keys = fields.map { arena.store($0) }
        let flags: UInt32 = reportsUnknownFields ? READER_REPORT_UNKNOWN_KEYS : 0
        let made = keys.withUnsafeBufferPointer {
            reader_projection_create($0.baseAddress, UInt32($0.count), flags)
        }
        guard let made else { throw InputError(.outOfMemory) }
        pointer = made
    }

    deinit {
        reader_projection_destroy(pointer)
    }
}

extension String {
    /// Copies a text that C lends.
    init(_ text: assay_str) {
        self.init(
            decoding: UnsafeBufferPointer(start: text.ptr, count: Int(text.len)), as: UTF8.self)
    }
}
