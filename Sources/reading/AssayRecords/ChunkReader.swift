// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) public import AssayCore
import CRecordReader

/// Splits an input into chunks of whole records, in constant memory.
///
/// Used by one thread at a time. Where chunks end depends on the input and the options alone, not
/// on how a pipe delivers the bytes; with a source that delivers pieces, a chunk ends with a piece.
@_spi(Engine) public final class ChunkReader {
    let source: ByteSource
    let options: ReaderOptions
    let limits: ChunkLimits
    /// The number of bytes that are read at a time.
    let chunkBytes: Int
    package let format: InputFormat
    private(set) var splitter: any RecordSplitter = LineSplitter()
    /// Bytes that were read and belong to the next chunk, and how many of them were searched
    /// already.
    var carry: [UInt8]
    private(set) var carryOffset: Int
    /// The number of bytes that the file has before the carried ones in addition to `carryOffset`.
    private(set) var fileShift = 0
    /// The form of the text in the file.
    private(set) var form: TextForm
    /// The bytes before the header or the first record of CSV, or `nil` if they are too long to be held.
    private(set) var preamble: [UInt8]? = []
    /// The first bytes of the input, at most as many as tell what it is, without a byte order mark.
    var head: [UInt8]
    var seenInCarry = 0
    /// The place where the carried bytes begin, in JSON.
    private var place = TextPlace()
    /// Chunks so far.
    var sequence = 0
    package internal(set) var headerFindings: [Violation] = []
    private(set) var csvLayout: CSVLayout?
    /// The columns of an Arrow input, or `nil` for other inputs.
    private var arrowLayout: ArrowLayout?
    /// The first finding of the header that makes every record invalid, or `nil` if none does.
    private var rejection: Violation?
    /// The notes about the lines before the first chunk of CSV.
    var notes = CSVNotes()
    /// The line breaks of the lines that are skipped before a CSV header.
    var skippedLineBreaks = 0
    /// Holds the last lines back, or replaces line ends, or `nil` if bytes are read as they are.
    var lineReader: CSVLineReader?
    /// `true` if the rule set has values that no message may show.
    private var hasSensitiveFields = false
    /// Line breaks of a CSV header, which comes before the first chunk.
    package internal(set) var headerLineBreaks = 0

    /// Reads enough of the input to know its format, and the header of a CSV input.
    ///
    /// - Parameters:
    ///   - source: The input, from its start.
    ///   - options: The format and the limits.
    ///   - plan: Its fields are matched with the header of a CSV input.
    /// - Throws: `InputError` if nothing can be read or the header is malformed.
    public init(
        _ source: ByteSource, options: ReaderOptions, plan: ValidationPlan
    ) throws(InputError) {
        self.source = source
        self.options = options
        limits = ChunkLimits(options, for: plan)
        chunkBytes = limits.chunkBytes
        // What an input is does not depend on how much is read at a time.
        let peeked =
            source.deliversPieces || chunkBytes >= ForeignContent.headCount
            ? nil : try source.peek(count: ForeignContent.headCount)
        carry = try source.read(count: chunkBytes)
        head = peeked ?? Array(carry.prefix(ForeignContent.headCount))
        // Of a format that is not known, the first bytes of Arrow tell.
        let isArrow =
            options.format == .arrow
            || options.format == nil && ArrowForm(firstBytes: head) != nil
        if let content = ForeignContent(
            firstBytes: head, format: isArrow ? .arrow : options.format, name: source.name)
        {
            throw InputError(.foreign(name: source.name, content))
        }
        let byteOrderMark = carry.withUnsafeBufferPointer {
            Int(reader_bom_length($0.baseAddress, UInt64($0.count)))
        }
        form = source.form
        if form.encoding == .utf8 {
            form.hasByteOrderMark = byteOrderMark > 0
        } else {
            // A second mark, which UTF-16 has in a byte less than UTF-8, is left out as well.
            fileShift = form.byteOrderMark.count - (byteOrderMark > 0 ? 1 : 0)
        }
        carry.removeFirst(byteOrderMark)
        head.removeFirst(byteOrderMark)
        carryOffset = byteOrderMark
        format =
            isArrow
            ? .arrow
            : options.format
                ?? (options.csv.isGiven
                    ? .csv : carry.withUnsafeBufferPointer { InputFormat(firstBytes: $0) })
        hasSensitiveFields = plan.hasSensitiveFields
        if options.csv.isGiven, format != .csv {
            throw InputError(.notCSV(name: source.name, format: format.rawValue))
        }
        switch format {
        case .ndjson: break
        case .arrow: try readColumns(for: plan)
        case .json: splitter = try JSONElementSplitter(firstOffset: byteOrderMark)
        case .csv: try beginCSV(for: plan)
        }
    }

