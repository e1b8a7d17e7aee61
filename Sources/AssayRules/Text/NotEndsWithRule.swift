// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// `notEndsWith`: does not end with a text.
struct NotEndsWithRule: Rule {
    static let definition = RuleDefinition(
        NotEndsWithRule.self, "notEndsWith", "Does not end with a text",
        parameters: [.needleText, .ignoreCase],
        kinds: .string,
        codes: [RuleCode("notEndsWith.found", "must not end with {text}")],
        examples: [
            .valid("x", "notEndsWith(\"https\")"),
            .invalid(
                "x/https", "notEndsWith(\"HTTPS\", ignoreCase=true)", code: "notEndsWith.found"),
        ])

    private let needle: TextNeedle

    init(_ arguments: Arguments) throws(RuleError) {
        needle = try TextNeedle(arguments)
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        .pass(if: !needle.isSuffix(of: value))
    }
}
