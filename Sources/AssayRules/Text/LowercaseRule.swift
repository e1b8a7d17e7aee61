// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// `lowercase`: no upper-case or title-case letter, in Unicode's sense.
struct LowercaseRule: Rule {
    static let definition = RuleDefinition(
        LowercaseRule.self, "lowercase", "No upper-case letter", standard: "Unicode",
        kinds: .string,
        codes: [RuleCode("lowercase.upper", "must not have upper-case letters")],
        examples: [
            .valid("straße 1", "lowercase"),
            .invalid("Abc", "lowercase", code: "lowercase.upper"),
            .invalid("É", "lowercase", code: "lowercase.upper"),
        ])

    init(_ arguments: Arguments) {}

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        let hasUpper = LetterCase.hasLetter(
            value, ascii: { $0 &- 0x41 < 26 },
            unicode: { $0.isUppercase || $0.generalCategory == .titlecaseLetter })
        return .pass(if: !hasUpper)
    }
}