    /// Finds how a CSV input is written, and reads its header.
    private func beginCSV(for plan: ValidationPlan) throws(InputError) {
        if let problem = options.csv.problem(delimiter: options.delimiter) {
            throw InputError(options.csv.isGiven ? .badDialect(reason: problem) : .badDelimiter)
        }
        let separator = try skipFirstLines()
        let delimiter =
            options.delimiter ?? separator
            ?? DelimiterDetection(
                carry, fields: plan.fields, hasHeader: options.hasHeader, dialect: options.csv
            ).delimiter
        if let problem = options.csv.problem(delimiter: delimiter) {
            throw InputError(.badDialect(reason: problem))
        }
        let csv = CSVRecordSplitter(options.csv.raw(delimiter: delimiter))
        splitter = csv
        csvLayout = try readHeader(with: csv, for: plan)
        rejection = headerFindings.first { $0.severity == .error }
    }

    /// Reads the columns of an Arrow input.
    private func readColumns(for plan: ValidationPlan) throws(InputError) {
        let (form, schema) = try source.readArrow(
            from: carry, options: options, readings: plan.readings)
        try schema.check(
            for: plan, options: options, name: source.name)
        let known = Set(plan.fields.map { ExactKey($0) })
        headerFindings = Violation.unknownColumns(
            schema.names.filter { !known.contains(ExactKey($0)) }, plan: plan)
        rejection = headerFindings.first { $0.severity == .error }
        arrowLayout = ArrowLayout(form: form, names: schema.names)
        carry = try source.read(count: chunkBytes)
        carryOffset = 0
    }

    /// A reader of a part of the input of another reader, which begins where a record begins.
    ///
    /// - Parameters:
    ///   - part: The bytes of the part.
    ///   - offset: Where it begins in the input.
    ///   - count: How many bytes are read before the others, which are read as usual.
    ///   - whole: A reader of lines or CSV.
    /// - Throws: `InputError(.unreadable)`.
    init(
        _ part: ByteSource, from offset: Int, readingFirst count: Int, of whole: ChunkReader
    ) throws(InputError) {
        source = part
        options = whole.options
        limits = whole.limits
        chunkBytes = whole.chunkBytes
        format = whole.format
        carry = try part.read(count: count)
        carryOffset = offset
        form = whole.form
        head = []
        hasSensitiveFields = whole.hasSensitiveFields
        // Its first chunk is not that of the input.
        sequence = 1
        if let csv = whole.splitter as? CSVRecordSplitter {
            splitter = CSVRecordSplitter(continuing: csv)
        }
    }

    /// The offset of the carried bytes in the file.
    var fileOffset: Int { carryOffset + fileShift }

    /// True if nothing is left to read but the bytes for the next chunk.
    package var hasReadAll: Bool { source.isAtEnd }

    /// The format of the records of chunks: those of Arrow are lines of JSON.
    private var recordFormat: InputFormat { format == .arrow ? .ndjson : format }

    /// Makes a chunk for `next`, which can be used again and again.
    public func makeChunk() -> InputChunk {
        let chunk = InputChunk(capacity: 2 * chunkBytes, format: recordFormat)
        adopt(chunk)
        return chunk
    }

    /// Makes a chunk of another reader, whose contents are no longer needed, one for `next`.
    package func adopt(_ chunk: InputChunk) {
        chunk.format = recordFormat
        chunk.csvLayout = csvLayout
        chunk.arrowLayout = arrowLayout
        chunk.rejection = rejection
        chunk.form = form
        chunk.fileShift = 0
        chunk.preamble = preamble
    }

    /// Fills a chunk with the next whole records.
    ///
    /// - Returns: False at the end of the input; the chunk is empty then.
    public func next(_ chunk: InputChunk) throws(InputError) -> Bool {
        // The first bytes were read to know the format, and are fewer than a chunk's.
        var isDue = sequence == 0 && !source.deliversPieces
        begin(chunk)
        var searched = takeCarry(into: chunk)
        while true {
            isDue = isDue || (searched == chunk.length && !splitter.hasPending)
            if isDue { try fill(chunk, unless: searched < chunk.length) }
            let isAtEnd = isDue && source.isAtEnd
            isDue = false
            let split = try splitter.split(
                chunk, newFrom: searched, isAtEnd: isAtEnd, limits: limits)
            searched = split.searched
            if split.isTooLong {
                skip(split, of: chunk)
                return true
            }
            if split.end > 0 || (isAtEnd && searched == chunk.length) {
                advance(over: chunk, upTo: split.end)
                keep(split, of: chunk)
                chunk.end = end
                if isAtEnd, chunk.consumedByteCount == 0 { endLines(in: chunk) }
                return chunk.consumedByteCount > 0 || !chunk.malformedInputs.isEmpty
            }
            if searched == chunk.length, chunk.length > limits.recordBytes {
                try skipLongRecord(chunk)
                return true
            }
        }
    }

