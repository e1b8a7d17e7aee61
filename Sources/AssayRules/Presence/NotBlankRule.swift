// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// `notBlank`: a string with something else than white space.
struct NotBlankRule: Rule {
    static let definition = RuleDefinition(
        NotBlankRule.self, "notBlank", "A string that is not empty or white space only",
        kinds: .string,
        codes: [RuleCode("notBlank.blank", "must not be blank")],
        examples: [
            .valid(" a ", "notBlank"),
            .invalid("", "notBlank", code: "notBlank.blank"),
            .invalid("\u{3000}\t", "notBlank", code: "notBlank.blank"),
        ])

    init(_ arguments: Arguments) {}

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        .pass(if: !isBlank(value.unsafeBytes))
    }
}
