// SPDX-License-Identifier: Apache-2.0
public import AssayCore

/// `present`: the record has the field, whatever its value.
struct PresentRule: Rule {
    enum Code: String, RuleCodes {
        case absent = "must be present"
    }

    static let definition = RuleDefinition(
        PresentRule.self, "present", "Not absent; null and empty values pass", codes: Code.self,
        examples: [
            .valid(nil, "present"),
            .valid("", "present"),
            .invalid(.absent, "present", code: "present.absent"),
        ],
        traits: [.acceptsMissing, .stopsOnFailure])

    init(_ arguments: Arguments) {}

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        .pass(if: !value.isAbsent, else: Code.absent)
    }
}

/// `notNull`: absent or a value, but not null.
struct NotNullRule: Rule {
    enum Code: String, RuleCodes {
        case null = "must not be null"
    }

    static let definition = RuleDefinition(
        NotNullRule.self, "notNull", "Not null", codes: Code.self,
        examples: [
            .valid(.absent, "notNull"),
            .valid("", "notNull"),
            .invalid(nil, "notNull", code: "notNull.null"),
        ],
        traits: [.acceptsMissing, .stopsOnFailure])

    init(_ arguments: Arguments) {}

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        .pass(if: !value.isNull, else: Code.null)
    }
}

/// `filled`: a field that is present has a value.
struct FilledRule: Rule {
    enum Code: String, RuleCodes {
        case empty = "must not be empty"
    }

    static let definition = RuleDefinition(
        FilledRule.self, "filled", "Not null or empty if it is present", codes: Code.self,
        examples: [
            .valid(.absent, "filled"),
            .valid("a", "filled"),
            .invalid(nil, "filled", code: "filled.empty"),
            .invalid("", "filled", code: "filled.empty"),
        ],
        traits: [.acceptsMissing, .stopsOnFailure])

    init(_ arguments: Arguments) {}

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        .pass(if: value.isAbsent || !isEmptyValue(value), else: Code.empty)
    }
}

/// `prohibited`: absent, null or empty.
struct ProhibitedRule: Rule {
    enum Code: String, RuleCodes {
        case present = "must not have a value"
    }

    static let definition = RuleDefinition(
        ProhibitedRule.self, "prohibited", "Absent, null or empty", codes: Code.self,
        examples: [
            .valid(.absent, "prohibited"),
            .valid("", "prohibited"),
            .invalid(0, "prohibited", code: "prohibited.present"),
        ],
        traits: [.acceptsMissing, .stopsOnFailure, .prohibits])

    init(_ arguments: Arguments) {}

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        .pass(if: isEmptyValue(value), else: Code.present)
    }
}

/// `notBlank`: a string with something else than white space.
struct NotBlankRule: Rule {
    enum Code: String, RuleCodes {
        case blank = "must not be blank"
    }

    static let definition = RuleDefinition(
        NotBlankRule.self, "notBlank", "A string with a character other than white space",
        kinds: .string, codes: Code.self,
        examples: [
            .valid(" a ", "notBlank"),
            .invalid("", "notBlank", code: "notBlank.blank"),
            .invalid("\u{3000}\t", "notBlank", code: "notBlank.blank"),
        ])

    init(_ arguments: Arguments) {}

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        .pass(if: !isBlank(value.utf8), else: Code.blank)
    }
}

extension RuleExpression {
    /// A field that is present; null and empty values pass.
    public static var present: RuleExpression { RuleExpression("present") }

    /// A field that, if it is present, is neither null nor empty.
    public static var filled: RuleExpression { RuleExpression("filled") }

    /// A field that is absent or has a value other than null.
    public static var notNull: RuleExpression { RuleExpression("notNull") }

    /// A string that is not empty or white space only.
    public static var notBlank: RuleExpression { RuleExpression("notBlank") }

    /// Absent, null or empty.
    public static var prohibited: RuleExpression { RuleExpression("prohibited") }
}
