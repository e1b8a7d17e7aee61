// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// `alphaDash`: letters, digits, `-` and `_` only, at least one.
struct AlphaDashRule: Rule {
    static let definition = RuleDefinition(
        AlphaDashRule.self, "alphaDash", "Letters, digits, - and _ only",
        parameters: Array(CharacterClass.parameters.prefix(1)),
        kinds: .string,
        codes: [RuleCode("alphaDash.other", "must have letters, digits, - and _ only")],
        examples: [
            .valid("a-b_1", "alphaDash"),
            .invalid("a b", "alphaDash", code: "alphaDash.other"),
        ])

    private let members: CharacterClass

    init(_ arguments: Arguments) {
        members = CharacterClass(arguments, allowsDigits: true, further: "-_")
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        .pass(if: members.isWhole(value))
    }
}
