// SPDX-License-Identifier: Apache-2.0

/// The findings of a field's rules, in rule order.
struct FieldFindings: Equatable, Sendable {
    /// The violations of severity error.
    var violations: [Violation] = []
    var warnings: [Violation] = []
    var faults: [Fault] = []

    static let none = FieldFindings()

    /// True if the value passes every rule.
    var isPassing: Bool { violations.isEmpty && faults.isEmpty }
}

/// The result of the synchronous rules, and whether asynchronous ones are pending.
struct FieldResult: Sendable {
    var findings = FieldFindings.none
    var isDeferred = false
}
