// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// `finite`: a number within the range of a double.
struct FiniteRule: Rule {
    static let definition = RuleDefinition(
        FiniteRule.self, "finite", "A number within the range of a double",
        standard: "IEEE 754",
        kinds: .numbers,
        codes: [RuleCode("finite.tooLarge", "must not be beyond the range of a double")],
        examples: [
            .valid(1e308, "finite"),
            .invalid(.decimal("1e400"), "finite", code: "finite.tooLarge"),
        ])

    init(_ arguments: Arguments) {}

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        .pass(if: value.number?.isFinite ?? false)
    }
}
