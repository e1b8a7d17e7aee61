// SPDX-License-Identifier: Apache-2.0
public import AssayCore
public import Testing

/// Expects that a record is valid.
///
/// - Parameters:
///   - record: The record to validate.
///   - manager: The validators.
///   - sourceLocation: Where a failure is shown.
/// - Returns: The report, which may hold warnings.
@discardableResult
public func expectValid(
    _ record: ValidationRecord, _ manager: ValidatorsManager,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
) -> ValidationReport {
    let report = manager.validate(record)
    if !report.isValid {
        Issue.record(
            "the record must be valid, but gave \(report.findings)",
            sourceLocation: sourceLocation)
    }
    return report
}

/// Expects that a record is invalid with exactly these findings.
///
/// - Parameters:
///   - record: The record to validate.
///   - manager: The validators.
///   - findings: `pointer code` of every violation and then of every fault, in the report's order.
///   - sourceLocation: Where a failure is shown.
/// - Returns: The report.
@discardableResult
public func expectInvalid(
    _ record: ValidationRecord, _ manager: ValidatorsManager, findings: [String],
    sourceLocation: Testing.SourceLocation = #_sourceLocation
) -> ValidationReport {
    let report = manager.validate(record)
    if report.isValid || report.findings != findings {
        Issue.record(
            "the record must give \(findings), but gave \(report.findings)",
            sourceLocation: sourceLocation)
    }
    return report
}

extension ValidationReport {
    /// Every finding as `pointer code`: the violations, then the faults, then the asynchronous rules
    /// that are pending.
    public var findings: [String] {
        violations.map { "\($0.pointer) \($0.code)" } + faults.map { "\($0.pointer) \($0.code)" }
            + deferred.map { "\($0.pointer) \($0.code)" }
    }
}
