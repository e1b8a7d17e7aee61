// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// What the rules share that compare a value with another field's by order.
struct FieldComparison: Sendable {
    private let other: FieldReference

    init(_ arguments: Arguments) throws(RuleError) {
        other = try arguments.field("field")
    }

    /// The definition of such a rule.
    ///
    /// `failure` is its first code's last part, `passing` an example of a value that passes and of
    /// the other field's; the other way round the example fails.
    static func definition<R: Rule>(
        _ type: R.Type, _ id: String, _ summary: String, failure: String, _ message: String,
        passing: (value: Value, other: Value)
    ) -> RuleDefinition {
        let (value, other) = passing
        let call = "\(id)(other)"
        return RuleDefinition(
            type, id, summary, parameters: [.otherField], kinds: [.numbers, .string],
            codes: [
                RuleCode("\(id).\(failure)", message),
                RuleCode("\(id).incomparable", "cannot be compared with {field}"),
            ],
            examples: [
                .valid(value, call, with: ["other": other]),
                .valid(value, call),
                .invalid(other, call, code: "\(id).\(failure)", with: ["other": value]),
                .invalid(1, call, code: "\(id).incomparable", with: ["other": "1"]),
            ])
    }

    /// Skips without the other field; the second code where there is no order between the two.
    @inline(__always)
    func verdict(
        _ value: FieldValue, _ context: RuleContext, passes: (_ order: Int) -> Bool
    ) -> Verdict {
        let limit = context.field(other)
        guard !limit.isAbsentOrNull else { return .skip }
        guard let order = valueOrder(value, limit) else { return .fail(1) }
        return .pass(if: passes(order))
    }
}
