// SPDX-License-Identifier: Apache-2.0

// Asynchronous rules: what a synchronous validation left to run.
extension ValidatorsManager {
    /// Runs every validator over a record, the asynchronous rules too.
    ///
    /// They run on values that passed all other rules of their field. The task's cancellation ends
    /// the call at once; rules without a verdict by then are undecided, with `fault.cancelled`.
    ///
    /// - Parameters:
    ///   - record: The record.
    ///   - limits: The limits on the number of rules at once and on their time.
    ///   - partial: `true` for a record with a part of the fields; see `validate(_:partial:)`.
    /// - Returns: The report.
    public func validate(
        _ record: ValidationRecord, within limits: AsyncLimits, partial: Bool = false
    ) async -> ValidationReport {
        await validate(record, within: limits, partial: partial) { report in report }
    }

    /// Runs every validator over a record, the asynchronous rules too.
    ///
    /// - Parameters:
    ///   - record: The record.
    ///   - limits: The limits on the number of rules at once and on their time.
    ///   - partial: `true` for a record with a part of the fields.
    ///   - body: Takes the report, and may add to it before it is reported to observers.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws.
    package func validate<Result>(
        _ record: ValidationRecord, within limits: AsyncLimits, partial: Bool = false,
        _ body: (inout ValidationReport) throws -> Result
    ) async rethrows -> Result {
        let (deferred, observed) = validateWithoutTelling(record, partial: partial)
        var report =
            await complete([deferred], of: [record], limits: limits, observed).first ?? deferred
        defer { observed?.tell([report]) }
        return try body(&report)
    }

    /// Runs the validators of some fields over a record, the asynchronous rules too.
    ///
    /// - Throws: `RuleSetError` for a path of which the rule set has no rules.
    package func validate(
        _ record: ValidationRecord, fields keys: some Sequence<String>, within limits: AsyncLimits
    ) async throws(RuleSetError) -> ValidationReport {
        let (deferred, observed) = try validateWithoutTelling(record, fields: keys)
        let reports = await complete(deferred, of: [record], limits: limits, observed)
        observed?.tell(reports)
        return reports.first ?? ValidationReport()
    }

    /// Runs every validator over each record, the asynchronous rules too.
    ///
    /// - Parameters:
    ///   - records: Records from text and others are validated as what they are.
    ///   - limits: They apply to all records together.
    /// - Returns: One report for each record, in their order.
    public func validate(
        _ records: [ValidationRecord], within limits: AsyncLimits
    ) async -> [ValidationReport] {
        let (deferred, observed) = validateWithoutTelling(records)
        let reports = await complete(deferred, of: records, limits: limits, observed)
        observed?.tell(reports)
        return reports
    }

    /// Runs the asynchronous rules that a report deferred.
    ///
    /// The rules are those with which the report was made, whatever was replaced since. Rules that
    /// an outcome forbids do not run: those after a failure under `first`, and those that name a
    /// field that failed. The same rule with the same arguments checks the same value once.
    ///
    /// - Parameters:
    ///   - report: A report of this manager.
    ///   - record: The record that it is about. Rules that another record does not defer stay
    ///     deferred.
    ///   - limits: The limits on the number of rules at once and on their time.
    /// - Returns: The report with the findings at their places in the order.
    public func complete(
        _ report: ValidationReport, of record: ValidationRecord, limits: AsyncLimits = AsyncLimits()
    ) async -> ValidationReport {
        await complete([report], of: [record], limits: limits).first ?? report
    }

    /// Runs the asynchronous rules that reports deferred; see the other `complete`.
    ///
    /// - Parameters:
    ///   - reports: Reports of this manager.
    ///   - records: The record of each report.
    ///   - limits: They apply to all records together.
    /// - Returns: The reports, in their order.
    package func complete(
        _ reports: [ValidationReport], of records: [ValidationRecord],
        limits: AsyncLimits = AsyncLimits()
    ) async -> [ValidationReport] {
        guard reports.contains(where: { !$0.deferred.isEmpty }) else { return reports }
        let observed = observation.map { ObservedValidation($0) }
        let completed = await complete(reports, of: records, limits: limits, observed)
        observed?.tell(completed, completedFrom: reports)
        return completed
    }

