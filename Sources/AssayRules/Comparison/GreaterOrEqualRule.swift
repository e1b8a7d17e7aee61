// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// `greaterOrEqual`: greater than another field or equal to it; numbers exactly, strings by code point.
struct GreaterOrEqualRule: Rule {
    static let definition = RuleDefinition(
        GreaterOrEqualRule.self, "greaterOrEqual", "Greater than another field or equal to it",
        parameters: [.otherField],
        kinds: [.numbers, .string],
        codes: [
            RuleCode("greaterOrEqual.less", "must be at least {field}"),
            RuleCode("greaterOrEqual.incomparable", "cannot be compared with {field}"),
        ],
        examples: [
            .valid(2, "greaterOrEqual(other)", with: ["other": 1]),
            .valid(2, "greaterOrEqual(other)"),
            .invalid(1, "greaterOrEqual(other)", code: "greaterOrEqual.less", with: ["other": 2]),
            .invalid(
                1, "greaterOrEqual(other)", code: "greaterOrEqual.incomparable",
                with: ["other": "1"]),
        ])

    private let other: FieldReference

    init(_ arguments: Arguments) throws(RuleError) {
        other = try arguments.field("field")
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        let limit = context.field(other)
        guard !limit.isAbsentOrNull else { return .skip }
        guard let order = valueOrder(value, limit) else { return .fail(1) }
        return .pass(if: order >= 0)
    }
}
