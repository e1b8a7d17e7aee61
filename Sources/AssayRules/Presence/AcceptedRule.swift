// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// `accepted`: a ticked box or a yes.
struct AcceptedRule: Rule {
    static let definition = RuleDefinition(
        AcceptedRule.self, "accepted", "true, 1, \"yes\", \"on\", \"true\" or \"1\"",
        kinds: [.bool, .numbers, .string],
        codes: [RuleCode("accepted.declined", "must be accepted")],
        examples: [
            .valid(true, "accepted"),
            .valid("on", "accepted"),
            .invalid(false, "accepted", code: "accepted.declined"),
            .invalid("maybe", "accepted", code: "accepted.declined"),
        ])

    private let words = ValueSet([true, 1, "1", "true", "yes", "on"], ignoreCase: true)

    init(_ arguments: Arguments) {}

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        .pass(if: words.contains(value))
    }
}
