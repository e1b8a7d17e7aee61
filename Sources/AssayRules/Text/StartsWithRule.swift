// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// `startsWith`: begins with a text.
struct StartsWithRule: Rule {
    static let definition = RuleDefinition(
        StartsWithRule.self, "startsWith", "Begins with a text",
        parameters: [.needleText, .ignoreCase],
        kinds: .string,
        codes: [RuleCode("startsWith.missing", "must begin with {text}")],
        examples: [
            .valid("https://x", "startsWith(\"https\")"),
            .invalid("x", "startsWith(\"HTTPS\", ignoreCase=true)", code: "startsWith.missing"),
        ])

    private let needle: TextNeedle

    init(_ arguments: Arguments) throws(RuleError) {
        needle = try TextNeedle(arguments)
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        .pass(if: needle.isPrefix(of: value))
    }
}
