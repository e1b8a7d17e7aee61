// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import AssayCore
@_spi(Engine) import AssayRecords
public import CAssay

/// An input of many records, on its way through a session.
final class LinesInput {
    private let reader: ChunkReader
    /// The format of the records.
    var format: InputFormat { reader.format }
    private let parser: RecordParser
    private let chunk: InputChunk
    /// The least number of records that the input must have.
    private let minimumRecords: UInt64
    private(set) var records = 0
    private var lines: Int

    init(
        _ source: ByteSource, _ options: ReaderOptions, plan: ValidationPlan,
        minimumRecords: UInt64
    ) throws(InputError) {
        self.minimumRecords = minimumRecords
        reader = try ChunkReader(source, options: options, plan: plan)
        parser = try RecordParser(plan, options: options)
        chunk = reader.makeChunk()
        lines = reader.headerLineBreaks
    }

    /// Checks that the input, which has ended, had enough records.
    func checkEnd() throws(LibraryError) {
        guard UInt64(records) >= minimumRecords else {
            throw .tooFewRecords(records, least: minimumRecords)
        }
    }

    /// The next part, which borrows from the input until the next call; nil at the end.
    func next() throws(InputError) -> (part: ParsedChunk, firstRecord: Int)? {
        guard try reader.next(chunk) else { return nil }
        let part = try parser.parse(chunk)
        part.locator.recordsBefore = records
        part.locator.linesBefore = chunk.linesBefore ?? lines
        let firstRecord = records
        records += part.recordCount
        lines += part.lineBreaks
        return (part, firstRecord)
    }
}

extension Session {
    fileprivate func open(_ lines: assay_lines) throws(LibraryError) {
        self.lines = nil
        split = nil
        notes = nil
        outcome = nil
        if collector == nil { try LibraryError.checkRecordsRules(of: rules.plan) }
        collector?.endLines()
        var options = try lines.options()
        options.maximumRecordBytes = limits.recordBytes
        options.maximumDepth = limits.depth
        options.allowsPartialRecords = limits.isPartial
        let encoding = try lines.inputEncoding()
        let path = try lines.path.path("lines->path", limit: 1 << 16)
        try collector?.beginLines(path)
        if !path.isEmpty { options.complete(forFileName: path) }
        do throws(InputError) {
            let source = try lines.source(path: path)
            try source.transcode(from: encoding)
            let opened = try LinesInput(
                source, options, plan: rules.plan, minimumRecords: lines.minimum_records)
            self.lines = opened
            split = SplitRecords(format: opened.format)
            presence = InputPresence(rules.plan, isPartial: limits.isPartial)
            notes = CSVNotes()
        } catch {
            throw LibraryError(error)
        }
    }

    fileprivate func next() throws(LibraryError) -> assay_rc {
        guard let lines else { throw .state("no input is open; call assay_lines_open first") }
        begin(rows: 0)
        // Closed unless it goes on.
        self.lines = nil
        let next: (part: ParsedChunk, firstRecord: Int)?
        do throws(InputError) {
            next = try lines.next()
        } catch {
            throw LibraryError(error)
        }
        guard let (part, firstRecord) = next else {
            if collector != nil { addition = .endOfLines }
            try lines.checkEnd()
            split?.end()
            return ASSAY_END
        }
        check(part, firstRecord: firstRecord)
        self.lines = isCancelled ? nil : lines
        return ASSAY_OK
    }

    private func check(_ part: ParsedChunk, firstRecord: Int) {
        begin(rows: part.recordCount)
        session.limits = executionLimits
        presence?.note(part)
        notes? += part.notes
        session.recordsBefore = firstRecord
        let report = session.validate(part.batch, isCached: true)
        session.recordsBefore = nil
        var further = part.inputViolations
        if let filter = limits.filter { further.removeAll { !filter.includes($0.code) } }
        var found = Outcome(report: report, further: further, hasPlaces: true)
        found.numbers.first_record = UInt64(firstRecord)
        found.numbers.byte_count = UInt64(part.byteCount)
        count(report, rows: part.batch.count, after: 0, into: &found.numbers)
        count(found.further, into: &found.numbers)
        // A record that is too long to be held is a part of its own.
        for row in 0..<part.skippedRecordCount { bitmap.set(part.batch.count + row) }
        found.numbers.record_count += UInt64(part.skippedRecordCount)
        found.numbers.invalid_count += UInt64(part.skippedRecordCount)
        if part.isRejected, limits.filter?.includes("record.unknownField") ?? true {
            rejectAll(in: &found.numbers)
        }
        found.numbers.malformed_count = UInt64(
            part.malformedCount
                + found.further.count { $0.code == RecordIssue.malformedCode })
        found.numbers.malformed_record_count = UInt64(
            part.malformedCount + part.skippedRecordCount)
        found.numbers.finding_count = UInt64(report.count + found.further.count)
        if collector != nil {
            addition = .part(
                report, part, isRejected: part.isRejected,
                malformed: Int(found.numbers.malformed_record_count))
        }
        outcome = found
        split?.take(part, bitmap)
    }
}

