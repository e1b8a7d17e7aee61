// SPDX-License-Identifier: Apache-2.0

/// Every violation and fault of one record, in one fixed order: validators in rule-set order, then
/// elements, then rules.
///
/// Its `Codable` form is that of `ruleshell validate -f json`: an object whose member `violations`
/// lists the findings.
public struct ValidationReport: Sendable, Equatable {
    /// Failed rules, warnings among them.
    public var violations: [Violation] = []
    /// Rules that could not decide.
    public var faults: [Fault] = []
    /// The number of findings beyond the rule set's `maximumViolations`, which are not kept.
    public var droppedCount = 0
    /// The number of dropped findings that are warnings.
    package var droppedWarningCount = 0

    /// `true` if the record was validated as a part of a whole record: absent fields were not required,
    /// and rules that read an absent field did not run.
    ///
    /// Such a report does not say that a record with these fields is valid as a whole.
    public var isPartial = false

    /// The rules about records of the rule set, such as `unique(orderId)`, which nothing checks where a record is
    /// validated by itself.
    ///
    /// A valid report does not say that a data set with the record is valid.
    public var unchecked: [String] {
        get { rest?.value.unchecked ?? [] }
        set { set(Rest(deferred: deferred, unchecked: newValue)) }
    }

    /// Asynchronous rules that are pending, in the same order.
    package var deferred: [DeferredRule] {
        get { rest?.value.deferred ?? [] }
        set { set(Rest(deferred: newValue, unchecked: unchecked)) }
    }

    /// The parts that most reports lack, which cost a report without them one empty reference.
    struct Rest: Sendable, Equatable {
        var deferred: [DeferredRule] = []
        var unchecked: [String] = []
    }
    var rest: Shared<Rest>?

    private mutating func set(_ rest: Rest) {
        self.rest = rest == Rest() ? nil : Shared(rest)
    }

    /// The asynchronous rules that are still to run, as faults.
    ///
    /// Empty for rule sets without such rules and for reports that are complete; see
    /// `ValidatorsManager.complete(_:of:limits:)`.
    public var pending: [Fault] { deferred.map(\.fault) }

    /// A report without findings.
    public init() {}

    @inline(__always)
    init(isPartial: Bool, rest: Shared<Rest>?) {
        self.isPartial = isPartial
        self.rest = rest
    }

    /// A report of one finding, about a record of which nothing else is known.
    package init(_ violation: Violation) {
        violations = [violation]
    }

    mutating func drop(_ dropped: DroppedFindings) {
        droppedCount = dropped.count
        droppedWarningCount = dropped.warningCount
    }

    /// True when all violations are warnings and there are no faults and no pending rules, dropped
    /// findings included.
    public var isValid: Bool {
        faults.isEmpty && (rest?.value.deferred.isEmpty ?? true)
            && droppedCount == droppedWarningCount
            && violations.indices.allSatisfy { violations[$0].severity == .warning }
    }

    mutating func append(_ finding: ReportedFinding) {
        switch finding {
        case .violation(let violation): violations.append(violation)
        case .fault(let fault): faults.append(fault)
        }
    }

    /// The violations of a field: a path as written in the rule set, such as `items[*].price`.
    public func violations(of field: String) -> [Violation] {
        violations.filter { $0.field.hasSameBytes(as: field) }
    }
}
