// SPDX-License-Identifier: Apache-2.0

/// The findings about the columns of a table, such as a CSV header: unknown ones, unless the rule set allows
/// them, and duplicate ones.
///
/// A header may have millions of them. Those with one code are as many as a record may have, and one further
/// finding says how many others there are.
package struct ColumnFindings {
    private var findings: [Violation] = []
    private var duplicates: Group
    /// The columns that the rule set does not name, or `nil` if it allows them.
    private var unknown: Group?

    /// Creates findings without a column.
    ///
    /// - Parameter plan: The plan, with its policy for unknown fields and its limit.
    package init(_ plan: ValidationPlan) {
        duplicates = Group(.duplicateKey, .warning, most: plan.maximumViolations)
        guard plan.unknownFields != .allow else { return }
        unknown = Group(
            .unknownField, plan.unknownFields == .warn ? .warning : .error,
            most: plan.maximumViolations)
    }

    /// Adds a column whose name another one has, which keeps no record from being validated.
    ///
    /// - Parameters:
    ///   - name: Returns the name of the column; called only if it is needed, as is `source`.
    ///   - source: Returns the place of the name.
    package mutating func addDuplicate(
        _ name: @autoclosure () -> String, at source: () -> RecordSource?
    ) {
        if let finding = duplicates.add(name, at: source) { findings.append(finding) }
    }

    /// Adds a column that the rule set does not name.
    ///
    /// - Parameters:
    ///   - name: Returns the name of the column; called only if it is needed, as is `source`.
    ///   - source: Returns the place of the name.
    package mutating func addUnknown(
        _ name: @autoclosure () -> String, at source: () -> RecordSource?
    ) {
        if let finding = unknown?.add(name, at: source) { findings.append(finding) }
    }

    /// The findings in the order of the columns, and after them those about columns that are left out.
    package var all: [Violation] {
        findings + [duplicates.rest, unknown?.rest].compactMap(\.self)
    }

    /// The findings with one code.
    private struct Group {
        let kind: RecordIssue.Kind
        let severity: Severity
        let most: Int
        private var count = 0
        /// The place of the first one that is left out.
        private var firstLeftOut: RecordSource?

        init(_ kind: RecordIssue.Kind, _ severity: Severity, most: Int) {
            self.kind = kind
            self.severity = severity
            self.most = most
        }

        /// Adds a column, and returns its finding unless there are too many.
        mutating func add(
            _ name: () -> String, at source: () -> RecordSource?
        ) -> Violation? {
            count += 1
            guard count <= most else {
                if count == most + 1 { firstLeftOut = source() }
                return nil
            }
            let name = name()
            let issue =
                name.isEmpty
                ? RecordIssue(row: 0, kind: .unnamedColumn)
                : RecordIssue(row: 0, kind: kind, pointer: PointerToken.pointer([.key(name)]))
            return .about(issue, severity: severity, at: source())
        }

        /// The finding about the columns that are left out, or `nil` if there are none.
        var rest: Violation? {
            guard count > most else { return nil }
            return .about(
                count - most, otherColumns: kind, severity: severity, at: firstLeftOut)
        }
    }
}
