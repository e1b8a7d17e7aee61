// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// `negative`: below zero.
struct NegativeRule: Rule {
    static let definition = RuleDefinition(
        NegativeRule.self, "negative", "A number: below zero",
        kinds: .numbers,
        codes: [RuleCode("negative.notNegative", "must be less than 0")],
        examples: [
            .valid(-1, "negative"),
            .invalid(0, "negative", code: "negative.notNegative"),
        ])

    private let zero = NumberLimit(integer: 0)

    init(_ arguments: Arguments) {}

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        .pass(if: zero.order(of: value) < 0)
    }
}
