// SPDX-License-Identifier: Apache-2.0
package import Assay

/// The outcome of every rule, as an object: `:why` in the mode json.
package enum TraceJSON {
    /// The outcome of a record's rules.
    package static func value(of trace: ValidationTrace) -> Value {
        var members: [(key: String, value: Value)] = [
            ("verdict", .string(TrialVerdict(trace.report).rawValue))
        ]
        if trace.report.isPartial { members.append(("partial", true)) }
        members.append(("nanoseconds", Value(trace.nanoseconds)))
        members.append(("rules", .array(trace.rules.map(value))))
        return .object(Value.Object(members))
    }

    private static func value(of rule: TracedRule) -> Value {
        var members: [(key: String, value: Value)] = [
            ("field", .string(rule.field)), ("pointer", .string(rule.pointer)),
            ("rule", .string("\(rule.rule.expression)")),
        ]
        members += outcome(of: rule.outcome, code: rule.code)
        if let words = rule.readingWords { members.append(("note", .string(words))) }
        members.append(("nanoseconds", Value(rule.nanoseconds)))
        if !rule.checks.isEmpty { members.append(("checks", .array(rule.checks.map(value)))) }
        return .object(Value.Object(members))
    }

    private static func value(of check: TracedCheck) -> Value {
        var members: [(key: String, value: Value)] = [
            ("rule", .string("\(check.rule.expression)"))
        ]
        members += outcome(of: check.outcome, code: check.code)
        members.append(("nanoseconds", Value(check.nanoseconds)))
        if !check.checks.isEmpty { members.append(("checks", .array(check.checks.map(value)))) }
        return .object(Value.Object(members))
    }

    /// The members that say what became of a rule.
    static func outcome(
        of outcome: TracedRule.Outcome, code: RuleCode?
    ) -> [(key: String, value: Value)] {
        switch outcome {
        case .passed: [("outcome", "passed")]
        case .failed: [("outcome", "failed"), ("code", .string(code?.id ?? ""))]
        case .undecided(let reason): [("outcome", "undecided"), ("code", .string(reason.code))]
        case .excused(let reason, let policy):
            [
                ("outcome", policy == .pass ? "passed" : "failed"),
                ("code", .string(reason.code)),
            ]
        case .skipped(let reason): [("outcome", "skipped"), ("reason", .string(reason.text))]
        }
    }
}
