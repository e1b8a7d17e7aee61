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
        case groups = "must be a whole number, with \"{group}\" or nothing between thousands"
    }

    static let definition = RuleDefinition(
        IntegerRule.self, "integer",
        "A whole number, such as 5 or 1.0; in CSV files and forms, parsed from text",
        parameters: [NumberForm.groupParameter],
        kinds: .numbers, codes: Code.self,
        examples: [
            .valid(5, "integer"),
            .valid(1.0, "integer"),
            .valid("-12", "integer", isText: true),
            .valid("1,234,567", "integer(group=\",\")", isText: true),
            .invalid(1.5, "integer", code: "integer.notWhole"),
            .invalid("12a", "integer", code: "integer.notWhole", isText: true),
            .invalid("12,34", "integer(group=\",\")", code: "integer.groups", isText: true),
            .invalid("12", "integer", code: "integer.kind"),
        ],
        traits: [.converts, .stopsOnFailure, .checksKind]
    ).stating(RuleFacets(reading: NumberForm.reading))

    /// The form of texts, or `nil` for the usual one.
    private let form: NumberForm?

    init(_ arguments: Arguments) throws(RuleError) {
        form = try NumberForm(arguments, isWhole: true)
    }

    var test: ValueTest? { ValueTest(kinds: .integers) }

    var textTest: ValueTest? {
        var test = ValueTest(kinds: .string)
        test.readsWholeNumber = true
        return test
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        .pass(if: isWholeNumber(value), else: Code.notWhole)
    }

    func convert(_ text: FieldValue, storingIn arena: ValueArena) -> Conversion {
        // A number with a fraction is read too: whether it is whole is for `check` to say.
        TextConversion.number(text, form: form ?? .plain, storingIn: arena).map { .typed($0) }
            ?? .failed(.fail(form == nil ? Code.notWhole : .groups))
    }
}

/// `number`: a number; in a record from text, a text that spells one.
struct NumberRule: BatchRule {
    enum Code: String, RuleCodes {
        case syntax = "must be a number"
        case decimal = "must be a number with the decimal separator \"{decimal}\""
        case groups = "must be a number with \"{group}\" or nothing between thousands"
        case separators =
            "must be a number with the decimal separator \"{decimal}\", and with \"{group}\" or nothing between thousands"
    }

    static let definition = RuleDefinition(
        NumberRule.self, "number", "A number; in CSV files and forms, parsed from text",
        parameters: [NumberForm.decimalParameter, NumberForm.groupParameter],
        kinds: .numbers, codes: Code.self,
        examples: [
            .valid(1.5, "number"),
            .valid("-1.5e3", "number", isText: true),
            .valid("1.234.567,5", "number(decimal=\",\", group=\".\")", isText: true),
            .invalid("1,5", "number", code: "number.syntax", isText: true),
            .invalid("1.5", "number(decimal=\",\")", code: "number.decimal", isText: true),
            .invalid(
                "1.2.3", "number(decimal=\",\", group=\".\")", code: "number.separators",
                isText: true),
            .invalid("1,23", "number(group=\",\")", code: "number.groups", isText: true),
            .invalid("1.5", "number", code: "number.kind"),
        ],
        traits: [.converts, .stopsOnFailure, .checksKind]
    ).stating(RuleFacets(reading: NumberForm.reading))

    /// The form of texts, or `nil` for the usual one.
    private let form: NumberForm?
    /// The code of a text that is no number of the form.
    private let code: Code

    init(_ arguments: Arguments) throws(RuleError) {
        form = try NumberForm(arguments)
        code =
            switch (arguments.string("decimal"), arguments.string("group")) {
            case _ where form == nil: .syntax
            case (_, nil): .decimal
            case (nil, _): .groups
            default: .separators
            }
    }

    var test: ValueTest? { ValueTest(kinds: .numbers) }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict { .pass }

    func convert(_ text: FieldValue, storingIn arena: ValueArena) -> Conversion {
        TextConversion.number(text, form: form ?? .plain, storingIn: arena).map { .typed($0) }
            ?? .failed(.fail(code))
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

    /// A whole number; in records from text, with a separator between thousands or without: `1,234`.
    public static func integer(group: String) -> RuleExpression {
        RuleExpression("integer", options: ["group": .text(group)])
    }

    /// A number; text that spells one in records from text.
    public static var number: RuleExpression { RuleExpression("number") }

    /// A number; in records from text, with a decimal separator, and with a separator between thousands or
    /// without: `1.234,5`.
    public static func number(decimal: String, group: String? = nil) -> RuleExpression {
        RuleExpression("number", options: ["decimal": .text(decimal), "group": .text(group)])
    }

    /// A number within the range of a double.
    public static var finite: RuleExpression { RuleExpression("finite") }
}
