// SPDX-License-Identifier: Apache-2.0

// Asynchronous rules: what a synchronous validation left to be asked.
extension ValidatorsManager {
    /// Runs every validator over a record, the asynchronous rules too.
    ///
    /// They are asked about values that passed all other rules of their field. The task's
    /// cancellation ends the call at once; what was not answered is undecided, with
    /// `fault.cancelled`.
    public func validate(
        _ record: Record, within limits: AsyncLimits
    ) async -> ValidationReport {
        await complete(validate(record), of: record, limits: limits)
    }

    /// Runs the validators of some keys over a record, the asynchronous rules too; keys without a
    /// validator are ignored.
    public func validate(
        _ record: Record, fields keys: some Sequence<String>, within limits: AsyncLimits
    ) async -> ValidationReport {
        await complete(validate(record, fields: keys), of: record, limits: limits)
    }

    /// Runs every validator over each record, the asynchronous rules too.
    ///
    /// - Parameters:
    ///   - records: Records from text and others are validated as what they are.
    ///   - limits: They hold over all records together.
    /// - Returns: One report for each record, in their order.
    public func validate(
        _ records: [Record], within limits: AsyncLimits
    ) async -> [ValidationReport] {
        await complete(validate(records), of: records, limits: limits)
    }

    /// Asks the asynchronous rules that a report left to be asked.
    ///
    /// The rules are those with which the report was made, whatever was replaced since. Rules that
    /// an outcome forbids are not asked: those behind a failure under `first`, and those that name a
    /// field that failed. The same rule with the same arguments is asked about the same value once.
    ///
    /// - Parameters:
    ///   - report: A report of this manager.
    ///   - record: The record that it is about. What the report deferred and another record does not
    ///     give rise to stays deferred.
    ///   - limits: How much is asked at once, and how long.
    /// - Returns: The report with the findings at their places in the order.
    public func complete(
        _ report: ValidationReport, of record: Record, limits: AsyncLimits = .standard
    ) async -> ValidationReport {
        await complete([report], of: [record], limits: limits).first ?? report
    }

    /// Asks the asynchronous rules that reports left to be asked; see the other `complete`.
    ///
    /// - Parameters:
    ///   - reports: Reports of this manager.
    ///   - records: The record of each report.
    ///   - limits: They hold over all records together.
    /// - Returns: The reports, in their order.
    public func complete(
        _ reports: [ValidationReport], of records: [Record], limits: AsyncLimits = .standard
    ) async -> [ValidationReport] {
        let questions = zip(reports, records).enumerated().flatMap { index, pair in
            self.questions(of: pair.0, index, pair.1)
        }
        guard !questions.isEmpty else { return reports }
        let outcomes = await Inquiry.outcomes(of: questions, limits)
        var settled: [[DeferredRule.Place: SettledQuestion]] = reports.map { _ in [:] }
        for (question, outcome) in zip(questions, outcomes) {
            settled[question.record][question.place] = SettledQuestion(question, outcome)
        }
        return zip(reports, settled).map { $0.completed(by: $1) }
    }

    /// Validates the record again, with the rules of the report, to have its values.
    private func questions(
        of report: ValidationReport, _ index: Int, _ record: Record
    ) -> [Question] {
        guard let origin = report.deferred.first?.origin else { return [] }
        let deferred = Set(report.deferred.map(\.place))
        return withSession(of: origin.plan) { session, columns in
            let batch = columns.batch([record], .init(unknownFields: false, duplicatesOf: []))
            return session.validate(batch, validators: origin.validators)
                .questions(record: index, isText: record.isText)
                .filter { deferred.contains($0.place) }
        }
    }
}

/// A question and what became of it.
struct SettledQuestion {
    private let question: Question
    private let outcome: QuestionBoard.Outcome

    init(_ question: Question, _ outcome: QuestionBoard.Outcome) {
        self.question = question
        self.outcome = outcome
    }

    /// Nil where the rule passed, was skipped, or may be undecided.
    var finding: ReportedFinding? {
        guard case .answered(let answer) = outcome else { return nil }
        let verdict = answer.verdict(under: question.step.entry.onFault)
        guard verdict.isFail || verdict.isUndecided else { return nil }
        return question.subject.finding(verdict, answer.detail, of: question.step)
    }

    var maximumViolations: Int { question.plan.maximumViolations }
}

extension ValidationReport {
    /// The report with what became of the rules that it deferred.
    fileprivate func completed(
        by settled: [DeferredRule.Place: SettledQuestion]
    ) -> ValidationReport {
        guard !settled.isEmpty else { return self }
        var report = ValidationReport()
        report.droppedCount = droppedCount
        report.droppedWarningCount = droppedWarningCount
        var (violations, faults) = (self.violations[...], self.faults[...])
        var kept = violations.count + faults.count
        for var rule in deferred {
            report.violations += violations.take(before: rule.violationsBefore)
            report.faults += faults.take(before: rule.faultsBefore)
            guard let question = settled[rule.place] else {
                rule.violationsBefore = report.violations.count
                rule.faultsBefore = report.faults.count
                report.deferred.append(rule)
                continue
            }
            guard let finding = question.finding else { continue }
            if kept < question.maximumViolations {
                report.append(finding)
                kept += 1
            } else {
                report.droppedCount += 1
                if case .violation(let found) = finding, found.severity == .warning {
                    report.droppedWarningCount += 1
                }
            }
        }
        report.violations += violations
        report.faults += faults
        return report
    }
}

extension ArraySlice {
    /// Takes the elements before an index of the whole array off the front.
    fileprivate mutating func take(before index: Int) -> ArraySlice {
        let end = Swift.min(Swift.max(index, startIndex), endIndex)
        defer { self = self[end...] }
        return self[..<end]
    }
}
