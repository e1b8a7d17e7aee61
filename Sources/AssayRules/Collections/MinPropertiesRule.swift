// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// `minProperties`: an object with at least a number of members.
struct MinPropertiesRule: Rule {
    static let definition = RuleDefinition(
        MinPropertiesRule.self, "minProperties", "An object with at least a number of members",
        parameters: [
            RuleParameter(
                "count", .integer, isRequired: true, limits: 0...Int64.max, "How many, inclusive")
        ],
        kinds: .object,
        codes: [RuleCode("minProperties.tooFew", "must have at least {count} members")],
        examples: [
            .valid(["a": 1, "b": 2], "minProperties(2)"),
            .invalid(["a": 1], "minProperties(2)", code: "minProperties.tooFew"),
        ])

    private let count: Int

    init(_ arguments: Arguments) {
        count = arguments.int("count") ?? 0
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        .pass(if: value.count >= count)
    }
}
