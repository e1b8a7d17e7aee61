// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// `notEquals`: anything but one given value.
struct NotEqualsRule: Rule {
    static let definition = RuleDefinition(
        NotEqualsRule.self, "notEquals", "Not equal to a value, as JSON",
        parameters: [
            RuleParameter("value", .value, isRequired: true, "The value that is excluded"),
            .ignoreCase,
        ],
        codes: [RuleCode("notEquals.equal", "must not be {value}")],
        examples: [
            .valid(2, "notEquals(1)"),
            .invalid(1.0, "notEquals(1)", code: "notEquals.equal"),
        ])

    private let excluded: ValueSet

    init(_ arguments: Arguments) {
        excluded = ValueSet(
            [arguments.value("value") ?? .null], ignoreCase: arguments.bool("ignoreCase"))
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        .pass(if: !excluded.contains(value))
    }
}
