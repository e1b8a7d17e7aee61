// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// `notOneOf`: none of the given values.
struct NotOneOfRule: Rule {
    static let definition = RuleDefinition(
        NotOneOfRule.self, "notOneOf", "None of the given values, compared as JSON",
        parameters: [
            RuleParameter("values", .list, isRequired: true, "The excluded values"),
            .ignoreCase,
        ],
        codes: [RuleCode("notOneOf.listed", "must not be one of {values}")],
        examples: [
            .valid("alice", "notOneOf([\"root\", \"admin\"])"),
            .invalid("Root", "notOneOf([\"root\"], ignoreCase=true)", code: "notOneOf.listed"),
        ])

    private let excluded: ValueSet

    init(_ arguments: Arguments) {
        excluded = ValueSet(
            arguments.list("values") ?? [], ignoreCase: arguments.bool("ignoreCase"))
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        .pass(if: !excluded.contains(value))
    }
}