    /// Runs the asynchronous rules that reports deferred, without a report to the observer.
    ///
    /// - Parameters:
    ///   - reports: Reports of this manager.
    ///   - records: The record of each report.
    ///   - limits: They apply to all records together.
    ///   - observed: Takes the time of the rules; its observer is not called.
    /// - Returns: The reports, in their order.
    private func complete(
        _ reports: [ValidationReport], of records: [ValidationRecord], limits: AsyncLimits,
        _ observed: ObservedValidation?
    ) async -> [ValidationReport] {
        let requests = zip(reports, records).enumerated().flatMap { index, pair in
            self.requests(of: pair.0, at: index, for: pair.1)
        }
        return await Self.complete(reports, with: requests, within: limits, observed)
    }

    /// Runs asynchronous rules that reports deferred, and puts what they find into the reports.
    ///
    /// - Parameters:
    ///   - reports: The reports.
    ///   - requests: The rules with their values, each of which knows the index of its report.
    ///   - limits: They apply to all requests together.
    ///   - observed: Takes the time of the rules; its observer is not called.
    /// - Returns: The reports, in their order.
    package static func complete(
        _ reports: [ValidationReport], with requests: [AsyncRequest], within limits: AsyncLimits,
        _ observed: ObservedValidation?
    ) async -> [ValidationReport] {
        guard !requests.isEmpty else { return reports }
        let (outcomes, durations) = await PendingRequests.outcomes(of: requests, within: limits)
        for (request, duration) in durations { observed?.add(duration, of: requests[request]) }
        var settled: [[DeferredRule.Place: SettledRequest]] = reports.map { _ in [:] }
        for (request, outcome) in zip(requests, outcomes) {
            settled[request.record][request.place] = SettledRequest(request, outcome)
        }
        return zip(reports, settled).map { $0.completed(by: $1) }
    }

    /// Validates the record again, with the rules of the report, to have its values.
    private func requests(
        of report: ValidationReport, at index: Int, for record: ValidationRecord
    ) -> [AsyncRequest] {
        guard let origin = report.deferred.first?.origin else { return [] }
        let deferred = Set(report.deferred.map(\.place))
        return withSession(of: origin.plan) { session, columns in
            session.moment = origin.moment
            session.isPartial = report.isPartial
            defer { session.isPartial = false }
            let batch = columns.batch(
                of: [record], reporting: .init(unknownFields: false, duplicatesOf: []))
            return session.validate(batch, validators: origin.validators)
                .requests(record: index, isText: record.isText)
                .filter { deferred.contains($0.place) }
        }
    }
}

/// A request and its outcome.
private struct SettledRequest {
    private let request: AsyncRequest
    private let outcome: AsyncScheduler.Outcome

    init(_ request: AsyncRequest, _ outcome: AsyncScheduler.Outcome) {
        self.request = request
        self.outcome = outcome
    }

    /// Returns the finding of a rule that was deferred, or `nil` if it passed, was skipped, or may
    /// be undecided.
    func finding(of rule: DeferredRule) -> ReportedFinding? {
        guard case .completed(let completed) = outcome else { return nil }
        let reported = request.policy.effect(of: completed.verdict).reported
        guard !reported.isPass else { return nil }
        return request.validator.finding(
            reported, of: request.step, detail: completed.detail, at: rule.pointer,
            value: request.shownValue, source: rule.source)
    }

    var maximumViolations: Int { request.plan.maximumViolations }
}

extension ValidationReport {
    /// The report with the outcomes of the rules that it deferred.
    fileprivate func completed(
        by settled: [DeferredRule.Place: SettledRequest]
    ) -> ValidationReport {
        guard !settled.isEmpty else { return self }
        var report = ValidationReport()
        report.isPartial = isPartial
        report.unchecked = unchecked
        report.droppedCount = droppedCount
        report.droppedWarningCount = droppedWarningCount
        var (violations, faults) = (self.violations[...], self.faults[...])
        var kept = violations.count + faults.count
        for var rule in deferred {
            report.violations += violations.take(before: rule.violationsBefore)
            report.faults += faults.take(before: rule.faultsBefore)
            guard let request = settled[rule.place] else {
                rule.violationsBefore = report.violations.count
                rule.faultsBefore = report.faults.count
                report.deferred.append(rule)
                continue
            }
            guard let finding = request.finding(of: rule) else { continue }
            if kept < request.maximumViolations {
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
