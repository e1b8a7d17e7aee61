// SPDX-License-Identifier: Apache-2.0
import Assay

/// What every rule said, as an object: `:why` in the mode json.
enum TraceJSON {
    static func value(_ trial: PromptTrial) -> Value {
        [
            "verdict": .string(trial.verdict.rawValue),
            "nanoseconds": Value(trial.trace.nanoseconds),
            "rules": .array(trial.trace.rules.map(value)),
        ]
    }

    private static func value(_ rule: TracedRule) -> Value {
        var members: [(key: String, value: Value)] = [
            ("field", .string(rule.field)), ("pointer", .string(rule.pointer)),
            ("rule", .string("\(rule.rule.expression)")),
        ]
        members += outcome(rule.outcome, rule.code)
        members.append(("nanoseconds", Value(rule.nanoseconds)))
        if !rule.checks.isEmpty { members.append(("checks", .array(rule.checks.map(value)))) }
        return .object(Value.Object(members))
    }

    private static func value(_ check: TracedCheck) -> Value {
        var members: [(key: String, value: Value)] = [
            ("rule", .string("\(check.rule.expression)"))
        ]
        members += outcome(check.outcome, check.code)
        members.append(("nanoseconds", Value(check.nanoseconds)))
        if !check.checks.isEmpty { members.append(("checks", .array(check.checks.map(value)))) }
        return .object(Value.Object(members))
    }

    private static func outcome(
        _ outcome: TracedRule.Outcome, _ code: RuleCode?
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
