// SPDX-License-Identifier: Apache-2.0
public import AssayCore
import AssayPluginABI

/// `boolean`: true or false; in a record from text, one of these words.
struct BooleanRule: BatchRule {
    enum Code: String, RuleCodes {
        case syntax = "must be true or false"
    }

    static let definition = RuleDefinition(
        BooleanRule.self, "boolean", "true or false; in CSV files and forms, parsed from text",
        kinds: .bool, codes: Code.self,
        examples: [
            .valid(true, "boolean"),
            .valid("FALSE", "boolean", isText: true),
            .invalid("yes", "boolean", code: "boolean.syntax", isText: true),
            .invalid("true", "boolean", code: "boolean.kind"),
            .invalid(1, "boolean", code: "boolean.kind"),
        ],
        traits: [.converts, .stopsOnFailure, .checksKind])

    init(_ arguments: Arguments) {}

    var test: ValueTest? { ValueTest(kinds: .bool) }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict { .pass }

    func convert(_ text: FieldValue) -> Conversion {
        guard let bool = TextConversion.bool(text.utf8) else {
            return .failed(.fail(Code.syntax))
        }
        return .bool(bool)
    }
}

/// `integer`: a number without fraction; in a record from text, a text that spells one.
struct IntegerRule: BatchRule {
    enum Code: String, RuleCodes {
        case notWhole = "must be a whole number"
    }

    static let definition = RuleDefinition(
        IntegerRule.self, "integer",
        "A whole number, such as 5 or 1.0; in CSV files and forms, parsed from text",
        kinds: .numbers, codes: Code.self,
        examples: [
            .valid(5, "integer"),
            .valid(1.0, "integer"),
            .valid("-12", "integer", isText: true),
            .invalid(1.5, "integer", code: "integer.notWhole"),
            .invalid("12a", "integer", code: "integer.notWhole", isText: true),
            .invalid("12", "integer", code: "integer.kind"),
        ],
        traits: [.converts, .stopsOnFailure, .checksKind])

    init(_ arguments: Arguments) {}

    var test: ValueTest? { ValueTest(kinds: .integers) }

    var textTest: ValueTest? {
        var test = ValueTest(kinds: .string)
        test.readsWholeNumber = true
        return test
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        .pass(if: isWholeNumber(value), else: Code.notWhole)
    }

    func convert(_ text: FieldValue) -> Conversion {
        // A number with a fraction is read too: whether it is whole is for `check` to say.
        TextConversion.number(text).map { .typed($0) } ?? .failed(.fail(Code.notWhole))
    }
}

/// `number`: a number; in a record from text, a text that spells one.
struct NumberRule: BatchRule {
    enum Code: String, RuleCodes {
        case syntax = "must be a number"
    }

    static let definition = RuleDefinition(
        NumberRule.self, "number", "A number; in CSV files and forms, parsed from text",
        kinds: .numbers, codes: Code.self,
        examples: [
            .valid(1.5, "number"),
            .valid("-1.5e3", "number", isText: true),
            .invalid("1,5", "number", code: "number.syntax", isText: true),
            .invalid("1.5", "number", code: "number.kind"),
        ],
        traits: [.converts, .stopsOnFailure, .checksKind])

    init(_ arguments: Arguments) {}

    var test: ValueTest? { ValueTest(kinds: .numbers) }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict { .pass }

    func convert(_ text: FieldValue) -> Conversion {
        TextConversion.number(text).map { .typed($0) } ?? .failed(.fail(Code.syntax))
    }
}

/// `finite`: a number within the range of a double.
struct FiniteRule: Rule {
    enum Code: String, RuleCodes {
        case tooLarge = "must be within the range of a double"
    }

    static let definition = RuleDefinition(
        FiniteRule.self, "finite", "A number within the range of a double",
        standard: "IEEE 754", kinds: .numbers, codes: Code.self,
        examples: [
            .valid(1e308, "finite"),
            .invalid(.decimal("1e400"), "finite", code: "finite.tooLarge"),
        ])

    init(_ arguments: Arguments) {}

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        .pass(if: value.number?.isFinite ?? false, else: Code.tooLarge)
    }
}

extension RuleExpression {
    /// true or false; these words in records from text.
    public static var boolean: RuleExpression { RuleExpression("boolean") }

    /// A whole number; text that spells one in records from text.
    public static var integer: RuleExpression { RuleExpression("integer") }

    /// A number; text that spells one in records from text.
    public static var number: RuleExpression { RuleExpression("number") }

    /// A number within the range of a double.
    public static var finite: RuleExpression { RuleExpression("finite") }
}
