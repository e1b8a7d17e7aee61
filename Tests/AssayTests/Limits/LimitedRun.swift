// SPDX-License-Identifier: Apache-2.0
import TestRandomness
import Testing

@testable import Assay
@testable import AssayCore

/// What can keep a validation from deciding.
enum Limit: CaseIterable {
    case unsureRules, matchLimit, deadline, cancelledBefore, cancelledInside

    /// Prepares a session; the limits of a validation last for one.
    func prepare(_ session: ValidationSession) {
        let cancellation = Cancellation()
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
    let records: [Record]
    let certain: ValidatorsManager
    let unsure: ValidatorsManager

    init(_ ruleSet: RuleSet, _ records: [Record]) throws {
        self.ruleSet = ruleSet
        self.records = records
        certain = try ValidatorsManager(ruleSet, registry: LuckRule.registry())
        unsure = try ValidatorsManager(ruleSet, registry: LuckRule.registry(isUnsure: true))
    }

    func manager(_ limit: Limit?) -> ValidatorsManager {
        limit == .unsureRules ? unsure : certain
    }

    /// By the name of the way.
    func validity(_ limit: Limit?) throws -> [String: [Bool]] {
        var result = [
            "batch": batch(limit, nil), "single": single(limit, nil), "trace": trace(limit),
        ]
        if limit == nil || limit == .unsureRules {
            result["manager"] = manager(limit).validate(records).map(\.isValid)
            result["form"] = form(manager(limit).plan)
        }
        if !(records.first?.isText ?? false) { result["stream"] = try stream(limit) }
        return result
    }

    private func session(_ limit: Limit?, _ selection: CodeSelection?) -> ValidationSession {
        let session = ValidationSession(manager(limit).plan)
        session.codeSelection = selection
        limit?.prepare(session)
        return session
    }

    func batch(_ limit: Limit?, _ selection: CodeSelection?) -> [Bool] {
        withBatch(limit, selection) { session, batch in
            let report = session.validate(batch)
            let reports = report.reports()
            for row in records.indices {
                // Whoever looks at the rows alone sees the same.
                #expect(report.isInvalid(row: row) == !reports[row].isValid)
                #expect(report.report(row: row).isValid == reports[row].isValid)
            }
            return reports.map(\.isValid)
        }
    }

    /// Each record with limits of its own.
    func single(_ limit: Limit?, _ selection: CodeSelection?) -> [Bool] {
        withBatch(limit, selection) { session, batch in
            records.indices.map { row in
                limit?.prepare(session)
                return session.validate(batch, row: row).report(row: row).isValid
            }
        }
    }

    private func withBatch<Result>(
        _ limit: Limit?, _ selection: CodeSelection?,
        _ body: (ValidationSession, RecordBatch) -> Result
    ) -> Result {
        let session = session(limit, selection)
        let columns = RecordColumns(fields: session.plan.fields)
        return withExtendedLifetime(columns) {
            body(session, columns.batch(records, .init(session.plan)))
        }
    }

    private func trace(_ limit: Limit?) -> [Bool] {
        records.map { session(limit, nil).trace($0).report.isValid }
    }

    private func form(_ plan: ValidationPlan) -> [Bool] {
        let live = LiveRecord(plan, isText: records.first?.isText ?? false)
        return records.map { record in
            for (field, key) in plan.fields.enumerated() { live.set(record[key], field: field) }
            let report = live.judge(Array(plan.validators.indices)) ?? ValidationReport()
            return report.isValid && live.isPassing()
        }
    }

    private func stream(_ limit: Limit?) throws -> [Bool] {
        let lines = records.map { Value.object($0.fields).json + "\n" }.joined()
        var validator = StreamValidator(manager(limit).plan)
        validator.options.format = .ndjson
        validator.prepareSession = { limit?.prepare($0) }
        let invalid = Locked<Set<Int>>([])
        try validator.run(
            .of(lines),
            render: { report in
                for index in 0..<report.findings.count {
                    let row = report.findings.row(at: index)
                    if report.findings.isInvalid(row: row) {
                        invalid.withLock { _ = $0.insert(row) }
                    }
                }
            }, emit: { _, _ in true })
        return invalid.withLock { rows in records.indices.map { !rows.contains($0) } }
    }
}
