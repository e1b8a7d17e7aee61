// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay

/// The outcome of every rule of one record: `:why` of a trial.
struct TrialTrace {
    private let rules: PlacedRules
    private let messages: MessageCatalogue
    private let limits: TrialLimits
    private let end: ExecutionLimits
    private let steps = PatternSteps()

    /// Checks of a record beyond which it is not explained: each is kept until the answer is written.
    private static let mostChecks = 50_000

    init(
        _ rules: PlacedRules, messages: MessageCatalogue, limits: TrialLimits,
        end: ExecutionLimits
    ) {
        self.rules = rules
        self.messages = messages
        self.limits = limits
        self.end = end
    }

    func value(of why: TrialRequest.Why, record: ValidationRecord?) -> Value {
        guard let record else {
            return ["problem": .string("record \(why.record) is not there, or is malformed")]
        }
        let (checks, overflow) = Value.object(record.fields).count.multipliedReportingOverflow(
            by: max(1, rules.weight))
        guard !overflow, checks <= Self.mostChecks else {
            return ["problem": "the record has too many values for its rules to be explained"]
        }
        let session = ValidationSession(rules.plan)
        session.limits = end
        let trace = session.trace(record)
        let chosen = trace.rules.filter { why.field == nil || $0.field == why.field }
        return [
            "record": .integer(Int64(why.record)),
            "verdict": .string(TrialVerdict(trace.report).rawValue),
            "nanoseconds": Value(trace.nanoseconds),
            "values": .array(groups(of: chosen.prefix(limits.maximumExplained), in: trace.report)),
            "omitted": .integer(Int64(max(0, chosen.count - limits.maximumExplained))),
        ]
    }

    /// The rules of one value after the other.
    private func groups(
        of traced: ArraySlice<TracedRule>, in report: ValidationReport
    ) -> [Value] {
        var groups: [Value] = []
        var rest = traced
        while let first = rest.first {
            let group = rest.prefix { $0.pointer == first.pointer && $0.field == first.field }
            rest = rest[group.endIndex...]
            let shown: Value = first.isSensitive ? "[sensitive]" : Self.short(first.value)
            groups.append([
                "field": .string(first.field), "pointer": .string(first.pointer),
                "value": shown, "rules": .array(group.map { value(of: $0, in: report) }),
            ])
        }
        return groups
    }

    /// Returns as much of a value as a page shows, as JSON text.
    private static func short(_ value: Value) -> Value {
        if value == .absent { return "absent" }
        let text = value.json
        return .string(text.utf8.count > 200 ? text.prefix(199) + "…" : text)
    }

    private func value(of rule: TracedRule, in report: ValidationReport) -> Value {
        let violation = report.violations.first { violation in
            violation.pointer.hasPrefix(rule.pointer) && violation.code == rule.code?.id
                && violation.rule == rule.rule.definition.id && violation.field == rule.field
        }
        let expression = "\(rule.rule.expression)"
        var members = self.members(
            expression, rule.outcome, code: rule.code,
            message: message(of: violation) ?? rule.code?.message(of: rule.rule),
            nanoseconds: rule.nanoseconds)
        if rule.isWarning { members.append(("isWarning", true)) }
        if let place = rules.place(of: expression, field: rule.field) {
            members.append(("rulePlace", place))
        }
        if !rule.isSensitive {
            add(note(rule.rule, rule.value, rule.outcome) ?? rule.readingWords, to: &members)
        }
        add(rule.checks, under: rule.value, isSensitive: rule.isSensitive, to: &members)
        return .object(Value.Object(members))
    }

    /// The message, while there is time to format it, cut to what a page shows.
    private func message(of violation: Violation?) -> String? {
        guard let violation, end.reached == nil else { return nil }
        return TriedData.shown(messages.message(of: violation))
    }

    private func value(of check: TracedCheck, under value: Value, isSensitive: Bool) -> Value {
        var members = self.members(
            "\(check.rule.expression)", check.outcome, code: check.code,
            message: check.message(), nanoseconds: check.nanoseconds)
        if !isSensitive {
            if check.value != value { members.append(("value", Self.short(check.value))) }
            add(note(check.rule, check.value, check.outcome), to: &members)
        }
        add(check.checks, under: check.value, isSensitive: isSensitive, to: &members)
        return .object(Value.Object(members))
    }

    private func members(
        _ expression: String, _ outcome: TracedRule.Outcome, code: RuleCode?, message: String?,
        nanoseconds: UInt64
    ) -> [(key: String, value: Value)] {
        var members: [(key: String, value: Value)] = [("rule", .string(expression))]
        members += TraceJSON.outcome(of: outcome, code: code)
        if outcome == .failed, let message { members.append(("message", .string(message))) }
        if case .undecided(let reason) = outcome {
            members.append(("message", .string(reason.message)))
        }
        members.append(("nanoseconds", Value(nanoseconds)))
        return members
    }

    private func add(
        _ checks: [TracedCheck], under value: Value, isSensitive: Bool,
        to members: inout [(key: String, value: Value)]
    ) {
        guard !checks.isEmpty else { return }
        let shown = checks.prefix(limits.maximumExplained)
        members.append(
            (
                "checks",
                .array(
                    shown.map { self.value(of: $0, under: value, isSensitive: isSensitive) })
            ))
    }

    /// The steps of a pattern, while there is time to count them.
    private func note(_ rule: BoundRule, _ value: Value, _ outcome: TracedRule.Outcome) -> String? {
        if case .skipped = outcome { return nil }
        guard end.reached == nil else { return nil }
        return steps.note(of: rule, value: value)
    }

    private func add(_ note: String?, to members: inout [(key: String, value: Value)]) {
        if let note { members.append(("note", .string(note))) }
    }
}

extension Value {
    /// The value and those in it.
    fileprivate var count: Int {
        switch self {
        case .array(let elements): elements.reduce(1) { $0 + $1.count }
        case .object(let object): object.members.reduce(1) { $0 + $1.value.count }
        default: 1
        }
    }
}
