// SPDX-License-Identifier: Apache-2.0
public import AssayCore

/// `required`: neither absent, null nor empty; 0 and false are values.
///
/// Text, an array and an object can be empty. The code says which of the three it was, because a
/// field that a client leaves out is a different error from a field that it leaves empty.
struct RequiredRule: BatchRule {
    enum Code: String, RuleCodes {
        case missing = "is required"
        case null = "is required and must not be null"
        case empty = "is required and must not be empty"
    }

    static let definition = RuleDefinition(
        RequiredRule.self, "required", "Not absent, null or empty",
        parameters: [
            RuleParameter(
                "trim", .boolean, default: true, "Text of white space only counts as empty")
        ],
        codes: Code.self,
        examples: [
            .valid("a", "required"),
            .valid(0, "required"),
            .valid(false, "required"),
            .valid(" ", "required(trim=false)"),
            .invalid(.absent, "required", code: "required.missing"),
            .invalid(nil, "required", code: "required.null"),
            .invalid("  ", "required", code: "required.empty"),
            .invalid([], "required", code: "required.empty"),
            .invalid([:], "required", code: "required.empty"),
        ],
        traits: [.acceptsMissing, .stopsOnFailure])

    private let trim: Bool

    init(_ arguments: Arguments) {
        trim = arguments.bool("trim")
    }

    var test: ValueTest? {
        var test = ValueTest(kinds: [.bool, .numbers, .string, .array, .object])
        test.beginsVisibly = trim
        (test.leastASCII, test.leastBytes) = (1, 1)
        test.counts = 1...Int.max
        return test
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        if !isEmptyValue(value, trim: trim) { return .pass }
        return .fail(value.isAbsent ? Code.missing : value.isNull ? .null : .empty)
    }
}

extension RuleExpression {
    /// Not absent, null, empty or white space only; 0 and false pass.
    public static var required: RuleExpression { RuleExpression("required") }

    /// Not absent, null or empty; without `trim`, white space is a value.
    public static func required(trim: Bool) -> RuleExpression {
        RuleExpression("required", options: ["trim": .flag(trim)])
    }
}
