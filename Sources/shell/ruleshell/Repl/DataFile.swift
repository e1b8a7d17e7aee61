// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay
import AssayRegex
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

    /// A record with what was found in it.
    struct Reading {
        let record: ValidationRecord
        let place: Place
        let report: ValidationReport
    }

    /// The end of reading on.
    enum Outcome {
        case found(Reading)
        /// The reading was stopped after the record that was read last.
        case stopped
        case endOfFile
    }

    let path: String
    let ruleSet: RuleSet
    let options: ReaderOptions
    let patternLimits: PatternLimits?
    /// The warning about columns of the rule set that the file lacks, or `nil` if it has all.
    var missingColumns: Diagnostic?
    /// The number of records so far, with those that are too long to be held.
    private(set) var count = 0
    /// The number of records so far that are not valid.
    private(set) var invalidCount = 0
    /// The number of the record that was read last, from 1; 0 before the first.
    private(set) var lastRecord = 0
    /// The notes about the records so far besides their findings.
    private(set) var notes = CSVNotes()
    /// `true` if the records have a part of the fields.
    var isPartial: Bool { session.isPartial }
    /// The values are cells of CSV.
    var isText: Bool { reader.format == .csv }

    private let format: FullFormat
    let plan: ValidationPlan
    private let session: ValidationSession
    /// Validates whole chunks, to find the record to go to.
    private let scanner: ValidationSession
    /// The findings of the chunk, or `nil` if it has not been validated as a whole.
    private var scan: BatchReport?
    private let reader: ChunkReader
    private let parser: RecordParser
    private var chunk: InputChunk
    private var parsed: ParsedChunk?
    private var row = 0
    /// The place of the record that was read last, or `nil` before the first of a chunk.
    private var last: (parsed: ParsedChunk, row: Int)?
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
    ///   - patternLimits: The limits of one pattern search, or `nil` for the default limits.
    ///   - allowsMissingColumns: `true` if a CSV file may lack columns of the rule set.
    /// - Throws: An error if the file cannot be read.
    init(
        _ path: String, ruleSet: RuleSet, session: ValidationSession, reasons: FindingReasons,
        columns: Int?, patternLimits: PatternLimits?, allowsMissingColumns: Bool = false
    ) throws(InputError) {
        self.path = path
        self.ruleSet = ruleSet
        self.session = session
        self.patternLimits = patternLimits
        scanner = ValidationSession(session.plan)
        scanner.isPartial = session.isPartial
        if let patternLimits { scanner.setPatternLimits(patternLimits) }
        format = FullFormat(
            ruleSet: ruleSet, columns: columns, reasons: reasons, isAtPrompt: true)
        plan = session.plan
        var options = ReaderOptions()
        options.allowsMissingColumns = allowsMissingColumns
        options.allowsPartialRecords = session.isPartial
        options.complete(forFileName: path)
        self.options = options
        let source = try ByteSource(path: path, compression: .auto)
        reader = try ChunkReader(source, options: options, plan: plan)
        parser = try RecordParser(plan, options: options)
        chunk = reader.makeChunk()
        linesBefore = reader.headerLineBreaks
        rejected = reader.headerFindings.filter { $0.severity == .error }
    }

    /// The record that was read last, or `nil` before the first and after a malformed one.
    var current: ValidationRecord? {
        guard let (parsed, row) = last, !Self.isMalformed(row: row, of: parsed) else { return nil }
        return record(row: row, of: parsed)
    }

    /// Reads on to the next record that is wanted.
    ///
    /// The records before it are validated a chunk at a time, which takes a small part of the time
    /// that it takes to validate each one alone and to prepare its answer.
    ///
    /// - Parameters:
    ///   - goal: The record to read on to.
    ///   - isStopped: A function that returns `true` to stop after a chunk without such a record.
    /// - Returns: The record, or the reason that there is none.
    /// - Throws: An error if the file cannot be read.
    func next(
        _ goal: RecordGoal, until isStopped: () -> Bool
    ) throws(InputError) -> Outcome {
        while true {
            if let parsed, row < parsed.batch.count {
                if let reading = readOn(to: goal, in: parsed) { return .found(reading) }
                if isStopped() { return .stopped }
            }
            guard try fill() else { return .endOfFile }
        }
    }

    private func readOn(to goal: RecordGoal, in parsed: ParsedChunk) -> Reading? {
        if goal.isAny {
            // A rule may be slow: only this record has to be validated.
            let reading = validate(row: row, of: parsed)
            pass(isInvalid: !reading.report.isValid, in: parsed)
            return reading
        }
        let scan = scan ?? scanner.validate(parsed.batch)
        self.scan = scan
        while row < parsed.batch.count {
            let isInvalid = !rejected.isEmpty || scan.isInvalid(row: row)
            let isReached =
                switch goal {
                case .any: true
                case .failing: isInvalid
                case .code(let code): has(code, row: row, in: scan)
                case .record(let number): parsed.locator.recordNumber(row: row) >= number
                }
            pass(isInvalid: isInvalid, in: parsed)
            if isReached { return validate(row: row - 1, of: parsed) }
        }
        return nil
    }

    /// Counts a record.
    private func pass(isInvalid: Bool, in parsed: ParsedChunk) {
        count += 1
        if isInvalid { invalidCount += 1 }
        lastRecord = parsed.locator.recordNumber(row: row)
        last = (parsed, row)
        row += 1
    }

    /// Returns `true` if a record has a finding of a code, or of any code of a rule.
    private func has(_ code: String, row: Int, in scan: BatchReport) -> Bool {
        let report = scan.report(row: row, locates: false)
        return [rejected, report.violations].joined().contains {
            $0.code == code || $0.rule == code
        } || report.faults.contains { $0.reason.code == code || $0.rule == code }
    }

    private func fill() throws(InputError) -> Bool {
        if let parsed {
            recordsBefore += parsed.batch.count + chunk.skippedRecordCount
            linesBefore += parsed.lineBreaks
            count += chunk.skippedRecordCount
            invalidCount += chunk.skippedRecordCount
        }
        parsed = nil
        scan = nil
        row = 0
        // Places of earlier records keep their chunk.
        chunk = reader.makeChunk()
        guard try reader.next(chunk) else { return false }
        last = nil
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

    private static func isMalformed(row: Int, of parsed: ParsedChunk) -> Bool {
        parsed.batch.issues.contains { $0.row == row && $0.kind == .malformed }
    }

    private func record(row: Int, of parsed: ParsedChunk) -> ValidationRecord {
        wholeRecord(parsed, row: row)
            ?? ValidationRecord(parsed.batch, row: row, fields: plan.fields)
    }

    private func validate(row: Int, of parsed: ParsedChunk) -> Reading {
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
                rule: RulePlace(findings.validatorAndStep(at: index)))
            origin.isText = isText
            let finding = ShownFinding(
                findings.finding(at: index), in: format, of: origin.rule)
            format.append(finding, from: origin, to: &excerpts)
        }
        let place = Place(
            file: path, record: parsed.locator.recordNumber(row: row),
            excerpts: String(decoding: excerpts, as: UTF8.self))
        var report = findings.reports().first ?? ValidationReport()
        report.violations.insert(contentsOf: rejected, at: 0)
        return Reading(record: record(row: row, of: parsed), place: place, report: report)
    }
}
