// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// `nonPositive`: zero or below.
struct NonPositiveRule: Rule {
    static let definition = RuleDefinition(
        NonPositiveRule.self, "nonPositive", "A number: zero or below",
        kinds: .numbers,
        codes: [RuleCode("nonPositive.positive", "must not be positive")],
        examples: [
            .valid(0, "nonPositive"),
            .invalid(1, "nonPositive", code: "nonPositive.positive"),
        ])

    private let zero = NumberLimit(integer: 0)

    init(_ arguments: Arguments) {}

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        .pass(if: zero.order(of: value) <= 0)
    }
}