    /// Lets a last chunk without records have the lines that were held back.
    private func endLines(in chunk: InputChunk) {
        guard let held = lineReader?.heldBack, !held.bytes.isEmpty else { return }
        lineReader = nil
        chunk.footer = held.bytes
        chunk.trailingByteCount = held.bytes.withUnsafeBufferPointer { form.byteCount(of: $0) }
        chunk.notes.lastLines = held.lines
    }

    private func begin(_ chunk: InputChunk) {
        chunk.clear()
        swap(&chunk.headerFindings, &headerFindings)
        chunk.byteOffset = carryOffset
        chunk.fileShift = fileShift
        if sequence == 0 {
            chunk.leadingByteCount = fileOffset
            chunk.notes = notes
        }
        if format == .json {
            chunk.linesBefore = place.line
            chunk.columnsBefore = place.column
        }
        sequence += 1
    }

    /// Moves the carried bytes to the chunk; returns how many of them were searched already.
    private func takeCarry(into chunk: InputChunk) -> Int {
        chunk.append(carry)
        carry.removeAll(keepingCapacity: true)
        defer { seenInCarry = 0 }
        return seenInCarry
    }

    /// Reads more into a chunk; an error comes after the records that are in the chunk already.
    ///
    /// - Parameters:
    ///   - chunk: The chunk.
    ///   - hasRecords: `true` if the chunk has bytes that were not searched.
    /// - Throws: `InputError`, which the next call throws if there are such bytes.
    private func fill(_ chunk: InputChunk, unless hasRecords: Bool) throws(InputError) {
        do throws(InputError) {
            try fill(chunk)
        } catch {
            guard hasRecords else { throw error }
        }
    }

    private func fill(_ chunk: InputChunk) throws(InputError) {
        guard !source.isAtEnd else { return }
        chunk.reserve(chunk.length + chunkBytes)
        chunk.length += try source.read(
            into: UnsafeMutableRawBufferPointer(
                start: chunk.bytes + chunk.length, count: chunkBytes))
    }

    /// Removes the first carried bytes, which belong to no record.
    func passCarry(_ count: Int) {
        fileShift += carry.withUnsafeBufferPointer { shift(of: $0[..<count]) }
        carry.removeFirst(count)
        carryOffset += count
    }

    /// Removes the first carried bytes, which come before the header or the first record of CSV.
    func passPreamble(_ count: Int) {
        if let held = preamble, held.count + count <= options.maximumRecordBytes {
            preamble?.append(contentsOf: carry[..<count])
        } else {
            preamble = nil
        }
        passCarry(count)
    }

    /// The number of bytes that a text has in the file in addition to those that it has here.
    private func shift(of text: Slice<UnsafeBufferPointer<UInt8>>) -> Int {
        form.keepsLengths
            ? 0 : form.byteCount(of: UnsafeBufferPointer(rebasing: text)) - text.count
    }

    /// Notes that carriage returns end lines.
    func noteReturns() { form.endsWithReturns = true }

    /// Goes on at a place in the input, up to which its bytes were skipped.
    func moveCarry(to offset: Int) { carryOffset = offset }

    /// Ends the chunk and carries the rest to the next one.
    private func keep(_ split: ChunkSplit, of chunk: InputChunk) {
        carry.append(contentsOf: UnsafeBufferPointer(rebasing: chunk.contents[split.end...]))
        fileShift = chunk.fileShift + shift(of: chunk.contents[..<split.end])
        carryOffset = chunk.byteOffset + split.end
        seenInCarry = max(0, split.searched - split.end)
        chunk.length = split.end
    }

    /// Counts the lines of bytes that leave the reader; returns how many there are.
    ///
    /// For JSON alone: in the other formats the parser counts them.
    @discardableResult
    private func advance(over chunk: InputChunk, upTo end: Int) -> Int {
        guard format == .json else { return 0 }
        let line = place.line
        place.advance(over: chunk.bytes, count: end)
        chunk.lineBreaks = place.line - line
        return place.line - line
    }

