// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// `maxProperties`: an object with at most a number of members.
struct MaxPropertiesRule: Rule {
    static let definition = RuleDefinition(
        MaxPropertiesRule.self, "maxProperties", "An object with at most a number of members",
        parameters: [
            RuleParameter(
                "count", .integer, isRequired: true, limits: 0...Int64.max, "How many, inclusive")
        ],
        kinds: .object,
        codes: [RuleCode("maxProperties.tooMany", "must have at most {count} members")],
        examples: [
            .valid(["a": 1], "maxProperties(2)"),
            .invalid(["a": 1, "b": 2, "c": 3], "maxProperties(2)", code: "maxProperties.tooMany"),
        ])

    private let count: Int

    init(_ arguments: Arguments) {
        count = arguments.int("count") ?? 0
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        .pass(if: value.count <= count)
    }
}
