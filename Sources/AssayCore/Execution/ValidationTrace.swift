// SPDX-License-Identifier: Apache-2.0

/// What became of every rule of one record: asked or not, and why, and what it cost.
///
/// Made by `ValidationSession.trace`, which runs the same code as any validation, with somebody
/// looking.
public struct ValidationTrace: Sendable {
    /// The findings, as `validate` gives them.
    public var report: ValidationReport
    /// In the order of the rule set, a field's elements one after the other.
    public var rules: [TracedRule]
    /// The whole validation without anybody looking, in nanoseconds.
    public var nanoseconds: UInt64

    public init(report: ValidationReport, rules: [TracedRule], nanoseconds: UInt64) {
        self.report = report
        self.rules = rules
        self.nanoseconds = nanoseconds
    }
}

/// One rule and one value.
public struct TracedRule: Sendable {
    /// The path of the validator in the rule set.
    public var field: String
    /// Where in the record, as an RFC 6901 JSON Pointer.
    public var pointer: String
    public var rule: BoundRule
    /// `absent` where there is none and for sensitive fields.
    public var value: Value
    public var isSensitive: Bool
    /// A failure leaves the record valid.
    public var isWarning: Bool
    public var outcome: Outcome
    /// The code of a failure.
    public var code: RuleCode?
    /// In nanoseconds; 0 where the rule was not asked.
    public var nanoseconds: UInt64
    /// The rules that this one asked, in their order, and those of its conditions in front.
    public var checks: [TracedCheck]
    /// The place of the rule among all: validator, element, rule.
    var place: (Int, Int, Int)

    /// What became of a rule.
    public enum Outcome: Sendable, Equatable {
        case passed
        case failed
        case undecided(FaultReason)
        /// It could not decide, and counts as passed or as failed by the rule set.
        case excused(FaultReason, counts: FaultPolicy)
        case skipped(SkipReason)
    }

    /// Why a rule was not asked.
    public enum SkipReason: Sendable, Equatable {
        /// There is no value.
        case absent
        /// The value is null.
        case null
        /// A rule before it failed, and the later ones are not asked then.
        case behind(rule: String)
        /// A field that it names failed.
        case dependency(field: String)
        /// Another field does not pass the rules of a condition.
        case condition(field: String)
        /// There is no element.
        case noElements
        /// The array broke a rule about its size.
        case array(field: String)
        /// The rule has nothing to say about the value.
        case rule
    }
}

/// A rule that another one asked about a value.
public struct TracedCheck: Sendable {
    public var rule: BoundRule
    public var value: Value
    public var outcome: TracedRule.Outcome
    /// The code of a failure.
    public var code: RuleCode?
    public var nanoseconds: UInt64
    public var checks: [TracedCheck]
}

extension TracedRule.Outcome {
    /// What a verdict says; a skip is one of the rule's own.
    init(_ verdict: Verdict) {
        if let reason = verdict.faultReason {
            self = .undecided(reason)
        } else if verdict.isUndecided {
            self = .undecided(.invalidVerdict)
        } else {
            self = verdict.isPass ? .passed : verdict.isSkip ? .skipped(.rule) : .failed
        }
    }
}
