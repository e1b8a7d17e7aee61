// SPDX-License-Identifier: Apache-2.0
import Synchronization
import TestRandomness
import Testing

@_spi(Engine) @testable import Assay
@_spi(Engine) @testable import AssayCore
import AssayRegex

/// What can keep a validation from deciding.
enum Limit: CaseIterable {
    case unsureRules, matchLimit, deadline, cancelledBefore, cancelledInside

    /// Prepares a session; the limits of a validation last for one.
    func prepare(_ session: ValidationSession) {
        let cancellation = CancellationToken()
        switch self {
        case .unsureRules: break
        case .matchLimit:
            session.setPatternLimits(PatternLimits(match: 1, steps: 1, scan: 1, floor: 1))
        case .deadline: session.limits = ExecutionLimits(timeout: .zero)
        case .cancelledBefore:
            cancellation.cancel()
            session.limits = ExecutionLimits(cancellation: cancellation)
        case .cancelledInside:
            session.limits = ExecutionLimits(cancellation: cancellation)
            session.state.setScratch(LuckRule.Trigger(cancellation), for: LuckRule.trigger)
        }
    }
}

/// Records that are validated in every way there is: which of them are valid.
struct LimitedRun {
    let ruleSet: RuleSet
    let records: [ValidationRecord]
    let certain: ValidatorsManager
    let unsure: ValidatorsManager

    init(_ ruleSet: RuleSet, _ records: [ValidationRecord]) throws {
        self.ruleSet = ruleSet
        self.records = records
        certain = try ValidatorsManager(ruleSet, registry: LuckRule.registry())
        unsure = try ValidatorsManager(ruleSet, registry: LuckRule.registry(isUnsure: true))
    }

    func manager(_ limit: Limit?) -> ValidatorsManager {
        limit == .unsureRules ? unsure : certain
    }

    /// By the name of the way, whether each record is valid.
    func validity(_ limit: Limit?) throws -> [String: [Bool]] {
        try reports(limit).mapValues { $0.map(\.isValid) }
    }

    /// By the name of the way, the report of each record.
    func reports(_ limit: Limit?) throws -> [String: [ValidationReport]] {
        var result = [
            "batch": batch(limit, nil), "single": single(limit, nil), "trace": trace(limit),
        ]
        if limit == nil || limit == .unsureRules {
            result["manager"] = manager(limit).validate(records)
            result["manager, one by one"] = records.map { manager(limit).validate($0) }
            result["form"] = form(manager(limit).plan)
        }
        if !(records.first?.isText ?? false) { result["stream"] = try stream(limit) }
        return result
    }

    private func session(_ limit: Limit?, _ filter: CodeFilter?) -> ValidationSession {
        let session = ValidationSession(manager(limit).plan)
        session.codeFilter = filter
        limit?.prepare(session)
        return session
    }

    func batch(_ limit: Limit?, _ filter: CodeFilter?) -> [ValidationReport] {
        withBatch(limit, filter) { session, batch in
            let report = session.validate(batch)
            let reports = report.reports()
            for row in records.indices {
                // Whoever looks at the rows alone sees the same.
                #expect(report.isInvalid(row: row) == !reports[row].isValid)
                #expect(report.report(row: row) == reports[row])
            }
            return reports
        }
    }

    /// Each record with limits of its own.
    func single(_ limit: Limit?, _ filter: CodeFilter?) -> [ValidationReport] {
        withBatch(limit, filter) { session, batch in
            records.indices.map { row in
                limit?.prepare(session)
                return session.validate(batch, row: row).report(row: row)
            }
        }
    }

    private func withBatch<Result>(
        _ limit: Limit?, _ filter: CodeFilter?,
        _ body: (ValidationSession, RecordBatch) -> Result
    ) -> Result {
        let session = session(limit, filter)
        let columns = RecordColumns(fields: session.plan.fields)
        return withExtendedLifetime(columns) {
            body(session, columns.batch(of: records, reporting: .init(session.plan)))
        }
    }

    func trace(_ limit: Limit?, _ filter: CodeFilter? = nil) -> [ValidationReport] {
        records.map { record in
            let trace = session(limit, filter).trace(record)
            if limit == nil, filter == nil { expectFindings(of: trace.rules, in: trace.report) }
            return trace.report
        }
    }

    /// The outcomes of the rules are the findings of the report, unless it has reached its limit.
    private func expectFindings(of rules: [TracedRule], in report: ValidationReport) {
        guard report.droppedCount == 0 else { return }
        var violations: [String] = []
        var faults: [String] = []
        for rule in rules {
            let id = rule.rule.definition.id
            switch rule.outcome {
            case .failed: violations.append("\(rule.field) \(rule.code?.id ?? "")")
            case .undecided(let reason): faults.append("\(rule.field) \(id) \(reason.code)")
            case .excused(_, counts: .fail): violations.append("\(rule.field) \(id).undecided")
            default: break
            }
        }
        #expect(violations == report.violations.map { "\($0.field) \($0.code)" })
        #expect(faults == report.faults.map { "\($0.field) \($0.rule) \($0.code)" })
    }

    private func form(_ plan: ValidationPlan) -> [ValidationReport] {
        let live = LiveRecord(plan, isText: records.first?.isText ?? false)
        return records.map { record in
            for (field, key) in plan.fields.enumerated() { live.set(record[key], field: field) }
            let report = live.validate(Array(plan.validators.indices)) ?? ValidationReport()
            #expect(live.isPassing() == report.isValid)
            return report
        }
    }

    private func stream(_ limit: Limit?) throws -> [ValidationReport] {
        let lines = records.map { Value.object($0.fields).json + "\n" }.joined()
        var validator = StreamValidator(manager(limit).plan)
        validator.options.format = .ndjson
        validator.prepareSession = { limit?.prepare($0) }
        let reports = Locked<[ValidationReport]>([])
        try validator.run(
            .of(lines), render: { $0.findings.reports(locates: false) },
            emit: { chunk, _ in
                reports.withLock { $0 += chunk }
                return true
            })
        return reports.withLock { $0 }
    }
}

extension ValidationReport {
    /// All that a report says but for places in a file.
    var fullFindings: [String] {
        violations.map { violation in
            "\(violation.pointer) \(violation.field) \(violation.severity) \(violation.code) "
                + "\(violation.message) \(violation.value)"
        }
            + faults.map { "\($0.pointer) \($0.field) \($0.code) \($0.message)" }
            + ["dropped \(droppedCount), warnings \(droppedWarningCount)"]
    }

    /// How many findings there are, reported or not.
    var numbers: [Int] {
        [violations.count + faults.count, droppedCount, isValid ? 1 : 0]
    }
}
