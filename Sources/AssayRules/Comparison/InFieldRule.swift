// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// `inField`: an element of an array in another field.
struct InFieldRule: Rule {
    static let definition = RuleDefinition(
        InFieldRule.self, "inField", "An element of the array in another field",
        parameters: [.otherField],
        codes: [
            RuleCode("inField.missing", "must be one of the elements of {field}"),
            RuleCode("inField.noArray", "cannot be looked up: {field} is no array"),
        ],
        examples: [
            .valid("b", "inField(other)", with: ["other": ["a", "b"]]),
            .valid("b", "inField(other)"),
            .invalid("c", "inField(other)", code: "inField.missing", with: ["other": ["a"]]),
            .invalid("c", "inField(other)", code: "inField.noArray", with: ["other": "c"]),
        ])

    private let other: FieldReference

    init(_ arguments: Arguments) throws(RuleError) {
        other = try arguments.field("field")
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        let list = context.field(other)
        guard !list.isAbsentOrNull else { return .skip }
        guard list.kind == .array else { return .fail(1) }
        let lists = context.scratch(ListScratch.key)
        return .pass(
            if: lists._withUnsafeGuaranteedRef {
                $0.contains(value, in: list, round: context.round)
            }, else: 0)
    }
}