extension assay_lines {
    fileprivate func options() throws(LibraryError) -> ReaderOptions {
        try checkFlags(
            flags,
            known: ASSAY_LINES_NO_HEADER | ASSAY_LINES_ALLOW_MISSING_COLUMNS | ASSAY_LINES_NO_QUOTES
                | ASSAY_LINES_LAZY_QUOTES | ASSAY_LINES_SKIP_INITIAL_SPACE
                | ASSAY_LINES_SINGLE_LINE,
            "lines->flags")
        var options = ReaderOptions()
        switch format {
        case ASSAY_FORMAT_DETECT: break
        case ASSAY_FORMAT_NDJSON: options.format = .ndjson
        case ASSAY_FORMAT_JSON: options.format = .json
        case ASSAY_FORMAT_CSV: options.format = .csv
        default: throw .argument("'lines->format' is \(format)")
        }
        guard delimiter < 0x80 else {
            throw .argument("'lines->delimiter' is not an ASCII character: \(delimiter)")
        }
        if delimiter > 0 { options.delimiter = UInt8(delimiter) }
        options.hasHeader = flags & ASSAY_LINES_NO_HEADER == 0
        options.allowsMissingColumns = flags & ASSAY_LINES_ALLOW_MISSING_COLUMNS != 0
        options.csv = try dialect()
        let given = (path.len > 0 ? 1 : 0) + (bytes.ptr != nil ? 1 : 0) + (descriptor >= 0 ? 1 : 0)
        guard given == 1 else {
            throw .argument("'lines' has \(given) of path, descriptor and bytes, expected one")
        }
        guard bytes.len <= 1 << 62 else { throw .argument("'lines->bytes' is too long") }
        return options
    }

    private func dialect() throws(LibraryError) -> CSVDialect {
        var csv = CSVDialect()
        guard skip_lines <= 1 << 40, skip_last_lines <= 1 << 20 else {
            throw .argument("'lines' skips too many lines")
        }
        csv.skippedLines = Int(skip_lines)
        csv.skippedLastLines = Int(skip_last_lines)
        csv.comment = try character(comment, "comment")
        csv.escape = try character(escape, "escape")
        csv.quote = try character(quote, "quote").map { .character($0) }
        if flags & ASSAY_LINES_NO_QUOTES != 0 {
            guard csv.quote == nil else {
                throw .argument("'lines->quote' is given with ASSAY_LINES_NO_QUOTES")
            }
            csv.quote = .off
        }
        csv.allowsLazyQuotes = flags & ASSAY_LINES_LAZY_QUOTES != 0
        csv.skipsInitialSpace = flags & ASSAY_LINES_SKIP_INITIAL_SPACE != 0
        csv.isSingleLine = flags & ASSAY_LINES_SINGLE_LINE != 0
        csv.missingTexts = try texts(nulls, null_count, "lines->nulls")
        return csv
    }

    fileprivate func inputEncoding() throws(LibraryError) -> InputEncoding {
        let name = try encoding.text("lines->encoding", limit: 256)
        guard let encoding = name.isEmpty ? .utf8 : InputEncoding(named: name) else {
            let known = InputEncoding.allCases.map(\.rawValue).joined(separator: ", ")
            throw .argument("'encoding' is '\(name)', expected one of \(known)")
        }
        return encoding
    }

    private func character(_ code: UInt32, _ name: String) throws(LibraryError) -> UInt8? {
        guard code < 0x80 else {
            throw .argument("'lines->\(name)' is no ASCII character: \(code)")
        }
        return code == 0 ? nil : UInt8(code)
    }

    /// Returns a source that starts no thread, as `assay.h` says.
    fileprivate func source(path: String) throws(InputError) -> ByteSource {
        if !path.isEmpty {
            return try ByteSource(path: path, compression: .auto, readsAhead: false)
        }
        if bytes.ptr != nil {
            return ByteSource(borrowing: UnsafeRawBufferPointer(bytes.bytes), name: "<bytes>")
        }
        return ByteSource(
            descriptor: descriptor, name: "<descriptor>", closes: false, readsAhead: false)
    }
}

@c @implementation
public func assay_lines_open(
    _ session: OpaquePointer?, _ lines: UnsafePointer<assay_lines>?,
    _ error: UnsafeMutablePointer<assay_error>?
) -> assay_rc {
    perform(error) { () throws(LibraryError) in
        let session: Session = try object(session, "session")
        guard let lines else { throw .argument("'lines' is NULL") }
        let given = try assay_lines.given(lines, "lines")
        try session.use { () throws(LibraryError) in
            do throws(LibraryError) {
                try session.open(given)
            } catch {
                session.collector?.note(error)
                throw error
            }
        }
        return ASSAY_OK
    }
}

@c @implementation
public func assay_lines_next(
    _ session: OpaquePointer?, _ result: UnsafeMutablePointer<assay_result>?,
    _ error: UnsafeMutablePointer<assay_error>?
) -> assay_rc {
    perform(error) { () throws(LibraryError) in
        let session: Session = try object(session, "session")
        return try session.check(result) { () throws(LibraryError) in try session.next() }
    }
}

@c @implementation
public func assay_input_notes(
    _ session: OpaquePointer?, _ json: UnsafeMutablePointer<assay_str>?,
    _ error: UnsafeMutablePointer<assay_error>?
) -> assay_rc {
    perform(error) { () throws(LibraryError) in
        let session: Session = try object(session, "session")
        guard let json else { throw .argument("'json' is NULL") }
        return try session.use { () throws(LibraryError) in
            guard let notes = session.notes else { throw .state("no lines were checked") }
            let text = ZeroEndedText(Array(notes.value.json.utf8))
            session.notesText = text
            json.pointee = text.str
            return ASSAY_OK
        }
    }
}

extension CSVNotes {
    /// The notes as data.
    fileprivate var value: Value {
        [
            "skippedLines": .integer(Int64(skippedLines + lastLines)),
            "comments": .integer(Int64(comments)),
            "warnings": .array(
                warnings(isWhole: true).map {
                    [
                        "code": .string($0.code), "message": .string($0.message),
                        "help": .string($0.help),
                    ]
                }),
        ]
    }
}
