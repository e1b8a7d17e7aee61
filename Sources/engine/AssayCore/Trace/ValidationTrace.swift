// SPDX-License-Identifier: Apache-2.0

/// The outcome of every rule of one record: whether it ran, and why not, and what it cost.
///
/// Made by `ValidationSession.trace`, with the decisions of any validation.
package struct ValidationTrace: Sendable {
    /// The findings, as `validate` gives them.
    package var report: ValidationReport
    /// The rules in the order of the rule set, a field's elements one after the other.
    package var rules: [TracedRule]
    /// The time of the whole validation when tracing is off, in nanoseconds.
    package var nanoseconds: UInt64

    package init(report: ValidationReport, rules: [TracedRule], nanoseconds: UInt64) {
        self.report = report
        self.rules = rules
        self.nanoseconds = nanoseconds
    }
}

/// One rule and one value.
package struct TracedRule: Sendable {
    /// The path of the validator in the rule set.
    package var field: String
    /// The place of the value in the record, as an RFC 6901 JSON Pointer.
    package var pointer: String
    package var rule: BoundRule
    /// The value, or `absent` if there is none or the field is sensitive.
    package var value: Value
    package var isSensitive: Bool
    /// A failure leaves the record valid.
    package var isWarning: Bool
    package var outcome: Outcome
    /// The code of a failure.
    package var code: RuleCode?
    /// The time that the rule took, in nanoseconds; 0 if it did not run.
    package var nanoseconds: UInt64
    /// The checks of its conditions, then of the rules in its arguments, in their order.
    package var checks: [TracedCheck]
    /// The place of the rule among all: validator, element, rule.
    var place: (Int, Int, Int)

    /// The outcome of a rule.
    package enum Outcome: Sendable, Equatable {
        case passed
        case failed
        case undecided(FaultReason)
        /// It could not decide, and counts as passed or as failed by the rule set.
        case excused(FaultReason, counts: FaultPolicy)
        case skipped(SkipReason)
    }

    /// The reason a rule did not run.
    package enum SkipReason: Sendable, Equatable {
        /// There is no value.
        case absent
        /// The value is null.
        case null
        /// An earlier rule failed, which stops the later ones.
        case stopped(by: String)
        /// A field that it names failed.
        case dependency(field: String)
        /// The rule reads a field that a partial record does not have.
        case unknown(field: String)
        /// Another field does not pass the rules of a condition.
        case condition(field: String)
        /// There is no element.
        case noElements
        /// The array failed a rule about its size.
        case array(field: String)
        /// The rule does not apply to the value.
        case rule
    }
}

/// The check of a rule in the arguments of another one, or in a condition.
package struct TracedCheck: Sendable {
    package var rule: BoundRule
    package var value: Value
    package var outcome: TracedRule.Outcome
    /// The code of a failure.
    package var code: RuleCode?
    /// The parameters of the message of a failure, besides the rule's arguments.
    package var parameters: [MessageParameter]
    package var nanoseconds: UInt64
    package var checks: [TracedCheck]
}

extension TracedRule.Outcome {
    /// The outcome of a verdict; a skip is one of the rule's own.
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
