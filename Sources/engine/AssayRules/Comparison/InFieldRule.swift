// SPDX-License-Identifier: Apache-2.0
public import AssayCore

/// `inField`: an element of an array in another field.
struct InFieldRule: Rule {
    enum Code: String, RuleCodes {
        case missing = "must be one of the elements of {field}"
        case noArray = "cannot be looked up: {field} is not an array"

        var leavesOpen: Bool { self == .noArray }
    }

    static let definition = RuleDefinition(
        InFieldRule.self, "inField", "An element of the array in another field",
        parameters: [.otherField], codes: Code.self,
        examples: [
            .valid("b", "inField(other)", with: ["other": ["a", "b"]]),
            .valid("b", "inField(other)"),
            .invalid("c", "inField(other)", code: "inField.missing", with: ["other": ["a"]]),
            .invalid("c", "inField(other)", code: "inField.noArray", with: ["other": "c"]),
        ],
        traits: .sharesSensitivity)

    private let other: FieldReference

    init(_ arguments: Arguments) throws(RuleError) {
        other = try arguments.field("field")
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        let list = context.field(other)
        guard !list.isAbsentOrNull else { return .skip }
        guard list.kind == .array else { return .fail(Code.noArray) }
        return .pass(
            if: ListScratch.contains(value, in: list, of: context), else: Code.missing)
    }
}

extension RuleExpression {
    /// An element of the array in another field.
    public static func inField(_ field: FieldPath) -> RuleExpression {
        RuleExpression("inField", positional: [.field(field)])
    }
}
