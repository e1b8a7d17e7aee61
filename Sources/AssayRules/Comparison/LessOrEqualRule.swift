// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// `lessOrEqual`: less than another field or equal to it; numbers exactly, strings by code point.
struct LessOrEqualRule: Rule {
    static let definition = RuleDefinition(
        LessOrEqualRule.self, "lessOrEqual", "Less than another field or equal to it",
        parameters: [.otherField],
        kinds: [.numbers, .string],
        codes: [
            RuleCode("lessOrEqual.greater", "must be at most {field}"),
            RuleCode("lessOrEqual.incomparable", "cannot be compared with {field}"),
        ],
        examples: [
            .valid(1, "lessOrEqual(other)", with: ["other": 2]),
            .valid(1, "lessOrEqual(other)"),
            .invalid(2, "lessOrEqual(other)", code: "lessOrEqual.greater", with: ["other": 1]),
            .invalid(
                1, "lessOrEqual(other)", code: "lessOrEqual.incomparable", with: ["other": "1"]),
        ])

    private let other: FieldReference

    init(_ arguments: Arguments) throws(RuleError) {
        other = try arguments.field("field")
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        let limit = context.field(other)
        guard !limit.isAbsentOrNull else { return .skip }
        guard let order = valueOrder(value, limit) else { return .fail(1) }
        return .pass(if: order <= 0)
    }
}
