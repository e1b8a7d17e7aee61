// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// `maxItems`: an array with at most a number of elements.
struct MaxItemsRule: Rule {
    static let definition = RuleDefinition(
        MaxItemsRule.self, "maxItems", "An array with at most a number of elements",
        parameters: [
            RuleParameter(
                "count", .integer, isRequired: true, limits: 0...Int64.max, "How many, inclusive")
        ],
        kinds: .array,
        codes: [RuleCode("maxItems.tooMany", "must have at most {count} elements")],
        examples: [
            .valid([1, 2], "maxItems(2)"),
            .invalid([1, 2, 3], "maxItems(2)", code: "maxItems.tooMany"),
        ],
        traits: .boundsElements)

    private let count: Int

    init(_ arguments: Arguments) {
        count = arguments.int("count") ?? 0
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        .pass(if: value.count <= count)
    }
}
