// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// `nonNegative`: zero or above.
struct NonNegativeRule: Rule {
    static let definition = RuleDefinition(
        NonNegativeRule.self, "nonNegative", "A number: zero or above",
        kinds: .numbers,
        codes: [RuleCode("nonNegative.negative", "must not be negative")],
        examples: [
            .valid(0, "nonNegative"),
            .invalid(-1, "nonNegative", code: "nonNegative.negative"),
        ])

    private let zero = NumberLimit(integer: 0)

    init(_ arguments: Arguments) {}

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        .pass(if: zero.order(of: value) >= 0)
    }
}
