// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// `lessThan`: less than another field; numbers exactly, strings by code point.
struct LessThanRule: Rule {
    static let definition = RuleDefinition(
        LessThanRule.self, "lessThan", "Less than another field",
        parameters: [.otherField],
        kinds: [.numbers, .string],
        codes: [
            RuleCode("lessThan.notLess", "must be less than {field}"),
            RuleCode("lessThan.incomparable", "cannot be compared with {field}"),
        ],
        examples: [
            .valid(1, "lessThan(other)", with: ["other": 2]),
            .valid(1, "lessThan(other)"),
            .invalid(2, "lessThan(other)", code: "lessThan.notLess", with: ["other": 1]),
            .invalid(1, "lessThan(other)", code: "lessThan.incomparable", with: ["other": "1"]),
        ])

    private let other: FieldReference

    init(_ arguments: Arguments) throws(RuleError) {
        other = try arguments.field("field")
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        let limit = context.field(other)
        guard !limit.isAbsentOrNull else { return .skip }
        guard let order = valueOrder(value, limit) else { return .fail(1) }
        return .pass(if: order < 0)
    }
}
