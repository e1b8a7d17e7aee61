// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// `minItems`: an array with at least a number of elements.
struct MinItemsRule: Rule {
    static let definition = RuleDefinition(
        MinItemsRule.self, "minItems", "An array with at least a number of elements",
        parameters: [
            RuleParameter(
                "count", .integer, isRequired: true, limits: 0...Int64.max, "How many, inclusive")
        ],
        kinds: .array,
        codes: [RuleCode("minItems.tooFew", "must have at least {count} elements")],
        examples: [
            .valid([1, 2], "minItems(2)"),
            .invalid([1], "minItems(2)", code: "minItems.tooFew"),
        ])

    private let count: Int

    init(_ arguments: Arguments) {
        count = arguments.int("count") ?? 0
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        .pass(if: value.count >= count)
    }
}
