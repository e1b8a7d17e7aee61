// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import AssayCore
@_spi(Engine) import AssayRecords
import CAssay

/// The result of the last check of a session.
struct Outcome {
    var numbers = assay_result()
    /// The findings of a batch that still exists, or `nil` if they are in `stored`.
    var report: BatchReport?
    /// Findings of no row, after those of the report.
    var further: [Violation] = []
    /// Copies of findings of batches that are gone.
    var stored: FindingStore?
    /// Findings of rules about the records of a data set, after all others.
    var placed: [PlacedFinding] = []
    /// `true` if the result is about a data set.
    var isOfDataSet = false
    /// `true` if the input has places.
    var hasPlaces = false

    var count: Int { (report?.count ?? stored?.count ?? 0) + further.count + placed.count }
}

/// A finding of a rule about the records of a data set.
struct PlacedFinding: Sendable {
    let reported: ReportedFinding
    let slot: Int
    /// The number of the record, from 0, or `nil` for a finding about the data set.
    let record: UInt64?

    /// The place of the record in its input, as far as it is known.
    var source: RecordSource? {
        switch reported {
        case .violation(let violation): violation.source
        case .fault(let fault): fault.source
        }
    }
}

/// Findings by rule: memory that C reads.
final class RuleCounts {
    let count: Int
    let start: UnsafeMutablePointer<UInt64>
    private var isClear = true

    init(_ count: Int) {
        self.count = count
        start = .allocate(capacity: max(1, count))
        start.initialize(repeating: 0, count: max(1, count))
    }

    deinit { start.deallocate() }

    func clear() {
        guard !isClear else { return }
        start.update(repeating: 0, count: count)
        isClear = true
    }

    func add(_ rule: Int) {
        isClear = false
        start[rule] &+= 1
    }
}

/// A bit for each row that is invalid.
final class RowBitmap {
    private var bytes: UnsafeMutablePointer<UInt8>
    private var capacity = 8

    init() {
        bytes = .allocate(capacity: capacity)
        bytes.initialize(repeating: 0, count: capacity)
    }

    deinit { bytes.deallocate() }

    var start: UnsafePointer<UInt8> { UnsafePointer(bytes) }

    /// Begins anew with rows that are valid.
    func clear(rows: Int) {
        let needed = (rows + 7) / 8
        if needed > capacity {
            bytes.deallocate()
            capacity = needed
            bytes = .allocate(capacity: capacity)
        }
        bytes.initialize(repeating: 0, count: max(1, needed))
    }

    func isSet(_ row: Int) -> Bool { bytes[row >> 3] & 1 << UInt8(row & 7) != 0 }

    func set(_ row: Int) { bytes[row >> 3] |= 1 << UInt8(row & 7) }
}

extension Session {
    /// Takes in what a batch has.
    ///
    /// - Parameters:
    ///   - report: Its findings.
    ///   - rows: How many rows it has.
    ///   - firstRow: How many rows of this check were before them.
    ///   - numbers: Counts, to which those of the batch are added.
    func count(
        _ report: BatchReport, rows: Int, after firstRow: Int, into numbers: inout assay_result
    ) {
        countRows(of: report, rows: rows, after: firstRow, into: &numbers)
        var faults: UInt64 = 0
        for index in 0..<report.count {
            if report.isFault(at: index) {
                faults += 1
            } else if report.isWarning(at: index) {
                numbers.warning_count += 1
            } else {
                numbers.error_count += 1
            }
            if let (validator, step) = report.validatorAndStep(at: index) {
                counts.add(rules.slots.ruleOffsets[validator] + step)
            } else {
                numbers.countIssue(report.issueCode(at: index))
            }
        }
        numbers.fault_count += faults
        if faults > 0 { numbers.undecided_count += report.undecidedCount }
    }

