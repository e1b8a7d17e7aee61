// SPDX-License-Identifier: Apache-2.0
import Synchronization

/// A validation that is reported to an observer once, with the reports as the caller gets them.
package final class ObservedValidation: Sendable {
    private let observation: ValidationObservation
    private let start: UInt64
    private let rules: Locked<[ValidationEvent.RuleTime]>

    /// A validation that begins now, or began earlier.
    ///
    /// - Parameters:
    ///   - observation: The observer, and the name that it knows the validators by.
    ///   - start: The time when it began, as from `MonotonicClock`.
    ///   - rules: The times of the rules, in the order of the plan; empty if they are not measured.
    package init(
        _ observation: ValidationObservation, since start: UInt64 = MonotonicClock.now(),
        rules: [ValidationEvent.RuleTime] = []
    ) {
        self.observation = observation
        self.start = start
        self.rules = Locked(rules)
    }

    /// Adds the time of an asynchronous rule, if rules are measured.
    func add(_ duration: Duration, of request: AsyncRequest) {
        let index = request.plan.ruleOffsets[request.place.validator] + request.place.step
        rules.withLock { rules in
            guard rules.indices.contains(index) else { return }
            rules[index].duration += duration
        }
    }

    /// Reports records to the observer.
    ///
    /// - Parameters:
    ///   - reports: One report for each record.
    ///   - document: The report of the document that they are in; it counts as a record if it is
    ///     not valid.
    package func tell(_ reports: [ValidationReport], document: ValidationReport? = nil) {
        var all = reports
        if let document, !document.isValid { all.append(document) }
        tell(all, records: all.count, findings: FindingCounts(all))
    }

    /// Reports the findings that asynchronous rules added to reports that the observer already has.
    ///
    /// - Parameters:
    ///   - reports: The reports, completed.
    ///   - before: The reports before they were completed.
    func tell(_ reports: [ValidationReport], completedFrom before: [ValidationReport]) {
        var findings = FindingCounts(reports)
        findings.subtract(FindingCounts(before))
        tell(reports, records: 0, findings: findings)
    }

    private func tell(_ reports: [ValidationReport], records: Int, findings: FindingCounts) {
        observation.observer.didValidate(
            ValidationEvent(
                ruleSet: observation.name, records: records,
                invalid: records > 0 ? reports.count { !$0.isValid } : 0, faults: findings.faults,
                findings: findings.codes, duration: ValidationObservation.duration(since: start),
                reports: reports, rules: rules.withLock { $0 }))
    }
}

/// The number of findings of each code in some reports.
private struct FindingCounts {
    private(set) var codes: [String: Int] = [:]
    private(set) var faults = 0

    init(_ reports: [ValidationReport]) {
        for report in reports {
            for violation in report.violations { codes[violation.code, default: 0] += 1 }
            for fault in report.faults { codes[fault.code, default: 0] += 1 }
            for rule in report.pending { codes[rule.code, default: 0] += 1 }
            faults += report.faults.count
        }
    }

    /// Subtracts the counts of others, and leaves the codes that remain.
    mutating func subtract(_ others: FindingCounts) {
        codes.merge(others.codes.mapValues { -$0 }, uniquingKeysWith: +)
        codes = codes.filter { $0.value > 0 }
        faults -= others.faults
    }
}

extension ValidationSession {
    /// The time at which a validation begins, or `nil` if no observer needs it.
    package var observationStart: UInt64? { observation.map { _ in MonotonicClock.now() } }

    /// The validation that this session has just made, for its observer.
    ///
    /// - Parameter start: The value of `observationStart` before the validation.
    /// - Returns: The validation, or `nil` if there is no observer.
    package func observed(since start: UInt64?) -> ObservedValidation? {
        guard let start, let observation else { return nil }
        return ObservedValidation(observation, since: start, rules: takeRuleTimes())
    }
}
