// SPDX-License-Identifier: Apache-2.0
import AssayPluginABI

/// The findings of a batch as small codes; violations are made when they are read.
///
/// A view of the session's buffers and of the batch's memory: valid until the session validates
/// again and as long as the reader keeps the batch.
@frozen
@_spi(Engine) public struct BatchReport {
    @usableFromInline let session: ValidationSession
    @usableFromInline let findings: UnsafePointer<Finding>
    /// The row of the batch that row 0 of the findings stands for.
    @usableFromInline let rowOffset: Int

    /// The number of findings that are kept: violations, warnings and faults.
    @_spi(Engine) public let count: Int

    @inlinable @inline(__always)
    init(session: ValidationSession, _ view: FindingsView) {
        self.session = session
        findings = view.start
        rowOffset = view.rowOffset
        count = view.count
    }

    /// The number of records with an error or a fault.
    @_spi(Engine) public var invalidCount: Int { session.state.findings.invalidCount }

    /// Returns `true` if the record in a row of the batch has an error or a fault.
    package func isInvalid(row: Int) -> Bool {
        let row = row - rowOffset
        guard (0..<session.rowCount).contains(row) else { return false }
        return session.state.findings.state(of: row) & FindingBuffer.invalid != 0
    }

    /// The number of findings beyond the limit of their record, which are not kept.
    package var droppedCount: Int { session.state.findings.droppedCount }

    @_spi(Engine) public var isEmpty: Bool { count == 0 && droppedCount == 0 }

    /// The record that a finding is about, as a row of the batch.
    @inlinable
    @_spi(Engine) public func row(at index: Int) -> Int { Int(findings[index].row) + rowOffset }

    /// True for an undecided rule, and for an asynchronous one, which no batch runs.
    @inlinable
    package func isFault(at index: Int) -> Bool {
        Verdict(bits: findings[index].verdict).isUndecided
    }

    /// True for an asynchronous rule that has still to run, which `finding` gives as a fault with
    /// the reason `deferred`, and `reports` as a deferred rule.
    package func isDeferred(at index: Int) -> Bool {
        Verdict(bits: findings[index].verdict) == .deferred
    }

    package func isWarning(at index: Int) -> Bool {
        !isFault(at: index) && severity(of: findings[index]) == .warning
    }

    /// Returns `true` for a failure that the tolerance of its rule covers for now, in a data set: a warning that does
    /// not count as one.
    package func isTolerated(at index: Int) -> Bool {
        guard !session.plan.tolerantRules.isEmpty, isWarning(at: index),
            let (validator, step) = validatorAndStep(at: index)
        else { return false }
        return session.plan.validators[validator].steps[step].entry.tolerated != nil
    }

    /// True for a finding about the record itself rather than about a field.
    @inlinable
    package func isRecordIssue(at index: Int) -> Bool {
        findings[index].validator == Finding.recordValidator
    }

    /// The place of the finding's rule in `plan.rules`; nil for findings about the record itself.
    @inlinable
    @_spi(Engine) public func validatorAndStep(at index: Int) -> (validator: Int, step: Int)? {
        let finding = findings[index]
        guard finding.validator != Finding.recordValidator else { return nil }
        return (Int(finding.validator), Int(finding.step))
    }

    /// True when the rule gave arguments of its own for the message of this finding; without them,
    /// all failures of a rule with one code have the same message unless it shows the value.
    @inlinable
    package func hasOwnArguments(at index: Int) -> Bool { findings[index].detail >= 0 }

    /// The finding as an owned violation or fault.
    ///
    /// - Parameters:
    ///   - index: The index of the finding, from 0 to `count - 1`.
    ///   - locates: `true` to find its place in the file, which costs a scan of the record.
    /// - Returns: A copy that outlives the report.
    package func finding(at index: Int, locates: Bool = true) -> ReportedFinding {
        FindingReader(session: session, locates: locates)
            .read(findings[index])
    }

