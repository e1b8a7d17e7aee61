// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// `contains`: contains a text, at least a number of times.
struct ContainsRule: Rule {
    static let definition = RuleDefinition(
        ContainsRule.self, "contains", "Contains a text, at least a number of times",
        parameters: [
            .needleText,
            RuleParameter(
                "times", .integer, default: 1, limits: 1...1_000_000,
                "How often, without overlaps"),
            .ignoreCase,
        ],
        kinds: .string,
        codes: [RuleCode("contains.missing", "must contain {text}")],
        examples: [
            .valid("a, b", "contains(\", \")"),
            .invalid("ab", "contains(\", \")", code: "contains.missing"),
        ])

    private let needle: TextNeedle
    private let times: Int

    init(_ arguments: Arguments) throws(RuleError) {
        needle = try TextNeedle(arguments)
        times = arguments.int("times") ?? 1
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        .pass(if: needle.occurs(times, in: value))
    }
}
