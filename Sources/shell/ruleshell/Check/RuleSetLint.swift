// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay
import AssayPatternAnalysis

/// Finds likely mistakes in a rule set that loads.
struct RuleSetLint {
    private let fields: [(name: String, rules: [PlannedRule])]
    private let registry: RuleRegistry
    private let paths: [FieldPath]
    private let rejectsUnknownFields: Bool
    private let hasRecordsRules: Bool

    init(plan: ValidationPlan, registry: RuleRegistry) {
        self.registry = registry
        paths = plan.ownPaths
        rejectsUnknownFields = plan.unknownFields == .reject
        hasRecordsRules = !plan.recordsRules.isEmpty
        var fields: [(name: String, rules: [PlannedRule])] = []
        for rule in plan.plannedRules where !rule.isImplied {
            if let last = fields.last?.rules.last, last.key == rule.key {
                fields[fields.count - 1].rules.append(rule)
            } else {
                fields.append((rule.name, [rule]))
            }
        }
        self.fields = fields
    }

    /// The findings, in the order of the file.
    var findings: [LintFinding] {
        if fields.isEmpty, !rejectsUnknownFields, !hasRecordsRules {
            return [
                LintFinding(
                    code: .empty, message: "the rule set has no rules: every record is valid",
                    help: "write rules under fields, such as email: required, email", extent: nil)
            ]
        }
        return fields.flatMap { field in
            var lint = FieldLint(
                field: field.name, rules: field.rules, registry: registry, fields: paths)
            return lint.findings
        }.enumerated().sorted { left, right in
            let a = left.element.extent.map { ($0.start.line, $0.start.column) } ?? (.max, .max)
            let b = right.element.extent.map { ($0.start.line, $0.start.column) } ?? (.max, .max)
            return (a.0, a.1, left.offset) < (b.0, b.1, right.offset)
        }.map(\.element)
    }
}
