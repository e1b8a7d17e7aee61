// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// `alphanumeric`: letters and digits only, at least one.
struct AlphanumericRule: Rule {
    static let definition = RuleDefinition(
        AlphanumericRule.self, "alphanumeric", "Letters and digits only",
        parameters: CharacterClass.parameters,
        kinds: .string,
        codes: [RuleCode("alphanumeric.other", "must have letters and digits only")],
        examples: [
            .valid("abc123", "alphanumeric"),
            .valid("a b", "alphanumeric(allow=\" \")"),
            .invalid("a-b", "alphanumeric", code: "alphanumeric.other"),
        ])

    private let members: CharacterClass

    init(_ arguments: Arguments) {
        members = CharacterClass(arguments, allowsDigits: true)
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        .pass(if: members.isWhole(value))
    }
}