    /// Takes in what a batch has, and keeps its findings.
    func store(
        _ report: BatchReport, rows: Int, after firstRow: Int, into outcome: inout Outcome
    ) {
        countRows(of: report, rows: rows, after: firstRow, into: &outcome.numbers)
        guard report.count > 0 else { return }
        let store = outcome.stored ?? FindingStore()
        outcome.stored = store
        let first = store.count
        store.append(report, firstRow: firstRow, texts: texts)
        var severities: (fault: UInt64, warning: UInt64) = (0, 0)
        for index in 0..<report.count {
            let finding = store.all[first + index]
            let common = texts.common + Int(finding.slot)
            severities.fault += common.pointee.severity == ASSAY_SEVERITY_FAULT ? 1 : 0
            severities.warning += common.pointee.severity == ASSAY_SEVERITY_WARNING ? 1 : 0
            if common.pointee.rule != ASSAY_NO_RULE {
                counts.add(Int(common.pointee.rule))
            } else {
                outcome.numbers.countIssue(report.issueCode(at: index))
            }
        }
        if severities.fault > 0 { outcome.numbers.undecided_count += report.undecidedCount }
        outcome.numbers.fault_count += severities.fault
        outcome.numbers.warning_count += severities.warning
        outcome.numbers.error_count +=
            UInt64(report.count) - severities.fault - severities.warning
    }

    private func countRows(
        of report: BatchReport, rows: Int, after firstRow: Int, into numbers: inout assay_result
    ) {
        numbers.record_count += UInt64(rows)
        numbers.invalid_count += UInt64(report.invalidCount)
        numbers.dropped_count += UInt64(report.droppedCount)
        guard report.invalidCount > 0 else { return }
        for row in 0..<rows where report.isInvalid(row: row) { bitmap.set(firstRow + row) }
    }

    /// Makes all rows invalid: each has a field that the rule set rejects, which a finding of no row says once.
    func rejectAll(in numbers: inout assay_result) {
        numbers.invalid_count = numbers.record_count
        numbers.undecided_count = 0
        for row in 0..<Int(numbers.record_count) { bitmap.set(row) }
    }

    /// Takes in findings of no row.
    func count(_ violations: [Violation], into numbers: inout assay_result) {
        for violation in violations {
            numbers.countIssue(violation.code)
            if violation.severity == .warning {
                numbers.warning_count += 1
            } else {
                numbers.error_count += 1
            }
        }
    }

    /// Counts findings of rules about the records of a data set.
    func count(_ findings: [PlacedFinding], into numbers: inout assay_result) {
        for finding in findings {
            switch finding.reported {
            case .fault: numbers.fault_count += 1
            case .violation(let violation) where violation.severity == .warning:
                numbers.warning_count += 1
            case .violation: numbers.error_count += 1
            }
        }
        numbers.finding_count = UInt64(findings.count)
    }

    /// Begins a check of at most so many rows.
    func begin(rows: Int) {
        counts.clear()
        bitmap.clear(rows: rows)
        lent.reset()
        split?.leave()
        text = nil
    }
}

extension assay_result {
    /// Counts a finding about a record itself by its code.
    mutating func countIssue(_ code: String?) {
        switch code {
        case RecordIssue.malformedCode: issue_counts.3 += 1
        case "record.duplicateKey": issue_counts.2 += 1
        case "record.unknownField": issue_counts.1 += 1
        default: break
        }
    }
}

extension BatchReport {
    /// The number of records with a fault and without an error.
    fileprivate var undecidedCount: UInt64 {
        var (count, row) = (0 as UInt64, -1)
        var (hasFault, hasError) = (false, false)
        // The findings are in the order of records.
        for index in 0..<self.count {
            if self.row(at: index) != row {
                if hasFault, !hasError { count += 1 }
                row = self.row(at: index)
                (hasFault, hasError) = (false, false)
            }
            if isFault(at: index) {
                hasFault = true
            } else if !isWarning(at: index) {
                hasError = true
            }
        }
        return hasFault && !hasError ? count + 1 : count
    }
}