    /// Skips a record of the chunk that is too long.
    private func skip(_ split: ChunkSplit, of chunk: InputChunk) {
        let lineBreaks = chunk.lineBreaks(upTo: split.end)
        let endsLine = Self.endsLine(split, of: chunk)
        let quote = openQuote(in: chunk)
        advance(over: chunk, upTo: split.end)
        keep(split, of: chunk)
        replaceByMalformedInput(
            chunk, byteLength: fileOffset - chunk.byteOffset - chunk.fileShift,
            lineBreaks: lineBreaks, endsLine: endsLine, openQuote: quote)
    }

    /// Skips a record that is longer than the limit without holding it in memory.
    private func skipLongRecord(_ chunk: InputChunk) throws(InputError) {
        let (start, startShift) = (chunk.byteOffset, chunk.fileShift)
        let quote = openQuote(in: chunk)
        var split = ChunkSplit(end: chunk.length, searched: chunk.length)
        var isFound = false
        var lineBreaks = 0
        var endsLine = false
        while true {
            lineBreaks += chunk.lineBreaks(upTo: split.end)
            if split.end > 0 { endsLine = Self.endsLine(split, of: chunk) }
            advance(over: chunk, upTo: split.end)
            keep(split, of: chunk)
            if isFound || source.isAtEnd { break }
            chunk.byteOffset = carryOffset
            chunk.fileShift = fileShift
            chunk.length = 0
            try fill(chunk)
            let found = try splitter.endOfLongRecord(in: chunk)
            isFound = found != nil
            split = found ?? ChunkSplit(end: chunk.length, searched: chunk.length)
        }
        if !isFound { try splitter.endInLongRecord() }
        chunk.byteOffset = start
        chunk.fileShift = startShift
        replaceByMalformedInput(
            chunk, byteLength: fileOffset - start - startShift, lineBreaks: lineBreaks,
            endsLine: endsLine, openQuote: quote)
    }

    /// Returns `true` if a line feed is before the end of a part.
    private static func endsLine(_ split: ChunkSplit, of chunk: InputChunk) -> Bool {
        split.end > 0 && chunk.contents[split.end - 1] == .lineFeed
    }

    /// Makes the chunk represent one record, whose bytes it does not have.
    private func replaceByMalformedInput(
        _ chunk: InputChunk, byteLength: Int, lineBreaks: Int, endsLine: Bool,
        openQuote: RunawayQuote?
    ) {
        let limit = "\(options.maximumRecordBytes) bytes"
        let reason =
            openQuote.map { quote in
                let lines = lineBreaks - quote.lineBreaks - (endsLine ? 1 : 0)
                return "quote not closed within \(limit)\(quote.text)"
                    + (lines > 0 ? Self.lost(lines) : "")
            } ?? "longer than \(limit)"
        chunk.length = 0
        chunk.lineBreaks = 0
        chunk.malformedInputs.append(
            MalformedInput(
                byteOffset: chunk.byteOffset, byteLength: byteLength, line: nil,
                reason: reason, isRecord: true, lineBreaks: lineBreaks, openQuote: openQuote?.place)
        )
        chunk.end = end
    }

    /// The end of a reason, about the lines that a quote takes into its cell.
    static func lost(_ lines: Int) -> String {
        "; lines after it that are not validated: \(lines); "
            + "the option single-line ends every record with its line"
    }

    /// A quote of CSV that is open where a record becomes too long.
    private struct RunawayQuote {
        let place: MalformedInput.OpenQuote
        /// What follows it in its line, as the reason has it.
        let text: String
        /// The number of line breaks before it in the record.
        let lineBreaks: Int
    }

    /// The quote that is open where the record at the start of a chunk becomes too long, or `nil` if there is none.
    private func openQuote(in chunk: InputChunk) -> RunawayQuote? {
        guard var dialect = (splitter as? CSVRecordSplitter)?.dialect else { return nil }
        let count = min(chunk.length, limits.recordBytes)
        let found = reader_csv_open_quote(&dialect, chunk.bytes, UInt64(count))
        guard found != .max else { return nil }
        let offset = Int(found)
        var place = TextPlace()
        place.advance(over: chunk.bytes, count: offset)
        let rest = UnsafeBufferPointer(rebasing: chunk.contents[(offset + 1)..<count])
        let text = rest.prefix(Self.shownBytes).prefix { $0 >= 0x20 && $0 != 0x7F }
        let beginning =
            hasSensitiveFields || text.isEmpty
            ? "" : ", before '\(String(decoding: text, as: UTF8.self))'"
        return RunawayQuote(
            place: MalformedInput.OpenQuote(
                offset: offset + shift(of: chunk.contents[..<offset]), line: place.line,
                column: place.column + 1),
            text: beginning, lineBreaks: chunk.lineBreaks(upTo: offset))
    }

    /// The number of bytes of a cell that a message shows.
    private static let shownBytes = 20
}
