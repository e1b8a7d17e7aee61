// SPDX-License-Identifier: Apache-2.0

/// A rule of a plan as reports and tools describe it.
public struct PlannedRule: Sendable {
    /// The path of the validator: `items[*].price`.
    public let key: String
    /// The rule as it stands in the rule set, with its conditions and severity.
    public let entry: RuleEntry
    /// The rule with its arguments.
    public let bound: BoundRule
    /// Values of the field appear in no report.
    public let isSensitive: Bool
}

extension ValidationPlan {
    /// Every rule with what is known of it, in the order of `rules`.
    public var plannedRules: [PlannedRule] {
        validators.flatMap { validator in
            validator.steps.map { step in
                PlannedRule(
                    key: validator.key, entry: step.entry, bound: step.rule,
                    isSensitive: validator.isSensitive)
            }
        }
    }
}

extension BatchReport {
    /// What the rule said of a finding, without making a violation of it; for findings about the
    /// record itself its code is of no meaning.
    public func verdict(at index: Int) -> Verdict { Verdict(bits: findings[index].verdict) }

    /// The code of a finding about the record itself, nil for the others.
    public func issueCode(at index: Int) -> String? {
        guard isRecordIssue(at: index), let issues = session.batch?.issues else { return nil }
        let issue = Int(findings[index].step)
        return issues.indices.contains(issue) ? issues[issue].code : nil
    }

    /// A copy of the value that a finding is about; absent where there is none and for sensitive
    /// fields.
    public func value(at index: Int) -> Value {
        FindingReader(session: session, locates: false).shownValue(of: findings[index])
    }

    /// What a finding is about, without making a violation of it.
    ///
    /// - Parameters:
    ///   - index: From 0 to `count - 1`.
    ///   - needsValue: Whether the value is copied.
    /// - Returns: Nil for findings about the record itself, and where the rule said more than what
    ///   its definition has (`hasOwnArguments`): `finding(at:)` tells of these.
    public func subject(at index: Int, needsValue: Bool) -> FindingSubject? {
        guard !isRecordIssue(at: index), !hasOwnArguments(at: index) else { return nil }
        return FindingReader(session: session, locates: true)
            .subject(of: findings[index], needsValue: needsValue && !isFault(at: index))
    }
}
