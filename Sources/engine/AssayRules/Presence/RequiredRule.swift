// SPDX-License-Identifier: Apache-2.0
public import AssayCore

/// `required`: neither absent, null nor empty; 0 and false are values.
///
/// With `within`, it applies only where the object or array that the field is part of is there.
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
                "trim", .boolean, default: true, "A text of only white space counts as empty"),
            RuleParameter(
                "within", .field,
                "The object or array without which the field is not required"),
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
            .valid(.absent, "required(within=address)"),
            .invalid(
                .absent, "required(within=address)", code: "required.missing",
                with: ["address": [:]]),
        ],
        traits: [.acceptsMissing, .stopsOnFailure])

    private let trim: Bool
    private let container: FieldReference?

    init(_ arguments: Arguments) {
        trim = arguments.bool("trim")
        container = arguments.fields("within").first
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
        if let container, context.field(container).isAbsentOrNull { return .pass }
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

    /// Not absent, null or empty where an object or array that the field is part of is there:
    /// `Field("address.zip", .required(within: "address"))`.
    ///
    /// - Parameters:
    ///   - container: The path of the object or array; if it is absent or null, the field passes.
    ///   - trim: `false` if white space is a value.
    /// - Returns: The rule.
    public static func required(
        within container: FieldPath, trim: Bool? = nil
    ) -> RuleExpression {
        RuleExpression(
            "required", options: ["trim": .flag(trim), "within": .field(container)])
    }
}
