// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// `notStartsWith`: does not begin with a text.
struct NotStartsWithRule: Rule {
    static let definition = RuleDefinition(
        NotStartsWithRule.self, "notStartsWith", "Does not begin with a text",
        parameters: [.needleText, .ignoreCase],
        kinds: .string,
        codes: [RuleCode("notStartsWith.found", "must not begin with {text}")],
        examples: [
            .valid("x", "notStartsWith(\"https\")"),
            .invalid(
                "https://x", "notStartsWith(\"HTTPS\", ignoreCase=true)",
                code: "notStartsWith.found"),
        ])

    private let needle: TextNeedle

    init(_ arguments: Arguments) throws(RuleError) {
        needle = try TextNeedle(arguments)
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        .pass(if: !needle.isPrefix(of: value))
    }
}
