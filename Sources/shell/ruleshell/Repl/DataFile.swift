// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay
import AssayTrials

/// A file of records, read one by one.
///
/// It validates with the rule set that it was opened with. For another rule set, open it again.
final class DataFile {
    /// A record of a file, with what was found in it.
    struct Place: CustomStringConvertible {
        let file: String
        /// The number of the record, from 1.
        let record: Int
        /// The findings as `validate` shows them, with the line that each is about.
        let excerpts: String

        var description: String { "record \(record) of \(file)" }
    }

    let path: String
    let ruleSet: RuleSet
    /// The record that was read last, or `nil` before the first and after a malformed one.
    private(set) var current: ValidationRecord?
    private(set) var count = 0
    /// The number of records so far that are not valid.
    private(set) var invalidCount = 0
    /// The number of the record that was read last, from 1; 0 before the first.
    private(set) var lastRecord = 0
    /// The notes about the records so far besides their findings.
    private(set) var notes = CSVNotes()
    /// The values are cells of CSV.
    var isText: Bool { reader.format == .csv }

    private let format: FullFormat
    private let plan: ValidationPlan
    private let session: ValidationSession
    private let reader: ChunkReader
    private let parser: RecordParser
    private var chunk: InputChunk
    private var parsed: ParsedChunk?
    private var row = 0
    private var recordsBefore = 0
    private var linesBefore: Int
    /// The errors in the header, which apply to every record.
    private let rejected: [Violation]

    /// Opens a file.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - ruleSet: The rule set that validates its records.
    ///   - session: A session with that rule set.
    ///   - reasons: The source of the reasons why values failed.
    ///   - columns: The width of the terminal, or `nil` if there is none.
    ///   - allowsMissingColumns: `true` if a CSV file may lack columns of the rule set.
    /// - Throws: An error if the file cannot be read.
    init(
        _ path: String, ruleSet: RuleSet, session: ValidationSession, reasons: FindingReasons,
        columns: Int?, allowsMissingColumns: Bool = false
    ) throws(InputError) {
        self.path = path
        self.ruleSet = ruleSet
        self.session = session
        format = FullFormat(
            ruleSet: ruleSet, columns: columns, reasons: reasons, isAtPrompt: true)
        plan = session.plan
        var options = ReaderOptions()
        options.allowsMissingColumns = allowsMissingColumns
        options.complete(forFileName: path)
        let source = try ByteSource(path: path, compression: .auto)
        reader = try ChunkReader(source, options: options, plan: plan)
        parser = try RecordParser(plan, options: options)
        chunk = reader.makeChunk()
        linesBefore = reader.headerLineBreaks
        rejected = reader.headerFindings.filter { $0.severity == .error }
    }

    /// Reads the next record.
    ///
    /// - Returns: The record, its place and its report, or `nil` at the end of the file.
    func next() throws(InputError) -> (
        record: ValidationRecord, place: Place, report: ValidationReport
    )? {
        while true {
            if let parsed, row < parsed.batch.count {
                defer { row += 1 }
                count += 1
                let read = validate(parsed, row: row)
                if !read.report.isValid { invalidCount += 1 }
                lastRecord = read.place.record
                return read
            }
            guard try fill() else { return nil }
        }
    }

    private func fill() throws(InputError) -> Bool {
        if let parsed {
            recordsBefore += parsed.batch.count + chunk.skippedRecordCount
            linesBefore += parsed.lineBreaks
        }
        parsed = nil
        row = 0
        // Places of earlier records keep their chunk.
        chunk = reader.makeChunk()
        guard try reader.next(chunk) else { return false }
        let parsed = try parser.parse(chunk)
        parsed.locator.recordsBefore = recordsBefore
        parsed.locator.linesBefore = chunk.linesBefore ?? linesBefore
        notes += parsed.notes
        self.parsed = parsed
        return true
    }

    /// Returns the record with its unknown fields, or `nil` if the rule set allows them or the
    /// values are text.
    private func wholeRecord(_ parsed: ParsedChunk, row: Int) -> ValidationRecord? {
        guard plan.unknownFields != .allow, !isText else { return nil }
        let (bytes, _) = parsed.locator.record(row: row)
        guard let value = try? JSONValueParser.parse(String(decoding: bytes, as: UTF8.self)) else {
            return nil
        }
        return ValidationRecord(value)
    }

    private func validate(
        _ parsed: ParsedChunk, row: Int
    ) -> (record: ValidationRecord, place: Place, report: ValidationReport) {
        let findings = session.validate(parsed.batch, row: row)
        var excerpts: [UInt8] = []
        let input = InputName(path)
        for violation in rejected {
            format.append(
                ShownFinding(.violation(violation), in: format),
                from: FindingOrigin(input: input, locator: parsed.locator, rule: nil),
                to: &excerpts)
        }
        for index in 0..<findings.count {
            var origin = FindingOrigin(
                input: input, locator: parsed.locator,
                rule: findings.validatorAndStep(at: index))
            origin.isText = isText
            let finding = ShownFinding(
                findings.finding(at: index), in: format, of: origin.rule)
            format.append(finding, from: origin, to: &excerpts)
        }
        let isMalformed = parsed.batch.issues.contains { $0.row == row && $0.kind == .malformed }
        let record =
            wholeRecord(parsed, row: row)
            ?? ValidationRecord(parsed.batch, row: row, fields: plan.fields)
        current = isMalformed ? nil : record
        let place = Place(
            file: path, record: parsed.locator.recordNumber(row: row),
            excerpts: String(decoding: excerpts, as: UTF8.self))
        var report = findings.reports().first ?? ValidationReport()
        report.violations.insert(contentsOf: rejected, at: 0)
        return (record, place, report)
    }
}
