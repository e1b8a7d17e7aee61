// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// `notContains`: does not contain a text that number of times.
struct NotContainsRule: Rule {
    static let definition = RuleDefinition(
        NotContainsRule.self, "notContains", "Does not contain a text that number of times",
        parameters: [
            .needleText,
            RuleParameter(
                "times", .integer, default: 1, limits: 1...1_000_000,
                "How often, without overlaps"),
            .ignoreCase,
        ],
        kinds: .string,
        codes: [RuleCode("notContains.found", "must not contain {text}")],
        examples: [
            .valid("ab", "notContains(\", \")"),
            .invalid("a, b", "notContains(\", \")", code: "notContains.found"),
        ])

    private let needle: TextNeedle
    private let times: Int

    init(_ arguments: Arguments) throws(RuleError) {
        needle = try TextNeedle(arguments)
        times = arguments.int("times") ?? 1
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        .pass(if: !needle.occurs(times, in: value))
    }
}
