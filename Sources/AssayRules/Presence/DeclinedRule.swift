// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// `declined`: an empty box or a no.
struct DeclinedRule: Rule {
    static let definition = RuleDefinition(
        DeclinedRule.self, "declined", "false, 0, \"no\", \"off\", \"false\" or \"0\"",
        kinds: [.bool, .numbers, .string],
        codes: [RuleCode("declined.accepted", "must be declined")],
        examples: [
            .valid(false, "declined"),
            .valid("No", "declined"),
            .invalid(1, "declined", code: "declined.accepted"),
        ])

    private let words = ValueSet([false, 0, "0", "false", "no", "off"], ignoreCase: true)

    init(_ arguments: Arguments) {}

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        .pass(if: words.contains(value))
    }
}
