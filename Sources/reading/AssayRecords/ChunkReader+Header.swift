// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import AssayCore
import CRecordReader

// The header of a CSV input, or its first record where it has none.
extension ChunkReader {
    func readHeader(
        with csv: CSVRecordSplitter, for plan: ValidationPlan
    ) throws(InputError) -> CSVLayout {
        let projection = try Projection(
            fields: plan.fields, reportsUnknownFields: plan.unknownFields != .allow)
        let state = csv.state
        let record = try readFirstRecord(with: csv)
        guard !options.hasHeader else {
            return try takeHeader(record, of: csv, projection: projection, plan: plan)
        }
        if let state { csv.restore(state) }
        headerLineBreaks = skippedLineBreaks
        notes.comments = 0
        return try countCells(
            of: carry[record], in: csv, projection: projection, plan: plan)
    }

    private func checkColumns(of layout: CSVLayout, for plan: ValidationPlan) throws(InputError) {
        let issues = plan.cellIssues
        guard issues.isEmpty else { throw InputError(.unreadText(name: source.name, issues)) }
        let duplicates = layout.duplicateColumns
        guard duplicates.isEmpty else {
            throw InputError(.duplicateColumns(name: source.name, columns: duplicates))
        }
        let missing = MissingColumns(plan: plan, layout: layout, hasHeader: options.hasHeader)
        guard let missing, !options.allow(missing) else { return }
        throw (missing.areAll ? foreignError : nil)
            ?? InputError(.missingColumns(name: source.name, missing))
    }

    /// The error for content of another format, or `nil` if the first bytes show none.
    ///
    /// An input without a usable header may be something else that is only named as CSV.
    private var foreignError: InputError? {
        guard options.hasHeader else { return nil }
        // Of pieces there are more by now.
        let first = source.deliversPieces ? carry : head
        return ForeignContent(firstBytes: first, format: nil, name: source.name).map {
            InputError(.foreign(name: source.name, $0))
        }
    }

    /// Reads until the first record that is not blank is in the carried bytes; returns where it is.
    private func readFirstRecord(with csv: CSVRecordSplitter) throws(InputError) -> Range<Int> {
        var start = 0
        var searched = 0
        while true {
            if let length = csv.endOfFirstRecord(in: carry[searched...]) {
                searched += length
                let record = carry[start..<searched]
                try checkLength(of: record)
                // Blank lines and comments are no records.
                let isComment = csv.isComment(record)
                if isComment { notes.comments += 1 }
                if !isComment, record.contains(where: { !$0.isLineBreak }) {
                    return start..<searched
                }
                start = searched
                continue
            }
            searched = carry.count
            try checkLength(of: carry[start...])
            let more = try source.read(count: options.chunkBytes)
            if more.isEmpty {
                if csv.isComment(carry[start...]) {
                    notes.comments += 1
                    start = searched
                }
                return start..<searched
            }
            carry += more
        }
    }

    /// The line break does not count, nor what may be the beginning of one.
    private func checkLength(of record: ArraySlice<UInt8>) throws(InputError) {
        var content = record
        if content.last == UInt8.lineFeed { content.removeLast() }
        if content.last == UInt8.carriageReturn { content.removeLast() }
        guard content.count > options.maximumRecordBytes else { return }
        throw InputError(
            .badHeader(
                name: source.name, line: 1,
                reason: "longer than \(options.maximumRecordBytes) bytes"))
    }

    private func takeHeader(
        _ record: Range<Int>, of csv: CSVRecordSplitter, projection: Projection,
        plan: ValidationPlan
    ) throws(InputError) -> CSVLayout {
        let linesBefore =
            skippedLineBreaks + carry[..<record.lowerBound].count { $0 == 0x0A }
        passPreamble(record.lowerBound)
        let header = carry[..<record.count]
        let layout: CSVLayout
        do throws(InputError) {
            layout = try CSVLayout(
                header: header, linesBefore: linesBefore, dialect: csv.dialect,
                missingTexts: options.csv.missingTexts, projection: projection,
                name: source.name)
        } catch {
            throw foreignError ?? skippedError(after: error) ?? error
        }
        try checkColumns(of: layout, for: plan)
        headerFindings = layout.findings(
            in: header, from: fileOffset, linesBefore: linesBefore, form: form, plan: plan)
        headerLineBreaks = linesBefore + header.count { $0 == 0x0A }
        passCarry(header.count)
        return layout
    }

    /// The error for an input whose lines are all skipped, or `nil` if none was skipped.
    private func skippedError(after error: InputError) -> InputError? {
        guard case .badHeader(let name, _, let reason) = error.reason,
            reason == String(cString: reader_reason_text(READER_EMPTY))
        else { return nil }
        let lines = notes.skippedLines + (lineReader?.heldBack.lines ?? 0)
        guard lines + notes.comments > 0 else { return nil }
        return InputError(.allSkipped(name: name, lines: lines, comments: notes.comments))
    }

    /// Names the cells of a first record by their numbers; the record stays unread.
    private func countCells(
        of record: ArraySlice<UInt8>, in csv: CSVRecordSplitter, projection: Projection,
        plan: ValidationPlan
    ) throws(InputError) -> CSVLayout {
        let cells = record.drop { $0.isLineBreak }
        let count =
            cells.isEmpty
            ? 1
            : try CSVLayout.cellCount(
                of: cells, dialect: csv.dialect, projection: projection,
                name: source.name)
        let delimiter = String(UnicodeScalar(csv.dialect.delimiter))
        let names = (1...count).map { "\($0)" }.joined(separator: delimiter)
        let layout = try CSVLayout(
            header: Array(names.utf8)[...], isWritten: false, dialect: csv.dialect,
            missingTexts: options.csv.missingTexts, projection: projection, name: source.name)
        try checkColumns(of: layout, for: plan)
        headerFindings = layout.findings(
            in: Array(names.utf8)[...], from: fileOffset, form: form, plan: plan)
        return layout
    }
}

extension UInt8 {
    fileprivate var isLineBreak: Bool { self == 0x0A || self == 0x0D }
}