    /// The owned findings of a record, in order; unlike `report(row:)`, deferred rules are faults.
    package func findings(row: Int) -> [ReportedFinding] {
        indexes(ofRow: row).map { finding(at: $0) }
    }

    /// The number of findings of a record beyond its limit, which are not kept.
    package func droppedCount(row: Int) -> Int {
        session.state.findings.dropped(row - rowOffset).count
    }

    /// The owned report of one record.
    package func report(row: Int, locates: Bool = true) -> ValidationReport {
        if isEmpty { return emptyReport }
        var report = emptyReport
        let indexes = indexes(ofRow: row)
        let reader = FindingReader(session: session, locates: locates)
        report.violations.reserveCapacity(indexes.count)
        for index in indexes { add(index, to: &report, by: reader) }
        report.drop(session.state.findings.dropped(row - rowOffset))
        return report
    }

    /// The report of a record without findings.
    @inline(__always)
    private var emptyReport: ValidationReport {
        ValidationReport(isPartial: session.isPartial, rest: session.plan.uncheckedRules)
    }

    /// The findings of a record.
    private func indexes(ofRow row: Int) -> Range<Int> {
        // Of a single record all are.
        if session.rowCount == 1, row == rowOffset { return 0..<count }
        let first = firstIndex(ofRow: row)
        var end = first
        while end < count, self.row(at: end) == row { end += 1 }
        return first..<end
    }

    /// The index at which the findings of a record begin or would begin, in the order of records.
    private func firstIndex(ofRow row: Int) -> Int {
        var range = 0..<count
        while !range.isEmpty {
            let middle = (range.lowerBound + range.upperBound) / 2
            range =
                self.row(at: middle) < row
                ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return range.lowerBound
    }

    /// The owned report of a single record, as far as it is about some of the validators.
    func report(of validators: [Int]) -> ValidationReport {
        var report = ValidationReport()
        let reader = FindingReader(session: session, locates: false)
        for index in 0..<count where validators.contains(Int(findings[index].validator)) {
            add(index, to: &report, by: reader)
        }
        report.drop(session.state.findings.dropped(0))
        return report
    }

    private func add(
        _ index: Int, to report: inout ValidationReport, by reader: FindingReader
    ) {
        if isDeferred(at: index) {
            report.deferred.append(reader.deferred(findings[index], in: report))
        } else {
            reader.add(findings[index], to: &report)
        }
    }

    private func severity(of finding: Finding) -> Severity {
        if finding.validator == Finding.recordValidator {
            return session.issueSeverity(Int(finding.step))
        }
        let step = session.plan.validators[Int(finding.validator)].steps[Int(finding.step)]
        return step.isWarning ? .warning : .error
    }
}

/// The place in memory of the findings of a session's last validation.
@frozen @usableFromInline
struct FindingsView {
    @usableFromInline let start: UnsafePointer<Finding>
    @usableFromInline let count: Int
    @usableFromInline let rowOffset: Int
}

/// A violation or a fault.
package enum ReportedFinding: Sendable {
    case violation(Violation)
    case fault(Fault)
}

extension ValidationSession {
    var findingsView: FindingsView {
        FindingsView(
            start: UnsafePointer(state.findings.start), count: state.findings.count,
            rowOffset: rowOffset)
    }

    func issueSeverity(_ index: Int) -> Severity {
        recordIssue(index, row: 0)?.kind == .unknownField && plan.unknownFields == .warn
            ? .warning : .error
    }
}

extension BatchReport {
    /// The owned reports of all records that were validated, in order: of a single record, one.
    ///
    /// O(records + findings).
    package func reports(locates: Bool = true) -> [ValidationReport] {
        var reports = Array(repeating: emptyReport, count: session.rowCount)
        let reader = FindingReader(session: session, locates: locates)
        for index in 0..<count {
            add(index, to: &reports[Int(findings[index].row)], by: reader)
        }
        for row in reports.indices {
            reports[row].drop(session.state.findings.dropped(row))
        }
        return reports
    }
}
