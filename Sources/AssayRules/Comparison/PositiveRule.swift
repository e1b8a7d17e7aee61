// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// `positive`: above zero.
struct PositiveRule: Rule {
    static let definition = RuleDefinition(
        PositiveRule.self, "positive", "A number: above zero",
        kinds: .numbers,
        codes: [RuleCode("positive.notPositive", "must be greater than 0")],
        examples: [
            .valid(1, "positive"),
            .invalid(0, "positive", code: "positive.notPositive"),
        ])

    private let zero = NumberLimit(integer: 0)

    init(_ arguments: Arguments) {}

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        .pass(if: zero.order(of: value) > 0)
    }
}
