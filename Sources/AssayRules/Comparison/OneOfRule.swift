// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// `oneOf`: one of the given values.
struct OneOfRule: Rule {
    static let definition = RuleDefinition(
        OneOfRule.self, "oneOf", "One of the given values, compared as JSON",
        parameters: [
            RuleParameter("values", .list, isRequired: true, "The accepted values"),
            .ignoreCase,
        ],
        codes: [RuleCode("oneOf.other", "must be one of {values}")],
        examples: [
            .valid("red", "oneOf([\"red\", \"green\"])"),
            .valid(2.0, "oneOf([1, 2])"),
            .valid("RED", "oneOf([\"red\"], ignoreCase=true)"),
            .invalid("blue", "oneOf([\"red\", \"green\"])", code: "oneOf.other"),
        ])

    private let accepted: ValueSet

    init(_ arguments: Arguments) {
        accepted = ValueSet(
            arguments.list("values") ?? [], ignoreCase: arguments.bool("ignoreCase"))
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        .pass(if: accepted.contains(value))
    }
}
