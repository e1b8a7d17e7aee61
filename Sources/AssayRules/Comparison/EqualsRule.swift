// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// `equals`: one given value.
struct EqualsRule: Rule {
    static let definition = RuleDefinition(
        EqualsRule.self, "equals", "Equal to a value, as JSON: 1 equals 1.0",
        parameters: [
            RuleParameter("value", .value, isRequired: true, "The value to compare with"),
            .ignoreCase,
        ],
        codes: [RuleCode("equals.different", "must be {value}")],
        examples: [
            .valid(1.0, "equals(1)"),
            .valid("YES", "equals(\"yes\", ignoreCase=true)"),
            .invalid("1", "equals(1)", code: "equals.different"),
        ])

    private let accepted: ValueSet

    init(_ arguments: Arguments) {
        accepted = ValueSet(
            [arguments.value("value") ?? .null], ignoreCase: arguments.bool("ignoreCase"))
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        .pass(if: accepted.contains(value))
    }
}
