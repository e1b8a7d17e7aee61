// SPDX-License-Identifier: Apache-2.0

/// What the rules of a field found, in rule order.
struct FieldFindings: Equatable, Sendable {
    /// Of severity error.
    var violations: [Violation] = []
    var warnings: [Violation] = []
    var faults: [Fault] = []

    static let none = FieldFindings()

    /// Nothing speaks against the value.
    var isPassing: Bool { violations.isEmpty && faults.isEmpty }
}

/// What the synchronous rules say, and whether asynchronous ones are to be asked behind them.
struct FieldJudgement: Sendable {
    var findings = FieldFindings.none
    var isDeferred = false
}
