// SPDX-License-Identifier: Apache-2.0
import AssayPluginABI

@_spi(Engine) @testable import AssayCore

/// The paths on which the engine validates a record.
enum EnginePaths {
    /// The findings of a record on each path, as lines of pointer, code and severity: in a batch, in
    /// a batch of one, alone, in a trace, and in a form without a filter.
    static func reports(
        of record: ValidationRecord, by session: ValidationSession
    ) -> [[String]] {
        let plan = session.plan
        let columns = RecordColumns(fields: plan.fields)
        let empty = ValidationRecord(Value.Object(), isText: record.isText)
        let batch = columns.batch(of: [record, empty, record], reporting: .init(plan))
        var reports = [session.validate(batch).report(row: 0)]
        reports.append(session.validate(batch).report(row: 2))
        reports.append(session.validate(batch, row: 2).report(row: 2))
        reports.append(session.trace(record).report)
        reports.append(
            session.validate(columns.batch(of: [record], reporting: .init(plan))).report(row: 0))
        if session.codeFilter == nil {
            let live = LiveRecord(plan, isText: record.isText)
            for (field, key) in plan.fields.enumerated() { live.set(record[key], field: field) }
            reports.append(
                live.validate(Array(plan.validators.indices)) ?? ValidationReport())
        }
        return reports.map(lines)
    }

    static func lines(_ report: ValidationReport) -> [String] {
        report.violations.map { "\($0.pointer) \($0.code) \($0.severity)" }
            + report.faults.map { "\($0.pointer) \($0.code) fault" }
    }
}
