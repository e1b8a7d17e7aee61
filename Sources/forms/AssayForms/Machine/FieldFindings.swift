// SPDX-License-Identifier: Apache-2.0

/// The findings of a field's rules, in rule order.
struct FieldFindings: Equatable, Sendable {
    /// The violations of severity error.
    var violations: [Violation] = []
    var warnings: [Violation] = []
    var faults: [Fault] = []
    /// `true` if a rule that could fail did not run, since another field is invalid.
    var isPartial = false

    static let none = FieldFindings()

    /// True if no rule found anything.
    var isEmpty: Bool { violations.isEmpty && warnings.isEmpty && faults.isEmpty }

    /// True if the value passes every rule, none of which was left out.
    var isPassing: Bool { violations.isEmpty && faults.isEmpty && !isPartial }
}

/// The result of the synchronous rules, and whether asynchronous ones are pending.
struct FieldResult: Sendable {
    var findings = FieldFindings.none
    var isDeferred = false
}
