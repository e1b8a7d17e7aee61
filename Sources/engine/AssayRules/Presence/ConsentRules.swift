// SPDX-License-Identifier: Apache-2.0
public import AssayCore

/// The values of a box that is ticked, or of one that is not.
protocol Consent: Sendable {
    associatedtype Code: RuleCodes

    static var id: String { get }
    static var summary: String { get }
    static var words: [Value] { get }
    static var failure: Code { get }
    static var examples: [RuleExample] { get }
}

/// `accepted` and `declined`.
struct ConsentRule<Answer: Consent>: Rule {
    static var definition: RuleDefinition {
        RuleDefinition(
            ConsentRule.self, Answer.id, Answer.summary, kinds: [.bool, .numbers, .string],
            codes: Answer.Code.self, examples: Answer.examples)
    }

    private let words = ValueSet(Answer.words, ignoreCase: true)

    init(_ arguments: Arguments) {}

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        .pass(if: words.contains(value), else: Answer.failure)
    }
}

/// A ticked box or a yes.
enum Accepted: Consent {
    enum Code: String, RuleCodes {
        case declined = "must be accepted"
    }

    static let id = "accepted"
    static let summary = "true, 1, \"yes\", \"on\", \"true\" or \"1\""
    static let words: [Value] = [true, 1, "1", "true", "yes", "on"]
    static let failure = Code.declined
    static let examples: [RuleExample] = [
        .valid(true, "accepted"),
        .valid("on", "accepted"),
        .invalid(false, "accepted", code: "accepted.declined"),
        .invalid("maybe", "accepted", code: "accepted.declined"),
    ]
}

/// An empty box or a no.
enum Declined: Consent {
    enum Code: String, RuleCodes {
        case accepted = "must be declined"
    }

    static let id = "declined"
    static let summary = "false, 0, \"no\", \"off\", \"false\" or \"0\""
    static let words: [Value] = [false, 0, "0", "false", "no", "off"]
    static let failure = Code.accepted
    static let examples: [RuleExample] = [
        .valid(false, "declined"),
        .valid("No", "declined"),
        .invalid(1, "declined", code: "declined.accepted"),
    ]
}

extension RuleExpression {
    /// true, 1, "yes", "on", "true" or "1".
    public static var accepted: RuleExpression { RuleExpression("accepted") }

    /// false, 0, "no", "off", "false" or "0".
    public static var declined: RuleExpression { RuleExpression("declined") }
}
