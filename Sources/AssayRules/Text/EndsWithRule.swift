// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// `endsWith`: ends with a text.
struct EndsWithRule: Rule {
    static let definition = RuleDefinition(
        EndsWithRule.self, "endsWith", "Ends with a text",
        parameters: [.needleText, .ignoreCase],
        kinds: .string,
        codes: [RuleCode("endsWith.missing", "must end with {text}")],
        examples: [
            .valid("x/https", "endsWith(\"https\")"),
            .invalid("x", "endsWith(\"HTTPS\", ignoreCase=true)", code: "endsWith.missing"),
        ])

    private let needle: TextNeedle

    init(_ arguments: Arguments) throws(RuleError) {
        needle = try TextNeedle(arguments)
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        .pass(if: needle.isSuffix(of: value))
    }
}
