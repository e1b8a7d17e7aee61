// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// `uppercase`: no lower-case or title-case letter, in Unicode's sense.
struct UppercaseRule: Rule {
    static let definition = RuleDefinition(
        UppercaseRule.self, "uppercase", "No lower-case letter", standard: "Unicode",
        kinds: .string,
        codes: [RuleCode("uppercase.lower", "must not have lower-case letters")],
        examples: [
            .valid("ABC 1", "uppercase"),
            .invalid("ABc", "uppercase", code: "uppercase.lower"),
            .invalid("É é", "uppercase", code: "uppercase.lower"),
        ])

    init(_ arguments: Arguments) {}

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        let hasLower = LetterCase.hasLetter(
            value, ascii: { $0 &- 0x61 < 26 },
            unicode: { $0.isLowercase || $0.generalCategory == .titlecaseLetter })
        return .pass(if: !hasLower)
    }
}
