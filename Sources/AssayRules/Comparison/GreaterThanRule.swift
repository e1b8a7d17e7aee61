// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// `greaterThan`: greater than another field; numbers exactly, strings by code point.
struct GreaterThanRule: Rule {
    static let definition = RuleDefinition(
        GreaterThanRule.self, "greaterThan", "Greater than another field",
        parameters: [.otherField],
        kinds: [.numbers, .string],
        codes: [
            RuleCode("greaterThan.notGreater", "must be greater than {field}"),
            RuleCode("greaterThan.incomparable", "cannot be compared with {field}"),
        ],
        examples: [
            .valid(2, "greaterThan(other)", with: ["other": 1]),
            .valid(2, "greaterThan(other)"),
            .invalid(1, "greaterThan(other)", code: "greaterThan.notGreater", with: ["other": 2]),
            .invalid(
                1, "greaterThan(other)", code: "greaterThan.incomparable", with: ["other": "1"]),
        ])

    private let other: FieldReference

    init(_ arguments: Arguments) throws(RuleError) {
        other = try arguments.field("field")
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        let limit = context.field(other)
        guard !limit.isAbsentOrNull else { return .skip }
        guard let order = valueOrder(value, limit) else { return .fail(1) }
        return .pass(if: order > 0)
    }
}
