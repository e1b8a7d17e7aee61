// SPDX-License-Identifier: Apache-2.0

/// Every violation and fault of one record, in one fixed order: validators in rule-set order, then
/// elements, then rules.
public struct ValidationReport: Sendable, Equatable {
    public var violations: [Violation] = []
    public var faults: [Fault] = []
    /// Asynchronous rules that are still to be asked, in the same order.
    ///
    /// Empty for rule sets without such rules and for reports that are complete; see
    /// `ValidatorsManager.complete`.
    public var deferred: [DeferredRule] = []
    /// Findings beyond the rule set's `maximumViolations`, counted and not kept.
    public var droppedCount = 0
    /// Those of them that are warnings.
    public var droppedWarningCount = 0

    public init() {}

    mutating func drop(_ dropped: DroppedFindings) {
        droppedCount = dropped.count
        droppedWarningCount = dropped.warningCount
    }

    /// True when there is no fault, no violation but warnings and nothing left to be asked, be it
    /// kept or not.
    public var isValid: Bool {
        faults.isEmpty && deferred.isEmpty && droppedCount == droppedWarningCount
            && violations.allSatisfy { $0.severity == .warning }
    }

    mutating func append(_ finding: ReportedFinding) {
        switch finding {
        case .violation(let violation): violations.append(violation)
        case .fault(let fault): faults.append(fault)
        }
    }

    /// The violations of the fields with this path.
    public func violations(of field: String) -> [Violation] {
        violations.filter { $0.field.hasSameBytes(as: field) }
    }
}
