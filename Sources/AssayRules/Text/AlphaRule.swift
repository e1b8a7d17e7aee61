// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// `alpha`: letters only, at least one.
struct AlphaRule: Rule {
    static let definition = RuleDefinition(
        AlphaRule.self, "alpha", "Letters only",
        parameters: CharacterClass.parameters,
        kinds: .string,
        codes: [RuleCode("alpha.other", "must have letters only")],
        examples: [
            .valid("abc", "alpha"),
            .valid("Grüße", "alpha(script=unicode)"),
            .invalid("ab1", "alpha", code: "alpha.other"),
            .invalid("é", "alpha", code: "alpha.other"),
            .invalid("", "alpha", code: "alpha.other"),
        ])

    private let members: CharacterClass

    init(_ arguments: Arguments) {
        members = CharacterClass(arguments, allowsDigits: false)
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        .pass(if: members.isWhole(value))
    }
}
